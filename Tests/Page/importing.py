# SPDX-License-Identifier: MIT
"""Layouts as files."""

import json
import os
import subprocess
import time

from player import SOURCES, newest
from scenario import check, control, press, scenario, settle


def bring(scene, tab, name, text):
    """Imports a file."""
    path = os.path.join(scene.folder.name, name)
    with open(path, "w") as file:
        file.write(text)
    tab.call("DOM.getDocument")
    root = tab.call("Runtime.evaluate", expression="document.querySelector('[type=file]')")["result"]["objectId"]
    tab.call("DOM.setFileInputFiles", files=[path], objectId=root)


@scenario
def a_layout_goes_out_as_a_file_and_comes_back(scene):
    tab = scene.phone("showcase")
    tab.browser.call("Browser.setDownloadBehavior", behavior="allow", downloadPath=scene.folder.name,
                     browserContextId=tab.context)
    scene.edit(tab)
    press(tab, "edit-keep")
    press(tab, "Export a file")
    path = os.path.join(scene.folder.name, "my-showcase.json5")
    end = time.monotonic() + 5
    while not os.path.exists(path):
        check(time.monotonic() < end, "no file")
        time.sleep(0.05)
    with open(path) as file:
        out = json.load(file)
    check(out["name"] == "my-showcase" and len(out["controls"]) == 10, "not the layout")
    subprocess.run([newest("flickpad"), "check", path], check=True, stdout=subprocess.DEVNULL)

    whole = lambda size="{ width: 9, height: 9 }", more="", at="{ x: 0, y: 0, width: 9, height: 9 }", kind="button": (
        f"{{ name: 'odd', size: {size}, controls: [{{ id: 'm', kind: '{kind}', frame: {at}, {more} }}] }}")
    width = lambda text: whole(size=f"{{ width: {text}, height: 9 }}")
    odd = (
        ("null", "a layout in { }"), ("[]", "a layout in { }"), ("[" * 10000, "no more than 64"), ("{ a:" * 10000, "no more than 64"),
        (width("0"), "size.width"), (width("-5"), "size.width"), (width("'<b>'"), "size.width"), (width("1e999"), "size.width"),
        (whole(size="{}"), "size.width"), (whole(at="null"), "Control 1 (m): frame should be"),
        (whole(at="{ x: 1e308, y: 0, width: 9, height: 9 }"), "Control 1 (m): frame.x"),
        (whole(at="{ x: 0, y: 0, width: -9, height: 9 }"), "Control 1 (m): frame.width"),
        (whole(kind="lever"), "Control 1 (m): kind"), (whole(kind="menu"), "Control 1 (m): items"),
        (whole(kind="menu", more="items: {}"), "Control 1 (m): items"), (whole(kind="menu", more="items: [null]"), "items[0]"),
        (whole(more="color: 5"), "Control 1 (m): color"), (whole(more="color: 'red'"), "Control 1 (m): color"),
        (whole(more="label: {}"), "Control 1 (m): label"), (whole(more="bind: 'BTN_A'"), "Control 1 (m): bind"),
        (whole(kind="flick", more="bind: { top: 5 }"), "bind.top"),
        ("{ name: 'x', size: { width: 9, height: 9 }, controls: {} }", "The layout: controls"),
        ("{ name: 'x', size: { width: 9, height: 9 }, controls: [null] }", "Control 1: it should be"),
    )
    for name, text, wanted in (
            ("broken.json5", "{ name: 'x',\n size: }", "Line 2"), ("empty.json5", "{}", "The layout: name should be"),
            *((f"odd-{number}.json5", text, wanted) for number, (text, wanted) in enumerate(odd))):
        bring(scene, tab, name, text)
        tab.until(f"document.getElementById('toast').textContent.includes({wanted!r})")
        check(tab.run("document.querySelectorAll('.control').length") == 10, f"{name}: the layout is gone")
    bring(scene, tab, "mine.json5", """// By hand.
        { name: 'by-hand', size: { width: 400, height: 0xC8 }, gamepad: "xbox360", /* two
          lines */ controls: [ { id: "go", kind: 'button', frame: { x: +10, y: 10., width: 1e2, height: .5e2, },
          label: 'G\\x4f\\u0021', bind: { press: "BTN_SOUTH" } }, ], }""")
    tab.until("document.querySelectorAll('.control').length === 1")
    check(tab.run(f"{control('go')}.ariaLabel").startswith("GO!"), "not its label")
    press(tab, "Use, and keep on this phone")
    scene.playing(tab, "by-hand")
    tab.down(a=scene.spot(tab, "go"))
    scene.daemon.expect("BTN_SOUTH 1")
    tab.up("a")


@scenario
def json5_is_read_as_the_daemon_reads_it(scene):
    tab = scene.phone("showcase")
    read = "(async (text) => { const { read } = await import('./json5.js'); try { return JSON.stringify(read(text)); } catch ({ message }) { return message; } })"
    for name in ("gamepad", "retro", "showcase"):
        with open(os.path.join(SOURCES, "..", "..", "Layouts", "Resources", f"{name}.json5")) as file:
            text = file.read()
        tab.run(f"sent.length = 0; socket.send(JSON.stringify({{ type: 'layout', name: '{name}' }}))")
        tab.until(f"document.getElementById('layouts').textContent === '{name}'")
        # A fresh welcome tells the whole layout.
        wanted = subprocess.run([newest("flickpad"), "layouts", name], capture_output=True, text=True, check=True).stdout
        check(wanted.strip() == text.strip(), "another layout is built in")
        found = json.loads(tab.run(f"{read}({text!r})"))
        check([one["id"] for one in found["controls"]] == tab.run("[...document.querySelectorAll('.control')].map(({ dataset }) => dataset.id)"), f"{name} is read wrongly")
    cases = {
        "[1,-2,+3,.5,5.,0x1F,-0x10,1e3,2E-2]": "[1,-2,3,0.5,5,31,-16,1000,0.02]", "'a\\'b\\n'": '"a\'b\\n"', '"x\\\ny"': '"xy"',
        "{a:1,'b':2,$c_d:null,}": '{"a":1,"b":2,"$c_d":null}', "[true,false,]": "[true,false]", "/**/ 1 // end": "1",
        "": "Line 1: here should be a value.", "[1 2]": "Line 1: here should be a comma or ].", "{a 1}": "Line 1: here should be a colon.",
        "[,]": "Line 1: here should be a value.", "\n'open": "Line 2: here should be a value.", "NaN": "Line 1: here should be a value.",
        "1 2": "Line 1: here should be the end.", "0x": "Line 1: here should be a value.", "12a": "Line 1: here should be a value.",
        "/* open": "Line 1: here should be a value.", "{1:2}": "Line 1: here should be a name.",
        '{"__proto__":{"x":1}}': '{"__proto__":{"x":1}}',
    }
    for text, wanted in cases.items():
        found = tab.run(f"{read}({json.dumps(text)})")
        check(found == wanted, f"{text!r}: {found}")


@scenario
def large_layouts_are_brought_and_added_to_at_once(scene):
    size = {"width": 10000, "height": 10000}
    place = lambda index: {"x": index % 16 * 625, "y": index // 16 * 625, "width": 625, "height": 625}
    tab = scene.phone("retro")
    tab.call("Performance.enable")
    layouts = lambda: next(one["value"] for one in tab.call("Performance.getMetrics")["metrics"] if one["name"] == "LayoutCount")
    scene.edit(tab)
    press(tab, "edit-keep")
    # However much is drawn, the page is laid out for all of it together.
    before = layouts()
    bring(scene, tab, "menus.json5", json.dumps({"name": "menus", "size": size, "controls": [
        {"id": f"m{index}", "kind": "menu", "frame": place(index), "items": [{"label": f"{index}.{item}"} for item in range(8)]}
        for index in range(255)]}))
    tab.until("document.querySelectorAll('#stage .control').length === 255")
    settle(tab)
    check(layouts() - before < 50, f"laid out {layouts() - before} times")
    # A new one finds the only place that is left.
    before = layouts()
    press(tab, "Add a control")
    press(tab, "menu")
    settle(tab)
    check(layouts() - before < 50, f"laid out {layouts() - before} times")
    check("· 9375, 9375 ·" in tab.run("document.getElementById('said').textContent"), "it lies elsewhere")
    took = tab.run("""(async (layout) => {
        const { Draft } = await import('./draft.js'), draft = new Draft(layout), start = performance.now();
        draft.add('button', null);
        return performance.now() - start;
    })(%s)""" % json.dumps({"size": size, "controls": [{"id": f"{index}", "kind": "button", "frame": place(index)} for index in range(256)]}))
    check(took < 300, f"to find a place took {took} ms")
