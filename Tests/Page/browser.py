# SPDX-License-Identifier: MIT
"""Chromium without a window, driven by its own protocol over a pair of pipes."""

import base64
import json
import os
import queue
import shutil
import subprocess
import tempfile
import threading
import time

# Debian's chromium-headless-shell is a script that stays between; what it starts, first.
PROGRAMS = (
    "/usr/lib/chromium/chromium-headless-shell", "chromium-headless-shell", "chromium")
# How long an answer may take, in seconds.
PATIENCE = 30


def program():
    """The path of a Chromium; None where there is none."""
    return next((path for path in map(shutil.which, PROGRAMS) if path), None)


class Browser:
    """One Chromium with a profile of its own."""

    def __init__(self, *options):
        self.profile = tempfile.TemporaryDirectory(prefix="flickpad-page-")
        inward, self.to = os.pipe()
        self.back, outward = os.pipe()

        def arrange():
            # The protocol's pipes are 3 and 4.
            first, second = os.dup(inward), os.dup(outward)
            os.dup2(first, 3)
            os.dup2(second, 4)

        self.process = subprocess.Popen(
            [program(), "--headless", "--no-sandbox", "--remote-debugging-pipe", "--disable-gpu",
             "--touch-events=enabled", "--ignore-certificate-errors", "--no-first-run",
             "--disable-background-networking", "--force-prefers-reduced-motion=no",
             f"--user-data-dir={self.profile.name}", *options, "about:blank"],
            preexec_fn=arrange, close_fds=False, stdout=subprocess.DEVNULL,
            stderr=subprocess.DEVNULL)
        os.close(inward)
        os.close(outward)
        self.count = 0
        self.answers = {}
        self.events = queue.Queue()
        self.arrived = threading.Condition()
        threading.Thread(target=self.read, daemon=True).start()

    def read(self):
        waiting = b""
        while chunk := os.read(self.back, 1 << 16):
            waiting += chunk
            *messages, waiting = waiting.split(b"\0")
            for message in map(json.loads, messages):
                with self.arrived:
                    if "id" in message:
                        self.answers[message["id"]] = message
                    else:
                        self.events.put(message)
                    self.arrived.notify_all()

    def call(self, method, session=None, **parameters):
        self.count += 1
        number = self.count
        message = {"id": number, "method": method, "params": parameters}
        if session:
            message["sessionId"] = session
        os.write(self.to, json.dumps(message).encode() + b"\0")
        with self.arrived:
            if not self.arrived.wait_for(lambda: number in self.answers, timeout=PATIENCE):
                raise TimeoutError(method)
            answer = self.answers.pop(number)
        if "error" in answer:
            raise RuntimeError(f"{method}: {answer['error']['message']}")
        return answer["result"]

    def tab(self, **look):
        return Tab(self, **look)

    def close(self):
        self.process.terminate()
        self.process.wait()
        self.profile.cleanup()


class Tab:
    """A page as a phone of a given size shows it."""

    def __init__(self, browser, width=844, height=390, dark=True, density=2, still=False, beside=None):
        """`beside`: another tab of the same browser, which keeps the same things."""
        self.browser = browser
        context = beside.context if beside else browser.call("Target.createBrowserContext")["browserContextId"]
        self.context = context
        target = browser.call("Target.createTarget", url="about:blank", browserContextId=context)
        self.target = target["targetId"]
        self.session = browser.call(
            "Target.attachToTarget", targetId=self.target, flatten=True)["sessionId"]
        self.call("Page.enable")
        self.call("Runtime.enable")
        self.call("Log.enable")
        self.call("Emulation.setTouchEmulationEnabled", enabled=True, maxTouchPoints=10)
        self.call("Emulation.setFocusEmulationEnabled", enabled=True)
        self.call("Emulation.setEmulatedMedia", features=[
            {"name": "prefers-color-scheme", "value": "dark" if dark else "light"},
            {"name": "prefers-reduced-motion", "value": "reduce" if still else "no-preference"}])
        self.size(width, height, density)
        self.fingers = {}

    def call(self, method, **parameters):
        return self.browser.call(method, self.session, **parameters)

    def size(self, width, height, density=2):
        turned = width > height
        self.call(
            "Emulation.setDeviceMetricsOverride", width=width, height=height,
            deviceScaleFactor=density, mobile=True, screenOrientation={
                "type": "landscapePrimary" if turned else "portraitPrimary",
                "angle": 90 if turned else 0})

    def go(self, url):
        self.call("Page.navigate", url=url)

    def run(self, script):
        """The value of an expression, promises awaited."""
        answer = self.call(
            "Runtime.evaluate", expression=script, awaitPromise=True, returnByValue=True)
        if "exceptionDetails" in answer:
            details = answer["exceptionDetails"]
            raise RuntimeError(details.get("exception", {}).get("description", details["text"]))
        return answer["result"].get("value")

    def until(self, script, seconds=10):
        """Waits until an expression is true, and says what it was."""
        end = time.monotonic() + seconds
        while True:
            try:
                if value := self.run(script):
                    return value
            except RuntimeError:
                if time.monotonic() > end:
                    raise
            if time.monotonic() > end:
                raise AssertionError(f"never true: {script}")
            time.sleep(0.02)

    def touch(self, kind, points):
        self.call("Input.dispatchTouchEvent", type=kind, touchPoints=[
            {"x": x, "y": y, "id": "abcdefghij".index(name)} for name, (x, y) in points.items()])

    def down(self, **fingers):
        """Fingers by name, at (x, y) of the page."""
        self.fingers.update(fingers)
        self.touch("touchStart", self.fingers)

    def move(self, **fingers):
        self.fingers.update(fingers)
        self.touch("touchMove", self.fingers)

    def up(self, *names):
        self.touch("touchEnd", {name: self.fingers.pop(name) for name in names})

    def lose(self):
        """The system takes all fingers away, for a gesture of its own."""
        self.fingers = {}
        self.touch("touchCancel", {})

    def key(self, name, down=True, up=True, modifiers=0):
        text = {"Space": (" ", " "), "Enter": ("Enter", "\r")}.get(name, (name, ""))
        common = {"key": text[0], "code": name, "modifiers": modifiers}
        if down:
            self.call("Input.dispatchKeyEvent", type="keyDown" if text[1] else "rawKeyDown",
                      text=text[1], **common)
        if up:
            self.call("Input.dispatchKeyEvent", type="keyUp", **common)

    def picture(self, path):
        data = self.call("Page.captureScreenshot", format="png")["data"]
        with open(path, "wb") as file:
            file.write(base64.b64decode(data))

    def complaints(self):
        """What the page has complained of since the last time."""
        found = []
        while not self.browser.events.empty():
            event = self.browser.events.get()
            method, told = event.get("method"), event.get("params", {})
            if method == "Runtime.exceptionThrown":
                details = told["exceptionDetails"]
                found.append(details.get("exception", {}).get("description", details["text"]))
            elif method == "Runtime.consoleAPICalled" and told["type"] in ("error", "warning"):
                found.append(str([value.get("value") for value in told["args"]]))
            elif method == "Log.entryAdded" and told["entry"]["level"] == "error":
                found.append(told["entry"]["text"])
        return found

    def close(self):
        self.browser.call("Target.closeTarget", targetId=self.target)
