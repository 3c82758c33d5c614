"""Sends messages through Apprise, each in a restricted subprocess (docs/adr/0019)."""

from __future__ import annotations

import json
import os
import signal
import subprocess
import sys
import threading
from typing import Any

from django.conf import settings

from validation.platform.events.send import WITHIN_S

MOST_AT_ONCE = 4
"""Most subprocesses of this process at a time; each takes 50 MB."""
LATE = "The service did not answer in time."
_PASSED_ON = ("PATH", "REQUESTS_CA_BUNDLE", "SSL_CERT_DIR", "SSL_CERT_FILE")
_free = threading.BoundedSemaphore(MOST_AT_ONCE)


def check_service(address: str) -> str:
    """Returns why Apprise cannot or must not use the address, or an empty string. Makes no network calls."""
    return _run(address=address)


def send_to_service(address: str, *, title: str, text: str) -> str:
    """Returns why the message was not delivered, or an empty string. Never contains the address."""
    return _run(address=address, title=title, text=text)


def _run(**task: Any) -> str:
    task |= {"allowed": list(settings.COUNTERSIGN_WEBHOOK_ALLOW), "within_s": WITHIN_S}
    with _free:
        try:
            done = subprocess.run(
                [sys.executable, "-B", "-m", "validation.notifications.services.process"],
                check=False,
                input=json.dumps(task).encode(),
                stdout=subprocess.PIPE,
                stderr=subprocess.DEVNULL,
                cwd=settings.ROOT,
                env={"LANG": "C.UTF-8"} | {name: os.environ[name] for name in _PASSED_ON if name in os.environ},
                timeout=2 * WITHIN_S,
            )
        except subprocess.TimeoutExpired:
            return LATE
    if done.returncode == -signal.SIGALRM:
        return LATE
    if done.returncode:
        return "The process that sends messages failed. Try again; if it fails again, add the target anew."
    return str(json.loads(done.stdout)["error"])
