// The settings and the choice of a layout, fetched when somebody wants them.

import { button, fingertip, make, part, refresh, style } from './elements.js';
import { canVibrate } from './feel.js';
import { local } from './link.js';
import { isApple } from './motion.js';

/** What is too small for a fingertip, in one sentence; '' where nothing is. */
function smallness({ layout, scale }) {
	const small = layout.controls.filter(({ frame: { width, height } }) => Math.min(width, height) * scale < fingertip)
		.map(({ label, id }) => label || id);
	if (!small.length) return '';
	const [are, more] = [small.length > 1 ? 'controls are' : 'control is', small.length - 4];
	return `${small.length} ${are} smaller than 9 mm on this screen: ${small.slice(0, 4).join(', ')}${
		more > 0 ? ` and ${more} more` : ''}.`;
}

const switches = {
	haptics: canVibrate ? 'Vibrate' : 'Flash, for want of a motor', sound: 'Click sound',
	mirror: 'Left-handed, mirrored', upright: 'Never sideways', latch: 'Latch: a tap holds, the next tap lets go',
};

export async function open(app) {
	const { settings, pad, link, mine } = app;
	await style('sheets.css');
	refresh(mine);
	const close = () => dialog.close();
	const change = () => {
		close();
		app.open('./editor.js');
	};

	// What was liked before a choice that the PC has yet to answer.
	let before;
	function choose(name, layout) {
		before ??= local.get('layout');
		local.set('layout', layout ? `mine/${name}` : name);
		app.send({ type: 'layout', ...(layout ? { layout } : { name }) });
	}

	function remove(name, row) {
		refresh(mine);
		mine.delete(name);
		local.set('mine', JSON.stringify(Object.fromEntries(mine)));
		if (local.get('layout') === `mine/${name}`) local.set('layout', '');
		row.remove();
	}

	/** Of two that are called alike, only one is this phone's. */
	const isPlayed = (name, isOwn) => name === pad.layout?.name && isOwn === local.get('layout').startsWith('mine/');
	/** What is chosen is what is played, whatever was asked for. */
	app.answered = (isRefused) => {
		if (isRefused && before !== undefined) local.set('layout', before);
		before = undefined;
		for (const input of dialog.querySelectorAll('[name=layout]')) input.checked = isPlayed(input.value, input.dataset.own === 'true');
	};
	const radio = (name, layout) => make('label', {}, make('input', {
		type: 'radio', name: 'layout', value: name, 'data-own': Boolean(layout), onchange: () => choose(name, layout),
		checked: isPlayed(name, Boolean(layout)),
	}), make('span', {}, name, ...layout ? [make('small', {}, 'on this phone')] : []));
	const own = [...mine].map(([name, layout]) => {
		const row = make('div', { className: 'pair' }, radio(name, layout),
			button('×', () => remove(name, row), { ariaLabel: `Remove ${name}` }));
		return row;
	});
	const toggle = (name) => make('label', {}, make('input', {
		type: 'checkbox', name, checked: settings[name], onchange: ({ target: { checked } }) => {
			settings[name] = checked;
			local.set('settings', JSON.stringify(settings));
			if (!pad.layout || !/mirror|upright/.test(name)) return;
			app.draw(pad.layout);
			// Whoever comes in is told the state.
			link.open();
		},
	}), switches[name]);
	const note = (textContent) => make('p', { className: 'quiet', textContent, hidden: !textContent });

	// What is said is said above the dialog's backdrop.
	const toast = document.getElementById('toast');
	const onclose = () => {
		document.body.append(toast);
		app.answered = undefined;
		dialog.remove();
	};
	const dialog = make('dialog', { id: 'settings', ariaLabel: 'Settings', onclose },
		make('form', { method: 'dialog' },
			make('h2', {}, 'Settings'),
			part('Layout', ...app.names.map((name) => radio(name)), ...own,
				button('Change this layout', change, { id: 'edit', hidden: !link.isPlaying })),
			note(pad.layout && smallness(pad)),
			part('This phone', ...Object.keys(switches).map(toggle)),
			note(`Without the browser around it: ${isApple ? 'Share' : 'the browser’s menu'}, “Add to Home Screen”.`),
			note(isSecureContext ? '' : 'Over http, as here, the screen may go dark in play, tilt is off, and pairing lasts until the PC restarts. Over https all of it works.'),
			make('p', { className: 'row' },
				button('Forget this PC', () => { close(); link.forget(); }),
				make('button', { className: 'main', textContent: 'Done' }))));
	dialog.append(toast);
	document.body.append(dialog);
	dialog.showModal();
}
