"""The sample story of a first start: judged in a process of its own, whose memory goes with it.

Judging it takes the encoders of retrievals and beliefs: 350 MB that the server would keep to its end, though it may
never need them. A mark in the data folder says that the story is still wanted. It is set before the database is made
and taken away when the story is stored, so a start that is cut off is made up for by the next; loading is one
transaction, so the story is there whole or not at all, and once.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from pathlib import Path

from config.env import ROOT

_LOAD = (sys.executable, str(ROOT / "manage.py"), "load_sample", "--skip-checks")


class SampleStory:
    def __init__(self, var: Path) -> None:
        self._mark = var / "sample_wanted"

    def want(self) -> None:
        self._mark.touch()

    @property
    def wanted(self) -> bool:
        return self._mark.exists()

    @contextmanager
    def loading(self) -> Iterator[None]:
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
        if status == 0:
            self._mark.unlink(missing_ok=True)
        else:
            tells = f"countersign: the sample story was not loaded (status {status}); the next start tries again."
            print(tells, file=sys.stderr)
