# SPDX-License-Identifier: MIT
"""The gateway, between phones and a daemon that works."""

import json
import os
import socket
import subprocess

import phone
from program import PATIENCE, Gone, Run, until


class Gateway(Run):
    is_private = False

    def __init__(self, program, library, *fault):
        super().__init__(library, *fault)
        self.key = self.port = None
        with open(self.path("events"), "w") as events:
            self.daemon = subprocess.Popen(
                [program, "serve", "--output", "print", "--socket", self.path("flickpad.sock"),
                 "--grace", "0"],
                stdin=subprocess.DEVNULL, stdout=events, stderr=subprocess.DEVNULL)
        until(lambda: os.path.exists(self.path("admin.sock")))
        self.notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.notices.bind(self.path("notify.sock"))
        # It tells of itself once an hour, so that runs do not differ.
        self.start(
            [program + "-web", "serve", "--listen", "127.0.0.1", "--port", "0", "--socket",
             self.path("pad.sock"), "--control", self.path("control.sock"), "--state",
             self.path("state"), "--tls", "auto" if self.is_private else "off"],
            WATCHDOG_USEC="7200000000", NOTIFY_SOCKET=self.path("notify.sock"))

    def run(self):
        if not self.listens("lets a phone in", "control.sock"):
            return
        settled = self.count_descriptors()
        for act in (self.loads, self.pairs, self.asks, self.comes_back):
            self.attempt(act)
        if self.has_ended():
            return
        if not any(self.plays() for _ in range(3)):
            self.complaints.append("no phone can play afterwards")
        # A connection that fails in the middle is closed after 5 seconds.
        until(lambda: self.has_ended() or self.count_descriptors() <= settled)
        until(lambda: not self.is_held())
        self.descriptors = self.count_descriptors()

    def is_held(self):
        return bool(self.held(self.path("events")))

    def ask(self, **request):
        """The gateway's answer on the control socket."""
        with socket.socket(socket.AF_UNIX) as client:
            client.settimeout(PATIENCE)
            try:
                client.connect(self.path("control.sock"))
                client.sendall(json.dumps(request).encode() + b"\n")
                line = client.makefile().readline()
            except ConnectionError as error:
                raise Gone from error
        if not line:
            raise Gone
        try:
            return json.loads(line)
        except ValueError:
            self.complaints.append("half an answer on the control socket")
            raise Gone from None

    def invite(self):
        answer = self.ask(type="pair")
        self.port = answer["port"]
        return answer["secret"]

    def phone(self):
        return phone.Phone(self.port, self.is_private)

    def loads(self):
        self.invite()
        for path in ("/", "/nothing"):
            phone.page(self.port, self.is_private, path)
        if self.is_private:
            phone.page(self.port, False)

    def pairs(self):
        secret = self.invite()
        player = self.phone()
        self.key = player.enter(type="pair", secret=secret, name="Ada").get("key")
        player.touch("began", 780, 345)
        player.settle()
        player.touch("moved", 781, 346)
        player.settle()
        # It leaves without letting go.
        player.close()

    def asks(self):
        self.ask(type="rename", device="1", name="Bob")
        self.ask(type="grant", device="1", keyboard=True)
        self.ask(type="devices")

    def comes_back(self):
        player = self.phone()
        player.enter(type="key", key=self.key or "none")
        player.touch("began", 780, 345)
        player.settle()
        player.bye()
        self.ask(type="revoke", device="1")

    def plays(self):
        """Whether a new phone can press a button."""
        until(lambda: not self.is_held())
        try:
            secret = self.invite()
            player = self.phone()
            player.enter(type="pair", secret=secret, name="Cid")
            player.touch("began", 780, 345)
            is_pressed = until(self.is_held)
            player.close()
            return is_pressed
        except (Gone, TimeoutError):
            return False

    def end(self):
        fresh = [name for name in self.kept() if name.endswith(".new")]
        if fresh:
            self.complaints.append(f"left in the state directory: {', '.join(fresh)}")
        super().end()
        self.notices.close()
        self.daemon.terminate()
        self.daemon.wait()
        told = [line for line in self.last_words.splitlines()
                if "listening on port" not in line and "lets a phone in" not in line]
        # libwebsockets may have its own line before ours.
        if self.status > 0 and len(told) > 2:
            self.complaints.append(f"it ends with {self.status} and {len(told)} lines")

    def kept(self):
        try:
            return os.listdir(self.path("state"))
        except OSError:
            return []


class PrivateGateway(Gateway):
    is_private = True
