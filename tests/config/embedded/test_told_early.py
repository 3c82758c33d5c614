"""A signal to end that comes where Python drops or wraps what its handler raises."""

from __future__ import annotations

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
from config.embedded import serving

class Attribute:
    def __set_name__(self, owner, name):
        os.kill(os.getpid(), signal.SIGTERM)

serving.end_on_signals()
with serving.until_told_to_end():
    class Owner:
        attribute = Attribute()
    print("went on")
print("ended")
"""


def test_a_signal_while_a_class_names_its_attributes_ends_cleanly_too() -> None:
    done = subprocess.run([sys.executable, "-c", NAMED], capture_output=True, text=True, check=False, timeout=60)
    assert (done.returncode, done.stdout, done.stderr) == (0, "ended\n", "")


def test_another_error_is_no_end() -> None:
    with pytest.raises(RuntimeError), serving.until_told_to_end():
        raise RuntimeError
