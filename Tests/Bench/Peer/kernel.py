# SPDX-License-Identifier: MIT
"""kernel.py SOCKET: stick and button of bench.json5 as a short program on python3-evdev.

For one client, which speaks Flickpad's protocol as far as the benchmark does. Its device is a real
one, with the name "bench peer".
"""

import json
import socket
import sys

from evdev import AbsInfo, UInput, ecodes

from stick import Stick

STICK = 1


def axis(code):
    return code, AbsInfo(value=0, min=-32768, max=32767, fuzz=0, flat=0, resolution=0)


pad = UInput(
    {ecodes.EV_KEY: [ecodes.BTN_SOUTH], ecodes.EV_ABS: [axis(ecodes.ABS_X), axis(ecodes.ABS_Y)]},
    name="bench peer")
stick = Stick(pad)
listener = socket.socket(socket.AF_UNIX)
listener.bind(sys.argv[1])
listener.listen()
client, _ = listener.accept()
lines = client.makefile("r")
json.loads(next(lines))
client.sendall(b'{"type":"welcome"}\n')
for line in lines:
    for touch in json.loads(line)["touches"]:
        if touch["id"] == STICK:
            stick.touch(touch["phase"], touch["x"], touch["y"])
        else:
            pad.write(ecodes.EV_KEY, ecodes.BTN_SOUTH, touch["phase"] == "began")
            pad.syn()
