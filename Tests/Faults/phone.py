# SPDX-License-Identifier: MIT
"""A phone: HTTP and a WebSocket (RFC 6455), over TLS or plain."""

import json
import os
import socket
import ssl
import struct
import time

from program import PATIENCE, Gone

# The certificate is of the gateway's own making.
CONTEXT = ssl.create_default_context()
CONTEXT.check_hostname = False
CONTEXT.verify_mode = ssl.CERT_NONE


class Connection:
    """Whatever goes wrong with it, but that nothing comes, is `Gone`."""

    def __init__(self, port, is_private):
        self.rest = b""
        try:
            self.socket = socket.create_connection(("127.0.0.1", port), PATIENCE)
            if is_private:
                self.socket = CONTEXT.wrap_socket(self.socket)
        except TimeoutError:
            raise
        except OSError as error:
            raise Gone from error

    def send(self, data):
        try:
            self.socket.sendall(data)
        except OSError as error:
            raise Gone from error

    def more(self):
        try:
            data = self.socket.recv(65536)
        except TimeoutError:
            raise
        except OSError as error:
            raise Gone from error
        if not data:
            raise Gone
        self.rest += data

    def take(self, count):
        while len(self.rest) < count:
            self.more()
        data, self.rest = self.rest[:count], self.rest[count:]
        return data

    def ask(self, port, is_private, path, *headers):
        """Sends a request; gives back the head of the answer."""
        lines = [f"GET {path} HTTP/1.1", f"Host: 127.0.0.1:{port}", *headers, "", ""]
        self.send("\r\n".join(lines).encode())
        while b"\r\n\r\n" not in self.rest:
            self.more()
        head, self.rest = self.rest.split(b"\r\n\r\n", 1)
        return head.decode()

    def close(self):
        self.socket.close()


def page(port, is_private, path="/"):
    """The status of an answer, which has come whole."""
    connection = Connection(port, is_private)
    head = connection.ask(port, is_private, path, "Connection: close")
    for line in head.lower().splitlines():
        if line.startswith("content-length:"):
            connection.take(int(line.split(":")[1]))
    connection.close()
    return int(head.split()[1])


class Phone(Connection):
    def __init__(self, port, is_private):
        super().__init__(port, is_private)
        head = self.ask(
            port, is_private, "/play", "Connection: Upgrade", "Upgrade: websocket",
            f"Origin: http{'s' if is_private else ''}://127.0.0.1:{port}",
            "Sec-WebSocket-Version: 13", "Sec-WebSocket-Key: Zmxpa3BhZCB0ZXN0IGtleQ==",
            "Sec-WebSocket-Protocol: flickpad.1")
        if head.split()[1] != "101":
            raise Gone

    def say(self, **message):
        self.frame(1, json.dumps(message).encode())

    def frame(self, opcode, data):
        mask = os.urandom(4)
        size = len(data)
        length = bytes([0x80 | size]) if size < 126 else struct.pack(">BH", 0xFE, size)
        self.send(bytes([0x80 | opcode]) + length + mask
                  + bytes(byte ^ mask[i % 4] for i, byte in enumerate(data)))

    def hear(self, *types):
        """The next message of one of the types."""
        text, end = b"", time.monotonic() + PATIENCE
        while True:
            # Pings would keep it waiting for ever.
            if time.monotonic() > end:
                raise TimeoutError
            first, size = self.take(2)
            if size > 125:
                size = int.from_bytes(self.take(2 if size == 126 else 8), "big")
            data = self.take(size)
            if first & 15 == 8:
                raise Gone
            if first & 15 == 9:
                self.frame(10, data)
            if first & 15 > 2:
                continue
            text += data
            if first & 0x80:
                message = json.loads(text)
                if message["type"] in types:
                    return message
                text = b""

    def enter(self, **introduction):
        """Says who it is, and comes to play; gives back the gateway's answer."""
        self.say(**introduction)
        answer = self.hear("paired", "ready", "refused")
        self.say(type="hello", protocol=1)
        self.hear("welcome")
        return answer

    def touch(self, phase, x, y):
        self.say(type="touch", touches=[{"id": 1, "phase": phase, "x": x, "y": y}])

    def settle(self):
        self.say(type="ping", id=1)
        self.hear("pong")

    def bye(self):
        self.frame(8, struct.pack(">H", 1000))
        try:
            while True:
                self.more()
        except Gone:
            self.close()
