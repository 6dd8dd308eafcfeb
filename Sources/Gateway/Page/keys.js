// The pad without fingers: keys, and a screen reader's clicks, as touches on what has the focus.

export const arrows = { ArrowUp: [0, -1], ArrowDown: [0, 1], ArrowLeft: [-1, 0], ArrowRight: [1, 0] };
const meant = {
	north: 'ArrowUp', top: 'ArrowUp', south: 'ArrowDown', bottom: 'ArrowDown', west: 'ArrowLeft',
	left: 'ArrowLeft', east: 'ArrowRight', right: 'ArrowRight',
};

export class Keys {
	#down = []; #touch; #thumb; #leaning; #clicked;

	constructor(touches, pad, send) {
		Object.assign(this, { touches, pad, send });
		touches.forgotten = () => this.#reset();
	}

	hear(event) {
		const { type, key, target } = event, area = this.#area(target);
		if (type === 'focusout') {
			this.touches.drop(this.#touch);
			this.#reset();
		} else if (type === 'keyup') {
			this.#release(area, key);
		} else if (type === 'keydown') {
			if (!area || event.ctrlKey || event.altKey || event.metaKey) return;
			if (!arrows[key] && ![' ', 'Enter', 'Home', 'End'].includes(key)) return;
			event.preventDefault();
			this.#press(area, key, event.repeat, event.shiftKey);
		// Fingers and mice have been here as pointers.
		} else if (type === 'click' && area && performance.now() - this.touches.pointedAt > 1000) {
			this.#lift();
			this.#press(area, meant[area.part] ?? { knob: 'ArrowRight', slide: 'End' }[area.kind] ?? ' ');
			this.#clicked = setTimeout(() => this.#lift(), 80);
		}
	}

	#reset() {
		this.#down = [];
		this.#touch = this.#thumb = undefined;
		clearTimeout(this.#clicked);
		clearInterval(this.#leaning);
	}

	#area(target) {
		const node = target.closest('[data-id]'), part = target.closest('[data-part]')?.dataset.part;
		const item = meant[part] || !part ? null : Number(part);
		const area = node && this.touches.areas.find(({ control, item: own }) =>
			control.id === node.dataset.id && own === item);
		if (!area) return null;
		const { shown: { x, y, width: w, height: h }, control } = area;
		return {
			control, part, w, h, kind: item === null ? control.kind : 'item',
			at: ([dx, dy]) => ({ x: x + w / 2 + dx, y: y + h / 2 + dy }),
		};
	}

	#press(area, key, isRepeat, shift) {
		const { kind, control, at, w, h } = area, arrow = arrows[key], { touches } = this;
		// A key that was down before everything was let go of does nothing until it is lifted.
		if (isRepeat && !this.#down.includes(key)) return;
		if (!this.#down.includes(key)) this.#down.push(key);
		if (kind === 'slide') return this.#slide(area, key, arrow);
		if (kind === 'knob') return arrow && this.#turn(area, arrow[0] - arrow[1]);
		if (kind === 'trackpad' && (arrow || !isRepeat)) {
			const [dx, dy] = (arrow ?? [0, 0]).map((way) => way * 12);
			if (!shift) return this.#stroke(at([0, 0]), at([dx, dy]));
			const two = [-20, 20].map((side) => [side, touches.begin(at([side, 0]))]);
			for (const [side, one] of two) touches.move(one, at([side + 2 * dx, 2 * dy]));
			touches.flush();
			return two.forEach(([, one]) => touches.lift(one));
		}
		if (isRepeat) return;
		if (kind === 'flick') {
			const places = [at([0, 0]), at(arrow ? [arrow[0] * (w / 2 + 12), arrow[1] * (h / 2 + 12)] : [0, 0])];
			// A key that is held would only show the neighbours.
			if (control.fire !== 'hold') return this.#stroke(...places);
			places.forEach((place) => this.#hold(place));
		} else if (arrow && (kind === 'dpad' || kind === 'stick')) {
			this.#steer(area);
		} else if (arrow && kind === 'tilt') {
			this.#lean(control);
		} else if (kind !== 'dpad') {
			this.#hold(at([0, 0]));
		}
	}

	#release(area, key) {
		const index = this.#down.indexOf(key);
		if (index < 0 || !area) return;
		this.#down.splice(index, 1);
		if (area.kind === 'tilt' && arrows[key]) this.#lean(area.control);
		if (this.#down.length) return ['dpad', 'stick'].includes(area.kind) && this.#steer(area);
		this.#lift();
	}

	#lift() {
		this.touches.lift(this.#touch);
		this.#reset();
	}

	/** The places of a finger at one instant; where one strokes, nothing is latched. */
	#stroke(first, ...others) {
		const { touches } = this, touch = touches.begin(first);
		for (const place of others) {
			touches.move(touch, place);
			touches.flush();
		}
		touches.lift(touch);
	}

	#hold(place) {
		if (this.#touch) this.touches.move(this.#touch, place);
		else this.#touch = this.touches.begin(place);
	}

	/** The sum of the last `most` arrows that are down. */
	#sum(most) {
		return this.#down.filter((key) => arrows[key]).slice(-most)
			.reduce(([x, y], key) => [x + arrows[key][0], y + arrows[key][1]], [0, 0]);
	}

	#steer({ kind, control, at, w, h }) {
		const isStick = kind === 'stick', small = Math.min(w, h) / 2;
		const [x, y] = this.#sum(isStick || control.ways === 8 ? 4 : 1), way = Math.hypot(x, y) || 1;
		// A floating stick has its centre where the finger lands.
		if (isStick) this.#hold(at([0, 0]));
		this.#hold(at(isStick ? [x / way * small, y / way * small] : [x / way * w * 0.4, y / way * h * 0.4]));
	}

	/** Arrows push the thumb by a tenth, others all the way; it is let go of with the key. */
	#slide({ control: { id, orientation, thumb }, at, w, h }, key, arrow) {
		const upright = orientation === 'vertical', way = (upright ? h : w) - (thumb ?? Math.min(w, h));
		const go = (position) => this.#hold(at(upright ? [0, (0.5 - position) * way] : [(position - 0.5) * way, 0]));
		if (!this.#touch) go(this.#thumb = Number(this.pad.node(id).dataset.position));
		this.#thumb += arrow ? (arrow[0] - arrow[1]) / 10 : key === 'Home' ? -1 : 1;
		this.#thumb = Math.max(0, Math.min(1, this.#thumb));
		// A rounding must not end it short of the end.
		go(this.#thumb > 0.999 ? 1.1 : this.#thumb);
	}

	#turn({ control: { detents = 24 }, at, w, h }, clicks) {
		const radius = Math.min(w, h) * 0.4, turn = clicks * 1.02 / detents, parts = Math.ceil(5 / detents);
		this.#stroke(...Array.from({ length: parts + 1 }, (_, part) => {
			const angle = part / parts * turn * 2 * Math.PI;
			return at([radius * Math.cos(angle), radius * Math.sin(angle)]);
		}));
	}

	/** Arrows lean a phone that has no sensors, or lies on a table. */
	#lean({ range = 30 }) {
		const [x, y] = this.#sum(4).map((way) => way * range * Math.PI / 180);
		const accel = [-9.8 * Math.sin(x), -9.8 * Math.sin(y), 9.8 * Math.cos(x) * Math.cos(y)];
		const tell = (vector) => this.send({ type: 'motion', gyro: [0, 0, 0], accel: vector });
		clearInterval(this.#leaning);
		// Flat at first, and the last word.
		tell([0, 0, 9.8]);
		if (this.#down.length) this.#leaning = setInterval(tell, 40, accel);
	}
}
