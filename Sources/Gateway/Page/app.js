// The page: the pad, what surrounds it, and who talks to whom.

import { Awake, Feel, canVibrate, isTouch } from './feel.js';
import { Link, local, object } from './link.js';
import { Motion } from './motion.js';
import { Pad } from './pad.js';
import { Touches } from './touches.js';

const at = (id) => document.getElementById(id), page = document.documentElement;
// Sixteen players: the second eight have the colour around the number.
const colours = ['#4aa8ff', '#ff7a83', '#5fd38a', '#ffc94d', '#c79bff', '#ff9f5a', '#4fd8d8', '#ff9be0'];
const settings = {
	haptics: true, sound: isTouch && !canVibrate, mirror: false, upright: false, latch: false,
	...object(local.get('settings')),
};
const stage = at('stage'), pad = new Pad(stage), feel = new Feel(at('lamp'), settings), awake = new Awake();
const link = new Link(changed, (message) => acts[message.type]?.(message)), send = (message) => link.send(message);
const touches = new Touches(stage, link, pad, settings), motion = new Motion(() => pad.isTurned, send);
/** What the settings and the editor share with the page. */
const app = { settings, stage, pad, link, touches, toast, open, draw, send, use, names: [], mine: new Map(Object.entries(object(local.get('mine')))) };
let state;

// The toggles' lively spring, damped by 0.15, for the style.
page.style.setProperty('--lively', `linear(${Array.from({ length: 80 }, (_, i) =>
	(1 - Math.exp(i * -0.0873) * (Math.cos(i * 0.5757) + 0.1517 * Math.sin(i * 0.5757))).toFixed(3))})`);

// MARK: What comes from the daemon

const titles = {
	connecting: 'Connecting', waiting: 'Looking for the PC', pair: 'Pair this phone', resting: 'Paused',
};

function changed(to, text) {
	document.body.className = to;
	if (to !== 'playing') {
		touches.forget();
		feel.rumble({});
		awake.end();
	}
	at('title').textContent = titles[to] ?? '';
	at('text').textContent = text;
	if (to === 'pair') {
		toast('');
		document.querySelector('dialog')?.close();
		at('code').value = '';
		at('name').value = local.get('name');
	}
}

const acts = {
	welcome(message) {
		app.saves = message.saves;
		player(message);
		show(message);
		// A fresh seat does not know this phone's own layouts.
		const liked = app.mine.get(/^mine\/(.*)/.exec(local.get('layout'))?.[1]);
		if (liked && JSON.stringify(liked) !== JSON.stringify(message.layout)) send({ type: 'layout', layout: liked });
	},
	layout: show,
	player,
	event: (message) => app.editor || pad.event(message),
	haptic: () => feel.tick(),
	rumble: (message) => feel.rumble(message),
	error(message) {
		app.editor?.told(message) || toast(message.message);
		app.answered?.(true);
	},
	codes: (message) => app.editor?.told(message),
};

function player({ player: number, leds = [] }) {
	page.style.setProperty('--me', colours[(number - 1) % colours.length]);
	const badge = at('player'), [digit, ...lights] = badge.children;
	badge.hidden = false;
	badge.ariaLabel = `Player ${number}`;
	badge.classList.toggle('second', number > colours.length);
	digit.textContent = number;
	lights.forEach((light, i) => light.classList.toggle('on', leds[i] === true));
}

function show(message) {
	state = message.state;
	app.names = message.layouts ?? app.names;
	// Who is at work on a layout sees that one.
	if (app.editor) return app.editor.told(message);
	use(message.layout);
}

function use(layout) {
	if (JSON.stringify(pad.layout) !== JSON.stringify(layout)) draw(layout);
	pad.show(state);
	at('layouts').hidden = false;
	at('layouts').textContent = layout.name;
	at('layouts').ariaLabel = `Layout ${layout.name}, change it`;
	app.answered?.();
	tilting();
	if (tilts() && !motion.isPossible) toast('Tilt needs https.');
}

function draw(layout) {
	touches.cancel();
	pad.draw(layout, state, settings);
	touches.use(layout, settings.mirror);
}

const tilts = () => pad.layout?.controls.some(({ kind }) => kind === 'tilt');
function tilting() {
	motion.isOn = tilts() && !document.hidden;
	at('motion').hidden = !tilts() || !motion.needsTap;
}

let fading;
function toast(text) {
	at('toast').textContent = text;
	clearTimeout(fading);
	fading = setTimeout(() => { at('toast').textContent = ''; }, 6000);
}

setInterval(() => {
	const { lag } = link, badge = at('lag');
	badge.hidden = !link.isPlaying || !lag;
	if (badge.hidden) return;
	const [median, worst] = [lag.median, lag.worst].map((time) => (time < 10 ? time.toFixed(1) : Math.round(time)));
	badge.textContent = `${median} ms${innerWidth < 360 ? '' : ` · ${worst}`}`;
	badge.ariaLabel = `Answers take ${median} ms, at worst ${worst} ms`;
	badge.classList.toggle('late', lag.isLate);
}, 250);

at('full').hidden = !page.requestFullscreen;
at('full').onclick = async () => {
	if (document.fullscreenElement) return document.exitFullscreen();
	try {
		await page.requestFullscreen({ navigationUI: 'hide' });
		await screen.orientation.lock('landscape');
	} catch { /* Not every screen can be locked. */ }
};

/** Fetches what opens over the pad, once, however often it is tapped. */
let opening;
function open(file) {
	touches.cancel();
	opening ??= import(file).then(({ open }) => open(app), () => toast('The PC does not answer.'))
		.finally(() => { opening = undefined; });
}
for (const id of ['more', 'layouts']) at(id).onclick = () => open('./settings.js');
at('again').onclick = () => link.open();
at('motion').onclick = async () => {
	if (!await motion.ask()) toast('Without its sensors the phone cannot steer.');
	tilting();
};

// Who plays without fingers gets what that takes with the first focus, key or click.
let keys, loading;
function hear(event) {
	if (keys) return keys.hear(event);
	loading ??= import('./keys.js').then(({ Keys }) => { keys = new Keys(touches, pad, send); });
	// One after the other, as they came.
	loading.then(() => keys.hear(event), () => { loading = undefined; });
}
for (const name of ['focusin', 'focusout', 'keydown', 'keyup', 'click']) stage.addEventListener(name, hear);

// What this phone is called if nobody says otherwise.
const [maker = 'Browser'] = /iPhone|iPad|Android/.exec(navigator.userAgent) ?? [];
if (!local.get('name')) local.set('name', maker);

at('pair').onsubmit = (event) => {
	event.preventDefault();
	local.set('name', at('name').value.trim() || maker);
	link.pair({ code: at('code').value });
};

/** The secret leaves the address at once: addresses are kept and shared. */
function scanned() {
	const secret = new URLSearchParams(location.hash.slice(1)).get('pair');
	if (secret) history.replaceState(null, '', location.pathname);
	if (secret || link.state === 'connecting') link.pair({ secret });
}
addEventListener('hashchange', scanned);

const stop = (event) => event.cancelable && event.preventDefault();
for (const name of ['contextmenu', 'dblclick', 'gesturestart', 'selectstart']) {
	document.addEventListener(name, (event) => event.target.closest?.('input') || stop(event));
}
for (const name of ['touchstart', 'touchmove', 'touchend']) stage.addEventListener(name, stop, { passive: false });
addEventListener('pointerdown', () => link.isPlaying && awake.keep());
for (const name of ['pointerup', 'keyup']) addEventListener(name, () => feel.ready());
new ResizeObserver(() => pad.fit()).observe(stage);
document.addEventListener('visibilitychange', () => {
	tilting();
	feel.rumble({});
	if (document.hidden) return;
	link.wake();
	if (link.isPlaying) awake.keep();
});

scanned();
