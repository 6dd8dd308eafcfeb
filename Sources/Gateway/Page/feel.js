// Ticks and rumble, by vibration, or by sound and light where a device has no motor.

export const isTouch = matchMedia('(any-pointer: coarse)').matches;
export const canVibrate = isTouch && typeof navigator.vibrate === 'function';

export class Feel {
	#audio; #timer; #until = 0;

	constructor(lamp, settings) { Object.assign(this, { lamp, settings }); }

	/** Sound may begin only with a gesture. */
	ready() {
		if (!this.settings.sound) return;
		this.#audio ??= new AudioContext();
		if (this.#audio.state !== 'running') this.#audio.resume();
	}

	tick() {
		const { haptics, sound } = this.settings;
		// A tick would end a rumble that is on.
		if (haptics && canVibrate && performance.now() > this.#until) navigator.vibrate(10);
		if (haptics && !canVibrate) this.lamp.animate([{ opacity: 0.5 }, { opacity: 0 }], 90);
		if (sound && this.#audio?.state === 'running') this.#click(this.#audio);
	}

	rumble({ strong = 0, weak = 0, duration = 0 }) {
		clearTimeout(this.#timer);
		const level = duration > 0 ? Math.min(1, Math.max(strong, weak * 0.6)) : 0;
		const end = performance.now() + Math.min(duration, 10) * 1000;
		this.lamp.style.setProperty('--level', level);
		this.lamp.classList.toggle('rumbling', level > 0);
		if (this.#until && !level) navigator.vibrate(0);
		this.#until = level && this.settings.haptics && canVibrate ? end : 0;
		// The heavy motor turns slowly, the light one fast.
		if (level) this.#pulse(level, strong >= weak ? 60 : 30, end);
	}

	/** Motors of phones are on or off: strength is how long they are on of each period. */
	#pulse(level, period, end) {
		const left = Math.min(end - performance.now(), 1200), on = Math.max(8, Math.round(period * level));
		if (left <= 0) return this.rumble({});
		const pairs = Array(Math.ceil(left / period)).fill([on, period - on]).flat();
		if (this.#until) navigator.vibrate(period - on < 4 ? left : pairs);
		this.#timer = setTimeout(() => this.#pulse(level, period, end), left);
	}

	#click(audio) {
		const at = audio.currentTime, tone = audio.createOscillator(), gain = audio.createGain();
		tone.frequency.value = 1800;
		tone.frequency.exponentialRampToValueAtTime(300, at + 0.012);
		gain.gain.value = 0.2;
		tone.connect(gain).connect(audio.destination);
		tone.start();
		tone.stop(at + 0.025);
	}
}

/** Keeps the screen on while somebody plays; browsers allow it over https only. */
export class Awake {
	#lock;

	async keep() {
		if (this.#lock || document.hidden || !navigator.wakeLock) return;
		this.#lock = true;
		try {
			this.#lock = await navigator.wakeLock.request('screen');
			this.#lock.onrelease = () => { this.#lock = undefined; };
		} catch { this.#lock = undefined; /* A low battery, for one. */ }
	}

	end() { this.#lock?.release?.(); }
}
