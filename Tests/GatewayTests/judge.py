# SPDX-License-Identifier: MIT
#
# judge.py PORT CONTROL: holds a running gateway, with a daemon behind it, against a WebSocket
# client that others wrote. Says what is wrong on standard error, and exits with 1 then.

import asyncio
import json
import socket
import sys

import websockets

port, control = int(sys.argv[1]), sys.argv[2]
host = f"127.0.0.1:{port}"


def secret():
    """Has the gateway let one phone in."""
    with socket.socket(socket.AF_UNIX) as client:
        client.connect(control)
        client.sendall(b'{"type":"pair"}\n')
        return json.loads(client.makefile().readline())["secret"]


def connect(**options):
    return websockets.connect(
        f"ws://{host}/play",
        **{"origin": f"http://{host}", "subprotocols": ["flickpad.1"], **options},
    )


async def paired(**options):
    """A phone that plays."""
    phone = await connect(**options)
    await phone.send(json.dumps({"type": "pair", "secret": secret(), "name": "Judge"}))
    answer = json.loads(await phone.recv())
    assert answer["type"] == "paired", answer
    return phone


async def pong(phone):
    """The id of the next pong."""
    while True:
        message = json.loads(await asyncio.wait_for(phone.recv(), 20))
        if message["type"] == "pong":
            return message["id"]


async def close_code(phone):
    """How the gateway closes."""
    try:
        while True:
            await asyncio.wait_for(phone.recv(), 20)
    except websockets.ConnectionClosed:
        return phone.close_code


async def judge():
    phone = await paired(compression="deflate")
    assert phone.subprotocol == "flickpad.1", phone.subprotocol

    await phone.send('{"type":"ping","id":"whole"}')
    assert await pong(phone) == "whole"
    await phone.send(['{"type":', '"ping","id":"', "in p", "", "ieces", '"}'])
    assert await pong(phone) == "in pieces"
    await phone.send('{"type":"ping","id":"\U0001f3ae ü"}')
    assert await pong(phone) == "\U0001f3ae ü"
    for size in (125, 126, 127, 4095, 4096, 4097, 65535, 65536):
        start = '{"type":"ping","id":"'
        text = start + "x" * (size - len(start) - 2) + '"}'
        await phone.send(text)
        assert len(await pong(phone)) == size - len(start) - 2, size

    for payload in (b"", b"x" * 125):
        await asyncio.wait_for(await phone.ping(payload), 20)

    for number in range(500):
        await phone.send('{"type":"ping","id":%d}' % number)
    assert [await pong(phone) for _ in range(500)] == list(range(500))

    await phone.close(1000)
    assert phone.close_code == 1000, phone.close_code

    for message, code in [
        ("x" * 65537, 1009),
        (["x" * 40000, "x" * 40000], 1009),
        (b"binary", 1003),
        ("a\nb", 1008),
        ("a\x85b", 1008),
    ]:
        phone = await paired()
        try:
            await phone.send(message)
        except websockets.ConnectionClosed:
            # It was still sending, and then does not always hear why.
            assert phone.close_code in (code, 1006), (message[:10], phone.close_code)
            continue
        found = await close_code(phone)
        assert found == code, (message[:10], found)

    for options in [
        {"origin": "http://evil.example"},
        {"origin": None},
        {"subprotocols": None},
        {"subprotocols": ["other"]},
    ]:
        try:
            await connect(**options)
        except websockets.InvalidHandshake:
            continue
        raise AssertionError(f"let in: {options}")


asyncio.run(asyncio.wait_for(judge(), 120))
