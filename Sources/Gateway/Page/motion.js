// How the phone is moved, in the axes of the pad as the player holds it: x to its right, y to its
// top, z to the player.

// iOS tells gravity's pull instead of the ground's push, which is the other way round.
export const isApple = /iP(hone|ad|od)/.test(navigator.userAgent)
	|| (navigator.platform === 'MacIntel' && navigator.maxTouchPoints > 1);
const isPossible = isSecureContext && typeof DeviceMotionEvent === 'function';

export class Motion {
	#isOn = false; #isAllowed = !isApple; #at = 0; #moved = (event) => this.#tell(event);

	/** `isTurned()`: whether the pad is drawn sideways. */
	constructor(isTurned, send) { Object.assign(this, { isTurned, send, isPossible }); }

	/** iOS wants to be asked, by a tap. */
	get needsTap() { return isPossible && !this.#isAllowed; }

	async ask() {
		try { this.#isAllowed = await DeviceMotionEvent.requestPermission() === 'granted'; } catch { /* No. */ }
		this.isOn = this.#isAllowed;
		return this.#isAllowed;
	}

	set isOn(on) {
		const wanted = Boolean(on && isPossible && this.#isAllowed);
		if (wanted !== this.#isOn) (wanted ? addEventListener : removeEventListener)('devicemotion', this.#moved);
		this.#isOn = wanted;
	}

	#tell({ accelerationIncludingGravity: pull, rotationRate: rate }) {
		const now = performance.now();
		if (document.hidden || pull?.x == null || now - this.#at < 15) return;
		this.#at = now;
		// From the axes of the device to those of the screen, to those of the pad.
		const angle = (screen.orientation?.angle ?? globalThis.orientation ?? 0) + (this.isTurned() ? 90 : 0);
		const [sin, cos] = [Math.sin, Math.cos].map((of) => Math.round(of(angle * Math.PI / 180)));
		const turned = (x, y, z, unit) => [x * cos - y * sin, x * sin + y * cos, z]
			.map((value) => Math.round(value * unit * 1e4) / 1e4);
		this.send({
			type: 'motion',
			gyro: turned(rate?.alpha ?? 0, rate?.beta ?? 0, rate?.gamma ?? 0, Math.PI / 180),
			accel: turned(pull.x, pull.y, pull.z, isApple ? -1 : 1),
		});
	}
}
