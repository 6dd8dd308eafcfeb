# SPDX-License-Identifier: MIT
"""peer.py PORT: the same pad as a short program on python3-websockets and python3-evdev.

Phones connect at PORT of 127.0.0.1 and speak Flickpad's protocol as far as the benchmark does; each
has the stick of bench.json5. Its events go where descriptor 3 leads for the first phone, 4 for the
second and so on, by python-evdev's own writes, as if that were /dev/uinput.
"""

import asyncio
import itertools
import json
import os
import sys

import websockets
from evdev import UInput

from stick import Stick


class Pad(UInput):
    """A pad without a kernel: a pipe, opened as python-evdev wants it."""

    def __init__(self, descriptor):
        self.fd = os.open(f"/proc/self/fd/{descriptor}", os.O_RDWR)

    def close(self):
        os.close(self.fd)


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
