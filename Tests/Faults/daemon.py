# SPDX-License-Identifier: MIT
"""The daemon, while clients play."""

import json
import os
import signal
import socket
import time

from program import PATIENCE, Gone, Run

LAYOUT = {
    "name": "kept", "size": {"width": 100, "height": 100},
    "controls": [{"id": "a", "kind": "button", "bind": {"press": "BTN_EAST"},
                  "frame": {"x": 0, "y": 0, "width": 50, "height": 50}}],
}


class Client:
    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(PATIENCE)
        self.rest = b""
        try:
            self.socket.connect(path)
        except OSError as error:
            raise Gone from error

    def say(self, **message):
        try:
            self.socket.sendall(json.dumps(message).encode() + b"\n")
        except OSError as error:
            raise Gone from error

    def hear(self, *types):
        """The next line of one of the types; no answer at all is an error."""
        while True:
            while b"\n" not in self.rest:
                try:
                    more = self.socket.recv(65536)
                except ConnectionError as error:
                    raise Gone from error
                if not more:
                    raise Gone
                self.rest += more
            line, self.rest = self.rest.split(b"\n", 1)
            message = json.loads(line)
            if message["type"] in types:
                return message

    def touch(self, phase, x, y, finger=1):
        self.say(type="touch", touches=[{"id": finger, "phase": phase, "x": x, "y": y}])

    def settle(self):
        self.say(type="ping", id=1)
        self.hear("pong")

    def close(self):
        self.socket.close()


class Daemon(Run):
    def __init__(self, program, library, *fault):
        super().__init__(library, *fault)
        os.mkdir(self.path("layouts"))
        with open(self.path("layouts/mine.json5"), "w") as file:
            json.dump(dict(LAYOUT, name="mine"), file)
        with open(self.path("events"), "w") as events:
            self.start(
                [program, "serve", "--output", "print", "--socket", self.path("flickpad.sock"),
                 "--players", "2", "--grace", "0.02", "--save", "--layouts", self.path("layouts")],
                events, XDG_STATE_HOME=self.path("state"))

    def run(self):
        if self.listens("listening on", "admin.sock"):
            for act in (self.plays, self.drops_out, self.asks):
                self.attempt(act)
            self.come_to_rest()

    def client(self, socket="flickpad.sock"):
        return Client(self.path(socket))

    def plays(self):
        client = self.client()
        client.say(type="hello", protocol=1)
        client.hear("welcome")
        client.touch("began", 780, 345)
        client.settle()
        client.say(type="layout", name="retro")
        client.hear("layout", "error")
        client.touch("began", 700, 300)
        client.touch("ended", 700, 300)
        client.say(type="layout", name="mine")
        client.hear("layout", "error")
        client.touch("began", 10, 10)
        client.say(type="save", layout=LAYOUT)
        client.hear("layout", "error")
        client.touch("began", 10, 10)
        self.process.send_signal(signal.SIGHUP)
        client.settle()
        client.say(type="bye")

    def drops_out(self):
        client = self.client()
        client.touch("began", 780, 345)
        client.touch("began", 140, 120, finger=2)
        client.settle()
        client.close()

    def asks(self):
        client = self.client("admin.sock")
        client.say(type="swap", player=1, **{"with": 2})
        client.hear("done", "error")
        client.say(type="players")
        client.hear("players")
        client.close()

    def come_to_rest(self):
        """Waits until nobody plays; then counts descriptors."""
        until = time.monotonic() + PATIENCE
        client = None
        while time.monotonic() < until and not self.has_ended():
            try:
                client = client or self.client("admin.sock")
                client.say(type="players")
                players = client.hear("players")["players"]
            except (Gone, TimeoutError):
                client = None
                time.sleep(0.01)
                continue
            forced = sum(player["forcedReleases"] for player in players)
            if forced:
                self.complaints.append(f"{forced} forced releases")
            if not any(p["sessions"] or p["held"] or p["isKept"] for p in players):
                self.descriptors = self.count_descriptors()
                return client.close()
            time.sleep(0.01)
        if not self.has_ended():
            self.complaints.append("it does not come to rest")
