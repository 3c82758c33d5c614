"""A signal to end that comes where Python drops or wraps what its handler raises."""

from __future__ import annotations

import signal
import subprocess
import sys

import pytest

from config.embedded import serving

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


NAMED = """
import os, signal
from contextlib import suppress
from config.embedded import serving

class Attribute:
    def __set_name__(self, owner, name):
        os.kill(os.getpid(), signal.SIGTERM)

serving.end_on_signals()
with suppress(serving.Shutdown):
    with serving.held_back():
        class Owner:
            attribute = Attribute()
        print("imported")
    print("went on")
print("ended", signal.getsignal(signal.SIGTERM).__name__)
"""


def test_a_signal_during_imports_ends_when_they_are_done() -> None:
    done = subprocess.run([sys.executable, "-c", NAMED], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "imported\nended _shut_down\n", "")


def test_an_error_of_an_import_is_no_end() -> None:
    with pytest.raises(RuntimeError), serving.held_back():
        raise RuntimeError
    assert signal.getsignal(signal.SIGTERM) is signal.SIG_DFL
