# SPDX-License-Identifier: MIT
"""A daemon, clients that play, and the programs that watch the pads: for the tests that ask
programs of others what they make of Flickpad's devices."""

import contextlib
import json
import os
import pathlib
import re
import signal
import socket
import subprocess
import sys
import threading
import time
import traceback

WORK = pathlib.Path(os.environ["TMPDIR"])
FLICKPAD = os.environ["FLICKPAD"]
SOCKET = WORK / "flickpad.sock"
TEST = f"{pathlib.Path(sys.argv[0]).parent.name}/{pathlib.Path(sys.argv[0]).stem}"
INPUTS = pathlib.Path("/sys/devices/virtual/input")


def passed(name):
    print(f"ok {TEST}: {name}", flush=True)


def skip(why):
    """Ends the test as one that cannot run."""
    print(why)
    sys.exit(77)


class Wrong(Exception):
    """What differs, or was waited for in vain."""


def explain(kind, error, trace):
    """How a test fails: what is wrong, and the ends of what was printed meanwhile."""
    if kind is Wrong:
        print(error)
    else:
        traceback.print_exception(kind, error, trace)
    for program in Program.all:
        print(f"{program.name}:", *program.lines[-20:], sep="\n  ")


sys.excepthook = explain


def assert_eq(what, expected, actual):
    if expected != actual:
        raise Wrong(f"{what}:\n  expected: {expected}\n  it is:    {actual}")


def wait_for(what, condition, seconds=60):
    """Until the condition holds; what it gave."""
    end = time.monotonic() + seconds
    while not (result := condition()):
        if time.monotonic() > end:
            raise Wrong(f"waited in vain for {what}")
        time.sleep(0.01)
    return result


def folder(device="gamepad", player=1):
    """The sysfs folder of a player's device, the newest of them; None where there is none."""
    number = player - 1
    phys = {
        "gamepad": f"flickpad/pad{number}",
        "keyboard": f"flickpad/kbd{number or ''}",
        "mouse": f"flickpad/mouse{number or ''}",
    }[device]
    found = []
    for file in INPUTS.glob("input*/phys"):
        with contextlib.suppress(OSError):
            if file.read_text().strip() == phys:
                found.append(file.parent)
    return max(found, key=lambda path: int(path.name[5:]), default=None)


def node(device="gamepad", player=1, kind="event"):
    """Its device file; None where there is none."""
    inside = folder(device, player)
    found = inside.glob(f"{kind}*") if inside else []
    return next((f"/dev/input/{path.name}" for path in found), None)


def is_settled(device="gamepad", player=1):
    """Whether udev has done with it, its rights included."""
    event = node(device, player)
    if not event:
        return False
    number = os.stat(event).st_rdev if os.path.exists(event) else 0
    return number and os.path.exists(f"/run/udev/data/c{os.major(number)}:{os.minor(number)}")


class Program:
    """A program that prints lines."""

    all = []

    def __init__(self, *command, **environment):
        Program.all.append(self)
        self.name = pathlib.Path(command[0]).name
        self.lines = []
        # When each was there.
        self.times = []
        self.news = threading.Condition()
        self.process = subprocess.Popen(
            command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.STDOUT,
            text=True, errors="replace", env=os.environ | environment)
        self.thread = threading.Thread(target=self.read, daemon=True)
        self.thread.start()

    def read(self):
        for line in self.process.stdout:
            with self.news:
                self.times.append(time.monotonic())
                self.lines.append(line.rstrip("\n"))
                self.news.notify_all()

    def wait(self, line, since=0, seconds=60):
        """Until it has printed that line, or one for which that holds, as the `since`th or later;
        gives back its number."""
        wanted = line if callable(line) else lambda printed: printed == line
        end = time.monotonic() + seconds
        with self.news:
            at = since
            while True:
                for at in range(at, len(self.lines)):
                    if wanted(self.lines[at]):
                        return at
                at = len(self.lines)
                if not self.news.wait(end - time.monotonic()):
                    raise Wrong(f"{self.name} did not say: {line}")

    def say(self, line):
        self.process.stdin.write(line + "\n")
        self.process.stdin.flush()

    def end(self):
        """Ends it by the end of its input; what it printed."""
        self.process.stdin.close()
        return self.rest()

    def stop(self, by=signal.SIGTERM):
        self.process.send_signal(by)
        return self.rest()

    def rest(self):
        self.process.wait(60)
        self.thread.join(60)
        return self.lines


class Daemon(Program):
    """flickpad serve, whose first pad is there unless that is on demand."""

    def __init__(self, *options):
        super().__init__(FLICKPAD, "serve", "--socket", str(SOCKET), *options)
        self.wait(re.compile(".*listening on").match)
        if "demand" not in options:
            wait_for("the daemon's gamepad", is_settled)

    @property
    def pid(self):
        return self.process.pid


class Client:
    """A connection to the daemon."""

    def __init__(self, **hello):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.socket.connect(str(SOCKET))
        self.stream = self.socket.makefile("r")
        self.touch = 0
        self.told = []
        self.send(type="hello", protocol=1, client="judge", **({"feedback": False} | hello))
        self.welcome = self.wait("welcome")

    def send(self, **message):
        self.socket.sendall(json.dumps(message).encode() + b"\n")

    def wait(self, kind):
        """The next message of this type; what else comes is dropped."""
        for line in self.stream:
            message = json.loads(line)
            self.told.append(message)
            if message["type"] == kind:
                return message
            if message["type"] == "error":
                raise Wrong(f"the daemon complains: {line}")
        raise Wrong(f"the daemon closes, and did not say {kind}")

    def touches(self, *phases):
        """Phases of one finger, as messages of their own: ("began", x, y)."""
        for phase, x, y in phases:
            if phase == "began":
                self.touch += 1
            self.send(type="touch", touches=[{"id": self.touch, "phase": phase, "x": x, "y": y}])

    def leave(self):
        self.stream.close()
        self.socket.close()


# How the layout `gamepad` is played: the touches for each control by SDL's name of it, and those
# after which it is at rest. A stick's name is its axis and the direction.
def tap(x, y):
    return [("began", x, y)], [("ended", x, y)]


def drag(x, y, right, down):
    return [("began", x, y), ("moved", x + right, y + down)], [("ended", x + right, y + down)]


PLAY = {
    "a": tap(780, 345), "b": tap(850, 278), "x": tap(714, 278), "y": tap(780, 210),
    "leftshoulder": tap(168, 72), "rightshoulder": tap(732, 72),
    "back": tap(348, 70), "guide": tap(450, 70), "start": tap(552, 70),
    # A click is a tap on the stick, and over by itself.
    "leftstick": ([("began", 118, 286), ("ended", 118, 286)], []),
    "rightstick": ([("began", 593, 333), ("ended", 593, 333)], []),
    "dpup": tap(307, 280), "dpdown": tap(307, 390),
    "dpleft": tap(250, 333), "dpright": tap(365, 333),
    "lefttrigger": drag(54, 146, 0, -60), "righttrigger": drag(846, 146, 0, -60),
    "leftx-": drag(118, 286, -90, 0), "leftx+": drag(118, 286, 90, 0),
    "lefty-": drag(118, 286, 0, -90), "lefty+": drag(118, 286, 0, 90),
    "rightx-": drag(593, 333, -75, 0), "rightx+": drag(593, 333, 75, 0),
    "righty-": drag(593, 333, 0, -75), "righty+": drag(593, 333, 0, 75),
}
