# SPDX-License-Identifier: MIT
"""Arranging a layout in its editor."""

from scenario import CONTRAST, change, check, control, frame, picture, press, scenario, settle, type_in


def middle(tab, selector):
    return tuple(tab.run(f"""(() => {{ const {{ x, y, width, height }} = document.querySelector('{selector}').getBoundingClientRect();
        return [x + width / 2, y + height / 2]; }})()"""))


@scenario
def fingers_move_and_resize_a_control_and_take_it_back(scene):
    for look in ({}, {"settings": '{"mirror":true}'}, {"width": 390, "height": 844}):
        tab = scene.phone("gamepad", **look)
        tab.down(j=scene.spot(tab, "y"))
        scene.daemon.expect("BTN_WEST 1")
        scene.edit(tab)
        # The finger of before plays no more, and none does now.
        scene.daemon.expect("BTN_WEST 0")
        tab.up("j")
        quiet = len(scene.daemon.events.lines)
        x, y = scene.spot(tab, "guide")
        before = scene.spot(tab, "guide")
        tab.down(a=(x, y))
        check(frame(tab, "GUIDE") == [418, 38, 64, 64], "another control is chosen")
        tab.down(b=scene.spot(tab, "x"))
        for step in range(1, 9):
            tab.move(a=(x + 5 * step, y + 9 * step), b=(200 + 7 * step, 200))
        tab.up("b")
        tab.up("a")
        settle(tab)
        moved = frame(tab, "GUIDE")
        check(moved[2:] == [64, 64] and moved[:2] != [418, 38], f"it is {moved}")
        now = scene.spot(tab, "guide")
        check(abs(now[0] - before[0] - 40) < 12 and abs(now[1] - before[1] - 72) < 12, f"not under the finger: {before} {now}")
        # A corner.
        x, y = middle(tab, "[data-handle=\"1,1\"]")
        tab.down(a=(x, y))
        tab.move(a=(x + 15, y + 30))
        tab.up("a")
        settle(tab)
        grown = frame(tab, "GUIDE")
        check(grown != moved, "it has not grown")
        press(tab, "Undo")
        check(frame(tab, "GUIDE") == moved, "the size is not taken back")
        press(tab, "Undo")
        check(frame(tab, "GUIDE") == [418, 38, 64, 64], "the move is not taken back")
        press(tab, "Redo")
        press(tab, "Redo")
        check(frame(tab, "GUIDE") == grown, "it is not done again")
        check(tab.run("document.getElementById('edit-redo').disabled"), "there is more to do again")
        check(len(scene.daemon.events.lines) == quiet, "the editor plays")
        # Closing asks, and what is thrown away is gone.
        press(tab, "Close the editor")
        press(tab, "Throw the changes away")
        scene.playing(tab, "gamepad")
        check(tab.run("document.documentElement.className") == "", "still editing")
        tab.until("document.body.className === 'playing'")
        tab.down(a=scene.spot(tab, "guide"))
        scene.daemon.expect("BTN_MODE 1")
        tab.up("a")
        scene.daemon.rest()
        scene.close()


@scenario
def a_finger_drags_what_it_presses_whatever_was_chosen_before(scene):
    nothing = "document.getElementById('said').textContent === 'Tap a control to change it'"
    places = "Object.fromEntries([...document.querySelectorAll('#stage .control')].map((one) => [one.dataset.id, one.getAttribute('transform')]))"
    empty = """(() => { for (let y = innerHeight - 20; y > 60; y -= 10) for (let x = 20; x < innerWidth; x += 10)
        if (document.elementFromPoint(x, y).id === 'stage') return [x, y]; })()"""

    def add(tab):
        press(tab, "Add a control")
        press(tab, "button")

    def close(tab):
        change(scene, tab, "b")
        press(tab, "Close")

    for size in ((844, 390), (390, 844)):
        for first in (lambda tab: scene.tap(tab, "b"), lambda tab: tab.run(f"{control('b')}.focus()"), add, close):
            tab = scene.phone("gamepad", width=size[0], height=size[1])
            scene.edit(tab)
            first(tab)
            settle(tab)
            tab.run("""pressed = undefined; mice = [];
                addEventListener('pointerdown', ({ target }) => { pressed = target; }, true);
                for (const name of ['mousedown', 'mouseup', 'click']) addEventListener(name, (event) => event.isTrusted && mice.push(name), true);""")
            for name in ("select", "a", "guide"):
                before = tab.run(places)
                x, y = scene.spot(tab, name)
                tab.down(a=(x, y))
                for step in range(1, 6):
                    tab.move(a=(x + 5 * step, y + 5 * step))
                    settle(tab)
                check(tab.run("pressed.isConnected"), "what was pressed is not there any more")
                tab.up("a")
                settle(tab)
                moved = [one for one, place in tab.run(places).items() if place != before[one]]
                check(moved == [name], f"{moved} moved, not {name}")
            x, y = middle(tab, "[data-handle=\"1,1\"]")
            tab.down(a=(x, y))
            tab.move(a=(x - 15, y - 15))
            settle(tab)
            check(tab.run("pressed.isConnected && pressed.closest('.handle') !== null"), "the handle is not there any more")
            tab.up("a")
            settle(tab)
            check(not tab.run("mice"), f"a finger is a mouse, too: {tab.run('mice')}")
            # Nothing is chosen where nothing is, and stays so when all is drawn anew.
            tab.down(a=tab.run(empty))
            tab.up("a")
            check(tab.run(nothing), "a tap on empty space leaves it chosen")
            press(tab, "Undo")
            check(tab.run(nothing), "what was chosen before is chosen again")
            scene.tap(tab, "x")
            check(not tab.run(nothing), "x is not chosen")
            tab.key("Escape")
            check(tab.run(nothing), "Escape leaves it chosen")
            tab.run("dispatchEvent(new Event('resize'))")
            settle(tab)
            check(tab.run(nothing), "what was chosen before Escape is chosen again")
            scene.close()
    # By keyboard Escape keeps the place, and Enter chooses there again; what is undone under a finger ends its drag.
    tab = scene.phone("gamepad")
    scene.edit(tab)
    tab.run(f"{control('b')}.focus()")
    tab.key("Escape")
    check(tab.run(nothing) and tab.run("document.activeElement.dataset.id") == "b", "the place is lost")
    tab.key("Enter")
    check(not tab.run(nothing) and tab.run("document.getElementById('panel').hidden"), "b is not chosen")
    add(tab)
    before = tab.run(places)
    x, y = scene.spot(tab, "button-1")
    tab.down(a=(x, y))
    tab.move(a=(x + 40, y))
    settle(tab)
    press(tab, "Undo")
    tab.move(a=(x + 80, y))
    tab.up("a")
    settle(tab)
    del before["button-1"]
    check(tab.run(places) == before, "another one is dragged")
    check(tab.run(nothing), "another one is chosen in its place")
    # A form that is open goes along.
    change(scene, tab, "b")
    type_in(tab, "label", "Z")
    before = tab.run(places)
    x, y = scene.spot(tab, "y")
    tab.down(a=(x, y))
    tab.move(a=(x + 40, y))
    tab.up("a")
    settle(tab)
    check([one for one, place in tab.run(places).items() if place != before[one]] == ["y"], "not what was pressed")
    check(tab.run("document.getElementById('panel').ariaLabel") == "Y, button", "another form")


@scenario
def a_control_snaps_to_its_neighbours(scene):
    tab = scene.phone("gamepad")
    scene.edit(tab)
    x, y = scene.spot(tab, "select")
    tab.down(a=(x, y))
    # SELECT is 44 high up, LB 16.
    tab.move(a=(x, y - 24))
    settle(tab)
    check(tab.run("document.querySelectorAll('.guide').length") >= 1, "no guide")
    picture(tab, "editor-guide")
    tab.up("a")
    settle(tab)
    check(frame(tab, "SELECT") == [312, 16, 72, 52], f"it is {frame(tab, 'SELECT')}")
    check(tab.run("document.querySelectorAll('.guide').length") == 0, "the guide stays")


@scenario
def no_two_controls_have_the_same_id(scene):
    tab = scene.phone("gamepad")
    scene.edit(tab)
    names = "[...document.querySelectorAll('#stage .control')].map((one) => [one.dataset.id, one.ariaLabel.split(';')[0]])"
    before = tab.run(names)
    change(scene, tab, "a")
    said = "document.querySelector('[data-path=id]').closest('label').querySelector('em')?.textContent"
    for taken, wanted in (("b", "Another control has this one; it stays a."), ("", "A control needs one; it stays a.")):
        type_in(tab, "id", taken)
        settle(tab)
        check(tab.run(said) == wanted, tab.run(said))
        check(tab.run(names) == before, f"{taken!r} makes it {tab.run(names)}")
    check(tab.run("document.querySelector('[data-path=id]').ariaInvalid") == "true", "not marked")
    picture(tab, "editor-id")
    type_in(tab, "id", "b2")
    settle(tab)
    check(not tab.run(said), tab.run(said))
    check(tab.run(names) == [["b2", "A"] if one == ["a", "A"] else one for one in before], "not called b2")


@scenario
def the_editor_hints_at_what_will_play_badly(scene):
    tab = scene.phone("retro")
    scene.edit(tab)
    say = lambda: tab.run("document.getElementById('edit-hints').hidden || document.getElementById('edit-hints').textContent")
    first = say()
    change(scene, tab, "start")
    type_in(tab, "frame.x", "630")
    type_in(tab, "frame.y", "300")
    type_in(tab, "frame.height", "30")
    press(tab, "edit-hints")
    words = tab.run("document.querySelector('.list').textContent")
    for wanted in ("START lies on A", "START is smaller than 9 mm on this screen"):
        check(wanted in words, f"{wanted}: {words}")
    press(tab, "Undo")
    press(tab, "Undo")
    press(tab, "Undo")
    check(say() == first, f"{first} {say()}")
    # The pad's place on the screen is the one it is played at, so the edges are, too.
    change(scene, tab, "a")
    type_in(tab, "frame.y", "288")
    press(tab, "edit-hints")
    check("A reaches into the bottom edge" in tab.run("document.querySelector('.list').textContent"), "no word of the edge")


@scenario
def the_keyboard_alone_edits_a_layout(scene):
    tab = scene.phone("retro")

    def go(name):
        for _ in range(60):
            if name in tab.run("[document.activeElement.id, document.activeElement.dataset?.id, document.activeElement.dataset?.path, document.activeElement.ariaLabel, document.activeElement.textContent]"):
                return
            tab.key("Tab")
        raise AssertionError(f"Tab does not come to {name}")

    go("more")
    tab.key("Enter")
    tab.until("document.getElementById('settings')?.open")
    go("edit")
    tab.key("Enter")
    tab.until("document.documentElement.className === 'editing'")
    go("start")
    was = frame(tab, "START")
    tab.key("ArrowRight")
    tab.key("ArrowUp")
    settle(tab)
    check(frame(tab, "START") == [was[0] + 6, was[1] - 4, *was[2:]], f"it is {frame(tab, 'START')}")
    tab.key("ArrowRight", modifiers=8)
    settle(tab)
    check(frame(tab, "START")[2] > was[2], "it has not grown")
    tab.key("Enter")
    tab.until("!document.getElementById('panel').hidden")
    go("Find a code for bind.press")
    tab.key("Enter")
    tab.until("document.activeElement.type === 'search'")
    tab.call("Input.insertText", text="mode")
    go("BTN_MODE")
    tab.key("Enter")
    tab.until("document.querySelector('[data-path=\"bind.press\"]')?.value === 'BTN_MODE'")
    tab.key("Escape")
    check(tab.run("document.activeElement.dataset.id") == "start", "the place is lost")
    go("select")
    tab.key("Delete")
    check(not tab.run("document.querySelector('[data-id=select]')"), "it is not removed")
    check(tab.run("document.activeElement.matches('.control') && document.getElementById('edit-change').disabled"), "another one is chosen")
    tab.key("z", modifiers=2)
    tab.until("Boolean(document.querySelector('[data-id=select]'))")
    tab.key("y", modifiers=2)
    tab.until("!document.querySelector('[data-id=select]')")
    go("edit-keep")
    tab.key("Enter")
    go("Use, and keep on this phone")
    tab.key("Enter")
    scene.playing(tab, "my-retro")
    tab.down(a=scene.spot(tab, "start"))
    scene.daemon.expect("BTN_MODE 1")
    tab.up("a")
    scene.daemon.rest()


EDITOR = """(() => {
    const wrong = [], see = (node) => node.getBoundingClientRect();
    const bar = [...document.querySelectorAll('#editbar > :not([hidden])')].filter((node) => node.offsetParent || node.id !== 'said');
    for (const node of bar) {
        const box = see(node);
        if (box.x < -1 || box.right > innerWidth + 1 || box.bottom > innerHeight + 1) wrong.push(`#${node.id} is off the screen`);
        if (node.id !== 'said' && Math.min(box.width, box.height) < 34) wrong.push(`#${node.id} is ${box.width} by ${box.height}`);
        for (const other of bar) {
            const b = see(other);
            if (other === node) break;
            if (box.x < b.right - 1 && b.x < box.right - 1 && box.y < b.bottom - 1 && b.y < box.bottom - 1) wrong.push(`#${node.id} lies on #${other.id}`);
        }
    }
    const panel = document.getElementById('panel');
    if (panel.hidden) return wrong;
    const frame = see(panel);
    if (frame.x < 0 || frame.y < 30 || frame.right > innerWidth || frame.bottom > innerHeight) wrong.push('the panel is off the screen');
    if (panel.scrollWidth > panel.clientWidth) wrong.push(`the panel is ${panel.scrollWidth} wide in ${panel.clientWidth}`);
    const leaves = [...panel.querySelectorAll('button, input, select, .field > b, em, legend, h2, p')].filter((node) => node.offsetParent);
    for (const node of leaves) {
        const box = see(node), name = node.dataset.path ?? node.textContent;
        if (box.x < frame.x || box.right > frame.right) wrong.push(`${name} sticks out`);
        if (node.tagName !== 'INPUT' && node.scrollWidth > node.clientWidth + 1 && node.clientWidth && getComputedStyle(node).display !== 'inline') wrong.push(`${name} is clipped`);
        if (/BUTTON|SELECT/.test(node.tagName) && Math.min(box.width, box.height) < 34) wrong.push(`${name} is ${box.width} by ${box.height}`);
        if (node.classList.contains('code') && node.scrollWidth > node.clientWidth + 1) wrong.push(`${node.value} is clipped`);
        for (const other of leaves) {
            const b = see(other);
            if (other === node) break;
            if (other.closest('.title') || node.closest('.title') || node.contains(other) || other.contains(node)) continue;
            if (box.x < b.right - 1 && b.x < box.right - 1 && box.y < b.bottom - 1 && b.y < box.bottom - 1) wrong.push(`${name} lies on ${other.dataset.path ?? other.textContent}`);
        }
        if (node.tagName === 'BUTTON' || node.tagName === 'B') {
            const { color, backgroundColor } = getComputedStyle(node);
            const ground = backgroundColor === 'rgba(0, 0, 0, 0)' ? getComputedStyle(panel).backgroundColor : backgroundColor;
            const ratio = CONTRAST(color, ground);
            if (ratio < 4.5) wrong.push(`${name}: contrast ${ratio.toFixed(2)}`);
        }
    }
    return wrong;
})()""".replace("CONTRAST", f"({CONTRAST})")


@scenario
def the_editor_fits_every_screen(scene):
    kinds = ("menu", "toggle", "knob", "trackpad", "dpad", "flick", "button", "stick", "tilt", "slide")
    for size, shades in (((390, 844), (False,)), ((360, 640), (True,)), ((280, 504), (True,)), ((844, 390), (True, False)), ((1024, 768), (False,))):
        for dark in shades:
            tab = scene.phone("showcase", width=size[0], height=size[1], dark=dark)
            scene.edit(tab)
            tab.until("Boolean(sent.find(({ type }) => type === 'codes'))")
            look = lambda name: (check(not (wrong := tab.run(EDITOR)), f"{name} at {size}: {wrong}"),
                                 picture(tab, f"editor-{size[0]}-{'dark' if dark else 'light'}-{name}"))
            look("bare")
            for kind in kinds:
                change(scene, tab, kind)
                look(kind)
                tab.key("Escape")
            for name in ("edit-add", "edit-keep", "edit-hints"):
                if not tab.run(f"document.getElementById('{name}').hidden"):
                    press(tab, name)
                    settle(tab)
                    look(name)
            tab.key("Escape")
            change(scene, tab, "stick")
            tab.run("document.querySelector('[aria-label=\"Find a code for bind.tap\"]').click()")
            tab.until("document.querySelectorAll('.codes button').length > 10")
            look("codes")
            scene.close()


@scenario
def the_edit_bar_fits_narrow_screens_and_takes_no_touches_of_controls(scene):
    for width in (280, 300, 320, 340, 360, 390, 600):
        tab = scene.phone("gamepad", width=width, height=width * 9 // 5)
        scene.edit(tab)
        scene.tap(tab, "b")
        # More than a layout has at first.
        tab.run("""(() => { const hints = document.getElementById('edit-hints');
            hints.hidden = false; hints.lastChild.textContent = '256'; })()""")
        wrong = tab.run(EDITOR)
        check(not wrong, f"at {width}: {wrong}")
        picture(tab, f"editor-bar-{width}")
        x, y = middle(tab, "#said")
        check(y > width and tab.run(f"document.elementFromPoint({x}, {y}).closest('#stage') !== null"), f"at {width} what is said lies over the controls")
        scene.close()
