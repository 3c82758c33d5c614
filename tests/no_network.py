"""Nothing that a test does reaches another machine: the process refuses, and the test that tried fails.

An audit hook sees every connection and every look-up that Python makes, whatever library asks for it. A browser has a
switch of its own (tests.browser); what the suite starts as processes is told addresses of this machine only.
"""

from __future__ import annotations

import errno
import ipaddress
import os
import socket
import sys
from collections.abc import Iterator
from typing import Any

import pytest

_SENDING = ("socket.connect", "socket.sendto", "socket.sendmsg")
_LOOKING_UP = ("socket.getaddrinfo", "socket.gethostbyname")
_attempts: list[str] = []


def _refuse(event: str, arguments: tuple[Any, ...]) -> None:
    if event in _SENDING and not _is_here(arguments[1]):
        _attempts.append(f"{event} {arguments[1]}")
        raise OSError(errno.ENETUNREACH, os.strerror(errno.ENETUNREACH))
    if event in _LOOKING_UP and not _is_known_here(arguments[0]):
        raise socket.gaierror(socket.EAI_NONAME, "no names are looked up in tests")


sys.addaudithook(_refuse)


def _is_here(address: Any) -> bool:
    """Unix sockets, sockets that are connected already, and addresses of this machine."""
    if address is None or not isinstance(address, tuple):
        return True
    try:
        host = ipaddress.ip_address(str(address[0] or "127.0.0.1").split("%")[0])
    except ValueError:
        return _is_known_here(address[0])
    return host.is_loopback or host.is_unspecified


def _is_known_here(host: Any) -> bool:
    """Numbers need no look-up; `localhost` is looked up on this machine."""
    name = (host.decode("ascii", "replace") if isinstance(host, bytes) else str(host or "")).rstrip(".").lower()
    if name in ("", "localhost") or all(part.isalnum() and part[0].isdigit() for part in name.split(".")):
        return True
    return ":" in name


@pytest.fixture(autouse=True)
def nothing_sent_elsewhere() -> Iterator[None]:
    _attempts.clear()
    yield
    assert not _attempts, f"this test tried to reach another machine: {_attempts}"
