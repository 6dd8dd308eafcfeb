// What of a layout looks like a mistake on this screen.

import { fingertip } from './elements.js';
import { overlap } from './frames.js';
import { nameOf } from './pad.js';

/** Where phones take fingers for their own gestures, in CSS pixels: the sides and the bottom. */
const strip = 24;

/** [{index, text}] of the controls; `shown(frame)` is where the pad shows one. */
export function hints({ controls }, { root, scale }, shown) {
	const found = [], matrix = root.getScreenCTM(), { clientWidth, clientHeight } = document.documentElement;
	controls.forEach(({ frame }, index) => {
		const { x, y, width, height } = shown(frame), hint = (text) => found.push({ index, text });
		const corners = [[x, y], [x + width, y + height]].map(([x, y]) => new DOMPoint(x, y).matrixTransform(matrix));
		const [left, right] = corners.map(({ x }) => x).sort((a, b) => a - b), bottom = Math.max(...corners.map(({ y }) => y));
		const edges = [['left', strip - left], ['right', right - clientWidth + strip], ['bottom', bottom - clientHeight + strip]]
			.filter(([, over]) => over > 0.5).map(([name]) => name);
		if (edges.length) hint(`reaches into the ${edges.join(' and ')} edge, where the phone’s own gestures begin`);
		if (Math.min(width, height) * scale < fingertip - 0.01) hint('is smaller than 9 mm on this screen');
		const over = controls.slice(0, index).filter((other) => overlap(frame, other.frame)).map(nameOf);
		if (over.length) hint(`lies on ${over.join(', ')}`);
	});
	return found;
}
