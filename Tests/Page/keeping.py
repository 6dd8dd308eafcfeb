# SPDX-License-Identifier: MIT
"""What becomes of a layout that was edited: kept, saved, or refused."""

import time

from importing import bring
from scenario import change, check, control, frame, picture, press, scenario, settle, type_in


@scenario
def a_new_control_is_bound_by_search_and_kept_on_the_phone(scene):
    tab = scene.phone("retro")
    scene.edit(tab)
    press(tab, "Add a control")
    press(tab, "button")
    check(tab.run("document.activeElement.dataset.id") == "button-1", "the new one is not chosen")
    press(tab, "Change this control")
    type_in(tab, "label", "Z")
    tab.run("document.querySelector('[aria-label=\"Find a code for bind.press\"]').click()")
    tab.until("document.querySelectorAll('.codes button').length > 10")
    tab.run("""(() => { const search = document.querySelector('[type=search]');
        search.value = 'btn thumbr'; search.dispatchEvent(new Event('input')); })()""")
    check(tab.run("[...document.querySelectorAll('.codes button')].map((one) => one.textContent)") == ["BTN_THUMBR"], "not found")
    press(tab, "BTN_THUMBR")
    check(tab.run("document.querySelector('[data-path=\"bind.press\"]').value") == "BTN_THUMBR", "not bound")
    press(tab, "edit-keep")
    press(tab, "Use, and keep on this phone")
    scene.playing(tab, "my-retro")
    check(tab.run("document.documentElement.className") == "", "still editing")
    play = lambda: (tab.down(a=scene.spot(tab, "button-1")), scene.daemon.expect("BTN_THUMBR 1"),
                    tab.up("a"), scene.daemon.expect("BTN_THUMBR 0"))
    play()
    # The same player, and another one to whom the daemon knows nothing.
    tab.call("Page.reload")
    scene.playing(tab, "my-retro")
    play()
    tab.run("sessionStorage.removeItem('resume')")
    tab.call("Page.reload")
    scene.playing(tab, "my-retro")
    play()
    # It is among the layouts, and can be changed again under its name, and removed.
    scene.edit(tab)
    press(tab, "edit-keep")
    check(tab.run("document.querySelector('[data-path=name]').value") == "my-retro", "another name")
    press(tab, "Close the editor")
    scene.playing(tab, "my-retro")
    scene.settings(tab)
    check(tab.run("document.querySelector('[value=my-retro]').checked"), "not chosen in the list")
    tab.run("document.querySelector('[name=layout][value=gamepad]').click()")
    tab.until("document.getElementById('layouts').textContent === 'gamepad'")
    tab.run("document.querySelector('[value=my-retro]').click()")
    tab.until("document.getElementById('layouts').textContent === 'my-retro'")
    press(tab, "Remove my-retro")
    check(not tab.run("localStorage.mine.includes('my-retro')"), "it is still kept")


@scenario
def what_the_daemon_refuses_is_marked_at_the_control(scene):
    tab = scene.phone("retro")
    scene.edit(tab)
    change(scene, tab, "b")
    type_in(tab, "bind.press", "BTN_EASST")
    scene.tap(tab, "start")
    tab.until("document.getElementById('panel').ariaLabel.startsWith('START')")
    type_in(tab, "id", "st art")
    press(tab, "edit-keep")
    press(tab, "Use, and keep on this phone")
    tab.until("document.querySelectorAll('.list .wrong').length === 2")
    check(tab.run("document.querySelectorAll('.marks .wrong').length") == 2, "not marked")
    picture(tab, "editor-errors")
    check("BTN_EASST" in tab.run("document.querySelector('.list .wrong').textContent"), "the wrong one first")
    tab.run("document.querySelector('.list .wrong').click()")
    check(frame(tab, "B") == [736, 168, 132, 132], "another control is chosen")
    check(tab.run("document.querySelector('[data-path=\"bind.press\"]').ariaInvalid") == "true", "not at the field")
    check("BTN_EAST" in tab.run("document.querySelector('.field em').textContent"), "not said at the field")
    picture(tab, "editor-error-field")
    type_in(tab, "bind.press", "BTN_EAST")
    # What has been mended is no error any more, and is one again where it is taken back.
    settle(tab)
    check(not tab.run("document.querySelector('.field em, [aria-invalid=true]')"), "still said at the field")
    said = lambda: tab.run("document.getElementById('edit-hints').ariaLabel")
    check(said().startswith("1 error") and not said().startswith("1 errors"), said())
    press(tab, "Undo")
    check(said().startswith("2 errors"), said())
    press(tab, "Redo")
    check(said().startswith("1 error") and not said().startswith("1 errors"), said())
    press(tab, "edit-hints")
    check(tab.run("document.querySelectorAll('.list .wrong').length") == 1, "the other one, too")
    tab.run("document.querySelector('.list .wrong').click()")
    type_in(tab, "id", "start")
    settle(tab)
    check("error" not in said(), said())
    press(tab, "edit-keep")
    # A name that comes with the PC is taken.
    type_in(tab, "name", "retro")
    press(tab, "Use, and keep on this phone")
    tab.until("document.querySelector('.list .wrong')?.textContent.includes('built-in')")
    tab.run("document.querySelector('.list .wrong').click()")
    check(tab.run("document.querySelector('[data-path=name]').ariaInvalid") == "true", "not at the name")
    type_in(tab, "name", "my-retro")
    press(tab, "Use, and keep on this phone")
    scene.playing(tab, "my-retro")


@scenario
def a_layout_is_saved_on_the_pc(scene):
    scene.daemon.restart("--save")
    scene.serve(tls="auto")
    tab = scene.phone("showcase")
    scene.gateway.run("grant", "1", "keyboard")
    tab.until("document.body.className === 'playing'")
    time.sleep(0.5)
    scene.playing(tab, "showcase")
    scene.edit(tab)
    change(scene, tab, "toggle")
    type_in(tab, "bind.selected", "KEY_F13")
    press(tab, "edit-keep")
    picture(tab, "editor-save")
    press(tab, "Save on the PC")
    scene.playing(tab, "my-showcase")
    scene.tap(tab, "toggle")
    scene.daemon.expect("KEY_F13 1")
    tab.run("document.getElementById('more').click()")
    tab.until("document.querySelector('[name=layout][value=my-showcase]')?.checked")
    check(not tab.run("localStorage.mine?.includes('my-showcase')"), "kept on the phone, too")


@scenario
def no_phone_saves_over_what_another_has_saved(scene):
    scene.daemon.restart("--save")
    scene.serve(tls="auto")
    phones = []
    for number in ("1", "2"):
        tab = scene.phone("retro")
        phones.append(tab)
        scene.gateway.run("grant", number, "keyboard")
        tab.until("sent.filter(({ type }) => type === 'hello').length === 2")
        scene.playing(tab, "retro")
        scene.edit(tab)
    first, second = phones
    note = "document.querySelector('#panel [role=status]').textContent"
    press(first, "edit-keep")
    press(first, "Save on the PC")
    scene.playing(first, "my-retro")
    # The other one came in before there was such a layout.
    press(second, "edit-keep")
    press(second, "Save on the PC")
    second.until(f"{note}.startsWith('my-retro is on the PC already')")
    check(not second.run("sent.some(({ type }) => type === 'save')"), "saved over it")
    type_in(second, "name", "my-other")
    check(not second.run(note), "said of another name")
    type_in(second, "name", "my-retro")
    press(second, "Save on the PC")
    scene.playing(second, "my-retro")
    # What came with the PC stays, and the note promises nothing else.
    scene.edit(second)
    press(second, "edit-keep")
    type_in(second, "name", "showcase")
    press(second, "Save on the PC")
    second.until(f"{note}.startsWith('showcase is on the PC already')")
    check("replaces a phone’s, no other" in second.run(note), second.run(note))
    press(second, "Save on the PC")
    second.until("document.querySelector('.list .wrong')?.textContent.includes('built-in')")
    # What one phone has open is its own to change; a new one gets a name of its own.
    scene.edit(first)
    press(first, "edit-keep")
    press(first, "Save on the PC")
    first.until("document.documentElement.className === '' && document.body.className === 'playing'")
    scene.settings(first)
    first.run("document.querySelector('[name=layout][value=retro]').click()")
    scene.playing(first, "retro")
    press(first, "Change this layout")
    first.until("document.documentElement.className === 'editing'")
    press(first, "edit-keep")
    check(first.run("document.querySelector('[data-path=name]').value") == "my-retro-2", "a name that is taken")


def choose(scene, tab, name):
    scene.settings(tab)
    tab.run(f"document.querySelector('[name=layout][value={name}]').click()")
    tab.run("document.querySelector('#settings .main').click()")
    scene.playing(tab, name)


@scenario
def no_layout_that_is_kept_on_the_phone_is_replaced_unasked(scene):
    scene.daemon.restart("--save")
    scene.serve(tls="auto")
    tab = scene.phone("retro")
    scene.gateway.run("grant", "1", "keyboard")
    tab.until("sent.filter(({ type }) => type === 'hello').length === 2")
    scene.playing(tab, "retro")
    note = "document.querySelector('#panel [role=status]').textContent"
    kept = "Object.entries(JSON.parse(localStorage.mine)).map(([name, { controls }]) => [name, controls.length])"
    keep = "Use, and keep on this phone"

    def edit(name=None):
        scene.edit(tab)
        press(tab, "edit-keep")
        if name:
            type_in(tab, "name", name)

    def done(name):
        scene.playing(tab, name)
        tab.until("document.documentElement.className === ''")

    edit("racing")
    press(tab, keep)
    done("racing")
    retro = tab.run(kept)[0][1]
    # Under its own name it may be kept again.
    edit()
    press(tab, keep)
    done("racing")
    # A name that was typed.
    choose(scene, tab, "gamepad")
    edit("racing")
    press(tab, keep)
    tab.until(f"{note}.startsWith('racing is on this phone already. Give another name')")
    picture(tab, "editor-taken")
    check(tab.run(kept) == [["racing", retro]], "replaced all the same")
    type_in(tab, "name", "other")
    check(not tab.run(note), "said of another name")
    press(tab, keep)
    done("other")
    # A file, which has the name of what was being edited.
    choose(scene, tab, "racing")
    edit()
    bring(scene, tab, "brought.json5", """{ name: 'racing', size: { width: 400, height: 200 }, controls: [
        { id: 'go', kind: 'button', frame: { x: 9, y: 9, width: 99, height: 99 }, bind: { press: 'BTN_SOUTH' } }] }""")
    tab.until("document.querySelectorAll('#stage .control').length === 1")
    press(tab, keep)
    tab.until(f"{note}.startsWith('racing is on this phone already')")
    # Saved on the PC it leaves the phone's alone, too.
    press(tab, "Save on the PC")
    done("racing")
    check(["racing", retro] in tab.run(kept), "the phone's is gone")
    # Who was told may replace it.
    edit("racing")
    press(tab, keep)
    tab.until(f"{note}.startsWith('racing is on')")
    press(tab, keep)
    done("racing")
    check(["racing", 1] in tab.run(kept), "not replaced")
    # What a phone has kept moves to the PC.
    choose(scene, tab, "other")
    edit()
    press(tab, "Save on the PC")
    done("other")
    check(tab.run(kept) == [["racing", 1]], "kept twice")


@scenario
def what_another_window_of_the_phone_keeps_stays(scene):
    tab = scene.phone("retro")
    another = "localStorage.mine = JSON.stringify({ ...JSON.parse(localStorage.mine || '{}'), NAME: { name: 'NAME', size: { width: 9, height: 9 }, controls: [] } })"
    kept = "Object.keys(JSON.parse(localStorage.mine)).sort()"
    tab.run(another.replace("NAME", "first"))
    scene.edit(tab)
    press(tab, "edit-keep")
    tab.run(another.replace("NAME", "racing"))
    type_in(tab, "name", "racing")
    press(tab, "Use, and keep on this phone")
    tab.until("document.querySelector('#panel [role=status]').textContent.startsWith('racing is on this phone already')")
    type_in(tab, "name", "mine")
    press(tab, "Use, and keep on this phone")
    scene.playing(tab, "mine")
    check(tab.run(kept) == ["first", "mine", "racing"], tab.run(kept))
    tab.run(another.replace("NAME", "last"))
    scene.settings(tab)
    check(tab.run("[...document.querySelectorAll('[data-own=true]')].map(({ value }) => value).sort()") == ["first", "last", "mine", "racing"], "not all are listed")
    press(tab, "Remove racing")
    check(tab.run(kept) == ["first", "last", "mine"], tab.run(kept))


@scenario
def layouts_may_be_called_as_what_javascript_has(scene):
    tab = scene.phone("retro")
    names = ["__proto__", "constructor", "undefined", "toString"]
    for name in names:
        scene.edit(tab)
        change(scene, tab, "start")
        type_in(tab, "id", name)
        press(tab, "edit-keep")
        type_in(tab, "name", name)
        press(tab, "Use, and keep on this phone")
        scene.playing(tab, name)
        tab.until("document.documentElement.className === ''")
        # The same player, and another one to whom the daemon knows nothing.
        for forget in ("0", "sessionStorage.removeItem('resume')"):
            tab.run(forget)
            tab.call("Page.reload")
            scene.playing(tab, name)
            check(tab.run(f"{control(name)}?.ariaLabel") == "START", f"{name} has no such control")
        choose(scene, tab, "retro")
    scene.settings(tab)
    check(tab.run("[...document.querySelectorAll('[data-own=true]')].map(({ value }) => value)") == names, "not all are kept")
    for name in names:
        press(tab, f"Remove {name}")
    check(tab.run("localStorage.mine") == "{}", "not all are gone")
    tab.run("document.querySelector('#settings .main').click()")
    # Whoever likes another layout gets that.
    tab.run("localStorage.mine = JSON.stringify({ undefined: 5 }); sessionStorage.removeItem('resume')")
    tab.call("Page.reload")
    scene.playing(tab, "retro")
    check(not tab.run("document.getElementById('toast').textContent"), "something is said")


@scenario
def a_phone_that_is_revoked_while_it_edits_sees_only_the_sheet(scene):
    tab = scene.phone("retro")
    scene.edit(tab)
    press(tab, "edit-add")
    scene.gateway.run("devices", "revoke", "1")
    tab.until("document.body.className === 'pair'")
    for name in ("editbar", "strips", "panel"):
        check(tab.run(f"getComputedStyle(document.getElementById('{name}')).visibility") == "hidden", f"{name} is seen")
    check(not tab.run("document.getElementById('toast').textContent"), "something is said")
    tab.go(scene.gateway.invite()[0])
    scene.playing(tab)
    check(tab.run("getComputedStyle(document.getElementById('editbar')).visibility") == "visible", "the edit bar is gone")


@scenario
def a_connection_that_breaks_keeps_what_is_being_edited(scene):
    tab = scene.phone("retro")
    scene.edit(tab)
    change(scene, tab, "start")
    type_in(tab, "label", "GO")
    scene.daemon.stop()
    tab.until("document.body.className === 'waiting'")
    scene.daemon.start()
    scene.playing(tab)
    check(tab.run("document.documentElement.className") == "editing", "the editor is gone")
    check(tab.run(f"{control('start')}.ariaLabel").startswith("GO"), "the change is gone")
    press(tab, "edit-keep")
    press(tab, "Use, and keep on this phone")
    scene.playing(tab, "my-retro")
