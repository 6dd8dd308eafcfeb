# SPDX-License-Identifier: MIT
"""Every control, played with fingers, held by latches, and felt."""

import time

from scenario import CLICK, check, control, has, picture, scenario


@scenario
def two_fingers_play_every_control(scene):
    tab, daemon = scene.phone("showcase"), scene.daemon
    spot = lambda *words: scene.spot(tab, *words)

    tab.down(a=spot("button"))
    daemon.expect("BTN_TRIGGER_HAPPY9 1")
    tab.until(has("button", "lit"))
    # From here on a second finger plays, and the button stays down.
    tab.down(b=spot("toggle"))
    tab.until(has("toggle", "down"))
    tab.up("b")
    daemon.expect("BTN_TRIGGER_HAPPY4 1")
    tab.until(f"{control('toggle')}.ariaChecked === 'true'")

    tab.down(b=spot("dpad", 0, -0.7))
    daemon.expect("KEY_F14 1")
    tab.until(f"{control('dpad')}.dataset.direction === 'north'")
    tab.move(b=spot("dpad", 0.7, 0))
    daemon.expect("KEY_F14 0", "KEY_F17 1")
    tab.until(has("dpad", "lit", " [data-part=east]"))
    daemon.expect("KEY_F17 2")
    tab.up("b")
    daemon.expect("KEY_F17 0")
    tab.until(f"!{has('dpad', 'lit', ' [data-part=east]')}")

    key = lambda side: f"document.querySelector('[data-id=flick][data-part={side}]')"
    tab.down(b=spot("flick"))
    tab.until(f"getComputedStyle({key('right')}).visibility === 'visible'")
    tab.move(b=spot("flick", 2.1, 0))
    tab.until(f"{key('right')}.classList.contains('lit')")
    check(tab.run("document.querySelectorAll('.key.lit').length") == 1, "more than one key is lit")
    tab.up("b")
    daemon.expect("KEY_LEFTSHIFT 1", "KEY_F19 1", "KEY_F19 0", "KEY_LEFTSHIFT 0")
    tab.until("document.querySelectorAll('.key.lit').length === 0")
    check(tab.run(f"getComputedStyle({key('right')}).visibility") == "hidden", "it lingers on")

    tab.down(b=spot("slide", -0.9))
    tab.move(b=spot("slide", 0))
    tab.until(f"{control('slide')}.dataset.position > 0.4")
    tab.move(b=spot("slide", 1.2))
    tab.up("b")
    daemon.expect("ABS_THROTTLE 32767", "BTN_TRIGGER_HAPPY11 1")
    tab.until(has("slide", "finished"))
    tab.until(f"{control('slide')}.dataset.position === '0'")

    tab.down(b=spot("menu"))
    tab.up("b")
    tab.until(f"{control('menu')}.ariaExpanded === 'true'")
    time.sleep(0.4)
    item = tab.run("""(() => { const { x, y, width, height } =
        document.querySelector('.item[data-part="1"]').getBoundingClientRect();
        return [x + width / 2, y + height / 2]; })()""")
    tab.down(b=item)
    tab.up("b")
    daemon.expect("BTN_TRIGGER_HAPPY2 1", "BTN_TRIGGER_HAPPY2 0")

    tab.down(b=spot("stick", 0.2, 0))
    tab.move(b=spot("stick", 1, 0))
    daemon.expect("ABS_X 32767")
    tab.until(f"{control('stick')}.dataset.x === '1'")
    tab.up("b")
    daemon.expect("ABS_X 0")

    tab.down(b=spot("knob", 0.8, 0))
    tab.move(b=spot("knob", 0.8, 0.3))
    daemon.expect("BTN_TRIGGER_HAPPY5 1")
    tab.until(f"{control('knob')}.dataset.angle > 0")
    tab.up("b")

    tab.down(b=spot("trackpad"))
    tab.until("document.querySelectorAll('.dot').length === 1")
    tab.move(b=spot("trackpad", 0.3, 0))
    daemon.expect("REL_X 58")
    tab.down(c=spot("trackpad", -0.5, 0))
    tab.move(b=spot("trackpad", 0.3, -0.8), c=spot("trackpad", -0.5, -0.8))
    daemon.events.next("REL_WHEEL [1-9]")
    tab.up("b")
    tab.up("c")
    tab.until("document.querySelectorAll('.dot').length === 0")

    tab.down(b=spot("tilt"))
    daemon.expect("BTN_TRIGGER_HAPPY12 1")
    tab.up("b")
    tab.up("a")
    daemon.expect("BTN_TRIGGER_HAPPY9 0")
    tab.until(f"!{has('button', 'lit')}")
    # What is left: the toggle that is on.
    end = time.monotonic() + 2
    while list(daemon.down()) != ["BTN_TRIGGER_HAPPY4"]:
        check(time.monotonic() < end, f"down: {daemon.down()}")
        time.sleep(0.02)


@scenario
def moves_are_one_message_a_frame_and_edges_are_all_there(scene):
    tab = scene.phone()
    x, y = scene.spot(tab, "left-stick")
    tab.run("""globalThis.frames = 0; sent.length = 0;
        (function count() { frames += 1; requestAnimationFrame(count); })()""")
    for lap in range(5):
        tab.down(a=(x, y))
        for step in range(30):
            tab.move(a=(x + step, y))
        tab.down(b=scene.spot(tab, "a"))
        tab.up("b")
        tab.up("a")
    sent = [message for message in tab.run("sent") if message["type"] == "touch"]
    frames = tab.run("frames")
    phases = [touch["phase"] for message in sent for touch in message["touches"]]
    check(phases.count("began") == 10 and phases.count("ended") == 10, f"edges: {phases}")
    check(all("live" in message for message in sent), "a message without live")
    moves = sum(all(touch["phase"] == "moved" for touch in message["touches"]) for message in sent)
    check(0 < moves <= frames, f"{moves} messages of moves in {frames} frames")
    live = set()
    for message in sent:
        for touch in message["touches"]:
            (live.discard if touch["phase"] == "ended" else live.add)(touch["id"])
        check(live == set(message["live"]), f"live is not {live}: {message}")
    scene.daemon.rest()


@scenario
def a_thumb_rolls_from_button_to_button(scene):
    for mirror in ("false", "true"):
        tab = scene.phone(settings='{"mirror":%s}' % mirror)
        width = tab.run("innerWidth")
        left = scene.spot(tab, "a")[0] < width / 2
        check(left == (mirror == "true"), "the buttons are on the wrong side")
        tab.down(a=scene.spot(tab, "a"))
        scene.daemon.expect("BTN_SOUTH 1")
        tab.move(a=scene.spot(tab, "b"))
        scene.daemon.expect("BTN_SOUTH 0", "BTN_EAST 1")
        tab.move(a=(width / 2, 200))
        scene.daemon.expect("BTN_EAST 0")
        tab.move(a=scene.spot(tab, "x"))
        scene.daemon.expect("BTN_NORTH 1")
        tab.up("a")
        scene.daemon.expect("BTN_NORTH 0")
        # What a control is told of a finger is not mirrored.
        tab.down(a=scene.spot(tab, "dpad", -0.8, 0))
        scene.daemon.expect("ABS_HAT0X -1")
        tab.up("a")
        scene.daemon.rest()
        scene.close()


@scenario
def a_mirrored_menu_opens_to_the_other_side(scene):
    tab = scene.phone("showcase", '{"mirror":true}')
    scene.tap(tab, "menu")
    tab.until(f"{control('menu')}.ariaExpanded === 'true'")
    time.sleep(0.4)
    x, y, toggler = tab.run("""(() => { const [item, toggler] = ['.item', '.toggler'].map((name) =>
        document.querySelector(name).getBoundingClientRect());
        return [item.x + item.width / 2, item.y + item.height / 2, toggler.x]; })()""")
    check(x < toggler, "the first item is to the right")
    tab.down(a=(x, y))
    tab.up("a")
    scene.daemon.expect("BTN_TRIGGER_HAPPY1 1")


# MARK: Feeling


@scenario
def ticks_and_rumble_are_felt(scene):
    tab = scene.phone()
    tab.down(a=scene.spot(tab, "a"))
    tab.until("felt.length === 1")
    tab.up("a")
    check(tab.run("felt") == [10], "a tick is not 10 ms")
    scene.daemon.players("identify", "1")
    tab.until("felt.length > 1")
    check(tab.run("document.getElementById('lamp').classList.contains('rumbling')"), "no light")
    tab.until("!document.getElementById('lamp').classList.contains('rumbling')", 2)
    scene.set(tab, "haptics")
    tab.run("felt.length = 0")
    tab.down(a=scene.spot(tab, "a"))
    scene.daemon.expect("BTN_SOUTH 1")
    tab.up("a")
    scene.daemon.rest()
    check(tab.run("felt") == [], "it vibrates although it must not")


@scenario
def a_tilted_phone_steers(scene):
    tab = scene.phone("showcase")
    # Chromium without a screen has no sensors, so the page is told what they would say.
    tell = """dispatchEvent(new DeviceMotionEvent('devicemotion', {
        accelerationIncludingGravity: { x: %s, y: %s, z: %s },
        rotationRate: { alpha: %s, beta: %s, gamma: %s } }))"""

    def held(*values):
        for _ in range(20):
            tab.run(tell % values)
            time.sleep(0.02)

    # Landscape: the device's top points to the left, its right edge up.
    held(0, 0, 9.8, 90, 45, 30)
    motion = tab.until("sent.findLast(({ type }) => type === 'motion')")
    turns = [round(value, 2) for value in motion["gyro"]]
    check(turns == [-0.79, 1.57, 0.52], f"not the axes of the screen: {turns}")
    tab.run("sent.length = 0")
    # The pad's right edge, which is the device's bottom, goes down.
    held(0, 6.9, 6.9, 0, 0, 0)
    scene.daemon.expect("ABS_RX 32767")
    tab.until(f"{control('tilt')}.dataset.x === '1'")
    scene.daemon.expect("ABS_RX 0")


# MARK: Latches


@scenario
def in_latch_mode_a_tap_holds_and_the_next_lets_go(scene):
    tab, daemon = scene.phone("gamepad", '{"latch":true}'), scene.daemon
    tap = lambda *place: scene.tap(tab, *place)
    kept = lambda name: tab.until(has(name, "kept"))
    tap("a")
    daemon.expect("BTN_SOUTH 1")
    kept("a")
    # The lock is the phone's own; that it is pressed comes from the daemon.
    tab.until(f"{control('a')}.ariaPressed === 'true'")
    tap("dpad", 0.7, 0)
    daemon.expect("ABS_HAT0X 1")
    # Another direction is another tap.
    tap("dpad", 0, -0.7)
    daemon.expect("ABS_HAT0X 0", "ABS_HAT0Y -1")
    x, y = scene.spot(tab, "left-stick")
    tab.down(b=(x, y))
    tab.move(b=(x + 80, y))
    tab.up("b")
    daemon.expect("ABS_X 32767")
    kept("left-stick")
    tab.down(b=scene.spot(tab, "left-trigger", 0, 0.5))
    tab.move(b=scene.spot(tab, "left-trigger", 0, -0.9))
    tab.up("b")
    daemon.events.next("ABS_Z 255")
    picture(tab, "latch")
    time.sleep(0.1)
    check(set(daemon.down()) == {"BTN_SOUTH", "ABS_HAT0Y", "ABS_X", "ABS_Z"}, f"down: {daemon.down()}")
    for name, place in (("a", ()), ("dpad", (0, -0.7)), ("left-stick", ()), ("left-trigger", ())):
        tap(name, *place)
        tab.until(f"!{has(name, 'kept')}")
    daemon.rest()
    # A short tap on a stick is a click, and nothing that stays.
    tap("left-stick")
    daemon.expect("BTN_THUMBL 1", "BTN_THUMBL 0")
    check(not tab.run(has("left-stick", "kept")), "the stick is held at rest")
    # A thumb that rolls leaves what it comes to.
    tab.down(a=scene.spot(tab, "a"))
    tab.move(a=scene.spot(tab, "b"))
    tab.up("a")
    daemon.expect("BTN_EAST 1")
    kept("b")
    tap("b")
    daemon.rest()


@scenario
def a_latch_is_let_go_of_like_a_finger(scene):
    tab, daemon = scene.phone("gamepad", '{"latch":true}'), scene.daemon
    losses = (lambda: tab.run("window.dispatchEvent(new Event('blur'))"),
              lambda: tab.run("document.getElementById('more').click()"),
              lambda: tab.size(700, 360))
    for lose in losses:
        scene.tap(tab, "a")
        daemon.expect("BTN_SOUTH 1")
        lose()
        daemon.expect("BTN_SOUTH 0")
        tab.until(f"!{has('a', 'kept')}")
        if lose is losses[1]:
            tab.until("document.querySelector('dialog')?.open")
            tab.run("document.querySelector('dialog').close()")
    scene.tap(tab, "a")
    daemon.expect("BTN_SOUTH 1")
    daemon.stop()
    tab.until("document.body.className === 'waiting'")
    daemon.start()
    scene.playing(tab)
    check(not tab.run(has("a", "kept")), "it is marked as held")
    time.sleep(0.2)
    check(not daemon.down(), "it is held again")


@scenario
def latches_work_by_keyboard_and_by_screen_reader(scene):
    tab, daemon = scene.phone("showcase", '{"latch":true}'), scene.daemon
    tab.run(f"{control('button')}.focus()")
    tab.key("Space")
    daemon.expect("BTN_TRIGGER_HAPPY9 1")
    tab.run(f"{control('dpad')}.focus()")
    tab.key("ArrowUp")
    daemon.expect("KEY_F14 1")
    tab.key("ArrowLeft")
    daemon.expect("KEY_F14 0", "KEY_F16 1")
    tab.run(f"{control('stick')}.focus()")
    tab.key("ArrowLeft")
    daemon.expect("ABS_X -32768")
    check(set(daemon.down()) == {"BTN_TRIGGER_HAPPY9", "KEY_F16", "ABS_X"}, f"down: {daemon.down()}")
    tab.key("ArrowLeft")
    daemon.expect("ABS_X 0")
    tab.run(f"{control('dpad', ' [data-part=west]')}.{CLICK}")
    daemon.expect("KEY_F16 0")
    tab.run(f"{control('button')}.{CLICK}")
    daemon.expect("BTN_TRIGGER_HAPPY9 0")
    time.sleep(0.15)
    tab.run(f"{control('button')}.{CLICK}")
    daemon.expect("BTN_TRIGGER_HAPPY9 1")
    time.sleep(0.15)
    tab.until(f"{control('button')}.ariaDescription.startsWith('held')")
    tab.run(f"{control('button')}.{CLICK}")
    daemon.expect("BTN_TRIGGER_HAPPY9 0")
    daemon.rest()


@scenario
def a_latched_direction_is_told_from_a_lit_one(scene):
    scene.layout("holds", """{ name: "holds", size: { width: 400, height: 200 }, controls: [
        { id: "p", kind: "dpad", hold: true, frame: { x: 10, y: 20, width: 160, height: 160 }, bind: { north: "BTN_SOUTH" } },
        { id: "b", kind: "button", hold: true, frame: { x: 200, y: 50, width: 80, height: 80 }, bind: { press: "BTN_EAST" } },
        { id: "c", kind: "button", frame: { x: 300, y: 50, width: 80, height: 80 }, bind: { press: "BTN_WEST" } },
    ]}""")
    tab = scene.phone("holds", '{"latch":true}')
    pin = lambda name: tab.run(f"getComputedStyle({control(name, ' > .pin')}).opacity")
    for name, spot in (("p", (0, -0.7)), ("b", ())):
        scene.tap(tab, name, *spot)
        tab.until(has(name, "latched"))
        check(pin(name) == "1", "no mark")
        check(not tab.run(has(name, "kept")), "held twice")
    check(pin("c") == "0", "a mark where nothing is latched")
    # Who comes later sees it as well.
    tab.call("Page.reload")
    scene.playing(tab)
    for name, spot in (("p", (0, -0.7)), ("b", ())):
        scene.tap(tab, name, *spot)
        tab.until(has(name, "latched"))
        scene.tap(tab, name, *spot)
        tab.until(f"!{has(name, 'latched')}")
    scene.daemon.rest()
