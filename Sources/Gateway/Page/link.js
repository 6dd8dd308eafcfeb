// The connection to the gateway and through it to the daemon: says who this phone is, comes back by
// itself, and knows how late the daemon is.

const now = () => performance.now();

/** What the browser keeps, or where it refuses to, the page as long as it is open; '' is nothing. */
const kept = (area, own = {}) => ({
	get(name) { try { return own[name] ?? area().getItem(name) ?? ''; } catch { return ''; } },
	/** true: it outlives the page. */
	set(name, value) { try { area().setItem(name, value); return delete own[name]; } catch { own[name] = value; } },
});
export const local = kept(() => localStorage);
const session = kept(() => sessionStorage);

/** An object that was kept as JSON; an empty one where that was spoilt. */
export function object(text) {
	try { return Object(JSON.parse(text)); } catch { return {}; }
}

// In milliseconds.
const firstRetry = 100, lastRetry = 2000, silence = 4000, span = 5000, beat = 50, amber = 150;

export class Link {
	#socket; #retry = firstRetry; #timer; #pings = new Map(); #count = 0; #samples = [];
	#sentAt = 0; #heardAt = 0; #beating; #asked; #key; #secret; #code; #isIn = false; #text;
	state = 'connecting';

	/** `changed(state, text)`: pair, connecting, waiting, playing, resting. `heard(message)`. */
	constructor(changed, heard) {
		Object.assign(this, { changed, heard });
		setInterval(() => {
			if (this.isPlaying && now() - this.#heardAt > silence) this.#again();
			else this.#ping();
		}, 1000);
	}

	get isPlaying() { return this.state === 'playing'; }

	/** Comes in with what a QR code or a player brought. */
	pair({ secret, code }) {
		[this.#secret, this.#code] = [secret, code];
		this.open();
	}

	forget() {
		this.send({ type: 'bye' });
		local.set('key', '');
		session.set('resume', '');
		this.open();
	}

	open() {
		this.#close();
		const key = this.#key = local.get('key'), [secret, code, name] = [this.#secret, this.#code, local.get('name')];
		if (!key && !secret && !code) return this.#to('pair');
		// Who waits and tries again goes on saying what for.
		if (this.state !== 'waiting') this.#to('connecting');
		const socket = this.#socket = new WebSocket(location.origin.replace(/^http/, 'ws') + '/play', 'flickpad.1');
		this.#heardAt = now();
		// A secret is good once: who brings one waits longer for the answer.
		this.#timer = setTimeout(() => this.#again(), key ? silence : 15000);
		const own = (act) => (event) => socket === this.#socket && act(event);
		socket.onopen = own(() => this.#write(key && !code ? { type: 'key', key } : { type: 'pair', secret, code, name }));
		socket.onclose = own(() => this.#again());
		socket.onmessage = own(({ data }) => {
			this.#heardAt = now();
			const message = JSON.parse(data);
			if (message.type === 'refused') this.#refused(message);
			else if (this.#isIn) this.#daemon(message);
			else this.#greeted(message);
		});
	}

	send(message) { if (this.#isIn && this.#socket.readyState === 1) this.#write(message); }

	get isCongested() { return this.#socket?.bufferedAmount > 8192; }

	/** Radios stay awake while a finger is down: one that dozes costs the next press 100 ms. */
	set isBusy(busy) {
		if (!busy) this.#beating = clearInterval(this.#beating);
		else this.#beating ??= setInterval(() => now() - this.#sentAt >= beat - 5 && this.#ping(), beat);
	}

	/** Somebody looks at the page again: its socket may be long dead without a word, or another window be paired. */
	wake() {
		if (this.state === 'waiting' || this.state === 'pair' && local.get('key')) return this.open();
		const asked = now();
		this.#ping();
		setTimeout(() => this.isPlaying && this.#heardAt < asked && this.open(), 1000);
	}

	/** The last 5 s in ms: {median, worst, isLate}; null before the first answer. */
	get lag() {
		this.#samples = this.#samples.filter(({ at }) => at >= now() - span);
		const times = this.#samples.map(({ time }) => time).sort((a, b) => a - b);
		// An answer that is still to come is as late as it is by now, at least.
		const [oldest = now()] = this.#pings.values(), open = now() - oldest;
		if (!times.length && open < amber) return null;
		const median = times[times.length >> 1] ?? open;
		return { median, worst: Math.max(times.at(-1) ?? 0, open), isLate: median > 50 || open > amber };
	}

	#to(state, text = '') {
		if (state === this.state && text === this.#text) return;
		[this.state, this.#text] = [state, text];
		this.changed(state, text);
	}

	#write(message) {
		this.#sentAt = now();
		// Control characters that JSON leaves as they are: no message may have them.
		this.#socket.send(JSON.stringify(message).replace(/[\x7f-\x9f]/g, ''));
	}

	#ping() {
		if (!this.isPlaying || this.#pings.size > 200) return;
		this.#pings.set(++this.#count, now());
		this.send({ type: 'ping', id: this.#count });
	}

	#close() {
		clearTimeout(this.#timer);
		this.isBusy = this.#isIn = false;
		this.#pings.clear();
		this.#samples = [];
		this.#socket?.close();
		this.#socket = undefined;
	}

	#again(text = 'The game goes on as soon as it answers.') {
		this.#close();
		this.#to('waiting', text);
		this.#timer = setTimeout(() => this.open(), this.#retry);
		this.#retry = Math.min(this.#retry * 2, lastRetry);
	}

	/** By the gateway, whenever it likes. */
	#refused({ code, message }) {
		// Another window may have got a new one.
		if (code === 'wrong-key' && local.get('key') === this.#key) local.set('key', '');
		if (/^(wrong-code|expired|too-many-tries)$/.test(code)) this.#code = this.#secret = undefined;
		else if (code !== 'wrong-key') {
			// It plays on too soon for the words to be read.
			if (this.isPlaying) this.heard({ type: 'error', message });
			return this.#again(message);
		}
		// Another way in may be left.
		if (local.get('key') || this.#secret) return this.open();
		this.#close();
		this.#to('pair', message);
	}

	#greeted({ key, name }) {
		if (key) local.set('key', this.#key = key);
		local.set('name', name);
		this.#code = this.#secret = undefined;
		this.#isIn = true;
		this.#hello();
	}

	/** Who comes anew gets the layout that was last liked, unless another is asked for; '' is none. */
	#hello(layout) {
		const resume = session.get('resume') || undefined, liked = local.get('layout');
		// One of its own the daemon does not know by name.
		this.#asked = (layout ?? (!resume && !liked.startsWith('mine/') && liked)) || undefined;
		this.send({
			type: 'hello', protocol: 1, client: local.get('name'), feedback: true, resume, layout: this.#asked,
		});
	}

	#daemon(message) {
		const { type, code } = message;
		if (type === 'pong') {
			const sent = this.#pings.get(message.id);
			if (sent) this.#samples.push({ at: now(), time: now() - sent });
			return this.#pings.delete(message.id);
		}
		if (type === 'welcome') {
			clearTimeout(this.#timer);
			session.set('resume', message.resume);
			this.#retry = firstRetry;
			this.heard(message);
			return this.#to('playing');
		}
		if (type === 'error' && (code === 'taken-over' || code === 'dropped')) {
			session.set('resume', '');
			this.#close();
			return this.#to('resting', message.message);
		}
		if (code === 'not-allowed') message.message = 'This phone may only play gamepads.';
		if (type === 'error' && !this.isPlaying) {
			if (!/layout|allowed/.test(code) || this.#asked === 'gamepad') return this.#again(message.message);
			// The layout of last time is gone, or not for this phone; the PC's usual one may not be, either.
			local.set('layout', '');
			this.heard(message);
			return this.#hello(this.#asked ? '' : 'gamepad');
		}
		this.heard(message);
	}
}
