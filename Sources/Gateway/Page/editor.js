// Edit mode: the layout lies on the screen as it is played, and fingers change it instead of playing it.

import { Draft, drag, overlap } from './draft.js';
import { Fields, codeList, kindNames, read } from './fields.js';
import { local } from './link.js';
import { Pad, fingertip } from './pad.js';
import { make, style } from './settings.js';
import { disc, group, svg } from './shapes.js';

/** Where phones take fingers for their own gestures, in CSS pixels: the sides and the bottom. */
const strip = 24;
/** What a message of the page may have, in bytes. */
const most = 65536;
/** What a layout file may have, in bytes. */
const mostOfFile = 262144;
const page = document.documentElement;

const icons = {
	close: 'M6 6l12 12M18 6L6 18', undo: 'M8 5L3 10l5 5M3 10h11a5 5 0 0 1 0 10h-3', redo: 'M16 5l5 5-5 5M21 10H10a5 5 0 0 0 0 10h3',
	add: 'M12 5v14M5 12h14', change: 'M4 20l1-5L16 4l4 4L9 19z', hints: 'M12 4l10 17H2zM12 10v5M12 18v.1', keep: 'M5 12l5 6L20 6',
};

function key(name, label, act, ...words) {
	const face = svg('svg', '', { viewBox: '0 0 24 24' });
	svg('path', '', { d: icons[name] }, face);
	return make('button', { type: 'button', id: `edit-${name}`, ariaLabel: label, onclick: act }, face, ...words);
}

/** `2 errors`; nothing of none. */
const some = (count, word) => (count ? [`${count} ${word}${count > 1 ? 's' : ''}`] : []);

const nameOf = ({ label, labels, id }) => label || labels?.center || id;

class Editor {
	#chosen = -1; #drag; #refusals = []; #codes = []; #pending; #panel; #replaces; #taken; #frame = 0; #listeners = new AbortController();

	constructor(app) {
		Object.assign(this, { app, latest: app.pad.layout });
		const layout = JSON.parse(JSON.stringify(app.pad.layout));
		this.#name(layout);
		this.draft = new Draft(layout);
		app.send({ type: 'codes' });
		this.#furnish();
		this.#listen();
		this.draw();
	}

	/** Names of layouts that come with the PC are taken, and so are others' and those that are kept already. */
	#name(layout) {
		const { names, mine } = this.app, { name } = layout, isTaken = (one) => names.includes(one) || Object.hasOwn(mine, one);
		if (local.get('layout').startsWith('mine/') && Object.hasOwn(mine, name)) return;
		// What the PC keeps may be saved as what it is.
		if (/^my-/.test(name)) return this.#replaces = name;
		let number = 1;
		do layout.name = `my-${name.slice(0, 56)}${number > 1 ? `-${number}` : ''}`; while (isTaken(layout.name) && ++number);
	}

	get #layout() { return this.draft.layout; }
	get #control() { return this.#layout.controls[this.#chosen]; }

	/** What the PC would still refuse: an error lives as long as what it was said of stands as it was. */
	get #errors() { return this.#refusals.filter(({ id, path, value }) => this.#value(id, path) === value); }

	#value(id, path) {
		const object = id === undefined ? this.#layout : this.#layout.controls.find((control) => control.id === id);
		return JSON.stringify(path ? read(object, path) : object);
	}

	// MARK: What is around

	#furnish() {
		this.bar = make('header', { id: 'editbar', ariaLabel: 'Layout editor' },
			key('close', 'Close the editor', () => this.#leave()),
			this.undo = key('undo', 'Undo', () => this.#back('undo')), this.redo = key('redo', 'Redo', () => this.#back('redo')),
			key('add', 'Add a control', () => this.#show('add')),
			this.change = key('change', 'Change this control', () => this.#show('control')),
			this.said = make('p', { id: 'said', role: 'status' }),
			this.hints = key('hints', '', () => this.#show('hints'), make('b')),
			key('keep', 'Save, use, export or import', () => this.#show('keep'), 'Keep'));
		this.strips = make('div', { id: 'strips' });
		this.aside = make('aside', { id: 'panel', className: 'panel', hidden: true });
		this.file = make('input', { type: 'file', accept: '.json5,.json', hidden: true, onchange: () => this.#import() });
		document.getElementById('bar').before(this.bar);
		document.body.append(this.strips, this.aside, this.file);
		page.classList.add('editing');
		this.app.stage.setAttribute('aria-label', 'Controls to arrange');
	}

	/** All that fingers and keys do on the pad comes here first, and goes no further. */
	#listen() {
		const { stage } = this.app, { signal } = this.#listeners;
		const acts = {
			pointerdown: (event) => this.#press(event), pointermove: (event) => this.#move(event), pointerup: (event) => this.#lift(event),
			pointercancel: (event) => this.#lift(event), lostpointercapture: (event) => this.#lift(event),
			keydown: (event) => this.#key(event), keyup() {}, focusin: ({ target }) => this.#focus(target), focusout() {},
			click: ({ target, detail }) => detail || this.#focus(target) || this.#control && this.#show('control'),
		};
		for (const name in acts) {
			addEventListener(name, (event) => {
				if (!(event.target instanceof Node) || !stage.contains(event.target)) return;
				event.stopPropagation();
				acts[name](event);
			}, { capture: true, signal });
		}
		addEventListener('keydown', (event) => this.#shortcut(event), { signal });
		addEventListener('resize', () => requestAnimationFrame(() => this.app.editor === this && this.draw()), { signal });
		addEventListener('blur', () => this.#end(), { signal });
	}

	/** `isFresh`: the state of what the daemon has is known. */
	close(isFresh) {
		this.#listeners.abort();
		for (const node of [this.bar, this.strips, this.aside, this.file]) node.remove();
		page.classList.remove('editing');
		const { app } = this;
		app.stage.setAttribute('aria-label', 'Game controls');
		app.editor = app.pad.layout = undefined;
		app.use(this.latest);
		// Whoever comes in is told the state.
		if (!isFresh) app.link.open();
	}

	#leave() {
		if (this.draft.canUndo) return this.#show('keep');
		this.close();
	}

	// MARK: What is drawn

	/** With the next frame, what the chosen control has become: fingers move more often than that. */
	redraw() {
		this.#frame ||= requestAnimationFrame(() => {
			this.#frame = 0;
			const { pad, editor } = this.app, control = this.#control;
			if (editor !== this) return;
			if (!control || pad.layout !== this.#layout || !pad.node(control.id)) return this.draw();
			this.#renew(control);
			this.#mark(this.#drag?.guides);
		});
	}

	#renew(control) { this.app.pad.renew(control, this.#state(control)); }

	/** What is chosen shows all of it. */
	#state({ kind }) { return /menu|flick/.test(kind) && { isExpanded: true, isHighlighted: false, items: [] } || undefined; }

	/** All of it, and the marks over it. */
	draw() {
		const { pad, settings } = this.app, chosen = this.#control;
		pad.draw(this.#layout, chosen ? { [chosen.id]: this.#state(chosen) } : {}, settings);
		this.#mark();
	}

	#mark(guides = []) {
		const { pad } = this.app, { controls, size } = this.#layout, chosen = this.#control;
		const { a, b } = pad.root.getScreenCTM(), px = 1 / Math.hypot(a, b);
		this.marks?.remove();
		const marks = this.marks = group('marks', pad.root), hints = this.#hints(), wrong = this.#errors;
		const rect = (kind, { x, y, width, height }) => svg('rect', kind, { x, y, width, height, rx: 6 }, marks);
		rect('surface', { x: 0, y: 0, ...size });
		controls.forEach((control, index) => {
			const isWrong = wrong.some(({ id }) => id === control.id), hint = hints.filter((one) => one.index === index);
			if (isWrong || hint.length) rect(isWrong ? 'wrong' : 'hint', this.#shown(control.frame));
			const node = pad.node(control.id);
			node.setAttribute('role', 'button');
			node.setAttribute('aria-roledescription', `${control.kind}, arrow keys move it`);
			node.ariaLabel = [nameOf(control), ...hint.map(({ text }) => text)].join('; ');
			node.ariaPressed = String(index === this.#chosen);
		});
		guides.forEach((at, axis) => {
			if (at === undefined) return;
			const line = axis ? { x1: 0, x2: size.width, y1: at, y2: at } : { x1: at, x2: at, y1: 0, y2: size.height };
			svg('line', 'guide', line, marks);
		});
		if (chosen) this.#handles(marks, rect, this.#shown(chosen.frame), px);
		this.#status(hints.length + wrong.length, wrong.length);
	}

	#handles(marks, rect, frame, px) {
		rect('chosen', frame);
		for (const dx of [-1, 0, 1]) {
			for (const dy of [-1, 0, 1]) {
				// In the middle of a side only where there is room for a finger.
				if (!dx && !dy || !dx && frame.width < 110 * px || !dy && frame.height < 110 * px) continue;
				const out = 12 * px, place = [[dx, 'x', 'width'], [dy, 'y', 'height']]
					.map(([side, at, length]) => frame[at] + (side + 1) / 2 * frame[length] + side * out);
				const handle = group('handle', marks, { transform: `translate(${place})`, 'data-handle': [dx, dy] });
				disc('reach', 22 * px, handle);
				disc('grip', 8 * px, handle);
			}
		}
	}

	#status(count, wrong) {
		const control = this.#control, { frame, kind } = control ?? {};
		const said = control ? `${nameOf(control)} · ${kind} · ${frame.x}, ${frame.y} · ${frame.width} × ${frame.height}` : 'Tap a control to change it';
		// What is said again is read out again.
		if (this.said.textContent !== said) this.said.textContent = said;
		this.undo.disabled = !this.draft.canUndo;
		this.redo.disabled = !this.draft.canRedo;
		this.change.disabled = !control;
		this.hints.hidden = !count;
		this.hints.className = wrong ? 'wrong' : '';
		this.hints.lastChild.textContent = count;
		this.hints.ariaLabel = [...some(wrong, 'error'), ...some(count - wrong, 'hint')].join(', ');
		const { clientWidth: w, clientHeight: h } = page, isWide = w > h;
		const box = control && this.app.pad.node(control.id)?.getBoundingClientRect();
		// Where the control is not.
		const middle = box ? isWide ? (box.left + box.right) / w : (box.top + box.bottom) / h : 1;
		this.aside.classList.toggle('first', middle > 1);
	}

	/** A frame as the screen shows it, and back. */
	#shown(frame) {
		const x = Math.round((this.#layout.size.width - frame.x - frame.width) * 100) / 100;
		return this.app.settings.mirror ? { ...frame, x } : frame;
	}

	/** What looks like a mistake: {index, text}. */
	#hints() {
		const { pad } = this.app, { controls } = this.#layout, found = [], matrix = pad.root.getScreenCTM();
		const scale = Math.hypot(matrix.a, matrix.b), { clientWidth, clientHeight } = page;
		controls.forEach(({ frame }, index) => {
			const shown = this.#shown(frame), hint = (text) => found.push({ index, text });
			const corners = [[shown.x, shown.y], [shown.x + shown.width, shown.y + shown.height]]
				.map(([x, y]) => new DOMPoint(x, y).matrixTransform(matrix));
			const [left, right] = corners.map(({ x }) => x).sort((a, b) => a - b), bottom = Math.max(...corners.map(({ y }) => y));
			const edges = [['left', strip - left], ['right', right - clientWidth + strip], ['bottom', bottom - clientHeight + strip]]
				.filter(([, over]) => over > 0.5).map(([name]) => name);
			if (edges.length) hint(`reaches into the ${edges.join(' and ')} edge, where the phone’s own gestures begin`);
			if (Math.min(frame.width, frame.height) * scale < fingertip - 0.01) hint('is smaller than 9 mm on this screen');
			const over = controls.slice(0, index).filter((other) => overlap(frame, other.frame)).map(nameOf);
			if (over.length) hint(`lies on ${over.join(', ')}`);
		});
		return found;
	}

	// MARK: Fingers

	#press(event) {
		// One finger at a time arranges; the others rest on the screen.
		if (event.button || this.#drag) return;
		const { pad, stage } = this.app, place = pad.place(event);
		const handle = event.target.closest?.('.handle')?.dataset.handle.split(',').map(Number);
		const index = handle ? this.#chosen : this.#layout.controls.findLastIndex(({ frame }) => {
			const { x, y, width, height } = this.#shown(frame);
			return place.x >= x && place.x < x + width && place.y >= y && place.y < y + height;
		});
		const wasChosen = index === this.#chosen;
		this.#choose(index);
		if (index < 0) return this.#hide();
		try { stage.setPointerCapture(event.pointerId); } catch { /* It has lifted already. */ }
		this.#drag = { id: event.pointerId, place, handle, wasChosen, frame: { ...this.#shown(this.#control.frame) }, from: [event.clientX, event.clientY] };
	}

	#move(event) {
		const drag = this.#drag;
		if (drag?.id !== event.pointerId) return;
		// A fingertip trembles.
		drag.hasMoved ||= Math.hypot(event.clientX - drag.from[0], event.clientY - drag.from[1]) > 6;
		if (!drag.hasMoved) return;
		const { x, y } = this.app.pad.place(event);
		this.#shift(drag.frame, drag.handle, [x - drag.place.x, y - drag.place.y], true);
	}

	#lift(event) {
		const drag = this.#drag;
		if (drag?.id !== event.pointerId) return;
		this.#end();
		if (event.type === 'pointerup' && drag.wasChosen && !drag.hasMoved && !drag.handle) this.#show('control');
	}

	/** The drag is over, wherever it has come to. */
	#end() {
		if (!this.#drag) return;
		this.#drag = undefined;
		this.#changed(true);
	}

	#shift(start, handle, way, isDrag) {
		const { pad } = this.app, { a, b } = pad.root.getScreenCTM(), control = this.#control;
		const others = isDrag ? this.#layout.controls.filter((one) => one !== control).map(({ frame }) => this.#shown(frame)) : [];
		const { frame, guides } = drag(start, handle, way, this.#layout.size, others, isDrag ? 8 / Math.hypot(a, b) : 0);
		control.frame = this.#shown(frame);
		if (this.#drag) this.#drag.guides = guides;
		this.redraw();
	}

	// MARK: Keys

	#key(event) {
		const { key, shiftKey, ctrlKey, metaKey } = event, control = this.#control;
		const arrow = { ArrowLeft: [-1, 0], ArrowRight: [1, 0], ArrowUp: [0, -1], ArrowDown: [0, 1] }[key];
		if (!control || ctrlKey || metaKey) return this.#shortcut(event);
		if (arrow) {
			// As the screen shows it.
			const [dx, dy] = (this.app.pad.isTurned ? [arrow[1], -arrow[0]] : arrow).map((way) => way * 4);
			this.#shift(this.#shown(control.frame), shiftKey ? [dx && 1, dy && 1] : null, [dx, dy]);
			this.#changed(true);
		} else if (key === 'Delete' || key === 'Backspace') {
			this.#remove();
		} else if (key === 'Enter' || key === ' ') {
			this.#show('control');
		} else {
			return this.#shortcut(event);
		}
		event.preventDefault();
	}

	#shortcut(event) {
		const { key, shiftKey, ctrlKey, metaKey, target } = event, isTyping = target.matches?.('input, select');
		const act = (ctrlKey || metaKey) && !isTyping && { z: shiftKey ? 'redo' : 'undo', Z: 'redo', y: 'redo' }[key];
		if (act) this.#back(act);
		else if (key === 'Escape' && !document.querySelector('dialog[open]')) this.#hide() || this.#choose(-1);
		else return;
		event.preventDefault();
	}

	#focus(target) {
		const id = target.closest('[data-id]')?.dataset.id, index = this.#layout.controls.findIndex((control) => control.id === id);
		if (index >= 0) this.#choose(index);
	}

	// MARK: Changes

	#choose(index) {
		if (index === this.#chosen) return;
		const before = this.#control;
		this.#chosen = index;
		if (before) this.app.pad.renew(before);
		if (this.#control) this.#renew(this.#control);
		this.#mark();
		if (this.#panel === 'control') index < 0 ? this.#hide() : this.#show('control');
	}

	#changed(isDone) {
		if (isDone) this.draft.keep();
		this.redraw();
	}

	#back(act) {
		this.draft[act]();
		this.#chosen = Math.min(this.#chosen, this.#layout.controls.length - 1);
		this.draw();
		if (this.#panel) this.#show(this.#panel);
	}

	#add(kind) {
		this.#chosen = this.draft.add(kind, this.#codes.length ? this.#codes : null);
		this.#hide();
		this.draw();
		this.app.pad.node(this.#control.id).focus();
	}

	#remove() {
		this.draft.remove(this.#chosen);
		this.#chosen = -1;
		this.#hide();
		this.draw();
		this.app.stage.querySelector('.control')?.focus();
	}

	// MARK: Panels

	#hide() {
		if (this.aside.hidden) return false;
		const hadFocus = this.aside.contains(document.activeElement);
		this.aside.hidden = true;
		this.#panel = undefined;
		if (hadFocus && this.#control) this.app.pad.node(this.#control.id)?.focus();
		return true;
	}

	#show(name, ...options) {
		if (!this.#control && /control|codes/.test(name)) return this.#hide();
		// A finger that looks for a code may not want a keyboard over half the screen.
		const isByKey = document.activeElement?.matches(':focus-visible'), list = isByKey ? '[type=search]' : 'none';
		const had = this.#panel === name && this.aside.contains(document.activeElement) && document.activeElement.dataset.path;
		const [title, children] = this[`_${name}`](...options), isNew = this.#panel !== name;
		this.#panel = name;
		this.aside.hidden = false;
		this.aside.ariaLabel = title;
		this.aside.replaceChildren(make('div', { className: 'title' }, make('h2', {}, title), make('button', {
			type: 'button', textContent: '×', ariaLabel: 'Close', onclick: () => this.#hide(),
		})), ...children);
		if (isNew) this.aside.scrollTop = 0;
		this.#status(...this.#counts());
		this.aside.querySelector(had ? `[data-path="${had}"]` : name === 'codes' ? list : 'button')?.focus({ preventScroll: !had });
		return true;
	}

	#counts() { return [this.#hints().length + this.#errors.length, this.#errors.length]; }

	_control() {
		const control = this.#control, errors = {};
		for (const { id, path, message } of this.#errors) if (id === control.id) errors[path] = message;
		const fields = new Fields(control, errors, (isDone) => {
			const isOther = !this.app.pad.node(control.id);
			this.#changed(isDone);
			// The form is another one, too, but not under a finger that goes from one text to the next.
			if (isDone && (isOther || document.activeElement?.tagName !== 'INPUT')) this.#show('control');
		}, (path, wanted) => this.#show('codes', path, wanted));
		return [`${nameOf(control)}, ${control.kind}`, [
			...fields.control(),
			make('p', { className: 'row' }, make('button', { type: 'button', textContent: 'Copy', onclick: () => {
				this.#chosen = this.draft.copy(this.#chosen);
				this.#hide();
				this.draw();
			} }), make('button', { type: 'button', className: 'danger', textContent: 'Remove', onclick: () => this.#remove() })),
		]];
	}

	_codes(path, wanted) {
		this.wanted = path ? [path, wanted] : this.wanted;
		const object = this.#control, [at, which] = this.wanted;
		return [`${nameOf(object)}: ${at.replace(/^bind\./, '')}`, codeList({ object, path: at }, this.#codes, which, (text) => {
			const names = at.split('.'), last = names.pop(), parent = names.reduce((value, name) => value[name] ??= {}, object);
			if (text) parent[last] = text;
			else delete parent[last];
			this.#changed(true);
			this.#show('control');
		})];
	}

	_add() {
		return ['Add a control', [make('div', { className: 'palette' }, ...kindNames.map((kind) => {
			const mini = svg('svg', '', { viewBox: '0 0 9 9', 'aria-hidden': true }), button = make('button', {
				type: 'button', ariaLabel: kind, onclick: () => this.#add(kind),
			}, mini, kind);
			// It has to be in the page to be drawn.
			requestAnimationFrame(() => sample(mini, kind));
			return button;
		}))]];
	}

	_hints() {
		const { controls } = this.#layout, line = (index, text, kind) => make('button', {
			type: 'button', className: kind, onclick: () => {
				if (index < 0) return this.#show('keep');
				this.#choose(index);
				this.#show('control');
			},
		}, make('b', {}, controls[index] ? nameOf(controls[index]) : 'Layout'), ` ${text}`);
		const wrong = this.#errors.map(({ id, path, message }) =>
			line(controls.findIndex((control) => control.id === id), `${path ? `${path}: ` : ''}${message}`, 'wrong'));
		const hints = this.#hints().map(({ index, text }) => line(index, text, 'hint'));
		return [wrong.length ? 'To be mended' : 'Hints', [make('div', { className: 'list' }, ...wrong, ...hints)]];
	}

	_keep() {
		const errors = Object.fromEntries(this.#errors.filter(({ id }) => !id).map(({ path, message }) => [path, message]));
		const { saves } = this.app, note = make('p', { className: 'quiet', role: 'status' }), tell = () => {
			note.textContent = !saves ? 'This phone may not save on the PC. There, flickpad serve --save and flickpad-web grant together allow it.'
				: this.#taken === this.#layout.name ? `${this.#taken} is on the PC already. Save once more to replace it, or give another name.` : '';
		};
		tell();
		const fields = new Fields(this.#layout, errors, (isDone) => {
			if (isDone) this.draft.keep();
			tell();
			this.draw();
		});
		const button = (text, act, kind = '') => make('button', { type: 'button', className: kind, textContent: text, onclick: act });
		return ['Keep this layout', [
			fields.text('name', { maxLength: 64, autocapitalize: 'none' }),
			...saves ? [button('Save on the PC', () => this.#save(), 'main')] : [],
			button('Use, and keep on this phone', () => this.#send('layout'), saves ? '' : 'main'),
			note,
			make('p', { className: 'row two' }, button('Export a file', () => this.#export()), button('Import a file', () => this.file.click())),
			make('fieldset', {}, make('legend', {}, 'Layout'), fields.choice('gamepad', ['xbox360', 'generic']),
				fields.number('size.width'), fields.number('size.height')),
			button(this.draft.canUndo ? 'Throw the changes away' : 'Close the editor', () => this.close(), this.draft.canUndo ? 'danger' : ''),
		]];
	}

	// MARK: The PC

	/** Others may have saved since this phone came in, and whoever comes in is told all names. */
	#save() {
		this.draft.keep();
		if (!this.app.link.isPlaying) return this.app.toast('The PC does not answer.');
		this.#pending = { type: 'names' };
		this.app.link.open();
	}

	#named() {
		const { names, saves } = this.app, { name } = this.#layout;
		const isOthers = names.includes(name) && ![this.#replaces, this.#taken].includes(name);
		if (saves && !isOthers) return this.#send('save');
		this.#taken = isOthers ? name : undefined;
		this.#show('keep');
	}

	#send(type) {
		this.draft.keep();
		const text = JSON.stringify(this.#layout), size = new Blob([text]).size;
		if (size > most - 64) return this.app.toast(`This layout has ${size} bytes, and a phone can send ${most - 64}.`);
		if (!this.app.link.isPlaying) return this.app.toast('The PC does not answer.');
		this.#pending = { type, text };
		this.app.send({ type, layout: this.#layout });
	}

	/** What the daemon says while the editor is open; undefined: it is not for the editor. */
	told(message) {
		const { type, code } = message, pending = this.#pending, { app } = this;
		if (type === 'codes') {
			this.#codes = message.codes;
			if (this.#panel === 'codes') this.#show('codes');
			return true;
		}
		if (type === 'error') {
			// A daemon that is older than the list of codes.
			if (code === 'unknown-type') return true;
			if (!pending) return undefined;
			this.#pending = undefined;
			this.#refused(message);
			return true;
		}
		this.latest = message.layout;
		if (type === 'welcome') {
			this.#pending = undefined;
			// When it plays again.
			if (pending?.type === 'names') queueMicrotask(() => app.editor === this && this.#named());
			return true;
		}
		// Only the answer to a save has names.
		if (!pending || message.layout.name !== this.#layout.name || pending.type === 'save' && !message.layouts) return true;
		this.#pending = undefined;
		const { name } = this.#layout;
		if (pending.type === 'save') delete app.mine[name];
		else app.mine[name] = JSON.parse(pending.text);
		const text = JSON.stringify(app.mine);
		local.set('mine', text);
		local.set('layout', pending.type === 'save' ? name : `mine/${name}`);
		this.close(true);
		app.toast(pending.type === 'save' ? `${name} is saved on the PC.` : local.get('mine') === text ? `${name} is kept on this phone.`
			: `${name} is in use until this page is closed: the browser keeps nothing more.`);
		return true;
	}

	#refused({ message, errors = [] }) {
		this.#refusals = errors.map((error) => {
			const [, index, at] = /^controls\[(\d+)\]\.?(.*)$/.exec(error.at) ?? [undefined, -1, error.at];
			const { id } = this.#layout.controls[index] ?? {}, path = at.replace(/\[(\d+)\]/g, '.$1');
			return { id, path, value: this.#value(id, path), message: error.message };
		});
		if (!errors.length) return this.app.toast(message);
		this.draw();
		this.#show('hints');
	}

	// MARK: Files

	#export() {
		const text = `${JSON.stringify(this.#layout, null, '\t')}\n`, href = URL.createObjectURL(new Blob([text], { type: 'application/json5' }));
		make('a', { href, download: `${this.#layout.name || 'layout'}.json5` }).click();
		setTimeout(() => URL.revokeObjectURL(href), 10000);
	}

	async #import() {
		const [file] = this.file.files;
		if (!file) return;
		this.file.value = '';
		const before = JSON.stringify(this.#layout);
		try {
			if (file.size > mostOfFile) throw new Error(`It has more than ${mostOfFile} bytes.`);
			const { check, read } = await import('./json5.js'), layout = read(await file.text());
			check(layout, kindNames);
			this.#chosen = -1;
			this.#refusals = [];
			this.#replaces = undefined;
			this.draft.layout = layout;
			try { this.draw(); } catch { throw new Error('It cannot be drawn.'); }
			this.draft.keep();
			this.#show('keep');
		} catch ({ message }) {
			// A layout that cannot be drawn leaves the one that was there.
			this.draft.layout = JSON.parse(before);
			this.draw();
			this.app.toast(`${file.name} cannot be read. ${message}`);
		}
	}
}

/** A small drawing of a kind. */
function sample(stage, kind) {
	const pad = new Pad(stage), draft = new Draft({ size: { width: 260, height: 180 }, controls: [] });
	draft.add(kind, null);
	const [control] = draft.layout.controls, { width, height } = control.frame;
	draft.layout.size = { width: Math.max(width, height * 1.4) + 12, height: Math.max(height, width * 0.5) + 12 };
	Object.assign(control.frame, { x: (draft.layout.size.width - width) / 2, y: (draft.layout.size.height - height) / 2 });
	pad.draw(draft.layout, {}, { upright: true });
	stage.querySelectorAll('[tabindex]').forEach((node) => node.removeAttribute('tabindex'));
}

export async function open(app) {
	await Promise.all([style('sheets.css'), style('editor.css')]);
	if (app.editor || !app.pad.layout) return;
	app.touches.cancel();
	app.editor = new Editor(app);
}
