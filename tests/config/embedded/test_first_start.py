"""The first start with the sample story: cut off in the middle, made up for by the next, and light afterwards."""

from __future__ import annotations

import os
import signal
import sqlite3
import subprocess
import time
from collections.abc import Iterator
from contextlib import closing
from dataclasses import dataclass
from pathlib import Path

import pytest

from tests.config.serving import UP_WITHIN_S, Serve, begin, migrated, turns_of_the_story

LIGHT_KB = 220_000
"""A start that loads no story is at 145 MB, one that judges it in its own process at 500 MB."""


def child_of(process: subprocess.Popen[str]) -> int | None:
    children = Path(f"/proc/{process.pid}/task/{process.pid}/children").read_text().split()
    return int(children[0]) if children else None


def is_writing(var: Path) -> bool:
    with closing(sqlite3.connect(var / "countersign.sqlite3", timeout=0, isolation_level=None)) as file:
        try:
            file.execute("BEGIN IMMEDIATE")
        except sqlite3.OperationalError:
            return True
    return False


def judges_the_story(process: subprocess.Popen[str], var: Path) -> int:
    """The process that does, in the middle of it."""
    deadline = time.monotonic() + UP_WITHIN_S
    while (child := child_of(process)) is None or not is_writing(var):
        assert process.poll() is None, process.communicate()[0][-2000:]
        assert time.monotonic() < deadline, "nobody began to judge the story"
        time.sleep(0.01)
    return child


@dataclass(frozen=True, slots=True)
class Ended:
    """A first start, after `make setup`, that was told to end while the story was judged."""

    var: Path
    status: int
    printed: str
    child: int


@pytest.fixture(scope="module")
def told_to_end(tmp_path_factory: pytest.TempPathFactory) -> Ended:
    var = migrated(tmp_path_factory.mktemp("first") / "var")
    first = begin(var, "--sample")
    child = judges_the_story(first, var)
    first.terminate()
    printed, _ = first.communicate(timeout=UP_WITHIN_S)
    return Ended(var, first.returncode, printed, child)


@pytest.fixture(scope="module")
def made_up_for(told_to_end: Ended) -> Iterator[Serve]:
    """The third start, after the second was killed while the story was judged."""
    second = begin(told_to_end.var, "--sample")
    child = judges_the_story(second, told_to_end.var)
    for process in (second.pid, child):
        os.kill(process, signal.SIGKILL)
    second.communicate()
    assert turns_of_the_story(told_to_end.var) == 0, "the story was stored before the kill"
    third = Serve.start(told_to_end.var, "--sample")
    yield third
    third.end(signal.SIGKILL)


def test_told_to_end_it_ends_cleanly_and_takes_the_process_of_the_story_along(told_to_end: Ended) -> None:
    assert (told_to_end.status, told_to_end.printed) == (0, "")
    assert not Path(f"/proc/{told_to_end.child}").exists()


def test_a_story_that_was_cut_off_is_there_after_the_next_start(made_up_for: Serve) -> None:
    assert turns_of_the_story(made_up_for.var) > 10


def test_the_server_does_not_keep_the_memory_that_judging_the_story_took(made_up_for: Serve) -> None:
    status = Path(f"/proc/{made_up_for.process.pid}/status").read_text()
    resident = next(int(line.split()[1]) for line in status.splitlines() if line.startswith("VmRSS"))
    assert resident < LIGHT_KB
