// Where controls lie. Left-handed, the screen shows the layout mirrored, each control unturned in
// itself, and the daemon gets places as if it were not.

const steps = { right: [1, 0], left: [-1, 0], up: [0, -1], down: [0, 1] };

/** The frame of item `index` of a menu. */
export function itemFrame(menu, index) {
	const { x, y, width, height } = menu.frame;
	const [dx, dy] = steps[menu.direction] ?? steps.right;
	const way = (menu.spacing ?? 80) * (index + 1);
	return { x: x + dx * way, y: y + dy * way, width, height };
}

/** All that can be touched, the lowest first: `shown` is its frame on the screen, `shift` less in x. */
export function areas(layout, mirror) {
	const list = [], items = [];
	const area = (control, item, frame) => {
		const x = mirror ? layout.size.width - frame.x - frame.width : frame.x;
		const shape = control.shape ?? (control.kind === 'toggle' ? 'circle' : 'rect');
		return { control, item, shown: { ...frame, x }, shift: frame.x - x, shape };
	};
	for (const control of layout.controls) {
		list.push(area(control, null, control.frame));
		control.items?.forEach((_, index) => items.push(area(control, index, itemFrame(control, index))));
	}
	return [...list, ...items];
}

/** Whether a place on the screen, in layout units, hits an area. */
export function hits(area, { x, y }) {
	const { shown: f } = area;
	const dx = x - f.x, dy = y - f.y;
	if (area.shape === 'circle') {
		return (dx / f.width * 2 - 1) ** 2 + (dy / f.height * 2 - 1) ** 2 <= 1;
	}
	return dx >= 0 && dx < f.width && dy >= 0 && dy < f.height;
}
