// What the sheets and panels are made of, fetched with them.

import { local, object } from './link.js';

/** An element; names of its attributes that begin with "on" are listeners. */
export function make(name, properties = {}, ...children) {
	const node = document.createElement(name);
	for (const key in properties) {
		if (key in node) node[key] = properties[key];
		else node.setAttribute(key, properties[key]);
	}
	node.append(...children);
	return node;
}

export const button = (textContent, onclick, properties) => make('button', { type: 'button', textContent, onclick, ...properties });

/** Fields under a title. */
export const part = (title, ...fields) => make('fieldset', {}, make('legend', {}, title), ...fields);

// A fingertip's 9 mm in CSS pixels, of which nominally 96 are an inch; no browser knows the screen's own.
export const fingertip = 9 / 25.4 * 96;

/** A file of style, once; resolves when it is there. */
export const style = (href) => new Promise((done) => {
	if (document.querySelector(`[href="${href}"]`)) return done();
	document.head.append(make('link', { rel: 'stylesheet', href, onload: done, onerror: done }));
});

/** Adds to this phone's own layouts those that another window of it has kept meanwhile. */
export function refresh(mine) {
	for (const [name, layout] of Object.entries(object(local.get('mine')))) mine.set(name, layout);
}
