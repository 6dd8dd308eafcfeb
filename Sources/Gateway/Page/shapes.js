// SVG shapes around a middle, and texts that fit. Labels go in as text, never as markup.

/** An SVG element of a class, at the end of `parent`. */
export function svg(name, kind, attributes, parent) {
	const node = document.createElementNS('http://www.w3.org/2000/svg', name);
	if (kind) node.setAttribute('class', kind);
	for (const key in attributes) node.setAttribute(key, attributes[key]);
	parent?.append(node);
	return node;
}

export const group = (kind, parent, attributes) => svg('g', kind, attributes, parent);
export const disc = (kind, r, parent) => svg('circle', kind, { r: Math.max(r, 0) }, parent);
export const path = (kind, d, parent, angle = 0) =>
	svg('path', kind, { d, transform: `rotate(${angle})` }, parent);

/** A frame's shape: an ellipse, or a rectangle with round corners, `inset` from the frame. */
export function outline(kind, shape, width, height, inset, parent, round = 14) {
	const rx = Math.max(width / 2 - inset, 0.001), ry = Math.max(height / 2 - inset, 0.001);
	return shape === 'circle' ? svg('ellipse', kind, { rx, ry }, parent) : svg('rect', kind, {
		x: -rx, y: -ry, width: 2 * rx, height: 2 * ry, rx: Math.min(Math.max(round - inset, 2), rx, ry),
	}, parent);
}

// Measures texts without the page, which would be laid out for each of them.
const pen = document.createElement('canvas').getContext('2d');
pen.font = `700 100px ${getComputedStyle(document.body).fontFamily}`;

/** A text, if there is one, in the middle of a box, at most `most` high. */
export function print(words, x, y, width, height, most, parent) {
	if (!words) return;
	const node = svg('text', 'print', { x }, parent);
	node.textContent = words;
	const size = Math.max(0, Math.min(most, width / (pen.measureText(words).width || 1) * 100, height / 1.15));
	node.style.fontSize = `${size}px`;
	// The middle of a capital.
	node.setAttribute('y', y + size * 0.355);
	return node;
}

/** Black or white, whichever reads better on #rrggbb. */
export function ink(colour) {
	const [r, g, b] = [1, 3, 5].map((at) => (parseInt(colour.slice(at, at + 2), 16) / 255) ** 2.2);
	return 0.2126 * r + 0.7152 * g + 0.0722 * b > 0.18 ? '#101216' : '#ffffff';
}

/** Icons that layouts may name, from -10 to 10. */
const icons = {
	star: 'M0-9 2.6-3 9-2.6 4.1 1.6 5.7 8 0 4.5-5.7 8-4.1 1.6-9-2.6-2.6-3z',
	plus: 'M-1.6-8h3.2v6.4H8v3.2H1.6V8h-3.2V1.6H-8v-3.2h6.4z',
	guide: 'M-3-9h6v6h6v6H3v6h-6V3h-6v-6h6zM-1-1v2h2v-2z',
};

export function icon(name, y, size, parent) {
	return svg('path', 'print', {
		d: icons[name], 'fill-rule': 'evenodd', transform: `translate(0 ${y}) scale(${size / 20})`,
	}, parent);
}

/** An icon; else a character, which may have many codes; else the label. */
export function sign({ icon: name, label }, y, width, height, most, parent) {
	if (Object.hasOwn(icons, name ?? '')) return icon(name, y, Math.min(width, height, most * 1.3), parent);
	const words = /^[\w-]{2,}$/.test(name ?? '') ? label ?? name : name ?? label;
	print(words, 0, y, width, height, most, parent);
}
