# SPDX-License-Identifier: MIT
"""The stick of bench.json5, whose centre is where the thumb lands."""

import math

from evdev import ecodes

RADIUS = 90
DEAD_ZONE = 0.1


class Stick:
    def __init__(self, pad):
        self.pad = pad
        self.centre = None
        self.values = (0, 0)

    def touch(self, phase, x, y):
        """Its position, where that is new."""
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
