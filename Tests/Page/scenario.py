# SPDX-License-Identifier: MIT
"""What scenarios are made of."""

import time

SCENARIOS = []
# Where pictures are kept; None: nowhere.
PICTURES = None

# Whether a key is kept.
HAS_KEY = "Boolean(localStorage.getItem('key'))"
PLAYER = "document.getElementById('player').ariaLabel"
# As a screen reader does it.
CLICK = "dispatchEvent(new MouseEvent('click', { bubbles: true }))"

CONTRAST = """(a, b) => {
    const shades = (text) => (text.match(/[\\d.]+/g) ?? []).map(Number);
    const light = (text) => shades(text).slice(0, 3).map((c) => c / 255)
        .map((c) => (c <= 0.04045 ? c / 12.92 : ((c + 0.055) / 1.055) ** 2.4))
        .reduce((sum, c, i) => sum + c * [0.2126, 0.7152, 0.0722][i], 0);
    const [x, y] = [light(a), light(b)].sort((p, q) => q - p);
    return (x + 0.05) / (y + 0.05);
}"""


def scenario(function):
    SCENARIOS.append(function)
    return function


def control(name, inner=""):
    return f"document.querySelector('.control[data-id=\"{name}\"]{inner}')"


def has(name, kind, inner=""):
    return f"{control(name, inner)}.classList.contains('{kind}')"


def check(condition, text):
    if not condition:
        raise AssertionError(text)


def picture(tab, name):
    if PICTURES:
        tab.picture(f"{PICTURES}/{name}.png")


# MARK: In the layout editor


def press(tab, text):
    """Presses what is called so, or has this id."""
    tab.run(f"""(() => {{ const called = [...document.querySelectorAll('button')].filter((one) => one.offsetParent
            && [one.id, one.ariaLabel, one.textContent].includes({text!r}));
        if (!called.length) throw new Error('no button ' + {text!r});
        called.at(-1).focus(); called.at(-1).click(); }})()""")


def type_in(tab, path, text):
    tab.run(f"""(() => {{ const input = document.querySelector('[data-path="{path}"]');
        input.focus(); input.value = {text!r};
        for (const name of ['input', 'change']) input.dispatchEvent(new Event(name, {{ bubbles: true }})); }})()""")
    time.sleep(0.05)


def change(scene, tab, name):
    """Taps a control and opens what can be changed of it."""
    scene.tap(tab, name)
    press(tab, "Change this control")


def frame(tab, name):
    """What the editor says of a control that is chosen: [x, y, width, height]."""
    said = tab.until(f"document.getElementById('said').textContent.startsWith({name!r}) && document.getElementById('said').textContent")
    return [float(number) for number in said.split(" · ", 2)[2].replace(" · ", ", ").replace(" × ", ", ").split(", ")]


def settle(tab):
    """Until what a finger has moved is drawn."""
    tab.run("new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)))")
