// Edit mode: the layout lies on the screen as it is played, and fingers change it instead of playing it.

import { Draft } from './draft.js';
import { EditBar } from './editbar.js';
import { make, style } from './elements.js';
import { drag } from './frames.js';
import { hints } from './hints.js';
import { arrows } from './keys.js';
import { mark } from './marks.js';
import { Panel } from './panel.js';
import { Saving } from './saving.js';

const page = document.documentElement;

class Editor {
	#chosen = -1; #drag; #frame = 0; #isQuiet = false; #listeners = new AbortController();
	/** All that this phone may bind, once the daemon has said so. */
	codes = [];

	constructor(app) {
		const { layout } = app.pad;
		Object.assign(this, { app, latest: layout });
		this.saving = new Saving(this);
		this.draft = new Draft({ ...layout, name: this.saving.name(layout.name) });
		Object.assign(this, { bar: new EditBar(this), panel: new Panel(this), strips: make('div', { id: 'strips' }) });
		app.send({ type: 'codes' });
		document.getElementById('bar').before(this.bar.node);
		document.body.append(this.strips, this.panel.node, this.panel.file);
		page.classList.add('editing');
		app.stage.setAttribute('aria-label', 'Controls to arrange');
		this.#listen();
		this.draw();
	}

	get layout() { return this.draft.layout; }
	/** What is chosen; undefined: nothing is. */
	get control() { return this.layout.controls[this.#chosen]; }
	get hints() { return hints(this.layout, this.app.pad, (frame) => this.shown(frame)); }

	/** All that fingers and keys do on the pad comes here first, and goes no further. */
	#listen() {
		const { stage } = this.app, { signal } = this.#listeners;
		const lift = (event) => this.#lift(event), acts = {
			pointerdown: (event) => this.#press(event), pointermove: (event) => this.#move(event),
			pointerup: lift, pointercancel: lift, lostpointercapture: lift,
			keydown: (event) => this.#key(event), keyup() {}, focusout() {},
			focusin: ({ target }) => this.#isQuiet || this.#focus(target),
			// A mouse takes the focus from what it presses but cannot have it.
			mousedown: (event) => event.preventDefault(),
			click: ({ target, detail }) => detail || this.#focus(target) || this.control && this.panel.show('control'),
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

	/** What the daemon says while the editor is open; false: it is not for the editor. */
	told(message) {
		const { type, code, codes, layout } = message;
		// A daemon that is older than the list of codes.
		if (type === 'error') return code === 'unknown-type' || this.saving.refused(message);
		if (type === 'codes') {
			this.codes = codes;
			this.panel.renew('codes');
		} else {
			this.latest = layout;
			this.saving.told(message);
		}
		return true;
	}

	leave() {
		if (this.draft.canUndo) this.panel.show('keep');
		else this.close();
	}

	/** `isFresh`: the state of what the daemon has is known. */
	close(isFresh) {
		this.#listeners.abort();
		for (const node of [this.bar.node, this.strips, this.panel.node, this.panel.file]) node.remove();
		page.classList.remove('editing');
		const { app } = this;
		app.stage.setAttribute('aria-label', 'Game controls');
		app.editor = app.pad.layout = undefined;
		app.use(this.latest);
		// Whoever comes in is told the state.
		if (!isFresh) app.link.open();
	}

	// MARK: What is drawn

	/** With the next frame, what the chosen control has become: fingers move more often than that. */
	redraw() {
		this.#frame ||= requestAnimationFrame(() => {
			this.#frame = 0;
			const { app: { pad, editor }, control } = this, node = control && pad.node(control.id);
			if (editor !== this) return;
			if (!node || pad.layout !== this.layout) return this.draw();
			// What a finger has come down on stays: its touches go there.
			if (this.#drag && !this.#drag.handle) pad.move(control);
			else this.#renew(control, node === document.activeElement);
			this.#mark();
		});
	}

	#renew(control, hasFocus) {
		const { pad } = this.app;
		this.#quietly(() => {
			pad.renew(control, this.#whole);
			if (hasFocus) pad.node(control.id).focus({ preventScroll: true });
		});
	}

	/** What gets the focus meanwhile is not chosen by that. */
	#quietly(act) {
		this.#isQuiet = true;
		try { act(); } finally { this.#isQuiet = false; }
	}

	/** What is chosen shows all of it. */
	get #whole() { return /menu|flick/.test(this.control?.kind) ? { isExpanded: true, isHighlighted: false, items: [] } : undefined; }
	get #state() { return this.control ? { [this.control.id]: this.#whole } : {}; }

	/** All of it, and the marks over it. */
	draw() {
		const { pad, settings } = this.app;
		this.#quietly(() => pad.draw(this.layout, this.#state, settings));
		this.#mark();
	}

	#mark() {
		const { hints, saving: { errors }, control } = this;
		mark(this, hints, errors, this.#drag);
		this.bar.show(hints.length, errors.length);
		this.panel.avoid(control && this.app.pad.node(control.id));
	}

	/** A frame as the screen shows it, and back. */
	shown(frame) {
		const x = Math.round((this.layout.size.width - frame.x - frame.width) * 100) / 100;
		return this.app.settings.mirror ? { ...frame, x } : frame;
	}

	// MARK: Fingers

	#press(event) {
		// One finger at a time arranges; the others rest on the screen.
		if (event.button || this.#drag) return;
		const { pad, stage } = this.app, place = pad.place(event);
		const handle = event.target.closest?.('.handle')?.dataset.handle.split(',').map(Number);
		const index = handle ? this.#chosen : this.layout.controls.findLastIndex(({ frame }) => {
			const { x, y, width, height } = this.shown(frame);
			return place.x >= x && place.x < x + width && place.y >= y && place.y < y + height;
		});
		const wasChosen = index === this.#chosen;
		this.choose(index);
		const { control } = this, focused = document.activeElement;
		if (!control) {
			if (stage.contains(focused)) focused.blur();
			return this.panel.hide();
		}
		if (!this.panel.node.contains(focused)) pad.node(control.id).focus({ preventScroll: true });
		try { stage.setPointerCapture(event.pointerId); } catch { /* It has lifted already. */ }
		this.#drag = { id: event.pointerId, place, handle, wasChosen, control, frame: { ...this.shown(control.frame) }, from: [event.clientX, event.clientY] };
	}

	#move(event) {
		const drag = this.#drag;
		if (drag?.id !== event.pointerId) return;
		// Another one is chosen meanwhile, or this one is gone.
		if (drag.control !== this.control) return this.#end();
		// A fingertip trembles.
		drag.hasMoved ||= Math.hypot(event.clientX - drag.from[0], event.clientY - drag.from[1]) > 6;
		if (!drag.hasMoved) return;
		const { pad } = this.app, { x, y } = pad.place(event);
		const others = this.layout.controls.filter((one) => one !== this.control).map(({ frame }) => this.shown(frame));
		drag.guides = this.#shift(drag.frame, drag.handle, [x - drag.place.x, y - drag.place.y], others, 8 / pad.scale);
	}

	#lift(event) {
		const drag = this.#drag;
		if (drag?.id !== event.pointerId) return;
		this.#end();
		if (event.type === 'pointerup' && drag.wasChosen && !drag.hasMoved && !drag.handle) this.panel.show('control');
	}

	/** The drag is over, wherever it has come to. */
	#end() {
		if (!this.#drag) return;
		this.#drag = undefined;
		this.changed(true);
	}

	/** Returns the guides of what it snaps to. */
	#shift(start, handle, way, others = [], reach = 0) {
		const { frame, guides } = drag(start, handle, way, this.layout.size, others, reach);
		this.control.frame = this.shown(frame);
		this.redraw();
		return guides;
	}

	// MARK: Keys

	#key(event) {
		const { key, shiftKey, ctrlKey, metaKey } = event, { control } = this, arrow = arrows[key];
		// After Escape, what has the focus still has it.
		if (!control && (key === 'Enter' || key === ' ')) return this.#focus(event.target);
		if (!control || ctrlKey || metaKey) return this.#shortcut(event);
		if (arrow) {
			// As the screen shows it.
			const [dx, dy] = (this.app.pad.isTurned ? [arrow[1], -arrow[0]] : arrow).map((way) => way * 4);
			this.#shift(this.shown(control.frame), shiftKey ? [dx && 1, dy && 1] : null, [dx, dy]);
			this.changed(true);
		} else if (key === 'Delete' || key === 'Backspace') {
			this.remove();
		} else if (key === 'Enter' || key === ' ') {
			this.panel.show('control');
		} else {
			return this.#shortcut(event);
		}
		event.preventDefault();
	}

	#shortcut(event) {
		const { key, shiftKey, ctrlKey, metaKey, target } = event, isTyping = target.matches?.('input, select');
		const act = (ctrlKey || metaKey) && !isTyping && { z: shiftKey ? 'redo' : 'undo', Z: 'redo', y: 'redo' }[key];
		if (act) this.back(act);
		else if (key === 'Escape' && !document.querySelector('dialog[open]')) this.panel.hide() || this.choose(-1);
		else return;
		event.preventDefault();
	}

	#focus(target) {
		const id = target.closest('[data-id]')?.dataset.id, index = this.layout.controls.findIndex((control) => control.id === id);
		if (index >= 0) this.choose(index);
	}

	// MARK: Changes

	choose(index) {
		if (index === this.#chosen) return;
		this.#chosen = index;
		this.app.pad.show(this.#state);
		this.#mark();
		this.panel.renew('control');
	}

	changed(isDone) {
		if (isDone) this.draft.keep();
		this.redraw();
	}

	/** Undoes, or does again. */
	back(act) {
		const { control, layout: { controls: before } } = this;
		this.draft[act]();
		const { controls } = this.layout;
		// One of the same place may be called otherwise now.
		if (controls.length !== before.length) this.#chosen = controls.findIndex(({ id }) => id === control?.id);
		this.draw();
		this.panel.renew();
	}

	add(kind) {
		this.#go(this.draft.add(kind, this.codes.length ? this.codes : null));
		this.app.pad.node(this.control.id).focus();
	}

	copy() { this.#go(this.draft.copy(this.#chosen)); }

	remove() {
		this.draft.remove(this.#chosen);
		this.#go(-1);
		this.#quietly(() => this.app.stage.querySelector('.control')?.focus());
	}

	/** To a control that is new, or from one that is gone. */
	#go(index) {
		this.#chosen = index;
		this.panel.hide();
		this.draw();
	}

	/** Goes on with the layout of a file. */
	async bring(file) {
		try {
			const { load } = await import('./files.js'), layout = await load(file), before = this.layout;
			if (this.app.editor !== this) return;
			this.#chosen = -1;
			this.saving.forget();
			this.draft.layout = layout;
			try { this.draw(); } catch {
				// One that cannot be drawn leaves the one that was there.
				this.draft.layout = before;
				this.draw();
				throw new Error('It cannot be drawn.');
			}
			this.draft.keep();
			this.#mark();
			this.panel.show('keep');
		} catch ({ message }) {
			this.app.toast(`${file.name} cannot be read. ${message}`);
		}
	}
}

export async function open(app) {
	await Promise.all([style('sheets.css'), style('editor.css')]);
	if (app.editor || !app.pad.layout) return;
	app.touches.cancel();
	app.editor = new Editor(app);
}
