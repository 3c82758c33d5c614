"""The sample story of a first start: judged in a process of its own, whose memory goes with it.

Judging it takes the encoders of retrievals and beliefs: 350 MB that the server would keep to its end, though it may
never need them. Loading is one transaction, so the story is there whole or not at all, and a start that is cut off is
made up for by the next.
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
    """Nothing was ever received: no turn is stored, none went by retention, and no story was removed."""
    seen = ("attempt.received", "sample.removed")
    return not Turn.objects.exists() and not AuditEvent.objects.filter(verb__in=seen).exists()


@contextmanager
def loading_story() -> Iterator[None]:
    """Loads the story beside the block, and ends when both are done. A story that fails costs no start."""
    # A session of its own: Ctrl-C is for us, and we end it.
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
