// The editor's bar: what can be done, and what is chosen.

import { make } from './elements.js';
import { nameOf } from './pad.js';
import { svg } from './shapes.js';

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

export class EditBar {
	constructor(editor) {
		this.editor = editor;
		const show = (name) => () => editor.panel.show(name);
		this.node = make('header', { id: 'editbar', ariaLabel: 'Layout editor' },
			key('close', 'Close the editor', () => editor.leave()),
			this.undo = key('undo', 'Undo', () => editor.back('undo')), this.redo = key('redo', 'Redo', () => editor.back('redo')),
			key('add', 'Add a control', show('add')), this.change = key('change', 'Change this control', show('control')),
			this.said = make('p', { id: 'said', role: 'status' }),
			this.hints = key('hints', '', show('hints'), make('b')), key('keep', 'Save, use, export or import', show('keep'), 'Keep'));
	}

	/** There are so many hints and errors. */
	show(hints, errors) {
		const { control, draft } = this.editor, { frame, kind } = control ?? {};
		const said = control ? `${nameOf(control)} · ${kind} · ${frame.x}, ${frame.y} · ${frame.width} × ${frame.height}` : 'Tap a control to change it';
		// What is said again is read out again.
		if (this.said.textContent !== said) this.said.textContent = said;
		this.undo.disabled = !draft.canUndo;
		this.redo.disabled = !draft.canRedo;
		this.change.disabled = !control;
		this.hints.hidden = !hints && !errors;
		this.hints.className = errors ? 'wrong' : '';
		this.hints.lastChild.textContent = hints + errors;
		this.hints.ariaLabel = [...some(errors, 'error'), ...some(hints, 'hint')].join(', ');
	}
}
