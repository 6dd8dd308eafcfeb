# SPDX-License-Identifier: MIT
"""peer.py PORT: the same pad as a short program on python3-websockets and python3-evdev.

Phones connect at PORT of 127.0.0.1 and speak Flickpad's protocol as far as the benchmark does; each
has the stick of bench.json5. Its events go where descriptor 3 leads for the first phone, 4 for the
second and so on, by python-evdev's own writes, as if that were /dev/uinput.
"""

import asyncio
import itertools
import json
import math
import os
import sys

import websockets
from evdev import UInput, ecodes

RADIUS = 90
DEAD_ZONE = 0.1


class Pad(UInput):
    """A pad without a kernel: a pipe, opened as python-evdev wants it."""

    def __init__(self, descriptor):
        self.fd = os.open(f"/proc/self/fd/{descriptor}", os.O_RDWR)

    def close(self):
        os.close(self.fd)


class Stick:
    """A stick whose centre is where the thumb lands."""

    def __init__(self, pad):
        self.pad = pad
        self.centre = None
        self.values = (0, 0)

    def touch(self, phase, x, y):
        if phase == "began":
            self.centre = x, y
        right, down = (x - self.centre[0]) / RADIUS, (y - self.centre[1]) / RADIUS
        length = math.hypot(right, down)
        factor = 0
        if length > DEAD_ZONE:
            factor = (min(length, 1) - DEAD_ZONE) / (1 - DEAD_ZONE) / length
        position = right * factor, down * factor
        return position if self.report(*map(self.value, position)) else None

    @staticmethod
    def value(fraction):
        value = fraction * (32768 if fraction < 0 else 32767)
        return int(value + math.copysign(0.5, value))

    def report(self, *values):
        """Whether anything is new."""
        if values == self.values:
            return False
        for code, old, new in zip((ecodes.ABS_X, ecodes.ABS_Y), self.values, values):
            if new != old:
                self.pad.write(ecodes.EV_ABS, code, new)
        self.pad.syn()
        self.values = values
        return True


numbers = itertools.count(3)


async def play(phone):
    hello = json.loads(await phone.recv())
    stick = Stick(Pad(next(numbers)))
    await phone.send('{"type":"welcome"}')
    async for message in phone:
        for touch in json.loads(message)["touches"]:
            position = stick.touch(touch["phase"], touch["x"], touch["y"])
            if position and hello["feedback"]:
                x, y = position
                await phone.send(json.dumps({
                    "type": "event", "control": "left-stick", "event": "position",
                    "x": round(x, 6), "y": round(y, 6)}))


async def serve():
    async with websockets.serve(play, "127.0.0.1", int(sys.argv[1]), subprotocols=["flickpad.1"]):
        await asyncio.Future()


asyncio.run(serve())
