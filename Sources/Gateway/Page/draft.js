// A layout that somebody is changing: what it was, and what new controls begin as.

export class Draft {
	#past = []; #future = []; #now;

	constructor(layout) {
		this.#now = JSON.stringify(layout);
		this.layout = JSON.parse(this.#now);
	}

	get canUndo() { return this.#past.length > 0; }
	get canRedo() { return this.#future.length > 0; }

	/** Makes what has been changed since the last time one step. */
	keep() {
		const now = JSON.stringify(this.layout);
		if (now === this.#now) return;
		this.#past.push(this.#now);
		this.#future = [];
		this.#now = now;
	}

	undo() { this.#go(this.#past, this.#future); }
	redo() { this.#go(this.#future, this.#past); }

	#go(from, to) {
		if (!from.length) return;
		to.push(this.#now);
		this.#now = from.pop();
		this.layout = JSON.parse(this.#now);
	}

	/** A new control of a kind, where there is room; `codes` are those that it may bind. */
	add(kind, codes) {
		const text = JSON.stringify(this.layout.controls);
		const free = (list) => list.filter((code) => !codes || codes.includes(code)).sort((a, b) => text.includes(`"${a}"`) - text.includes(`"${b}"`));
		return this.#insert({ id: this.#id(kind), kind, frame: { x: 0, y: 0, ...sizes[kind] }, ...beginnings[kind](free) });
	}

	copy(index) {
		const copy = JSON.parse(JSON.stringify(this.layout.controls[index]));
		return this.#insert({ ...copy, id: this.#id(copy.kind) });
	}

	#insert(control) {
		const { controls } = this.layout;
		this.#place(control.frame);
		controls.push(control);
		this.keep();
		return controls.length - 1;
	}

	remove(index) {
		this.layout.controls.splice(index, 1);
		this.keep();
	}

	#id(kind) {
		const ids = new Set(this.layout.controls.map(({ id }) => id));
		let number = 1;
		while (ids.has(`${kind}-${number}`)) number += 1;
		return `${kind}-${number}`;
	}

	/** Moves a frame to the place nearest to the middle where it covers nothing. */
	#place(frame) {
		const { width, height } = frame, { size, controls } = this.layout, [right, bottom] = [size.width - width, size.height - height];
		const [mx, my] = [right, bottom].map((room) => Math.max(0, Math.round(room / 2)));
		// Between these it would cover a control, in whole units.
		const taken = controls.map(({ frame: other }) => ({
			x: [Math.floor(other.x - width), Math.ceil(other.x + other.width)], y: [Math.floor(other.y - height), Math.ceil(other.y + other.height)],
		}));
		let best = Infinity;
		Object.assign(frame, { x: mx, y: my });
		// That place is straight above or below the middle, or beside a control.
		for (const x of [mx, ...taken.flatMap((one) => one.x)]) {
			if (x < 0 || x > right || Math.abs(x - mx) >= best) continue;
			const y = nearest(my, bottom, taken.filter(({ x: [from, to] }) => x > from && x < to).map((one) => one.y));
			const way = Math.hypot(x - mx, y - my);
			if (way >= best) continue;
			best = way;
			Object.assign(frame, { x, y });
		}
	}
}

/** What is nearest to `start`, from 0 to `end`, and not between the ends of one of `spans`; Infinity: nothing is. */
function nearest(start, end, spans) {
	let [up, down] = [start, start];
	for (const [from, to] of spans.toSorted((a, b) => a[0] - b[0])) if (down > from && down < to) down = to;
	for (const [from, to] of spans.toSorted((a, b) => b[1] - a[1])) if (up > from && up < to) up = from;
	return [up, down].filter((one) => one >= 0 && one <= end).sort((a, b) => Math.abs(a - start) - Math.abs(b - start))[0] ?? Infinity;
}

const square = (side) => ({ width: side, height: side });
const sizes = {
	button: square(80), dpad: square(160), flick: square(72), toggle: square(64), slide: { width: 240, height: 60 },
	menu: square(64), stick: square(160), knob: square(130), trackpad: { width: 220, height: 150 }, tilt: { width: 180, height: 64 },
};

const signs = {
	BTN_SOUTH: 'A', BTN_EAST: 'B', BTN_NORTH: 'X', BTN_WEST: 'Y', BTN_TL: 'LB', BTN_TR: 'RB',
	BTN_SELECT: 'SELECT', BTN_START: 'START', BTN_MODE: 'HOME', BTN_THUMBL: 'L3', BTN_THUMBR: 'R3',
};
const buttons = Object.keys(signs), keys = ['KEY_ENTER', 'KEY_UP', 'KEY_DOWN', 'KEY_LEFT', 'KEY_RIGHT'];

/** What leans or is pushed: two axes. */
function plane(free) {
	const [x = 'ABS_X'] = free(['ABS_X', 'ABS_RX']);
	return { x, y: x.replace('X', 'Y') };
}

/** What a new control begins as: codes that are free yet, as far as there are any. */
const beginnings = {
	button(free) {
		const [press] = free(buttons);
		return { shape: 'circle', label: signs[press], bind: { press } };
	},
	dpad: () => ({
		ways: 8, deadZone: 0.15,
		bind: { north: 'BTN_DPAD_UP', south: 'BTN_DPAD_DOWN', west: 'BTN_DPAD_LEFT', east: 'BTN_DPAD_RIGHT' },
	}),
	flick(free) {
		const typed = free(keys), [center, top, bottom, left, right] = typed.length ? typed : free(buttons);
		return { bind: { center, top, bottom, left, right } };
	},
	toggle(free) {
		const [selected] = free(buttons);
		return { label: signs[selected], bind: { selected } };
	},
	slide(free) {
		const [position] = free(['ABS_Z', 'ABS_RZ']);
		return { label: position === 'ABS_RZ' ? 'RT' : 'LT', bind: { position } };
	},
	menu(free) {
		const [one, two] = free(buttons);
		return { shape: 'circle', items: [one, two].map((bind) => ({ label: signs[bind], bind })) };
	},
	stick(free) {
		const bind = plane(free);
		return { deadZone: 0.1, label: bind.x === 'ABS_X' ? 'L' : 'R', bind };
	},
	knob(free) {
		const [clockwise, counterclockwise] = free(['BTN_TR', 'BTN_TL', ...buttons]);
		return { bind: { clockwise, counterclockwise } };
	},
	trackpad(free) {
		const [x, y] = free(['REL_X', 'REL_Y']), [tap] = free(x ? ['BTN_LEFT'] : buttons);
		return { label: 'trackpad', bind: { ...x && { x, y }, tap } };
	},
	tilt: (free) => ({ label: 'tilt', bind: plane(free) }),
};
