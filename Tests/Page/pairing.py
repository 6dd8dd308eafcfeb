# SPDX-License-Identifier: MIT
"""How a phone comes in, and as whom."""

import os
import time

from scenario import HAS_KEY, PLAYER, check, scenario


@scenario
def a_scanned_code_lets_a_phone_in_and_leaves_the_address(scene):
    tab = scene.phone()
    check("#" not in tab.run("location.href"), "the secret is still in the address")
    check(tab.run(PLAYER) == "Player 1", "not player 1")
    # From now on the phone has a key.
    tab.call("Page.reload")
    scene.playing(tab)
    check(not tab.run("sent.some(({ type }) => type === 'pair')"), "paired twice")


@scenario
def six_digits_let_a_phone_in_under_its_name(scene):
    tab = scene.browser.tab()
    scene.tabs.append(tab)
    _, code = scene.gateway.invite()
    tab.go(scene.gateway.url)
    tab.until("document.body?.className === 'pair'")
    enter = """(code) => { document.getElementById('code').value = code;
        document.getElementById('name').value = 'blue phone';
        document.querySelector('#pair button').click(); }"""
    wrong = f"{(int(code) + 1) % 10**6:06}"
    tab.run(f"({enter})('{wrong}')")
    tab.until("document.body.className === 'pair' && document.getElementById('text').textContent")
    check(not tab.run(HAS_KEY), "a wrong code brought a key")
    tab.run(f"({enter})('{code}')")
    scene.playing(tab)
    scene.daemon.log.next("blue phone")


@scenario
def a_key_that_is_no_good_asks_for_pairing(scene):
    tab = scene.phone()
    tab.run("localStorage.setItem('key', 'A'.repeat(43))")
    tab.call("Page.reload")
    tab.until("document.body?.className === 'pair' && document.getElementById('text').textContent")
    check(not tab.run(HAS_KEY), "the key is kept")


@scenario
def a_paired_browser_plays_in_any_window(scene):
    def window():
        tab = scene.browser.tab(beside=scene.tabs[0])
        scene.tabs.append(tab)
        tab.go(scene.gateway.url)
        return tab

    first = scene.phone()
    second = window()
    scene.playing(second)
    players = [tab.run(PLAYER) for tab in (first, second)]
    check(players[0] != players[1], "two windows are one player")
    for tab in (second, first):
        tab.run("globalThis.isOld = true")
        tab.call("Page.reload")
    for tab, player in zip((first, second), players):
        tab.until("!globalThis.isOld")
        scene.playing(tab)
        check(tab.run(PLAYER) == player, "another player")
    # One that is opened when all others are closed plays, too, over plain http.
    last = scene.browser.tab(beside=first)
    scene.close()
    scene.tabs.append(last)
    last.go(scene.gateway.url)
    scene.playing(last)
    # Let in anew, one lets the others in.
    other = window()
    scene.playing(other)
    scene.gateway.run("devices", "revoke", "1")
    for tab in (last, other):
        tab.until("document.body.className === 'pair'")
    last.go(scene.gateway.invite()[0])
    scene.playing(last)
    other.run("document.dispatchEvent(new Event('visibilitychange'))")
    scene.playing(other)


@scenario
def a_key_that_is_refused_takes_no_newer_one_along(scene):
    first, second = scene.phone(), scene.phone()
    key = second.run("localStorage.getItem('key')")
    first.run(f"localStorage.setItem('key', '{key}'); globalThis.old = socket")
    scene.gateway.run("devices", "revoke", "1")
    first.until("socket !== old")
    scene.playing(first)
    check(first.run("localStorage.getItem('key')") == key, "the newer key is gone")


@scenario
def where_the_browser_keeps_nothing_the_page_does(scene):
    tab = scene.browser.tab()
    scene.tabs.append(tab)
    tab.call("Page.addScriptToEvaluateOnNewDocument", source="""
        for (const name of ['localStorage', 'sessionStorage']) {
          Object.defineProperty(window, name, { get() { throw new DOMException('denied', 'SecurityError'); } });
        }
        globalThis.sent = [];
        const send = WebSocket.prototype.send;
        WebSocket.prototype.send = function (text) { globalThis.socket = this; sent.push(JSON.parse(text)); send.call(this, text); };""")
    _, code = scene.gateway.invite()
    tab.go(scene.gateway.url)
    tab.until("document.body?.className === 'pair'")
    tab.run(f"""document.getElementById('code').value = '{code}';
        document.getElementById('name').value = 'shy phone';
        document.querySelector('#pair button').click()""")
    scene.playing(tab)
    check(tab.run("sent.find(({ type }) => type === 'pair').name") == "shy phone", "the name is lost")
    player = tab.run(PLAYER)
    tab.run("globalThis.old = socket; sent.length = 0; socket.close()")
    tab.until("socket !== old")
    scene.playing(tab)
    check(tab.run("sent.map(({ type }) => type).slice(0, 2)") == ["key", "hello"], "it is paired again")
    check(tab.run(PLAYER) == player, "another player")
    scene.settings(tab)
    tab.run("document.querySelector('[name=layout][value=retro]').click()")
    scene.playing(tab, "retro")
    check(tab.run("document.querySelector('[name=layout]:checked').value") == "retro", "another is chosen")


@scenario
def a_player_that_reloads_is_the_same_player(scene):
    first, second = scene.phone(), scene.phone()
    check(first.run(PLAYER) != second.run(PLAYER), "two phones are one player")
    was = second.run(PLAYER)
    x, y = scene.spot(second, "a")
    second.down(a=(x, y))
    scene.daemon.expect("BTN_SOUTH 1")
    second.call("Page.reload")
    scene.daemon.expect("BTN_SOUTH 0")
    scene.playing(second)
    check(second.run(PLAYER) == was, "another player after the reload")


@scenario
def another_window_takes_over_and_this_one_rests(scene):
    tab = scene.phone()
    token = tab.run("sessionStorage.resume")
    other = scene.phone()
    other.run(f"sessionStorage.resume = '{token}'")
    other.call("Page.reload")
    scene.playing(other)
    tab.until("document.body.className === 'resting'")
    time.sleep(0.4)
    check(tab.run("document.body.className") == "resting", "it fights for the player")
    tab.run("document.getElementById('again').click()")
    scene.playing(tab)


@scenario
def a_phone_that_may_only_play_gamepads_is_told_so(scene):
    scene.serve(socket=os.path.join(scene.folder.name, "pad.sock"))
    tab = scene.phone("gamepad")
    tab.run("document.getElementById('layouts').click()")
    tab.until("document.getElementById('settings')?.open")
    tab.run("document.querySelector('[name=layout][value=showcase]').click()")
    tab.until("document.querySelector('#settings #toast')?.textContent")
    check(tab.run("document.getElementById('toast').textContent") == "This phone may only play gamepads.", "in other words")
    check(tab.run("""(() => { const { x, y, width, height } = document.getElementById('toast').getBoundingClientRect();
        document.getElementById('toast').style.pointerEvents = 'auto';
        return document.elementFromPoint(x + width / 2, y + height / 2).id; })()""") == "toast", "it is behind something")
    check(tab.run("document.querySelector('[name=layout]:checked').value") == "gamepad", "what is refused is chosen")
    check(tab.run("localStorage.layout") == "gamepad", "what is refused is liked")
    check(tab.run("document.getElementById('layouts').textContent") == "gamepad", "it changed")
    tab.run("document.querySelector('#settings .main').click()")
    tab.until("!document.getElementById('settings') && document.body.contains(document.getElementById('toast'))")
    # Nor does the wish keep it out the next time.
    tab.run("sessionStorage.removeItem('resume')")
    tab.call("Page.reload")
    scene.playing(tab, "gamepad")


@scenario
def who_may_do_less_than_before_plays_a_gamepad_at_once(scene):
    tab = scene.phone("showcase")
    label = tab.run(PLAYER)
    # The gateway is there again, on the same port, and lets phones play gamepads only; the phone has
    # its player's token yet, and gets a key of this gateway.
    for comes_back in (True, False):
        scene.serve(socket=os.path.join(scene.folder.name, "pad.sock"), port=scene.gateway.port)
        if not comes_back:
            tab.run("sessionStorage.removeItem('resume'); localStorage.layout = 'showcase'")
        tab.until("document.body.className === 'pair'")
        tab.go(scene.gateway.invite()[0])
        scene.playing(tab, "gamepad")
        tab.until("document.getElementById('toast').textContent === 'This phone may only play gamepads.'")
        check(tab.run(PLAYER) == label, "another player")
    # It may have knocked while no gateway was there.
    check(all("WebSocket" in text for text in tab.complaints()), "other complaints")


@scenario
def where_the_usual_layout_is_not_for_a_phone_it_plays_a_gamepad(scene):
    scene.daemon.restart("--layout", "showcase")
    scene.serve(socket=os.path.join(scene.folder.name, "pad.sock"))
    tab = scene.browser.tab()
    scene.tabs.append(tab)
    tab.go(scene.gateway.invite()[0])
    scene.playing(tab, "gamepad")
