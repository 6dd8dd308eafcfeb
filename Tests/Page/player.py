# SPDX-License-Identifier: MIT
"""A daemon that prints its events, a gateway before it, and a phone that plays there."""

import os
import re
import subprocess
import tempfile
import threading
import time

ROOT = os.path.dirname(os.path.dirname(os.path.dirname(os.path.abspath(__file__))))
SOURCES = os.path.join(ROOT, "Sources", "Gateway", "Page")


def newest(name):
    """The program of this name that was built last; None where none was."""
    given = os.environ.get(name.upper().replace("-", "_"))
    built = [os.path.join(ROOT, ".build", kind, name) for kind in ("release", "debug")]
    found = [given] if given else [path for path in built if os.access(path, os.X_OK)]
    return max(found, key=os.path.getmtime, default=None)


class Lines:
    """What a stream says, line by line, as it comes."""

    def __init__(self, stream):
        self.lines = []
        self.seen = 0
        self.arrived = threading.Condition()
        threading.Thread(target=self.read, args=(stream,), daemon=True).start()

    def read(self, stream):
        for line in stream:
            with self.arrived:
                self.lines.append(line.rstrip("\n"))
                self.arrived.notify_all()

    def next(self, pattern, seconds=10):
        """Waits for a line that fits, behind those that were waited for before."""
        def found():
            for at in range(self.seen, len(self.lines)):
                if match := re.search(pattern, self.lines[at]):
                    self.seen = at + 1
                    return match
            return None

        with self.arrived:
            if not self.arrived.wait_for(found_once := Once(found), timeout=seconds):
                raise AssertionError(
                    f"no line like {pattern!r} in {self.lines[self.seen:]}")
            return found_once.value


class Once:
    """A condition that keeps what it was."""

    def __init__(self, condition):
        self.condition = condition
        self.value = None

    def __call__(self):
        self.value = self.value or self.condition()
        return self.value


class Daemon:
    """`flickpad serve --output print`."""

    def __init__(self, folder, *options):
        self.folder = folder
        self.environment = {**os.environ, "XDG_STATE_HOME": os.path.join(folder, "state")}
        self.options = options
        self.socket = os.path.join(folder, "flickpad.sock")
        self.start()

    def start(self):
        self.process = subprocess.Popen(
            [newest("flickpad"), "serve", "--output", "print", "--socket", self.socket,
             "--layouts", self.folder, *self.options],
            stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, env=self.environment)
        self.events = Lines(self.process.stdout)
        self.log = Lines(self.process.stderr)
        self.log.next("listening on")

    def expect(self, *events):
        """These events, in whatever order, behind those of before: "BTN_SOUTH 1"."""
        start, last = self.events.seen, 0
        for event in events:
            self.events.seen = start
            self.events.next(rf" {re.escape(event)}$")
            last = max(last, self.events.seen)
        self.events.seen = last

    def down(self):
        """The keys and axes that are not at rest now, as the printed events say."""
        values = {}
        for line in self.events.lines:
            _, _, kind, code, value = line.split()
            if kind in ("EV_KEY", "EV_ABS"):
                values[code] = int(value)
        return {code: value for code, value in values.items() if value}

    def rest(self):
        """Waits until nothing is down."""
        end = time.monotonic() + 5
        while self.down():
            if time.monotonic() > end:
                raise AssertionError(f"still down: {self.down()}")
            time.sleep(0.02)

    def players(self, *words):
        return subprocess.run(
            [newest("flickpad"), "players", *words, "--socket",
             os.path.join(self.folder, "admin.sock")],
            check=True, capture_output=True, text=True).stdout

    def stop(self):
        self.process.terminate()
        self.process.wait()

    def restart(self, *options):
        """Again, with these options besides."""
        self.stop()
        self.options += options
        self.start()


class Gateway:
    """`flickpad-web serve`, on the socket where layouts with keys are allowed."""

    def __init__(self, folder, socket, tls="off", port=0):
        self.control = os.path.join(folder, "web.sock")
        # It locks its state, as the daemon locks the folder of its sockets.
        state = os.path.join(folder, "web")
        os.makedirs(state, mode=0o700, exist_ok=True)
        self.process = subprocess.Popen(
            [newest("flickpad-web"), "serve", "--listen", "127.0.0.1", "--port", str(port),
             "--socket", socket, "--control", self.control, "--state", state, "--tls", tls],
            stderr=subprocess.PIPE, text=True)
        self.log = Lines(self.process.stderr)
        self.port = int(self.log.next(r"listening on port (\d+)")[1])
        self.url = f"http{'' if tls == 'off' else 's'}://127.0.0.1:{self.port}/"

    def run(self, command, *words):
        """What a command that is for this gateway says."""
        return subprocess.run(
            [newest("flickpad-web"), command, "--control", self.control, *words],
            check=True, capture_output=True, text=True).stdout

    def invite(self):
        """The address that a QR code has, and the six digits."""
        text = self.run("pair", "--address", "127.0.0.1")
        return re.search(r"http\S+#pair=[\w-]+", text)[0], re.search(r"\b(\d{6})\b", text)[1]

    def stop(self):
        self.process.terminate()
        self.process.wait()


class Scene:
    """All of it together, with one Chromium."""

    def __init__(self, browser):
        self.browser = browser
        self.folder = tempfile.TemporaryDirectory(prefix="flickpad-page-")
        self.daemon = Daemon(self.folder.name, "--grace", "1", "--players", "16")
        self.gateway = Gateway(self.folder.name, self.daemon.socket)
        self.tabs = []

    def serve(self, **options):
        """Another gateway in place of the one that is there."""
        self.gateway.stop()
        self.gateway = Gateway(self.folder.name, **{"socket": self.daemon.socket, **options})

    def layout(self, name, text):
        with open(os.path.join(self.folder.name, f"{name}.json5"), "w") as file:
            file.write(text)

    def phone(self, layout="gamepad", settings="{}", **look):
        """A phone that is paired and plays."""
        tab = self.browser.tab(**look)
        self.tabs.append(tab)
        # What it sends and feels is noted, before the page's own scripts run.
        tab.call("Page.addScriptToEvaluateOnNewDocument", source="""
            globalThis.sent = []; globalThis.felt = [];
            new MutationObserver(() => document.body?.className === 'playing' && performance.mark('playing'))
              .observe(document, { attributes: true, subtree: true, attributeFilter: ['class'] });
            const send = WebSocket.prototype.send;
            WebSocket.prototype.send = function (text) { globalThis.socket = this; sent.push(JSON.parse(text)); send.call(this, text); };
            navigator.vibrate = (pattern) => { felt.push(pattern); return true; };
            if (location.host && !localStorage.settings) {
              localStorage.layout = %r;
              localStorage.settings = %r;
            }""" % (layout, settings))
        tab.go(self.gateway.invite()[0])
        self.playing(tab, layout)
        return tab

    def playing(self, tab, layout=None):
        tab.until("document.body?.className === 'playing'")
        if layout:
            tab.until(f"document.getElementById('layouts').textContent === {layout!r}")

    def tap(self, tab, *place):
        """A finger that comes and goes: on a control, or a place of it."""
        tab.down(a=self.spot(tab, *place))
        tab.up("a")

    def settings(self, tab):
        """Opens the settings, as a player does."""
        tab.run("document.getElementById('more').click()")
        tab.until("document.getElementById('settings')?.open")

    def edit(self, tab):
        """Opens the layout editor, as a player does."""
        self.settings(tab)
        tab.run("document.getElementById('edit').click()")
        tab.until("document.documentElement.className === 'editing'")

    def set(self, tab, *names):
        """Turns settings over, as a player does."""
        self.settings(tab)
        for name in names:
            tab.run(f"document.querySelector('#settings [name={name}]').click()")
        tab.run("document.querySelector('#settings .main').click()")
        self.playing(tab)

    def spot(self, tab, control, dx=0.0, dy=0.0):
        """A place on the screen, from the middle of a control, in halves of its size."""
        return tuple(tab.run(f"""(() => {{
            const g = document.querySelector('.control[data-id="{control}"]');
            const {{ width, height }} = g.querySelector(':scope > .focus').getBBox();
            const place = new DOMPoint({dx} * (width / 2 - 5), {dy} * (height / 2 - 5));
            const {{ x, y }} = place.matrixTransform(g.getScreenCTM());
            return [x, y]; }})()"""))

    def close(self):
        for tab in self.tabs:
            tab.close()
        self.tabs = []

    def stop(self):
        self.close()
        self.gateway.stop()
        self.daemon.stop()
        self.folder.cleanup()
