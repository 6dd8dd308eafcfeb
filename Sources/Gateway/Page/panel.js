// The editor's panel, on the side where the control is not: what can be said of it, and done with the layout.

import { Draft } from './draft.js';
import { button, make, part } from './elements.js';
import { Fields, codeList, kindNames, write } from './fields.js';
import { Pad, nameOf } from './pad.js';
import { svg } from './shapes.js';

export class Panel {
	/** Which one is open, and the binding that a code is looked for: [path, pattern]. */
	#name; #binding;

	constructor(editor) {
		this.editor = editor;
		this.node = make('aside', { id: 'panel', className: 'panel', hidden: true });
		this.file = make('input', { type: 'file', accept: '.json5,.json', hidden: true, onchange: () => {
			const [file] = this.file.files;
			if (file) editor.bring(file);
			this.file.value = '';
		} });
	}

	hide() {
		if (!this.#name) return false;
		const hadFocus = this.node.contains(document.activeElement), { control, app } = this.editor;
		this.node.hidden = true;
		this.#name = undefined;
		if (hadFocus && control) app.pad.node(control.id)?.focus();
		return true;
	}

	/** What is open is another one now: all, or what has this name. */
	renew(name = this.#name) { if (name && name === this.#name) this.show(name); }

	show(name, ...options) {
		if (!this.editor.control && /control|codes/.test(name)) return this.hide();
		// A finger that looks for a code may not want a keyboard over half the screen.
		const isByKey = document.activeElement?.matches(':focus-visible'), list = isByKey ? '[type=search]' : 'none';
		const isNew = this.#name !== name, had = !isNew && this.node.contains(document.activeElement) && document.activeElement.dataset.path;
		const [title, children] = this[name](...options);
		this.#name = name;
		this.node.hidden = false;
		this.node.ariaLabel = title;
		this.node.replaceChildren(make('div', { className: 'title' }, make('h2', {}, title),
			button('×', () => this.hide(), { ariaLabel: 'Close' })), ...children);
		if (isNew) this.node.scrollTop = 0;
		this.node.querySelector(had ? `[data-path="${had}"]` : name === 'codes' ? list : 'button')?.focus({ preventScroll: !had });
	}

	/** Goes where a control is not. */
	avoid(control) {
		const { clientWidth: w, clientHeight: h } = document.documentElement, box = control?.getBoundingClientRect();
		const twice = box ? w > h ? (box.left + box.right) / w : (box.top + box.bottom) / h : 1;
		this.node.classList.toggle('first', twice > 1);
	}

	// MARK: Each panel: its title, and what is in it

	control() {
		const { editor } = this, { control, layout: { controls } } = editor, fields = new Fields(control, editor.saving.errorsOf(control.id), (isDone) => {
			const isOther = !editor.app.pad.node(control.id);
			editor.changed(isDone);
			// The form is another one, too, but not under a finger that goes from one text to the next.
			if (isDone && (isOther || document.activeElement?.tagName !== 'INPUT')) this.show('control');
		}, (...binding) => this.show('codes', ...binding), controls.filter((one) => one !== control).map(({ id }) => id));
		return [`${nameOf(control)}, ${control.kind}`, [
			...fields.control(),
			make('p', { className: 'row' }, button('Copy', () => editor.copy()), button('Remove', () => editor.remove(), { className: 'danger' })),
		]];
	}

	codes(...binding) {
		if (binding.length) this.#binding = binding;
		const { editor } = this, { control } = editor, [path, wanted] = this.#binding;
		return [`${nameOf(control)}: ${path.replace(/^bind\./, '')}`, codeList(control, path, editor.codes, wanted, (text) => {
			write(control, path, text);
			editor.changed(true);
			this.show('control');
		})];
	}

	add() {
		return ['Add a control', [make('div', { className: 'palette' }, ...kindNames.map((kind) => {
			const mini = svg('svg', '', { viewBox: '0 0 9 9', 'aria-hidden': true });
			// It has to be in the page to be drawn.
			requestAnimationFrame(() => sample(mini, kind));
			return make('button', { type: 'button', ariaLabel: kind, onclick: () => this.editor.add(kind) }, mini, kind);
		}))]];
	}

	hints() {
		const { editor } = this, { controls } = editor.layout, line = (index, text, className) => make('button', {
			type: 'button', className, onclick: () => {
				if (index < 0) return this.show('keep');
				editor.choose(index);
				this.show('control');
			},
		}, make('b', {}, controls[index] ? nameOf(controls[index]) : 'Layout'), ` ${text}`);
		const wrong = editor.saving.errors.map(({ id, path, message }) =>
			line(controls.findIndex((control) => control.id === id), `${path ? `${path}: ` : ''}${message}`, 'wrong'));
		const hints = editor.hints.map(({ index, text }) => line(index, text, 'hint'));
		return [wrong.length ? 'To be mended' : 'Hints', [make('div', { className: 'list' }, ...wrong, ...hints)]];
	}

	keep() {
		const { editor } = this, { draft, layout, saving, app: { saves } } = editor;
		const note = make('p', { className: 'quiet', role: 'status' }), tell = () => {
			const { taken } = saving;
			note.textContent = taken && taken.name === layout.name ? `${taken.name} is on ${taken.type === 'save'
				? 'the PC already. Give another name; to save again replaces a phone’s, no other.'
				: 'this phone already. Give another name; to keep again replaces it.'}`
				: saves ? '' : 'This phone may not save on the PC. There, flickpad serve --save and flickpad-web grant together allow it.';
		};
		tell();
		const fields = new Fields(layout, saving.errorsOf(), (isDone) => {
			if (isDone) draft.keep();
			tell();
			editor.draw();
		});
		return ['Keep this layout', [
			fields.text('name', { maxLength: 64, autocapitalize: 'none' }),
			...saves ? [button('Save on the PC', () => saving.save(), { className: 'main' })] : [],
			button('Use, and keep on this phone', () => saving.keep(), { className: saves ? '' : 'main' }),
			note,
			make('p', { className: 'row two' }, button('Export a file', () => saving.download()), button('Import a file', () => this.file.click())),
			part('Layout', fields.choice('gamepad', ['xbox360', 'generic']), fields.number('size.width'), fields.number('size.height')),
			button(draft.canUndo ? 'Throw the changes away' : 'Close the editor', () => editor.close(), { className: draft.canUndo ? 'danger' : '' }),
		]];
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
