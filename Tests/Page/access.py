# SPDX-License-Identifier: MIT
"""Playing without fingers: by keyboard and by screen reader."""

import time

from scenario import CLICK, check, control, scenario


@scenario
def the_keyboard_alone_plays_every_control(scene):
    tab, daemon = scene.phone("showcase"), scene.daemon

    def go(name):
        for _ in range(40):
            now = tab.run("document.activeElement.dataset?.part ?? document.activeElement.dataset?.id")
            if now == name:
                return
            tab.key("Tab")
        raise AssertionError(f"Tab does not come to {name}")

    go("menu")
    tab.key("Enter")
    tab.until(f"{control('menu')}.ariaExpanded === 'true'")
    go("toggle")
    tab.key("Space")
    daemon.expect("BTN_TRIGGER_HAPPY4 1")
    tab.key("Space")
    daemon.expect("BTN_TRIGGER_HAPPY4 0")
    go("knob")
    tab.key("ArrowRight")
    daemon.expect("BTN_TRIGGER_HAPPY5 1")
    tab.key("ArrowLeft")
    daemon.expect("BTN_TRIGGER_HAPPY6 1")
    go("trackpad")
    tab.key("ArrowRight")
    daemon.expect("REL_X 18")
    tab.key("ArrowUp", modifiers=8)
    daemon.events.next("REL_WHEEL 1")
    tab.key("Enter")
    daemon.expect("BTN_TRIGGER_HAPPY7 1")
    tab.key("Enter", modifiers=8)
    daemon.expect("BTN_TRIGGER_HAPPY8 1")
    go("dpad")
    tab.key("ArrowUp", up=False)
    daemon.expect("KEY_F14 1")
    tab.key("ArrowRight", up=False)
    daemon.expect("KEY_F14 0", "KEY_F17 1")
    tab.key("ArrowRight", down=False)
    daemon.expect("KEY_F14 1")
    tab.key("ArrowUp", down=False)
    daemon.expect("KEY_F14 0")
    go("flick")
    tab.key("Space")
    daemon.expect("KEY_F18 1")
    tab.key("ArrowDown")
    daemon.expect("KEY_F24 1")
    go("button")
    tab.key("Space", up=False)
    daemon.expect("BTN_TRIGGER_HAPPY9 1")
    # The focus leaves a button that is held.
    tab.key("Tab")
    daemon.expect("BTN_TRIGGER_HAPPY9 0")
    go("stick")
    tab.key("ArrowLeft", up=False)
    daemon.expect("ABS_X -32768")
    tab.key("ArrowLeft", down=False)
    daemon.expect("ABS_X 0")
    tab.key("Space")
    daemon.expect("BTN_TRIGGER_HAPPY10 1")
    go("tilt")
    tab.key("Space")
    daemon.expect("BTN_TRIGGER_HAPPY12 1")
    tab.key("ArrowRight", up=False)
    daemon.expect("ABS_RX 32767")
    tab.key("ArrowRight", down=False)
    go("slide")
    tab.key("ArrowRight", up=False)
    daemon.events.next("ABS_THROTTLE [1-9]")
    tab.key("ArrowRight", down=False)
    daemon.expect("ABS_THROTTLE 0")
    tab.key("End")
    daemon.expect("ABS_THROTTLE 32767", "BTN_TRIGGER_HAPPY11 1")
    go("1")
    tab.key("Enter")
    daemon.expect("BTN_TRIGGER_HAPPY2 1")
    daemon.rest()


@scenario
def a_screen_reader_finds_and_plays_every_control(scene):
    tab, daemon = scene.phone("showcase"), scene.daemon
    nodes = tab.call("Accessibility.getFullAXTree")["nodes"]
    names = {(node.get("role", {}).get("value"), node.get("name", {}).get("value"))
             for node in nodes if not node.get("ignored")}
    for wanted in [("button", "menu"), ("switch", "run"), ("spinbutton", "volume"), ("application", "trackpad"),
                   ("application", "pad"), ("button", "pad north"), ("button", "F18"), ("button", "button"),
                   ("application", "stick"), ("button", "tilt"), ("slider", "slide to unlock")]:
        check(wanted in names, f"no {wanted} in {sorted(names, key=str)}")
    plays = {
        control("toggle"): "BTN_TRIGGER_HAPPY4 1", control("button"): "BTN_TRIGGER_HAPPY9 1",
        control("dpad", " [data-part=west]"): "KEY_F16 1", control("flick"): "KEY_F18 1",
        "document.querySelector('[data-id=flick][data-part=top]')": "KEY_F19 1",
        control("slide"): "BTN_TRIGGER_HAPPY11 1", control("stick"): "BTN_TRIGGER_HAPPY10 1",
        control("knob"): "BTN_TRIGGER_HAPPY5 1", control("trackpad"): "BTN_TRIGGER_HAPPY7 1",
        control("tilt"): "BTN_TRIGGER_HAPPY12 1",
    }
    for element, event in plays.items():
        tab.run(f"{element}.{CLICK}")
        daemon.expect(event)
        time.sleep(0.1)
    tab.run(f"{control('menu')}.{CLICK}")
    tab.until(f"{control('menu')}.ariaExpanded === 'true'")
    tab.run(f"document.querySelector('.item[data-part=\"2\"]').{CLICK}")
    daemon.expect("BTN_TRIGGER_HAPPY3 1")
