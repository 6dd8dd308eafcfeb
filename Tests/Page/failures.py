# SPDX-License-Identifier: MIT
"""What goes wrong in play, and leaves nothing down."""

import signal
import time

from scenario import check, control, has, picture, scenario


@scenario
def nothing_stays_down_when_fingers_are_lost(scene):
    tab, daemon = scene.phone(), scene.daemon
    hide = """Object.defineProperty(document, 'hidden', { value: %s, configurable: true });
        document.dispatchEvent(new Event('visibilitychange'))"""
    losses = {
        "pointercancel": tab.lose,
        "blur": lambda: tab.run("window.dispatchEvent(new Event('blur'))"),
        "hidden": lambda: tab.run(hide % "true"),
        "rotation": lambda: tab.size(390, 844),
        "capture": lambda: tab.run("""document.getElementById('stage').dispatchEvent(
            new PointerEvent('lostpointercapture', { pointerId: lastPointer }))"""),
    }
    tab.run("addEventListener('pointerdown', (event) => { globalThis.lastPointer = event.pointerId; }, true)")
    for name, lose in losses.items():
        place = scene.spot(tab, "a")
        tab.down(a=place)
        daemon.expect("BTN_SOUTH 1")
        lose()
        daemon.expect("BTN_SOUTH 0")
        tab.until(f"!{has('a', 'lit')}")
        if name == "hidden":
            tab.run(hide % "false")
        if name == "pointercancel":
            continue
        # The finger that is still there does nothing until it has lifted.
        before = len(daemon.events.lines)
        tab.move(a=scene.spot(tab, "b"))
        tab.up("a")
        time.sleep(0.15)
        check(len(daemon.events.lines) == before, f"{name}: the lost finger went on")
    tab.down(a=scene.spot(tab, "a"))
    daemon.expect("BTN_SOUTH 1")
    tab.up("a")
    daemon.rest()


@scenario
def a_daemon_that_is_started_again_finds_its_player(scene):
    tab = scene.phone()
    tab.down(a=scene.spot(tab, "a"))
    scene.daemon.expect("BTN_SOUTH 1")
    scene.daemon.stop()
    scene.daemon.expect("BTN_SOUTH 0")
    tab.until("document.body.className !== 'playing'")
    tab.until("document.body.className === 'waiting'")
    scene.daemon.start()
    scene.playing(tab)
    tab.move(a=scene.spot(tab, "b"))
    time.sleep(0.1)
    check(not scene.daemon.down(), "the finger of before plays")
    tab.up("a")
    tab.down(a=scene.spot(tab, "a"))
    scene.daemon.expect("BTN_SOUTH 1")
    tab.up("a")
    scene.daemon.expect("BTN_SOUTH 0")


@scenario
def without_a_daemon_the_page_says_so_until_there_is_one(scene):
    absent = "document.body?.className === 'waiting' && /^Flickpad does not run on the PC/.test(document.getElementById('text').textContent)"
    tries = "sent.filter(({ type }) => type === 'key').length"

    def is_told(tab):
        tab.until(absent)
        tab.run("""globalThis.changes = [];
            const watch = new MutationObserver(() => changes.push(document.body.className, document.getElementById('veil').innerText));
            watch.observe(document.body, { attributes: true });
            watch.observe(document.getElementById('veil'), { subtree: true, childList: true, attributes: true, characterData: true })""")
        before = tab.run(tries)
        tab.until(f"{tries} >= {before + 3}")
        check(not tab.run("changes.length"), f"it flickers: {tab.run('changes')}")
        check(tab.run(absent), "it says something else")

    tab = scene.phone()
    scene.daemon.stop()
    is_told(tab)
    picture(tab, "no-daemon")
    tab.call("Page.reload")
    is_told(tab)
    other = scene.browser.tab()
    scene.tabs.append(other)
    other.go(scene.gateway.invite()[0])
    other.until(absent)
    scene.daemon.start()
    scene.playing(tab)
    scene.playing(other)


@scenario
def what_the_gateway_refuses_in_play_is_said(scene):
    tab = scene.phone()
    text = "document.getElementById('%s').textContent"
    tab.run("globalThis.old = socket; socket.send('{}\\n')")
    tab.until(f"{text % 'toast'} === 'A message is one line without control characters.'")
    tab.until("socket !== old")
    scene.playing(tab)
    scene.gateway.run("devices", "revoke", "1")
    tab.until(f"document.body.className === 'pair' && /^This phone is not paired/.test({text % 'text'})")


@scenario
def over_https_a_phone_outlives_the_gateway(scene):
    scene.serve(tls="auto")
    tab = scene.phone()
    tab.down(a=scene.spot(tab, "a"))
    scene.daemon.expect("BTN_SOUTH 1")
    port = scene.gateway.port
    scene.gateway.stop()
    scene.daemon.expect("BTN_SOUTH 0")
    tab.until("document.body.className === 'waiting'")
    scene.serve(tls="auto", port=port)
    scene.playing(tab)
    tab.up("a")
    tab.down(a=scene.spot(tab, "a"))
    scene.daemon.expect("BTN_SOUTH 1")
    tab.up("a")
    # While nobody listened, the browser said so.
    check(all("WebSocket" in text for text in tab.complaints()), "other complaints")


@scenario
def a_daemon_that_stands_still_turns_the_badge_amber(scene):
    tab = scene.phone()
    tab.until("/ms/.test(document.getElementById('lag').textContent)")
    scene.daemon.process.send_signal(signal.SIGSTOP)
    try:
        tab.until("document.getElementById('lag').classList.contains('late')")
    finally:
        scene.daemon.process.send_signal(signal.SIGCONT)
    tab.until("!document.getElementById('lag').classList.contains('late')", 15)
    check(tab.run("document.body.className") == "playing", "it has not gone on")


@scenario
def a_finger_that_is_swallowed_shows_nothing(scene):
    tab = scene.phone("gamepad")
    x, y = scene.spot(tab, "left-stick")
    ring = "document.querySelector('.control[data-id=left-stick] > .glide').style.transform"
    tab.down(a=(x, y))
    tab.move(a=(x + 30, y))
    tab.until(has("left-stick", "lit"))
    was = tab.run(ring)
    tab.down(b=(x - 40, y + 40))
    check(tab.run(ring) == was, "the ring went to the second finger")
    tab.up("b")
    check(tab.run(has("left-stick", "held")), "the first finger was forgotten")
    # Fingers cross: each stays with what it began on.
    tab.down(b=scene.spot(tab, "dpad", 0.7, 0))
    scene.daemon.expect("ABS_HAT0X 1")
    tab.move(a=scene.spot(tab, "dpad"), b=(x, y))
    scene.daemon.expect("ABS_HAT0X -1")
    tab.up("b")
    scene.daemon.expect("ABS_HAT0X 0")
    check(tab.run(has("left-stick", "held")), "the first finger was taken for the second")
    tab.up("a")
    scene.daemon.rest()


@scenario
def a_layout_that_changes_under_fingers_leaves_nothing(scene):
    text = """{ name: "one", size: { width: 400, height: 200 }, controls: [
        { id: "m", kind: "menu", frame: { x: 10, y: 10, width: 60, height: 60 }, items: [{ bind: "BTN_EAST" }] },
        { id: "t", kind: "tilt", frame: { x: 300, y: 10, width: 60, height: 60 }, bind: { x: "ABS_X" } },
        { id: "a", kind: "button", %s frame: { x: 100, y: 100, width: 80, height: 80 }, bind: { press: "BTN_SOUTH" } },
    ]}"""
    scene.layout("one", text % "")
    tab = scene.phone("one")
    scene.tap(tab, "m")
    tab.until(f"{control('m')}.ariaExpanded === 'true'")
    tab.run(f"{control('t')}.focus()")
    tab.key("ArrowRight", up=False)
    tab.until("sent.filter(({ type }) => type === 'motion').length > 5")
    scene.layout("one", text % 'label: "new",')
    scene.daemon.process.send_signal(signal.SIGHUP)
    tab.until(f"{control('a')}.ariaLabel === 'new'")
    check(tab.run(f"{control('m')}.ariaExpanded") == "false", "the menu is open")
    check(tab.run("document.activeElement.dataset.id") == "t", "the keyboard's place is lost")
    tab.run("sent.length = 0")
    time.sleep(0.2)
    check(not tab.run("sent.some(({ type }) => type === 'motion')"), "it leans on by itself")
    # A key that is still down repeats in vain, and is good again once it has been lifted.
    tab.run(f"{control('a')}.focus()")
    tab.key("Space", up=False)
    scene.daemon.expect("BTN_SOUTH 1")
    scene.layout("one", text % 'label: "newer",')
    scene.daemon.process.send_signal(signal.SIGHUP)
    scene.daemon.expect("BTN_SOUTH 0")
    tab.until(f"{control('a')}.ariaLabel === 'newer'")
    tab.key("Space", down=False)
    tab.key("Space")
    scene.daemon.expect("BTN_SOUTH 1", "BTN_SOUTH 0")


@scenario
def what_the_browser_kept_may_be_spoilt(scene):
    tab = scene.phone()
    tab.run("localStorage.settings = '{\"nosuch\":1,'; localStorage.mine = 'null'; localStorage.layout = 'mine/gone'")
    tab.call("Page.reload")
    scene.playing(tab)


@scenario
def labels_are_text(scene):
    evil = "<img src=x onerror=alert(1)>"
    scene.layout("evil", """{ name: "evil", size: { width: 400, height: 200 }, controls: [
        { id: "a", kind: "button", label: "%s", frame: { x: 10, y: 10, width: 180, height: 80 } },
        { id: "b", kind: "slide", label: "%s", frame: { x: 10, y: 120, width: 380, height: 60 } },
        { id: "c", kind: "menu", frame: { x: 210, y: 10, width: 60, height: 60 },
          items: [{ label: "%s", icon: "<" }] },
    ]}""" % (evil, evil, evil))
    tab = scene.phone("evil")
    check(tab.run("document.querySelectorAll('#stage img').length") == 0, "a label became an element")
    check(tab.run("[...document.querySelectorAll('#stage text')].filter(({ textContent }) => "
                  f"textContent === '{evil}').length") == 3, "a label is not there as it is")
    check(tab.run(f"{control('a')}.ariaLabel") == evil, "not for the screen reader")
