"""Loads the sample story at the first start, in a subprocess.

Judging the story loads the encoders of retrievals and beliefs: 350 MB that the server would keep although it may never
need them. Loading is one transaction, so an interrupted start leaves no partial story and the next start tries again.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager

from config.env import ROOT
from validation.models import AuditEvent, Turn

_LOAD = (sys.executable, str(ROOT / "manage.py"), "load_sample", "--skip-checks")


def is_story_wanted() -> bool:
    """Whether nothing was ever received (even if retention has deleted it), and no story was removed."""
    seen = ("attempt.received", "sample.removed")
    return not Turn.objects.exists() and not AuditEvent.objects.filter(verb__in=seen).exists()


@contextmanager
def loading_story() -> Iterator[None]:
    """Loads the story while the block runs, and waits for both. If loading fails the server starts anyway."""
    # In a new session, so that Ctrl-C reaches only this process, which then ends the subprocess.
    process = subprocess.Popen(_LOAD, stdin=subprocess.DEVNULL, start_new_session=True)  # noqa: S603 - ours
    try:
        yield
        status = process.wait()
    except BaseException:
        process.kill()
        process.wait()
        raise
    if status:
        tells = f"countersign: the sample story was not loaded (status {status}); the next start tries again."
        print(tells, file=sys.stderr)
