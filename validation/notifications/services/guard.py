"""Restricts a process that runs a library which opens its own connections: it may call public addresses and read the
code of its own installation, nothing else. Python's audit hooks see each call of any library, and each connection with
the address after name resolution. A hook cannot be removed, so it needs a separate process. Source: PEP 578, and the
audit events table of Python's documentation."""

from __future__ import annotations

import os
import socket
import sys
import sysconfig
from collections.abc import Collection
from typing import Any

from validation.domain.operations.addresses import is_public, read_address, refusal_of

_SENDING = ("socket.connect", "socket.sendto", "socket.sendmsg")
_REFUSED = (
    "ctypes.dlopen",
    "os.chmod",
    "os.chown",
    "os.exec",
    "os.fork",
    "os.forkpty",
    "os.kill",
    "os.link",
    "os.mkdir",
    "os.posix_spawn",
    "os.putenv",
    "os.remove",
    "os.rename",
    "os.rmdir",
    "os.spawn",
    "os.symlink",
    "os.system",
    "os.truncate",
    "pty.spawn",
    "socket.bind",
    "subprocess.Popen",
    "syslog.openlog",
    "syslog.syslog",
)
_WRITING = os.O_WRONLY | os.O_RDWR | os.O_CREAT | os.O_TRUNC | os.O_APPEND
_CODE = [sysconfig.get_path(name) for name in ("stdlib", "platstdlib", "purelib", "platlib")]
_READABLE = tuple(os.path.realpath(path) + os.sep for path in (*_CODE, "/usr/share/zoneinfo"))


def restrict_process(*, allowed: Collection[str]) -> list[str]:
    """Restricts the whole process from now on. `allowed` are hosts that may be private. Returns a list that grows by
    one sentence per refused connection."""
    refusals: list[str] = []

    def check(event: str, arguments: tuple[Any, ...]) -> None:
        if event in _SENDING:
            _check_address(arguments[1], allowed, refusals)
        elif event == "open":
            _check_file(*arguments)
        elif event in _REFUSED:
            raise PermissionError(f"{event} is not allowed here")

    sys.addaudithook(check)
    return refusals


def _check_address(address: Any, allowed: Collection[str], refusals: list[str]) -> None:
    """Raises PermissionError for a private address. `address` is None for a connected socket."""
    if address is None:
        return
    host = str(address[0]).split("%")[0] if isinstance(address, tuple) else "This machine"
    found = read_address(host)
    if found is None or not (is_public(found) or any(host in _addresses_of(name) for name in allowed)):
        refusals.append(refusal_of(host))
        raise PermissionError(refusals[-1])


def _addresses_of(name: str) -> set[str]:
    try:
        return {str(entry[4][0]).split("%")[0] for entry in socket.getaddrinfo(name, None)}
    except OSError:
        return set()


def _check_file(path: Any, _mode: str | None, flags: int) -> None:
    if isinstance(path, int):
        return
    is_code = os.path.realpath(os.fsdecode(path)).startswith(_READABLE)
    if flags & _WRITING or not is_code:
        raise PermissionError(f"{os.fsdecode(path)} is not read or written here")
