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
del held
print("went on", flush=True)
try:
    serving.serve(None, serving.listen("127.0.0.1", 0), when_up=lambda: os._exit(3))
except serving.Shutdown:
    print("ended")
"""


def test_a_signal_that_was_dropped_ends_the_server_all_the_same() -> None:
    done = subprocess.run([sys.executable, "-c", SCRIPT], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout.split("\n")) == (0, ["went on", "ended", ""]), done.stderr
