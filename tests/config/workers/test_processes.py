"""A judging worker with many answers in flight is several processes that live and end together."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import pytest

from config.workers.processes import split_in_flight

ENTRYPOINT = Path(__file__).resolve().parents[3] / "docker" / "entrypoint.sh"
TWO = "import sys; from config.workers.processes import run_processes; sys.exit(run_processes(sys.argv[1:], [16, 15]))"
TOLD_EARLY = """
import os, signal, sys
from config.workers.processes import run_processes
def shares():
    os.kill(os.getpid(), signal.SIGTERM)
    yield 1
sys.exit(run_processes(sys.argv[1:], shares()))
"""
WAITS = 'echo $$ $COUNTERSIGN_JUDGE_CONCURRENCY ${COUNTERSIGN_HEARTBEAT_FILE##*/} "$0" "$@"; exec sleep 60'


@pytest.mark.parametrize(
    ("in_flight", "cores", "shares"),
    [
        (1, 2, [1]),
        (8, 2, [8]),
        (16, 2, [16]),
        (17, 2, [9, 8]),
        (32, 2, [16, 16]),
        (32, 1, [32]),
        (64, 2, [32, 32]),
        (64, 8, [16, 16, 16, 16]),
    ],
)
def test_a_process_for_every_sixteen_in_flight_as_far_as_there_are_cores(
    in_flight: int, cores: int, shares: list[int]
) -> None:
    assert split_in_flight(in_flight, cores) == shares


@contextmanager
def two_processes(heartbeat: str = "") -> Iterator[tuple[subprocess.Popen[str], list[list[str]]]]:
    """The supervisor, and the words that its two processes printed: pid, share, heartbeat file, arguments."""
    told = {**os.environ, "COUNTERSIGN_HEARTBEAT_FILE": heartbeat}
    with subprocess.Popen(
        [sys.executable, "-c", TWO, "sh", "-c", WAITS], stdout=subprocess.PIPE, text=True, env=told
    ) as supervisor:
        assert supervisor.stdout is not None
        words = sorted((supervisor.stdout.readline().split() for _ in range(2)), key=lambda line: line[2:])
        try:
            yield supervisor, words
        finally:
            supervisor.kill()


def test_each_process_has_its_share_its_name_and_its_heartbeat() -> None:
    with two_processes("/tmp/beat") as (supervisor, words):
        supervisor.terminate()
        assert [line[1:] for line in words] == [
            ["16", "beat-0", "-n", "judging-0@%h", "-c", "16"],
            ["15", "beat-1", "-n", "judging-1@%h", "-c", "15"],
        ]


def test_sigterm_ends_all() -> None:
    with two_processes() as (supervisor, words):
        supervisor.terminate()
        assert supervisor.wait(10) != 0
        assert not any(Path(f"/proc/{line[0]}").exists() for line in words)


def test_sigterm_before_they_are_started_ends_all() -> None:
    command = [sys.executable, "-c", TOLD_EARLY, "sh", "-c", "exec sleep 60"]
    with subprocess.Popen(command, process_group=0) as supervisor:
        try:
            assert supervisor.wait(20) != 0
        finally:
            with suppress(ProcessLookupError):
                os.killpg(supervisor.pid, signal.SIGKILL)


def test_one_that_dies_takes_the_others_with_it() -> None:
    with two_processes() as (supervisor, words):
        os.kill(int(words[0][0]), signal.SIGKILL)
        assert supervisor.wait(10) != 0
        assert not Path(f"/proc/{words[1][0]}").exists()


def test_one_process_that_is_silent_is_no_health(tmp_path: Path) -> None:
    told = {**os.environ, "COUNTERSIGN_HEARTBEAT_FILE": str(tmp_path / "beat")}
    for number in (0, 1):
        (tmp_path / f"beat-{number}").touch()
    check = [str(ENTRYPOINT), "healthy", "worker"]
    both = subprocess.run(check, env=told, check=False).returncode
    os.utime(tmp_path / "beat-1", (0, 0))
    assert (both, subprocess.run(check, env=told, check=False).returncode) == (0, 1)
