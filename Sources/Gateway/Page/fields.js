// What can be said of a control besides its place: the editor's forms, and the list of codes.

import { button, make, part } from './elements.js';

const sides = ['top', 'bottom', 'left', 'right'], points = ['north', 'south', 'west', 'east'];

/** Bindings of each kind. */
const bindings = {
	button: ['press'], dpad: points, flick: ['center', ...sides], toggle: ['selected', 'toggled', 'on', 'off'],
	slide: ['position', 'finished'], stick: ['x', 'y', 'tap', ...points], knob: ['clockwise', 'counterclockwise', 'step'],
	trackpad: ['x', 'y', 'tap', 'tap2', 'scrollX', 'scrollY'], tilt: ['x', 'y', 'recentre', ...points], menu: [],
};

/** Names in `bind` of one code that carries an amount: which codes. */
function amount(kind, name) {
	if (/^scroll/.test(name)) return /^REL_H?WHEEL$/;
	if (!['x', 'y', 'position', 'step'].includes(name)) return null;
	return kind === 'trackpad' || kind === 'knob' ? /^REL_/ : /^ABS_/;
}

/** Options of each kind, with what they are unless said otherwise: a list's first is that. */
const options = {
	button: { hold: false, glide: false, repeat: false },
	dpad: { face: ['cross', 'square'], ways: [4, 8], deadZone: 0, hold: false, glide: false, repeat: false },
	flick: { fire: ['release', 'hold'], 'labels.center': '', ...Object.fromEntries(sides.map((side) => [`labels.${side}`, ''])) },
	toggle: {},
	slide: { orientation: ['horizontal', 'vertical'], snap: ['spring', 'stay', 'instant'], thumb: NaN, rearm: NaN },
	menu: { direction: ['right', 'left', 'up', 'down'], spacing: 80, closeOnSelect: false },
	stick: { mode: ['fixed', 'floating'], deadZone: 0.08 },
	knob: { detents: 24 },
	trackpad: { sensitivity: 1 },
	tilt: { range: 30, deadZone: 0.05, smoothing: 0.1 },
};
const withIcon = ['button', 'toggle', 'menu'];
export const kindNames = Object.keys(options);

/** What stands at a path; undefined where nothing does. */
export const read = (object, path) => path.split('.').reduce((value, name) => value?.[name], object);

/** undefined takes the field away. */
export function write(object, path, value) {
	const names = path.split('.'), last = names.pop();
	for (const name of names) object = object[name] ??= {};
	if (value === undefined) delete object[last];
	else object[last] = value;
}

const spoken = (path) => path.split('.').slice(-1)[0].replace(/[A-Z]/g, (letter) => ` ${letter.toLowerCase()}`);

/** A form of fields of `object`. `errors`: messages by path. `changed(isDone)`: after each change, and at
    the end of one. `pick(path, wanted)`: somebody looks for a code. `ids`: those that others have. */
export class Fields {
	constructor(object, errors, changed, pick, ids) { Object.assign(this, { object, errors, changed, pick, ids }); }

	#set(path, value, isDone = true) {
		write(this.object, path, value);
		this.changed(isDone);
	}

	#field(path, input, ...after) {
		const wrong = this.errors[path];
		input.dataset.path = path;
		if (wrong) input.ariaInvalid = 'true';
		return make('label', { className: 'field' }, make('b', {}, spoken(path)),
			after.length ? make('span', {}, input, ...after) : input, ...wrong ? [make('em', {}, wrong)] : []);
	}

	/** `refuse(given)` says what is wrong with what then is not set. */
	#input(path, type, properties, value, refuse) {
		const set = (isDone) => () => {
			const given = value(input), wrong = refuse?.(given), label = input.closest('label');
			// What was wrong with it was said of what stood there.
			input.ariaInvalid = wrong ? 'true' : null;
			label.querySelector('em')?.remove();
			if (wrong) label.append(make('em', { role: 'status' }, wrong));
			else this.#set(path, given, isDone);
		};
		const input = make('input', { type, autocomplete: 'off', spellcheck: false, oninput: set(false), onchange: set(true), ...properties });
		return input;
	}

	text(path, properties, refuse) {
		return this.#field(path, this.#input(path, 'text', { value: read(this.object, path) ?? '', ...properties }, ({ value }) => value || undefined, refuse));
	}

	/** By it a control is known: each has one, and no two have the same. */
	#id() {
		return this.text('id', {}, (id) => (!id || this.ids.includes(id))
			&& `${id ? 'Another control has this one' : 'A control needs one'}; it stays ${this.object.id}.`);
	}

	number(path, standard) {
		const value = read(this.object, path), needed = standard === undefined, isLength = /width|height/.test(path);
		return this.#field(path, this.#input(path, 'number', {
			step: 'any', inputMode: 'decimal', value: value ?? '', placeholder: standard || standard === 0 ? standard : '',
		}, ({ valueAsNumber: given }) => (isLength ? given > 0 : Number.isFinite(given)) ? given : needed ? value : undefined));
	}

	flag(path) {
		return this.#field(path, this.#input(path, 'checkbox', { checked: Boolean(read(this.object, path)) }, ({ checked }) => checked || undefined));
	}

	choice(path, list) {
		const value = read(this.object, path) ?? list[0];
		const select = make('select', {
			onchange: () => this.#set(path, select.selectedIndex ? list[select.selectedIndex] : undefined),
		}, ...list.map((one) => make('option', { value: one, textContent: one, selected: one === value })));
		return this.#field(path, select);
	}

	colour(path) {
		const value = read(this.object, path);
		const input = this.#input(path, 'color', { value: value ?? '#3f444f' }, (own) => own.value);
		return this.#field(path, input, button('×', () => this.#set(path), { ariaLabel: `no ${spoken(path)}`, hidden: !value }));
	}

	code(path, wanted) {
		return this.#field(path, this.#input(path, 'text', {
			value: read(this.object, path) ?? '', autocapitalize: 'characters', className: 'code', placeholder: 'nothing',
		}, ({ value }) => value.trim() || undefined), button('…', () => this.pick(path, wanted), { ariaLabel: `Find a code for ${path}` }));
	}

	/** All of a control. */
	control() {
		const { object: { kind } } = this, option = ([path, standard]) => (Array.isArray(standard) ? this.choice(path, standard)
			: this[{ boolean: 'flag', string: 'text', number: 'number' }[typeof standard]](path, standard));
		return [
			this.text('label'),
			...kind === 'menu' ? [part('items', ...this.#items())] : [
				part('bind', ...bindings[kind].map((name) => this.code(`bind.${name}`, amount(kind, name)))),
			],
			...Object.keys(options[kind]).length ? [part(kind, ...Object.entries(options[kind]).map(option))] : [],
			part('looks', ...withIcon.includes(kind) ? [this.text('icon')] : [],
				this.choice('shape', kind === 'toggle' ? ['circle', 'rect'] : ['rect', 'circle']), this.colour('color'), this.colour('activeColor')),
			part('place', ...['x', 'y', 'width', 'height'].map((name) => this.number(`frame.${name}`)), this.#id()),
		];
	}

	#items() {
		const { items } = this.object, change = (act) => () => {
			act();
			this.changed(true);
		};
		return [
			...items.map((_, index) => make('div', { className: 'item-row' },
				this.text(`items.${index}.label`), this.text(`items.${index}.icon`), this.code(`items.${index}.bind`),
				button('Remove item', change(() => items.splice(index, 1)), { hidden: items.length < 2 }))),
			button('Add an item', change(() => items.push({ label: `${items.length + 1}` }))),
		];
	}
}

/** What a code needs behind it where it is pressed like a key. */
function pressed(code) {
	if (/^REL_/.test(code)) return `${code}:1`;
	if (!/^ABS_/.test(code)) return code;
	return `${code}:${/HAT/.test(code) ? 1 : /^ABS_R?Z$/.test(code) ? 255 : 32767}`;
}

/** The searchable list of codes for one binding. `done(text)`: it is chosen; undefined: nothing is. */
export function codeList(object, path, codes, wanted, done) {
	const now = read(object, path) ?? '', most = 60;
	const search = make('input', {
		type: 'search', ariaLabel: 'Search codes', placeholder: 'Search: south, key a, hat…', autocomplete: 'off', spellcheck: false, oninput: list,
	});
	const also = make('input', { type: 'checkbox' }), found = make('div', { className: 'codes', role: 'group', ariaLabel: 'Codes' });
	function list() {
		const words = search.value.toUpperCase().split(/[\s_]+/);
		const fits = codes.filter((code) => (!wanted || wanted.test(code)) && words.every((word) => code.includes(word)));
		// What is exactly a word of the code goes first, BTN_A before BTN_BACK; then what is down or up.
		const last = words.at(-1), rank = (code) => 2 * code.split('_').includes(last) + /^(BTN|KEY)/.test(code);
		fits.sort((a, b) => rank(b) - rank(a));
		found.replaceChildren(...fits.slice(0, most).map((code) => button(code,
			() => done(wanted ? code : also.checked && now ? `${now}+${pressed(code)}` : pressed(code)),
			{ ariaPressed: String(now.split(/[+:]/).includes(code)) })), make('p', { className: 'quiet', textContent: fits.length > most ? `${fits.length - most} more: search for some of their letters.`
			: fits.length ? '' : codes.length ? 'No code has these letters.' : 'The PC has not said which codes there are; type one on the page before.' }));
	}
	list();
	return [
		search, ...wanted || !now ? [] : [make('label', { className: 'field' }, also, make('b', {}, `together with ${now}`))], found,
		button('Nothing', () => done()),
	];
}
