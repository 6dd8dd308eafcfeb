// How each kind of control is drawn, around its middle. A drawing is told the daemon's events and
// states and decides nothing: {event(message), state(values), finger?(touch, phase)}.

import { disc, group, icon, outline, path, print, sign } from './shapes.js';
import { itemFrame } from './geometry.js';

const set = (node, name, on) => node.classList.toggle(name, on);
const aria = (node, name, value) => node.setAttribute(`aria-${name}`, value);
const move = (node, x, y) => { node.style.transform = `translate(${x}px,${y}px)`; };
const isDown = (phase) => phase === 'began' || phase === 'moved';
const both = (draw) => ['face', 'sheen'].forEach(draw);

function lit(node, on, state = 'pressed') {
	set(node, 'lit', on);
	aria(node, state, on);
}

/** Flares up and is gone within 0.2 s. */
const flash = (node) => node.querySelector('.flash').animate([{ opacity: 0.9 }, { opacity: 0 }], 200);

/** A cap in its well; what is printed on it belongs into the result. */
function cap(shape, w, h, g) {
	const rim = Math.min(4, w / 12, h / 12);
	outline('well', shape, w, h, 0, g);
	outline('halo', shape, w, h, 0, g);
	outline('side', shape, w, h, rim, g);
	const top = group('cap', g);
	for (const part of ['face', 'sheen', 'flash']) outline(part, shape, w, h, rim, top);
	return top;
}

function knobOf(radius, g) {
	disc('side', radius, g);
	disc('face', radius, g);
	return [disc('sheen', radius, g), disc('dimple', radius * 0.7, g)];
}

function button({ shape, label, icon }, g, _, w, h) {
	const top = cap(shape, w, h, g);
	sign({ icon, label }, 0, w * (shape === 'circle' ? 0.7 : 0.8), h * 0.6, Math.max(20, Math.min(w, h) * 0.4), top);
	return {
		event: ({ event }) => (event === 'touchDownRepeat' ? flash(g) : lit(g, event === 'touchDown')),
		state: ({ isDown }) => lit(g, isDown),
	};
}

/** A polygon with round corners. */
function rounded(corners, round) {
	const toward = ([x, y], [u, v]) => {
		const way = Math.hypot(u - x, v - y) || 1, part = Math.min(round, way / 2) / way;
		return `${x + (u - x) * part} ${y + (v - y) * part}`;
	};
	return corners.map((corner, i) => `${i ? 'L' : 'M'}${toward(corner, corners.at(i - 1))}Q${corner} ${
		toward(corner, corners[(i + 1) % corners.length])}`).join('') + 'z';
}

const compass = ['north', 'east', 'south', 'west'];
const halves = (direction) => (direction ?? '').toLowerCase().match(/north|east|south|west/g) ?? [];

function dpad(control, g, _, w, h) {
	const square = control.face === 'square', edge = Math.min(square ? 8 : 2, w / 4, h / 4);
	outline('dish', square ? 'rect' : 'circle', w, h, 0, g);
	const [x, y, s, t] = [w / 2 - edge, h / 2 - edge, w / 6, h / 6];
	const body = rounded(square ? [[-x, -y], [x, -y], [x, y], [-x, y]] : [[-s, -y], [s, -y], [s, -t],
		[x, -t], [x, t], [s, t], [s, y], [-s, y], [-s, t], [-x, t], [-x, -t], [-s, -t]], 4);
	path('side', body, g);
	const top = group('cap', g), arms = {};
	both((part) => path(part, body, top));
	if (square) path('diagonals', `M${-x} ${-y}L${x} ${y}M${x} ${-y}L${-x} ${y}`, top);
	else outline('dimple', 'circle', 2 * s, 2 * t, 9, top);
	compass.forEach((name, quarter) => {
		if (!(control.directions ?? compass).includes(name)) return;
		// The arm that points north, turned: of a pad of w by h, or h by w.
		const [a, b] = quarter % 2 ? [h, w] : [w, h], far = edge - b / 2, size = Math.min(w, h) / 22;
		const arm = arms[name] = group('arm', top, {
			role: 'button', 'aria-label': `${control.label ?? control.id} ${name}`, 'data-part': name,
			transform: `rotate(${quarter * 90})`,
		});
		const shape = rounded(square ? [[edge - a / 2, far], [a / 2 - edge, far], [0, 0]]
			: [[-a / 6, far], [a / 6, far], [a / 6, -b / 6], [0, 0], [-a / 6, -b / 6]], 4);
		path('tint', shape, arm);
		path('flash', shape, arm);
		path('arrow', `M0 ${-b * (square ? 0.31 : 0.36) - size}l${size * 1.15} ${size * 1.8}h${-size * 2.3}z`, arm);
	});
	path('ring', body, top);
	print(control.label, 0, 0, w / 4, h / 4, 18, top);
	const show = (direction) => {
		const on = halves(direction);
		for (const name in arms) lit(arms[name], on.includes(name));
		const way = (to, from) => (on.includes(to) - on.includes(from)) * 1.5;
		move(top, way('east', 'west'), direction ? way('south', 'north') + 1 : 0);
		g.dataset.direction = direction ?? '';
	};
	return {
		event({ event, direction }) {
			if (event === 'touchDownRepeat') halves(direction).forEach((name) => flash(arms[name]));
			else show(event === 'touchDown' ? direction : '');
		},
		state: ({ direction }) => show(direction),
	};
}

function flick(control, g, over, w, h) {
	const { margins = {}, bind = {}, labels = {}, label, id } = control, keys = {};
	const gap = (side) => margins[side] ?? 4;
	const places = {
		center: [0, 0], top: [0, -h - gap('top')], bottom: [0, h + gap('bottom')],
		left: [-w - gap('left'), 0], right: [w + gap('right'), 0],
	};
	for (const name in places) {
		const isCenter = name === 'center';
		if (!isCenter && !bind[name]) continue;
		// Without a label, a key is called as its code.
		const words = labels[name] ?? (isCenter && label) ?? bind[name]?.replace(/\b[A-Z]+_/g, '') ?? '';
		const key = keys[name] = group('key', isCenter ? g : over, !isCenter && {
			transform: `translate(${places[name]})`, role: 'button', 'data-part': name, 'data-id': id,
			'aria-label': `${label ?? id} ${name}: ${words}`,
		});
		const top = cap(control.shape, w, h, key);
		print(words, 0, 0, w * 0.8, h * 0.5, 18, top);
	}
	let held, shown, location, chosen;
	const show = () => {
		const active = held ? location : chosen;
		for (const name in keys) {
			set(keys[name], 'lit', name === active);
			set(keys[name], 'seen', name === 'center' || shown || name === chosen);
		}
		aria(g, 'pressed', held);
		Object.assign(g.dataset, { location: active ?? '', expanded: shown });
	};
	return {
		event(message) {
			const { event } = message;
			if (event === 'highlighted') {
				held = message.isHighlighted;
				if (held) [location, chosen] = ['center'];
			}
			if (event === 'active') location = message.location;
			// What was flicked to lingers; the center is there anyhow.
			if (event === 'didFlick' && message.location !== 'center') chosen = message.location;
			if (event === 'lingerDidEnd') chosen = undefined;
			if (/^componentsWill/.test(event)) shown = event === 'componentsWillAppear';
			show();
		},
		state(values) {
			[held, shown, location, chosen] = [values.isHighlighted, values.isExpanded, values.location ?? 'center'];
			show();
		},
	};
}

function toggle(control, g, _, w, h) {
	outline('well', control.shape, w, h, -3, g);
	const top = group('bounce', g);
	both((part) => outline(part, control.shape, w, h, 1, top));
	sign(control, 0, w * 0.74, h * 0.6, Math.max(18, h * 0.3), top);
	// An event has one of the two.
	const show = ({ isHighlighted, isSelected }) => {
		if (isHighlighted !== undefined) set(g, 'down', isHighlighted);
		if (isSelected !== undefined) lit(g, isSelected, 'checked');
	};
	return { event: show, state: show };
}

function slide({ orientation, thumb, label }, g, _, w, h) {
	// Drawn lying; a standing one is turned, its signs are not.
	const upright = orientation === 'vertical', [l, t] = upright ? [h, w] : [w, h];
	const length = thumb ?? Math.min(w, h), way = l - length, lying = group('', g);
	if (upright) lying.setAttribute('transform', 'rotate(-90)');
	const pill = (name, inset) => outline(name, 'rect', l, t, inset, lying, t / 2);
	pill('well', -3);
	pill('track', 0);
	const fill = pill('fill', 0);
	pill('bowl', 0);
	// Where the thumb at rest covers the middle, the label stands in what is left of the track.
	const covers = length > l * 0.4, mid = covers ? length / 2 : 0, free = covers ? way : l - 2 * length;
	const [x, y, width, height] = upright ? [0, -mid, w, free] : [mid, 0, free, h];
	const name = print(label ?? 'Slide to unlock', x, y, width * 0.8, height * 0.6, 22, g);
	const knob = group('', g);
	const [a, b] = upright ? [w, length] : [length, h], round = Math.min(a, b) / 2;
	both((part) => outline(part, 'rect', a, b, 3, knob, round));
	icon('star', 0, round * 1.1, knob);
	const show = (position) => {
		const at = position * way - way / 2, reach = position * way + length;
		move(knob, upright ? 0 : at, upright ? -at : 0);
		fill.setAttribute('width', position > 0 ? reach : 0);
		// What is filled hides the label, early: half a word reads badly.
		if (name) name.style.opacity = Math.max(0, 1 - position * 2.5);
		aria(g, 'valuenow', Math.round(position * 100));
		g.dataset.position = position;
	};
	return {
		event({ event, position }) {
			if (event === 'position') show(position);
			else set(g, 'finished', event === 'didFinish');
		},
		state({ position, isFinished }) { show(position); set(g, 'finished', isFinished); },
	};
}

function menu(control, g, over, w, h) {
	const { shape } = control, small = Math.min(w, h);
	const key = (parent, { icon: own, label }) => {
		outline('shade', shape, w, h, -1, parent);
		const top = group('cap', parent);
		both((part) => outline(part, shape, w, h, 0, top));
		outline('flash', shape, w, h, 0, top);
		if (parent === toggler) {
			icon('plus', 0, small * 0.5, group('turning', top));
		} else if (own && label) {
			sign({ icon: own }, h * -0.09, w * 0.5, h * 0.4, small * 0.38, top);
			print(label, 0, h * 0.23, w * 0.62, h * 0.3, small * 0.22, top);
		} else {
			sign({ icon: own, label }, 0, w * 0.72, h * 0.6, small * 0.36, top);
		}
	};
	// The toggler lies above its items: they come out from behind it.
	const row = group('', over), toggler = group('toggler', over);
	const items = control.items.map((item, index) => {
		const { x, y } = itemFrame(control, index), node = group('item', row, {
			role: 'menuitem', 'data-id': control.id, 'data-part': index,
			'aria-label': item.label ?? item.icon ?? `item ${index + 1}`,
		});
		node.style.setProperty('--x', `${x - control.frame.x}px`);
		node.style.setProperty('--y', `${y - control.frame.y}px`);
		key(node, item);
		outline('focus', shape, w, h, -5, node);
		return node;
	});
	key(toggler, control);
	outline('well', shape, w, h, 0, g);
	const open = (on) => {
		set(over, 'open', on);
		aria(g, 'expanded', on);
		for (const item of items) {
			item.setAttribute('tabindex', on ? 0 : -1);
			if (on) continue;
			set(item, 'down', false);
			if (item === document.activeElement) g.focus();
		}
	};
	const down = (item, on) => set(items[item] ?? toggler, 'down', on);
	aria(g, 'haspopup', 'menu');
	return {
		event({ event, item, isHighlighted, isExpanded }) {
			if (event === 'highlighted') down(item, isHighlighted);
			else if (event === 'didExpand') open(isExpanded);
			else flash(items[item]);
		},
		state({ isHighlighted, isExpanded, items: lit }) {
			down(-1, isHighlighted);
			open(isExpanded);
			items.forEach((_, index) => down(index, lit.includes(index)));
		},
	};
}

function stick({ mode, shape, label }, g, _, w, h) {
	const r = Math.min(w, h) / 2, floats = mode === 'floating';
	if (floats) outline('zone', shape, w, h, 1, g, r);
	const ring = group('glide', g);
	disc('well', r - 2, ring);
	disc('halo', r - 2, ring);
	disc('bowl', r * 0.86, ring);
	for (let quarter = 0; quarter < 360; quarter += 90) path('mark', `M0 ${r * -0.93}l${r * 0.07} ${r * 0.09}h${r * -0.14}z`, ring, quarter);
	const knob = group('glide', ring);
	knobOf(r * 0.52, knob);
	print(label, 0, 0, r * 0.62, r * 0.5, Math.max(18, r * 0.26), knob);
	const show = ({ x, y }) => {
		move(knob, x * r * 0.48, y * r * 0.48);
		set(g, 'lit', Boolean(x || y));
		Object.assign(g.dataset, { x, y });
	};
	return {
		event: show,
		state: show,
		finger({ place, area: { shown } }, phase) {
			set(g, 'held', isDown(phase));
			if (!floats || phase === 'moved') return;
			const isOn = phase === 'began';
			move(ring, isOn && place.x - shown.x - w / 2, isOn && place.y - shown.y - h / 2);
		},
	};
}

function knob({ detents = 24, label }, g, _, w, h) {
	const radius = Math.min(w, h) / 2, r = radius * 0.8, ticks = Math.min(detents, 72);
	disc('dish', radius - 1, g);
	for (let tick = 0; tick < ticks; tick += 1) path('tick', `M0 ${3 - radius}v${radius * 0.07}`, g, tick * 360 / ticks);
	const [sheen] = knobOf(r, g), dial = group('dial');
	sheen.before(dial);
	for (let flute = 0; flute < 360; flute += 15) path('flute', `M0 ${-r}v${r * 0.12}`, dial, flute);
	path('pointer', `M0 ${r * -0.9}v${r * 0.16}`, dial);
	print(label, 0, 0, r * 1.05, r * 0.5, Math.max(18, r * 0.28), g);
	const show = ({ angle }) => {
		dial.style.transform = `rotate(${angle}turn)`;
		aria(g, 'valuenow', Math.round(angle * detents));
		g.dataset.angle = angle;
	};
	return { event: show, state: show, finger: (_, phase) => set(g, 'lit', isDown(phase)) };
}

function trackpad({ shape, label }, g, _, w, h) {
	for (const part of ['surface', 'flash']) outline(part, shape, w, h, 0, g, 18);
	print(label, 0, h / 2 - Math.min(22, h / 4), w * 0.8, h * 0.3, 18, g);
	const dots = new Map();
	return {
		event: () => flash(g),
		state() {},
		finger({ key, place, area: { shown } }, phase) {
			if (!isDown(phase)) {
				dots.get(key)?.remove();
				return dots.delete(key);
			}
			if (!dots.has(key)) dots.set(key, disc('dot', 26, g));
			const inside = (at, size) => Math.max(0, Math.min(size, at)) - size / 2;
			move(dots.get(key), inside(place.x - shown.x, w), inside(place.y - shown.y, h));
		},
	};
}

function tilt({ shape, label }, g, _, w, h) {
	const size = Math.min(w, h), r = size * 0.26;
	outline('well', shape, w, h, 0, g, size / 2);
	outline('vial', shape, w, h, 4, g, size / 2);
	path('lines', `M${w * -0.4} ${r * -1.15}h${w * 0.8}m0 ${r * 2.3}h${w * -0.8}`, g);
	print(label, 0, h / 2 - (h > w ? size * 0.42 : Math.min(16, h / 4)), w * 0.72, size * 0.35, 18, g);
	const bubble = group('glide bubble', g);
	both((part) => disc(part, r, bubble));
	const show = ({ x, y }) => {
		move(bubble, x * (w / 2 - size * 0.34), y * (h / 2 - size * 0.34));
		Object.assign(g.dataset, { x, y });
	};
	return { event: show, state: show, finger: (_, phase) => set(g, 'lit', isDown(phase)) };
}

export const kinds = { button, dpad, flick, toggle, slide, menu, stick, knob, trackpad, tilt };
