# SPDX-License-Identifier: MIT
"""A program of which one system call fails."""

import os
import re
import shutil
import subprocess
import tempfile
import time

PATIENCE = 10


class Gone(Exception):
    """The program has closed the connection, or was not there."""


def until(condition, patience=PATIENCE):
    """Waits for it; whether it came."""
    end = time.monotonic() + patience
    while not condition():
        if time.monotonic() > end:
            return False
        time.sleep(0.005)
    return True


class Run:
    """One run. What was wrong with it is in `complaints`, how often it called what in `counts`."""

    def __init__(self, library, call=None, nth=0, error=0):
        self.folder = tempfile.mkdtemp(prefix="flickpad-faults-")
        self.environment = dict(os.environ, LD_PRELOAD=library, FAULT_COUNTS=self.path("counts"))
        if call:
            self.environment.update(FAULT_CALL=call, FAULT_NTH=str(nth), FAULT_ERRNO=str(error))
        self.complaints = []
        self.descriptors = None

    def path(self, name):
        return os.path.join(self.folder, name)

    def start(self, words, output=subprocess.DEVNULL, **environment):
        with open(self.path("log"), "w") as log:
            self.process = subprocess.Popen(
                words, stdin=subprocess.DEVNULL, stdout=output, stderr=log,
                env=self.environment | environment)

    def has_ended(self):
        return self.process.poll() is not None

    def logged(self):
        with open(self.path("log"), errors="replace") as file:
            return file.read()

    def listens(self, sign, file):
        """Waits until it has logged the sign, or has ended; or, as that line may be what fails, until
        the file is there. Whether it runs."""
        until(lambda: self.has_ended() or sign in self.logged(), 3)
        return not self.has_ended() and (sign in self.logged() or os.path.exists(self.path(file)))

    def attempt(self, act):
        """What fails may take a connection along, but leaves nobody without any answer."""
        try:
            act()
        except Gone:
            pass
        except TimeoutError:
            if not self.has_ended():
                self.complaints.append(f"no answer to {act.__name__}")

    def count_descriptors(self):
        try:
            return len(os.listdir(f"/proc/{self.process.pid}/fd"))
        except OSError:
            return None

    def held(self, events):
        """What a file of events leaves held."""
        last = {}
        with open(events) as file:
            for line in file:
                words = line.split()
                if len(words) == 5 and words[2] in ("EV_KEY", "EV_ABS"):
                    last[words[1], words[3]] = words[4]
        return [f"{device} {code}" for (device, code), value in last.items() if value != "0"]

    def end(self):
        if not self.has_ended():
            self.process.terminate()
        try:
            self.process.wait(PATIENCE)
        except subprocess.TimeoutExpired:
            self.complaints.append("it does not end")
            self.process.kill()
            self.process.wait()
        self.status, self.last_words = self.process.returncode, self.logged()
        if self.status < 0:
            self.complaints.append(f"it ends by signal {-self.status}")
        if self.status > 0 and not self.last_words.strip():
            self.complaints.append(f"it ends with {self.status} and says nothing")
        if re.search(r"Fatal error|Backtrace", self.last_words):
            self.complaints.append("it crashes")
        if held := self.held(self.path("events")):
            self.complaints.append(f"held at the end: {', '.join(held)}")
        self.counts = {}
        if os.path.exists(self.path("counts")):
            with open(self.path("counts")) as file:
                for line in file:
                    name, count = line.split()
                    self.counts[name] = int(count)
        shutil.rmtree(self.folder, ignore_errors=True)
