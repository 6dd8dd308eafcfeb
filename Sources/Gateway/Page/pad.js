// The player's layout on the screen, and which place of it a finger is on.

import { disc, group, ink, outline, path, svg } from './shapes.js';
import { kinds } from './kinds.js';

/** For a screen reader: the role, and more where that does not say how to play. */
const roles = {
	button: ['button'], toggle: ['switch'], menu: ['button'], slide: ['slider'], knob: ['spinbutton'],
	dpad: ['application', 'direction pad'], flick: ['button', 'flick key'], stick: ['application', 'stick'],
	trackpad: ['application', 'trackpad'], tilt: ['button', 'tilt'],
};

/** What a control is told to show that nobody has touched. */
const rest = {
	x: 0, y: 0, angle: 0, position: 0, items: [], isDown: false, isHighlighted: false, isExpanded: false,
	isSelected: false, isFinished: false,
};

export const nameOf = ({ label, labels, id }) => label || labels?.center || id;

export class Pad {
	#drawings = new Map(); #below; #above; root; layout; isTurned = false;

	constructor(stage) {
		this.stage = stage;
		// The light that falls on everything, from above.
		const defs = svg('defs', '', {}, stage);
		const shade = (id, stops) => {
			const gradient = svg('linearGradient', '', { id, x2: 0, y2: 1 }, defs);
			for (const [offset, tone, opacity] of stops) svg('stop', '', { offset, 'stop-color': tone, 'stop-opacity': opacity }, gradient);
		};
		shade('light', [[0, '#fff', 0.26], [0.45, '#fff', 0.04], [0.55, '#000', 0], [1, '#000', 0.26]]);
		shade('hollow', [[0, '#000', 0.3], [0.5, '#000', 0.06], [1, '#fff', 0.14]]);
	}

	draw(layout, state, { mirror, upright }) {
		const focus = this.root?.contains(document.activeElement) && document.activeElement.dataset.id;
		Object.assign(this, { layout, mirror, upright });
		this.root?.remove();
		this.root = group('', this.stage);
		this.#drawings.clear();
		[this.#below, this.#above] = [group('', this.root), group('', this.root)];
		for (const control of layout.controls) if (kinds[control.kind]) this.#make(control);
		this.fit();
		this.show(state);
		if (focus) this.node(focus)?.focus();
	}

	/** Draws one control anew, which is not what it was. */
	renew(control, values = rest) {
		const old = this.#drawings.get(control.id), drawing = this.#make(control);
		for (const part of ['g', 'over']) old[part].replaceWith(drawing[part]);
		drawing.state(values);
	}

	#make(control) {
		const { id, kind, frame: { width: w, height: h }, direction = 'right' } = control, { mirror } = this;
		const over = group(kind, this.#above), [role, use] = roles[kind];
		const g = group(`control ${kind}`, this.#below, {
			'data-id': id, role, tabindex: 0, 'aria-label': nameOf(control),
			...(use && { 'aria-roledescription': `${use}, arrow keys` }),
		});
		for (const node of [g, over]) colour(node, control);
		control = { shape: kind === 'toggle' ? 'circle' : 'rect', ...control };
		// Mirrored, the items of a menu come out on the other side.
		if (mirror && control.items && /t$/.test(direction)) {
			control.direction = direction === 'left' ? 'right' : 'left';
		}
		const drawing = { g, over, hold: control.hold, ...kinds[kind](control, g, over, w, h) };
		this.#drawings.set(id, drawing);
		this.move(control);
		outline('focus', control.shape, w, h, -5, g, 16);
		const pin = group('pin', g, { transform: `translate(0 ${-h / 2})` });
		disc('', 12, pin);
		path('', 'M-5-1H5V6H-5zM-3-1V-3a3 3 0 0 1 6 0v2', pin);
		return drawing;
	}

	/** Puts a control where its frame is. */
	move({ id, frame: { x, y, width, height } }) {
		const { g, over } = this.#drawings.get(id), left = this.mirror ? this.layout.size.width - x - width : x;
		for (const node of [g, over]) node.setAttribute('transform', `translate(${left + width / 2} ${y + height / 2})`);
	}

	show(state) {
		for (const [id, drawing] of this.#drawings) {
			const values = Object.hasOwn(state, id) && state[id] || rest;
			drawing.state(values);
			drawing.g.classList.toggle('latched', values.isLatched === true);
		}
	}

	event(message) {
		const drawing = this.#drawings.get(message.control), { event } = message;
		drawing?.event(message);
		if (drawing?.hold && /^touch(Up|Down)$/.test(event)) drawing.g.classList.toggle('latched', event === 'touchDown');
	}

	/** Marks what latch mode holds. */
	keep({ id }, on) {
		const node = this.node(id);
		node?.classList.toggle('kept', on);
		if (node) node.ariaDescription = on ? 'held, press again to let go' : '';
	}

	/** What a layout unit has on this screen, in CSS pixels. */
	get scale() {
		const { a, b } = this.root.getScreenCTM();
		return Math.hypot(a, b);
	}

	finger(touch, phase) {
		if (touch.area?.item === null) this.#drawings.get(touch.area.control.id)?.finger?.(touch, phase);
	}

	node(id) { return this.#drawings.get(id)?.g; }

	isOpen({ id }) { return this.node(id)?.ariaExpanded === 'true'; }

	/** A place on the screen in layout units. */
	place({ clientX, clientY }) {
		const { x, y } = new DOMPoint(clientX, clientY).matrixTransform(this.root.getScreenCTM().inverse());
		return { x, y };
	}

	/** Fills the screen; a phone that is held upright gets a wide layout sideways. */
	fit() {
		if (!this.layout) return;
		const { width: w, height: h } = this.layout.size, { clientWidth: room, clientHeight: high } = this.stage;
		const gain = Math.min(room / h, high / w) / Math.min(room / w, high / h);
		this.isTurned = !this.upright && room < 600 && gain > 1.4;
		this.stage.setAttribute('viewBox', `0 0 ${this.isTurned ? [h, w] : [w, h]}`);
		this.root.setAttribute('transform', this.isTurned ? `translate(${h} 0) rotate(90)` : '');
	}
}

function colour({ style }, { color, activeColor }) {
	for (const [tone, fill, print] of [[color, '--c', '--print'], [activeColor, '--on', '--print-on']]) {
		if (!tone) continue;
		style.setProperty(fill, tone);
		style.setProperty(print, ink(tone));
	}
}
