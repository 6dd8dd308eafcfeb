// What the editor draws over the layout: the surface, what is wrong, what is chosen with its handles, and guides.

import { nameOf } from './pad.js';
import { disc, group, svg } from './shapes.js';

const rect = (kind, { x, y, width, height }, parent) => svg('rect', kind, { x, y, width, height, rx: 6 }, parent);

/** Marks the layout in place of what was marked before; `guides`: [x or undefined, y or undefined]; `held`: the
    handle that a finger is on. */
export function mark(editor, hints, errors, { guides = [], handle: held } = {}) {
	const { layout: { controls, size }, control: chosen, app: { pad } } = editor;
	const all = pad.root.querySelector('.marks') ?? group('marks', pad.root), marks = group('still', all);
	all.querySelector('.still').replaceWith(marks);
	rect('surface', { x: 0, y: 0, ...size }, marks);
	controls.forEach((control, index) => {
		const isWrong = errors.some(({ id }) => id === control.id), own = hints.filter((hint) => hint.index === index);
		if (isWrong || own.length) rect(isWrong ? 'wrong' : 'hint', editor.shown(control.frame), marks);
		const node = pad.node(control.id);
		node.setAttribute('role', 'button');
		node.setAttribute('aria-roledescription', `${control.kind}, arrow keys move it`);
		node.ariaLabel = [nameOf(control), ...own.map(({ text }) => text)].join('; ');
		node.ariaPressed = String(control === chosen);
	});
	guides.forEach((at, axis) => {
		if (at === undefined) return;
		svg('line', 'guide', axis ? { x1: 0, x2: size.width, y1: at, y2: at } : { x1: at, x2: at, y1: 0, y2: size.height }, marks);
	});
	if (chosen) rect('chosen', editor.shown(chosen.frame), marks);
	handles(chosen && editor.shown(chosen.frame), 1 / pad.scale, String(held), all);
}

/** Those that are there stay: the touches of a finger go to what it came down on. */
function handles(frame, px, held, marks) {
	for (const dx of [-1, 0, 1]) {
		for (const dy of [-1, 0, 1]) {
			const side = String([dx, dy]), old = marks.querySelector(`[data-handle="${side}"]`);
			// In the middle of a side only where there is room for a finger.
			const fits = (dx || frame?.width >= 110 * px) && (dy || frame?.height >= 110 * px);
			if (!frame || !dx && !dy || !fits && side !== held) {
				old?.remove();
				continue;
			}
			const out = 12 * px, place = [[dx, 'x', 'width'], [dy, 'y', 'height']]
				.map(([side, at, length]) => frame[at] + (side + 1) / 2 * frame[length] + side * out);
			const handle = old ?? group('handle', marks, { 'data-handle': side });
			handle.setAttribute('transform', `translate(${place})`);
			if (old) continue;
			disc('reach', 22 * px, handle);
			disc('grip', 8 * px, handle);
		}
	}
}
