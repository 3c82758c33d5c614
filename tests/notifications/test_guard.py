"""What the process of a notification may not do. A hook stays for ever, so each case has a process of its own."""

from __future__ import annotations

import subprocess
import sys

import pytest
from django.conf import settings

SET_UP = "from validation.notifications.services.guard import restrict_process; restrict_process(allowed=[]);"


def run(code: str) -> str:
    """The last line of what it says when it fails."""
    done = subprocess.run(
        [sys.executable, "-c", f"import os, socket, subprocess, sys; {SET_UP} {code}"],
        cwd=settings.ROOT,
        capture_output=True,
        text=True,
        check=False,
    )
    return done.stderr.strip().rpartition("\n")[2]


@pytest.mark.parametrize(
    "code",
    [
        "subprocess.run(['true'])",
        "os.system('true')",
        "os.fork()",
        "open('/etc/passwd')",
        "open('manage.py')",
        "open(os.path.join(os.path.dirname(os.__file__), 'os.py'), 'a')",
        "os.remove('/tmp/there-is-no-such-file')",
        "socket.create_connection(('127.0.0.1', 9))",
        "socket.create_connection(('::1', 9))",
        "socket.socket(socket.AF_INET, socket.SOCK_DGRAM).sendto(b'x', ('10.0.0.1', 514))",
        "socket.socket(socket.AF_UNIX).connect('/var/run/docker.sock')",
    ],
)
def test_it_is_refused(code: str) -> None:
    assert run(code).startswith("PermissionError: ")


def test_code_is_read() -> None:
    assert run("import wave; open(wave.__file__).close()") == ""
