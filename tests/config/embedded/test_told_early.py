"""A signal to end that comes while an object is finalized, where Python drops what its handler raises."""

from __future__ import annotations

import subprocess
import sys

SCRIPT = """
import os, signal, weakref
from config.embedded import serving

class Held: ...

serving.end_on_signals()
held = Held()
weakref.finalize(held, lambda: os.kill(os.getpid(), signal.SIGTERM))
try:
    del held
    signal.pause()
except serving.Shutdown:
    print("ended")
"""


def test_a_signal_that_was_dropped_comes_again_and_nobody_reads_of_it() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "ended\n", "")
