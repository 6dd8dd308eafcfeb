// Reads JSON5 as layout files have it: comments, trailing commas, single quotes, names without quotes,
// and numbers with a sign, in hex, or with a bare point.

const space = /(?:[\s\ufeff]|\/\/[^\n\r\u2028\u2029]*|\/\*[^]*?\*\/)*/y;
const name = /[\p{L}\p{Nl}$_][\p{L}\p{Nl}\p{Mn}\p{Mc}\p{Nd}\p{Pc}$\u200c\u200d]*/uy;
const number = /[+-]?(?:0[xX][\da-fA-F]+|(?:\d+\.?\d*|\.\d+)(?:[eE][+-]?\d+)?)(?![\w.])/y;
const text = /"(?:[^"\\\n\r]|\\(?:\r\n|[^]))*"|'(?:[^'\\\n\r]|\\(?:\r\n|[^]))*'/y;
const escapes = { b: '\b', f: '\f', n: '\n', r: '\r', t: '\t', v: '\v', 0: '\0' };
const words = { true: true, false: false, null: null };
/** How far lists and objects may go into each other. */
const deepest = 64;

/** Throws a sentence with the line. */
export function read(source) {
	let at = 0, depth = 0;
	const fail = (wanted) => {
		throw new Error(`Line ${source.slice(0, at).split(/\r\n|[\n\r]/).length}: here should be ${wanted}.`);
	};
	const take = (pattern) => {
		pattern.lastIndex = at;
		const found = pattern.exec(source)?.[0];
		at += found?.length ?? 0;
		return found;
	};
	const next = () => {
		take(space);
		return source[at];
	};
	const unquote = (quoted) => quoted.slice(1, -1).replace(/\\(?:u([\da-fA-F]{4})|x([\da-fA-F]{2})|(\r\n|[^]))/g,
		(_, long, short, one) => (one === undefined ? String.fromCharCode(parseInt(long ?? short, 16))
			: escapes[one] ?? (/[\n\r\u2028\u2029]/.test(one) ? '' : one)));

	/** What stands between an opening and `end`, with commas. */
	function list(end, one) {
		const found = [];
		if (++depth > deepest) fail(`no more than ${deepest} lists in each other`);
		at += 1;
		while (next() !== end) {
			found.push(one());
			if (next() === ',') at += 1;
			else if (source[at] !== end) fail(`a comma or ${end}`);
		}
		at += 1;
		depth -= 1;
		return found;
	}

	function member() {
		const quoted = take(text), key = quoted ? unquote(quoted) : take(name) ?? fail('a name');
		if (next() !== ':') fail('a colon');
		at += 1;
		return [key, value()];
	}

	function value() {
		const first = next();
		if (first === '{') return Object.fromEntries(list('}', member));
		if (first === '[') return list(']', value);
		const quoted = take(text);
		if (quoted) return unquote(quoted);
		const digits = take(number);
		if (digits) return /^-/.test(digits) ? -Number(digits.slice(1)) : Number(digits.replace('+', ''));
		const word = take(name);
		if (Object.hasOwn(words, word ?? '')) return words[word];
		return fail('a value');
	}

	const whole = value();
	if (next() !== undefined) fail('the end');
	return whole;
}

const isObject = (value) => typeof value === 'object' && value !== null && !Array.isArray(value);
const isWithin = (value, least, most) => Number.isFinite(value) && value >= least && value <= most;
const farthest = 10000;

/** What fields have to be, if they are there: as words, and as a test. */
const forms = {
	text: ['text in quotes', (value) => typeof value === 'string'],
	colour: ['a colour such as "#59acff"', (value) => /^#[\da-f]{6}$/i.test(value) && typeof value === 'string'],
	place: [`a number from -${farthest} to ${farthest}`, (value) => isWithin(value, -farthest, farthest)],
	length: [`a number above 0, up to ${farthest}`, (value) => value > 0 && isWithin(value, 0, farthest)],
	object: ['an object in { }', isObject],
	list: ['a list in [ ]', Array.isArray],
};
const frame = { x: 'place', y: 'place', width: 'length', height: 'length' };
const looks = { label: 'text', icon: 'text' };
const fields = {
	...looks, shape: 'text', direction: 'text', orientation: 'text', face: 'text', snap: 'text', mode: 'text', fire: 'text',
	color: 'colour', activeColor: 'colour', spacing: 'place', thumb: 'length', detents: 'length', range: 'length',
	bind: 'object', labels: 'object', margins: 'object', items: 'list', directions: 'list',
};

/** Throws a sentence of what a layout has that cannot be drawn; whether it can be played the daemon says. */
export function check(layout, kinds) {
	const fail = (where, field, wanted) => {
		throw new Error(`${where}: ${field} should be ${wanted}.`);
	};
	/** `object` has fields of these forms; the `needed` ones have to be there. */
	const look = (where, object, wanted, needed = [], path = '') => {
		for (const name in wanted) {
			const value = object[name], [words, fits] = forms[wanted[name]];
			if (value === undefined ? needed.includes(name) : !fits(value)) fail(where, path + name, words);
		}
	};
	/** All that `object` has is of one form. */
	const all = (where, object, form, path) =>
		look(where, object ?? {}, Object.fromEntries(Object.keys(object ?? {}).map((name) => [name, form])), [], path);

	if (!isObject(layout)) fail('The file', 'it', 'a layout in { }');
	look('The layout', layout, { name: 'text', gamepad: 'text', size: 'object', controls: 'list' }, ['name', 'size', 'controls']);
	look('The layout', layout.size, { width: 'length', height: 'length' }, ['width', 'height'], 'size.');
	if (layout.controls.length > 256) fail('The layout', 'controls', 'at most 256');
	const ids = new Set();
	layout.controls.forEach((control, index) => {
		let where = `Control ${index + 1}`;
		if (!isObject(control)) fail(where, 'it', 'an object in { }');
		look(where, control, { id: 'text' }, ['id']);
		where += ` (${control.id.slice(0, 64)})`;
		if (ids.has(control.id)) fail(where, 'id', 'one that no other control has');
		ids.add(control.id);
		if (!kinds.includes(control.kind)) fail(where, 'kind', `one of ${kinds.join(', ')}`);
		look(where, control, { frame: 'object' }, ['frame']);
		look(where, control.frame, frame, Object.keys(frame), 'frame.');
		look(where, control, fields, control.kind === 'menu' ? ['items'] : []);
		all(where, control.bind, 'text', 'bind.');
		all(where, control.labels, 'text', 'labels.');
		all(where, control.margins, 'place', 'margins.');
		(control.items ?? []).forEach((item, number) => {
			if (!isObject(item)) fail(where, `items[${number}]`, 'an object in { }');
			look(where, item, { ...looks, bind: 'text' }, [], `items[${number}].`);
		});
		if (control.items?.length > 256) fail(where, 'items', 'at most 256');
	});
}
