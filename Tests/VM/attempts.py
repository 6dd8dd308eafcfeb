# SPDX-License-Identifier: MIT
"""attempts.py NAME...: tries these, and prints for each what it came to: done, or the error."""

import ctypes
import errno
import os
import pwd
import socket
import stat
import sys

CLONE_NEWUSER = 0x10000000
UINPUT = os.makedev(10, 223)


def opened(path, flags=os.O_RDWR):
    return lambda: os.close(os.open(path, flags))


def connected(name):
    return lambda: socket.socket(socket.AF_UNIX).connect("/run/flickpad/" + name)


def made(path):
    os.mknod(path, 0o600 | stat.S_IFCHR, UINPUT)
    opened(path)()


def entered():
    libc = ctypes.CDLL(None, use_errno=True)
    if libc.unshare(CLONE_NEWUSER) < 0:
        raise OSError(ctypes.get_errno(), "unshare")


def capabilities():
    """All that it could ever have."""
    with open("/proc/self/status") as file:
        return next(line.split()[1] for line in file if line.startswith("CapBnd"))


ATTEMPTS = {
    "user": lambda: pwd.getpwuid(os.getuid()).pw_name,
    "unix": lambda: socket.socket(socket.AF_UNIX).close(),
    "inet": lambda: socket.socket(socket.AF_INET).close(),
    "inet6": lambda: socket.socket(socket.AF_INET6).close(),
    "netlink": lambda: socket.socket(socket.AF_NETLINK, socket.SOCK_RAW).close(),
    "packet": lambda: socket.socket(socket.AF_PACKET, socket.SOCK_RAW).close(),
    "uinput": opened("/dev/uinput"),
    "host_uinput": opened("/proc/1/root/dev/uinput"),
    "make_uinput": lambda: made("/tmp/uinput"),
    "event": opened("/dev/input/event0"),
    "mem": opened("/dev/mem"),
    "write": opened("/etc/flickpad/layouts/attempt.json5", os.O_WRONLY | os.O_CREAT),
    "home": opened("/root/.profile", os.O_RDONLY),
    "layouts": opened("/var/lib/flickpad", os.O_RDONLY | os.O_DIRECTORY),
    "pad": connected("pad.sock"),
    "flickpad": connected("flickpad.sock"),
    "admin": connected("admin.sock"),
    "namespace": entered,
    "capabilities": capabilities,
}

for name in sys.argv[1:]:
    try:
        result = ATTEMPTS[name]() or "done"
    except OSError as error:
        result = errno.errorcode[error.errno]
    print(f"{name}: {result}", flush=True)
