// Fingers, and keys in their stead, as touches for the daemon: edges go out at once, moves once a
// frame, and every message names the touches that are live.

import { areas, hits } from './geometry.js';

const round = (value) => Math.round(value * 100) / 100;

/** Whether latch mode keeps a touch when its finger lifts: where a finger holds something down. */
function isHeld({ kind, hold, fire, bind = {} }, isMoved) {
	if (hold) return false;
	// Tapped, a stick or a thumb is where it was.
	if (kind === 'stick' || (kind === 'slide' && bind.position && !bind.finished)) return isMoved;
	return kind === 'button' || kind === 'dpad' || (kind === 'flick' && fire === 'hold');
}

/** The direction of a pad that a place means, as a number; other controls have one place. */
function sector({ control: { kind, ways }, shown: { x, y, width, height } }, place) {
	if (kind !== 'dpad') return 0;
	const turns = Math.atan2(place.y - y - height / 2, place.x - x - width / 2) / Math.PI / 2;
	return Math.round(turns * (ways ?? 4)) & (ways ?? 4) - 1;
}

export class Touches {
	#live = new Map(); #moved = new Set(); #frame = 0; #count = 0; #isMirrored;
	areas = []; pointedAt = -Infinity; forgotten;

	constructor(stage, link, pad, settings) {
		Object.assign(this, { link, pad, settings });
		const pointer = (name, act) => stage.addEventListener(name, (event) => {
			this.pointedAt = performance.now();
			const touch = this.#live.get(event.pointerId);
			if (touch) act(touch, event);
		});
		stage.addEventListener('pointerdown', (event) => {
			if (event.button) return;
			// A pointer that begins anew has lost its end.
			this.drop(this.#live.get(event.pointerId));
			if (!this.begin(pad.place(event), event.pointerId)) return;
			try { stage.setPointerCapture(event.pointerId); } catch { /* It has lifted already. */ }
		});
		pointer('pointermove', (touch, event) => this.move(touch, pad.place(event)));
		pointer('pointerup', (touch, event) => this.lift(touch, pad.place(event)));
		for (const name of ['pointercancel', 'lostpointercapture']) pointer(name, (touch) => this.drop(touch));
		const all = () => this.cancel();
		for (const name of ['blur', 'pagehide', 'resize', 'orientationchange']) addEventListener(name, all);
		document.addEventListener('visibilitychange', () => document.hidden && all());
	}

	use(layout, isMirrored) {
		this.forget();
		this.#isMirrored = isMirrored;
		this.areas = areas(layout, isMirrored);
	}

	/** null where there is nobody to tell, or fingers enough; one that lets go of a latch is no touch. */
	begin(place, key = Symbol()) {
		if (!this.link.isPlaying || this.#live.size >= 32) return null;
		const area = this.#topmost(place);
		const others = area ? [...this.#live.values()] : [], kept = others.find((other) => other.kept === area);
		if (kept) {
			this.#end(kept, 'ended');
			if (sector(area, kept.place) === sector(area, place)) return {};
		}
		// The daemon swallows what begins on a busy control.
		const busy = others.filter((other) => this.#has(other) && !other.isIdle && this.#over(other) === area).length;
		const touch = {
			id: ++this.#count, key, area, place, start: place, glides: !area || area.control.glide,
			isIdle: busy >= (area?.control.kind === 'trackpad' ? 2 : 1),
		};
		this.#live.set(key, touch);
		this.#tell(touch, 'began');
		return touch;
	}

	move(touch, place) {
		if (!this.#has(touch)) return;
		touch.place = place;
		this.#moved.add(touch);
		this.#frame ||= requestAnimationFrame(() => this.flush());
		if (!touch.isIdle) this.pad.finger(touch, 'moved');
	}

	lift(touch, place) {
		if (!this.#has(touch)) return;
		const { start, isIdle } = touch, at = place ?? touch.place, area = this.#over({ ...touch, place: at });
		const isMoved = Math.hypot(at.x - start.x, at.y - start.y) >= 10;
		if (!this.settings.latch || isIdle || !area || area.item !== null || !isHeld(area.control, isMoved)) {
			touch.place = at;
			return this.#end(touch, 'ended');
		}
		this.move(touch, at);
		this.#live.delete(touch.key);
		touch.kept = area;
		touch.key = Symbol();
		this.#live.set(touch.key, touch);
		this.pad.keep(area.control, true);
	}

	drop(touch) { this.#end(touch, 'cancelled'); }

	/** Nothing is down any more; fingers that still are, lift in vain. */
	cancel() {
		if (!this.#live.size) return;
		this.link.send({ type: 'cancel' });
		this.forget();
	}

	forget() {
		const touches = [...this.#live.values()];
		this.#live.clear();
		this.#moved.clear();
		this.link.isBusy = false;
		for (const touch of touches) this.#show(touch, 'cancelled');
		this.forgotten?.();
	}

	#show(touch, phase) {
		if (!touch.isIdle) this.pad.finger(touch, phase);
		if (touch.kept) this.pad.keep(touch.kept.control, false);
	}

	/** Where a touch is: a gliding one on whatever is under it. */
	#over(touch) { return touch.glides ? this.#topmost(touch.place) : touch.area; }

	#has(touch) { return touch && this.#live.get(touch.key) === touch; }

	#topmost(place) {
		return this.areas.findLast((area) => (area.item === null || this.pad.isOpen(area.control)) && hits(area, place));
	}

	#end(touch, phase) {
		if (!this.#has(touch)) return;
		this.#live.delete(touch.key);
		this.#moved.delete(touch);
		this.#tell(touch, phase);
	}

	#tell(touch, phase) {
		this.#send([this.#entry(touch, phase)]);
		this.link.isBusy = this.#live.size > 0;
		this.#show(touch, phase);
	}

	#entry(touch, phase) {
		let { x, y } = touch.place;
		if (this.#isMirrored) {
			const area = this.#over(touch);
			// Over no control on the screen is over none for the daemon.
			x = area ? x + area.shift : -999999;
		}
		return { id: touch.id, phase, x: round(x), y: round(y) };
	}

	/** Moves that wait go along with an edge: what happened first is told first. */
	#send(edges) {
		const moves = [...this.#moved].map((touch) => this.#entry(touch, 'moved'));
		this.#moved.clear();
		const live = [...this.#live.values()].map(({ id }) => id);
		this.link.send({ type: 'touch', touches: [...moves, ...edges], live });
	}

	flush() {
		this.#frame = 0;
		if (!this.#moved.size) return;
		// A network that stands still gets the latest place later, not every one of them.
		if (this.link.isCongested) this.#frame = requestAnimationFrame(() => this.flush());
		else this.#send([]);
	}
}
