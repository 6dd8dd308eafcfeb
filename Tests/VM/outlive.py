# SPDX-License-Identifier: MIT
"""What clients and games notice of a service that is killed and started again, by
systemd/outlive.test."""

import fcntl
import json
import os
import pathlib
import random
import select
import signal
import socket
import subprocess
import sys
import threading
import time
import traceback

from evdev import InputDevice, ecodes, ff

import judges
from judges import Wrong, assert_eq, node, passed, wait_for

judges.TEST = "systemd/outlive"

SERVICE = "flickpad.service"
SOCKET = "/run/flickpad/flickpad.sock"
GROUP = pathlib.Path(f"/sys/fs/cgroup/system.slice/{SERVICE}/cgroup.procs")
# Without its length; linux/input.h.
EVIOCGKEY = 0x80004518
A = (780, 345)
STICK = (118, 286)


def process():
    """The daemon's process; None while there is none."""
    try:
        return int(GROUP.read_text().split()[0])
    except (OSError, IndexError):
        return None


def kill():
    """Kills the daemon, and says when."""
    pid = wait_for("the daemon", process)
    now = time.monotonic()
    os.kill(pid, signal.SIGKILL)
    return now


class Reader(threading.Thread):
    """A game that has opened a player's pad, once and for all."""

    def __init__(self, player=1):
        super().__init__(daemon=True)
        self.node = wait_for(f"the pad of player {player}", lambda: node(player=player))
        wait_for("its rights", lambda: os.access(self.node, os.R_OK))
        self.device = InputDevice(self.node)
        # To ask for a state takes what waits to be read out of the queue of the one who asks.
        self.other = InputDevice(self.node)
        status = os.fstat(self.device.fd)
        self.identity = (status.st_ino, status.st_rdev)
        self.down = set()
        self.presses = 0
        self.released_at = 0
        self.end = None
        self.news = threading.Condition()
        self.start()

    def run(self):
        while True:
            select.select([self.device.fd], [], [])
            try:
                events = list(self.device.read())
            except BlockingIOError:
                continue
            except OSError as error:
                with self.news:
                    self.end = error
                    self.news.notify_all()
                return
            with self.news:
                for event in events:
                    if event.type != ecodes.EV_KEY:
                        continue
                    if event.value:
                        self.down.add(event.code)
                        self.presses += 1
                    else:
                        self.down.discard(event.code)
                        if not self.down and not self.released_at:
                            self.released_at = time.monotonic()
                self.news.notify_all()

    def wait(self, what, condition):
        with self.news:
            if not self.news.wait_for(lambda: self.end or condition(), 60):
                raise Wrong(f"waited in vain for {what} on {self.node}; {Client.wrongs}")
        self.check()

    def check(self):
        """The pad was never unplugged."""
        if self.end:
            raise Wrong(f"{self.node} is gone: {self.end}")
        status = os.stat(self.node)
        assert_eq(f"inode and number of {self.node}", self.identity, (status.st_ino, status.st_rdev))

    def mark(self):
        """From now on the first moment is wanted at which all is up; whether something is down."""
        with self.news:
            self.released_at = 0
            return bool(self.down)

    def held(self):
        """What the kernel has as held: keys, and axes that are not at rest."""
        # By ioctl: evdev's `active_keys` does not say why it fails.
        keys = bytearray((ecodes.KEY_MAX + 8) // 8)
        fcntl.ioctl(self.other.fd, EVIOCGKEY | len(keys) << 16, keys)
        # `capabilities` has the values from when the device was opened.
        axes = [code for code, _ in self.other.capabilities()[ecodes.EV_ABS]]
        return (
            [code for code in range(ecodes.KEY_MAX + 1) if keys[code // 8] >> code % 8 & 1],
            [code for code in axes if self.other.absinfo(code).value])


class Client(threading.Thread):
    """A client that plays without end, and comes back whenever it is cut off."""

    # What went wrong in any of them.
    wrongs = []

    def __init__(self, name, player, reader=None):
        super().__init__(daemon=True)
        self.name, self.player, self.reader = name, player, reader
        self.token = None
        self.welcomes = 0
        self.welcome_at = 0
        self.plays = True
        self.holds = None
        self.lines = []
        self.news = threading.Condition()
        self.start()

    def run(self):
        try:
            while self.plays:
                try:
                    self.session()
                except ConnectionError:
                    pass
        except Exception:
            self.wrongs.append(traceback.format_exc())
        with self.news:
            self.news.notify_all()

    def session(self):
        with socket.socket(socket.AF_UNIX) as connection:
            connection.connect(SOCKET)
            stream = connection.makefile("r")
            hello = {"type": "hello", "client": self.name, "feedback": False}
            if self.token:
                hello["resume"] = self.token
            self.send(connection, hello)
            while True:
                line = stream.readline()
                # The daemon may die in the middle of a line.
                if not line.endswith("\n"):
                    return
                message = json.loads(line)
                if message["type"] == "welcome":
                    break
                if message["type"] == "error":
                    raise Wrong(f"{self.name} is told {message}")
            assert_eq(f"the player of {self.name}", self.player, message["player"])
            self.token = message["resume"]
            if self.reader:
                assert_eq(f"held when {self.name} is welcome", ([], []), self.reader.held())
            with self.news:
                self.welcomes += 1
                self.welcome_at = time.monotonic()
                self.news.notify_all()
            hearing = threading.Thread(target=self.hear, args=(stream,), daemon=True)
            hearing.start()
            while self.plays:
                self.touch(connection, "began", 1, *A)
                self.touch(connection, "began", 2, *STICK)
                for step in range(4):
                    self.touch(connection, "moved", 2, STICK[0] + 20 * step, STICK[1] - 30)
                    time.sleep(0.01)
                while self.holds:
                    self.touch(connection, "moved", 2, STICK[0] + 40, STICK[1])
                    time.sleep(0.05)
                self.touch(connection, "ended", 1, *A)
                self.touch(connection, "ended", 2, *STICK)
                time.sleep(0.06)
            self.send(connection, {"type": "bye"})
            hearing.join()

    def hear(self, stream):
        try:
            for line in stream:
                with self.news:
                    self.lines.append(json.loads(line))
                    self.news.notify_all()
        except (OSError, ValueError):
            pass

    @staticmethod
    def send(connection, message):
        connection.sendall(json.dumps(message).encode() + b"\n")

    def touch(self, connection, phase, number, x, y):
        self.send(connection, {
            "type": "touch", "touches": [{"id": number, "phase": phase, "x": x, "y": y}]})

    def wait(self, what, condition):
        with self.news:
            if not self.news.wait_for(lambda: self.wrongs or condition(), 60):
                raise Wrong(f"waited in vain for {what} of {self.name}")
        self.check()

    def check(self):
        if self.wrongs:
            raise Wrong(self.wrongs[0])

    def leave(self):
        self.plays, self.holds = False, None
        self.join(60)
        self.check()


# A game that loads effects, and plays them, without end: how long each load takes. As a process of its
# own, since it stands still meanwhile.
GAME = """
import sys, time
from evdev import InputDevice, ecodes, ff
pad = InputDevice(sys.argv[1])
identity = -1
while True:
    kind = ff.EffectType(ff_rumble_effect=ff.Rumble(0x4000, 0))
    begin = time.monotonic()
    identity = pad.upload_effect(ff.Effect(ecodes.FF_RUMBLE, identity, 0, ff.Trigger(0, 0), ff.Replay(5, 0), kind))
    pad.write(ecodes.EV_FF, identity, 1)
    print(time.monotonic() - begin, flush=True)
    time.sleep(0.02)
"""


def rumble(strong, length=0):
    kind = ff.EffectType(ff_rumble_effect=ff.Rumble(strong_magnitude=strong, weak_magnitude=0))
    return ff.Effect(ecodes.FF_RUMBLE, -1, 0, ff.Trigger(0, 0), ff.Replay(length, 0), kind)


def kills(count):
    first = Reader()
    clients = [Client("one", 1, first)]
    clients[0].wait("the welcome", lambda: clients[0].welcomes == 1)
    clients.append(Client("two", 2))
    clients[1].wait("the welcome", lambda: clients[1].welcomes == 1)
    second = Reader(2)
    clients[1].reader = second
    readers = [first, second]
    game = subprocess.Popen(
        ["setpriv", "--pdeathsig", "KILL", sys.executable, "-c", GAME, first.node],
        stdout=subprocess.PIPE, text=True)
    loads = []
    threading.Thread(
        target=lambda: loads.extend(float(line) for line in game.stdout), daemon=True).start()
    chance = random.Random(5)
    releases, returns, held, comebacks, number = [], [], 0, 0, 0
    while number < count:
        time.sleep(chance.uniform(0, 0.25))
        presses = [reader.presses for reader in readers]
        at = last = kill()
        number += 1
        down = [reader.mark() for reader in readers]
        if number % 3 == 0:
            # Once more, at some moment of the next one's start.
            wait_for("the next daemon", process)
            time.sleep(chance.uniform(0, returns[-1]))
            last = kill()
            number += 1
        welcomes = [client.welcomes for client in clients]
        for client, before in zip(clients, welcomes):
            client.wait("the welcome", lambda: client.welcomes > before)
            comebacks += 1
        for reader, was_down, before in zip(readers, down, presses):
            if was_down:
                held += 1
                reader.wait("the release", lambda: reader.released_at)
                releases.append(reader.released_at - at)
            reader.wait("a press", lambda: reader.presses > before + 1)
        returns.append(time.monotonic() - last)
    game.kill()
    for client in clients:
        client.leave()
    for reader in readers:
        reader.wait("the end of all presses", lambda: not reader.down)
        assert_eq("held at the end", ([], []), reader.held())
    if not count:
        return first
    if not releases:
        raise Wrong("no kill came while a pad held something")
    print(
        f"# {number} kills, and {comebacks} times a client was back as the player that it was; {held} pads held something, "
        f"released after {sorted(releases)[len(releases) // 2]:.2f} s, at most {max(releases):.2f} s; "
        f"playing again after {sorted(returns)[len(returns) // 2]:.2f} s, at most {max(returns):.2f} s; "
        f"{len(loads)} effects loaded meanwhile, the slowest in {max(loads):.2f} s")
    if max(loads) > 10:
        raise Wrong("a game stood still")
    return first


def restart_while_held(reader):
    client = Client("three", 1, reader)
    client.holds = True
    client.wait("the welcome", lambda: client.welcomes == 1)
    reader.wait("the press", lambda: reader.down)
    client.holds = None
    subprocess.run(["systemctl", "restart", SERVICE], check=True)
    client.wait("the second welcome", lambda: client.welcomes == 2)
    presses = reader.presses
    reader.wait("a press", lambda: reader.presses > presses + 1)
    return client


def effects_stay(client, reader):
    identity = reader.device.upload_effect(rumble(0xffff, 100))
    other = reader.device.upload_effect(rumble(0x8000, 100))
    reader.device.write(ecodes.EV_FF, ecodes.FF_GAIN, 0x7fff)
    reader.device.erase_effect(other)
    welcomes = client.welcomes
    kill()
    client.wait("the welcome", lambda: client.welcomes == welcomes + 1)
    since = len(client.lines)
    # An id that is not loaded, and one that is.
    reader.device.write(ecodes.EV_FF, other, 1)
    reader.device.write(ecodes.EV_FF, identity, 1)
    client.wait("the rumble", lambda: any(
        line["type"] == "rumble" and line["duration"] == 0 for line in client.lines[since:]))
    levels = [round(line["strong"], 2) for line in client.lines[since:] if line["type"] == "rumble"]
    assert_eq("rumble after a kill", [0.5, 0.0], levels)
    reader.device.erase_effect(identity)


def damaged_memory(client, reader):
    pid = process()
    [memory] = [
        file for file in pathlib.Path(f"/proc/{pid}/fd").iterdir()
        if os.readlink(file).startswith("/memfd:flickpad")]
    with open(memory, "r+b") as file:
        for offset in (65536, 65536 + (4 << 20)):
            file.seek(offset + 30)
            file.write(b"\xff" * 40)
    client.plays = False
    kill()
    client.join(60)
    stranger = Client("four", 1, reader)
    stranger.wait("the welcome", lambda: stranger.welcomes == 1)
    log = subprocess.run(
        ["journalctl", "-o", "cat", "-u", SERVICE], check=True, capture_output=True, text=True).stdout
    lines = [line for line in log.splitlines() if "is forgotten: what was kept is damaged" in line]
    assert_eq("lines in the log", 1, len(lines))
    reader.check()
    stranger.leave()


reader = kills(int(sys.argv[1]))
if sys.argv[1] != "0":
    passed(f"{sys.argv[1]} kills")
client = restart_while_held(reader)
passed("a restart while a button is held")
effects_stay(client, reader)
passed("effects stay loaded")
damaged_memory(client, reader)
passed("a damaged memory")
