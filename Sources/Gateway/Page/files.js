// Layouts that come in as files: read, and checked before they are drawn.

import { kindNames } from './fields.js';
import { read } from './json5.js';

/** What a layout file may have, in bytes. */
const most = 262144;

/** The layout of a file; throws a sentence of what is wrong with it. */
export async function load(file) {
	if (file.size > most) throw new Error(`It has more than ${most} bytes.`);
	const layout = read(await file.text());
	check(layout);
	return layout;
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
function check(layout) {
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
		if (!kindNames.includes(control.kind)) fail(where, 'kind', `one of ${kindNames.join(', ')}`);
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
