"""Runs an LLM worker as several processes: `python -m config.workers.processes IN_FLIGHT COMMAND...`

Checking the evidence of one response takes some 16 ms of CPU (`python -m benchmarks.llm`), so the threads of one
process can handle about 16 requests in flight. Each process runs COMMAND with its share of them. When one ends all are
ended, and the supervisor restarts the whole.
"""

from __future__ import annotations

import contextlib
import os
import signal
import subprocess
import sys
from collections.abc import Sequence

IN_FLIGHT_A_PROCESS = 16


def split_in_flight(in_flight: int, cores: int) -> list[int]:
    """The number of requests in flight of each process; no more processes than cores."""
    processes = max(1, min(cores, -(-in_flight // IN_FLIGHT_A_PROCESS)))
    return [in_flight // processes + (number < in_flight % processes) for number in range(processes)]


def run_processes(command: Sequence[str], shares: Sequence[int]) -> int:
    """Runs the processes and returns the exit status of the first one to end. Forwards SIGTERM and SIGQUIT; SIGINT from
    a terminal reaches all of them anyway."""
    running: list[subprocess.Popen[bytes]] = []
    passed_on: list[int] = []

    def pass_on(number: int, _frame: object = None) -> None:
        passed_on.append(number)
        for process in running:
            _send(process, number)

    signal.signal(signal.SIGTERM, pass_on)
    signal.signal(signal.SIGQUIT, pass_on)
    signal.signal(signal.SIGINT, lambda *_: None)
    for number, share in enumerate(shares):
        running.append(_start(command, number, share))
        if passed_on:  # a signal arrived before this process existed
            _send(running[-1], passed_on[-1])
    pid, status = os.wait()
    running = [process for process in running if process.pid != pid]
    pass_on(signal.SIGTERM)
    for process in running:
        process.wait()
    return os.waitstatus_to_exitcode(status)


def _send(process: subprocess.Popen[bytes], number: int) -> None:
    with contextlib.suppress(ProcessLookupError):
        os.kill(process.pid, number)


def _start(command: Sequence[str], number: int, share: int) -> subprocess.Popen[bytes]:
    changed = {"COUNTERSIGN_JUDGE_CONCURRENCY": str(share)}
    if file := os.environ.get("COUNTERSIGN_HEARTBEAT_FILE"):
        changed["COUNTERSIGN_HEARTBEAT_FILE"] = f"{file}-{number}"
    name = ["-n", f"judging-{number}@%h", "-c", str(share)]
    return subprocess.Popen([*command, *name], env={**os.environ, **changed})  # noqa: S603 - what our caller says


def main(in_flight: str, *command: str) -> int:
    shares = split_in_flight(int(in_flight), len(os.sched_getaffinity(0)))
    if len(shares) == 1:
        os.execvp(command[0], command)  # noqa: S606 - as there
    return run_processes(command, shares)


if __name__ == "__main__":
    sys.exit(main(*sys.argv[1:]))
