// Frames: whether they overlap, and where they snap.

const least = 20, grid = 4;

export const overlap = (a, b) => a.x < b.x + b.width && b.x < a.x + a.width && a.y < b.y + b.height && b.y < a.y + a.height;

/** Both axes of a frame in words, so that one rule serves both. */
const axes = [['x', 'width'], ['y', 'height']];

/** `frame` dragged by `way` = [x, y], whole or, with `handle` = [-1...1, -1...1], at its edges; snapped
    to `others` and the surface where an edge comes within `reach`, else to the grid.
    Returns {frame, guides: [x or undefined, y or undefined]}. */
export function drag(frame, handle, way, size, others, reach) {
	const result = { ...frame }, guides = [];
	axes.forEach(([at, length], axis) => {
		const side = handle?.[axis], end = size[length];
		if (side === 0 || way[axis] === 0) return;
		const lines = [0, end / 2, end, ...others.flatMap((other) => [0, 0.5, 1].map((part) => other[at] + part * other[length]))];
		const start = frame[at] + (side === 1 ? frame[length] : 0), moved = start + way[axis];
		const own = side ? [moved] : [0, 0.5, 1].map((part) => moved + part * frame[length]);
		let best = { off: reach };
		for (const place of own) {
			for (const line of lines) if (Math.abs(line - place) < Math.abs(best.off)) best = { off: line - place, line };
		}
		let to = best.line === undefined ? Math.round(moved / grid) * grid : moved + best.off;
		if (side === 1) {
			to = Math.min(Math.max(to, frame[at] + least), Math.max(end, start));
			result[length] = to - frame[at];
		} else if (side === -1) {
			to = Math.max(Math.min(to, frame[at] + frame[length] - least), Math.min(0, start));
			[result[at], result[length]] = [to, frame[at] + frame[length] - to];
		} else {
			result[at] = to = Math.max(0, Math.min(to, end - frame[length]));
		}
		if (best.line !== undefined && Math.abs(to - moved - best.off) < 0.01) guides[axis] = best.line;
	});
	for (const key in result) result[key] = Math.round(result[key] * 100) / 100;
	return { frame: result, guides };
}
