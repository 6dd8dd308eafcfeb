// How a draft comes to stay: saved by the daemon, in use and kept on this phone, or as a file.

import { make, refresh } from './elements.js';
import { read } from './fields.js';
import { local } from './link.js';

/** What a layout may have in a message of the page, in bytes. */
const most = 65536 - 64;

export class Saving {
	#pending; #refusals = []; #own;
	/** What this phone was told is another layout's: {type, name}, as `#own` is what the draft may replace. `type`
	    is `save` on the PC, `layout` on this phone. */
	taken;

	constructor(editor) { Object.assign(this, { editor, app: editor.app }); }

	/** What the draft of a layout is called: names of layouts that come with the PC are taken, and so are others'
	    and those that are kept already. */
	name(name) {
		const { names, mine } = this.app, isTaken = (one) => names.includes(one) || mine.has(one);
		refresh(mine);
		const isMine = local.get('layout').startsWith('mine/') && mine.has(name);
		// What is kept, here or by the PC, may be kept there as what it is.
		if (isMine || /^my-/.test(name)) {
			this.#own = { type: isMine ? 'layout' : 'save', name };
			return name;
		}
		let number = 1, own;
		do own = `my-${name.slice(0, 56)}${number > 1 ? `-${number}` : ''}`; while (isTaken(own) && ++number);
		return own;
	}

	/** Another layout is in its place. */
	forget() {
		this.#refusals = [];
		this.#own = undefined;
	}

	/** What the PC would still refuse: an error lives as long as what it was said of stands as it was. */
	get errors() { return this.#refusals.filter(({ id, path, value }) => this.#value(id, path) === value); }

	/** Of a control, or of the layout itself: messages by path. */
	errorsOf(id) { return Object.fromEntries(this.errors.filter((one) => one.id === id).map(({ path, message }) => [path, message])); }

	#value(id, path) {
		const { layout } = this.editor, object = id === undefined ? layout : layout.controls.find((control) => control.id === id);
		return JSON.stringify(path ? read(object, path) : object);
	}

	/** Others may have saved since this phone came in, and whoever comes in is told all names. */
	save() {
		this.editor.draft.keep();
		if (!this.#answers()) return;
		this.#pending = { type: 'names' };
		this.app.link.open();
	}

	#named() {
		if (this.#isOthers('save')) return;
		if (this.app.saves) this.#send('save');
		else this.editor.panel.show('keep');
	}

	/** It is used, and kept on this phone. */
	keep() { this.#isOthers('layout') || this.#send('layout'); }

	/** Whether the draft has another layout's name, which is told; who was told before may replace it. */
	#isOthers(type) {
		const { app: { names, mine }, editor: { layout: { name }, panel } } = this;
		refresh(mine);
		const isThere = type === 'save' ? names.includes(name) : mine.has(name);
		if (!isThere || [this.#own, this.taken].some((one) => one?.type === type && one.name === name)) return false;
		this.taken = { type, name };
		panel.show('keep');
		return true;
	}

	#send(type) {
		const { layout, draft } = this.editor;
		draft.keep();
		const text = JSON.stringify(layout), size = new Blob([text]).size;
		if (size > most) return this.app.toast(`This layout has ${size} bytes, and a phone can send ${most}.`);
		if (!this.#answers()) return;
		this.#pending = { type, text };
		this.app.send({ type, layout });
	}

	#answers() {
		const { link, toast } = this.app;
		if (!link.isPlaying) toast('The PC does not answer.');
		return link.isPlaying;
	}

	/** As a file. */
	download() {
		const { layout } = this.editor, text = `${JSON.stringify(layout, null, '\t')}\n`;
		const href = URL.createObjectURL(new Blob([text], { type: 'application/json5' }));
		make('a', { href, download: `${layout.name || 'layout'}.json5` }).click();
		setTimeout(() => URL.revokeObjectURL(href), 10000);
	}

	/** A layout that came from the daemon, which may be an answer. */
	told({ type, layout, layouts }) {
		const pending = this.#pending, { app, editor } = this, { name } = editor.layout;
		if (type === 'welcome') {
			this.#pending = undefined;
			// When it plays again.
			if (pending?.type === 'names') queueMicrotask(() => app.editor === editor && this.#named());
			return;
		}
		const isSave = pending?.type === 'save';
		// Only the answer to a save has names.
		if (!pending || layout.name !== name || isSave && !layouts) return;
		refresh(app.mine);
		if (!isSave) app.mine.set(name, JSON.parse(pending.text));
		// It moves to the PC; another one of this phone that is called alike stays.
		else if (this.#own?.type === 'layout' && this.#own.name === name) app.mine.delete(name);
		const isKept = local.set('mine', JSON.stringify(Object.fromEntries(app.mine)));
		local.set('layout', isSave ? name : `mine/${name}`);
		editor.close(true);
		app.toast(isSave ? `${name} is saved on the PC.` : isKept ? `${name} is kept on this phone.`
			: `${name} is in use until this page is closed: the browser keeps nothing more.`);
	}

	/** Whether an error was an answer. */
	refused({ message, errors = [] }) {
		if (!this.#pending) return false;
		const { editor } = this;
		this.#pending = undefined;
		this.#refusals = errors.map((error) => {
			const [, index, at] = /^controls\[(\d+)\]\.?(.*)$/.exec(error.at) ?? [undefined, -1, error.at];
			const { id } = editor.layout.controls[index] ?? {}, path = at.replace(/\[(\d+)\]/g, '.$1');
			return { id, path, value: this.#value(id, path), message: error.message };
		});
		if (errors.length) {
			editor.draw();
			editor.panel.show('hints');
		} else {
			this.app.toast(message);
		}
		return true;
	}
}
