# SPDX-License-Identifier: MIT
"""The traces of the project, played into the guest's kernel and read back from it."""

import os
import pathlib
import re
import signal
import subprocess
import sys
import time

ROOT = pathlib.Path(__file__).resolve().parents[2]
WORK = pathlib.Path(os.environ["TMPDIR"])
FLICKPAD = os.environ["FLICKPAD"]
READER = os.environ["KERNEL_READER"]


class Trace:
    """A file of Tests/Traces."""

    def __init__(self, path):
        self.name = path.stem
        blocks = {"layout": [], "script": [], "events": []}
        block = None
        for line in path.read_text().splitlines():
            if line in ("layout", "script", "events", "feedback"):
                block = blocks.setdefault(line, [])
            elif not line.startswith("#") and block is not None:
                block.append(line)
        self.layout = WORK / "layouts" / f"{self.name}.json5"
        self.layout.parent.mkdir(exist_ok=True)
        self.layout.write_text("\n".join(blocks["layout"]))
        self.script = blocks["script"]
        self.feedback = blocks.get("feedback")
        # (seconds, "DEVICE TYPE CODE VALUE")
        self.events = [(float(at), event) for at, event in (e.split(" ", 1) for e in blocks["events"])]
        used = {event.split()[0] for _, event in self.events} | {"gamepad"}
        self.devices = [device for device in ("gamepad", "keyboard", "mouse") if device in used]

    @property
    def times(self):
        """When something happens, in seconds."""
        script = {float(re.search(r'"t": *([0-9.]+)', line)[1]) for line in self.script}
        return sorted(script | {at for at, _ in self.events})

    def neutral(self):
        """What brings the devices to rest after the last event, in any order."""
        last = {}
        for _, event in self.events:
            device, kind, code, value = event.split()
            if kind in ("EV_KEY", "EV_ABS"):
                last[device, kind, code] = value
        return {f"{' '.join(key)} 0" for key, value in last.items() if value != "0"}


def all_traces():
    return [Trace(path) for path in sorted((ROOT / "Tests" / "Traces").glob("*.trace"))]


class Reader:
    """kernel-reader on some devices, ready."""

    def __init__(self, devices, *options):
        # First in line for the one processor: the kernel keeps only 64 events for a reader.
        command = ["chrt", "--fifo", "10", READER, "--wait", "60", *options, *devices]
        self.process = subprocess.Popen(command, stdout=subprocess.PIPE, text=True)
        line = self.process.stdout.readline()
        if line != "ready\n":
            raise Wrong([f"the devices cannot be read: {devices}"])

    def rest(self):
        """All lines to its end."""
        lines = self.process.stdout.read().splitlines()
        self.process.wait()
        return lines


class Wrong(Exception):
    """Lines that say what differs."""

    def __init__(self, lines):
        super().__init__("\n".join(lines))


def compare(expected, actual):
    """Raises at the first difference of two lists of lines."""
    for number, pair in enumerate(zip(expected, actual), 1):
        if pair[0] != pair[1]:
            raise Wrong([f"event {number} should be {pair[0]}", f"but was {pair[1]}", "of:", *actual])
    if len(expected) != len(actual):
        count = f"{len(actual)} events instead of {len(expected)}"
        raise Wrong([count, *(f"+ {line}" for line in actual[len(expected):])])


def run(name, traces, play):
    """Plays each trace and prints a verdict for it; exits."""
    # Nothing here waits for long, so the clock may leap: see guest/job.
    if spinner := os.environ.get("FLICKPAD_VM_SPINNER"):
        os.kill(int(spinner), signal.SIGSTOP)
    failed = False
    for trace in traces:
        try:
            play(trace)
        except Wrong as wrong:
            failed = True
            print(f"not ok plain/{name}: {trace.name}")
            print(wrong)
        else:
            print(f"ok plain/{name}: {trace.name}")
        sys.stdout.flush()
    sys.exit(failed)


def wait_until(what, condition, seconds=60):
    """Until the condition holds; what it gave."""
    end = time.monotonic() + seconds
    while not (result := condition()):
        if time.monotonic() > end:
            raise Wrong([f"waited in vain for {what}"])
        time.sleep(0.01)
    return result
