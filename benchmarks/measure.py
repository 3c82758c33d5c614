"""What work and processes cost. Wall-clock figures depend on what else the machine does; processor time does not."""

from __future__ import annotations

import os
import subprocess
import time
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any


def timed(work: Callable[[], object]) -> tuple[float, float]:
    """Milliseconds of wall clock and of this process's processor time."""
    wall, cpu = time.perf_counter(), time.process_time()
    work()
    return 1000 * (time.perf_counter() - wall), 1000 * (time.process_time() - cpu)


def percentile(values: Sequence[float], share: float) -> float:
    return sorted(values)[min(len(values) - 1, int(len(values) * share))]


def show_figure(name: str, value: float, unit: str, **details: Any) -> None:
    """`details` say under what: rows, clients at once, what it is compared with."""
    under = "  ".join(f"{key} {value}" for key, value in details.items())
    print(f"{name:44} {value:12,.1f} {unit:10} {under}".rstrip(), flush=True)


def cpu_seconds(pid: int) -> float:
    """Processor time that a process has used so far: all its threads and the children it has waited for."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return sum(int(field) for field in fields[11:15]) / os.sysconf("SC_CLK_TCK")


def memory_mb(pid: int | str = "self", of: str = "VmRSS") -> float:
    """Resident memory, shared files included; `of` "VmHWM": the most of this program. (`ru_maxrss` begins at what the
    process had that started it.)"""
    status = Path(f"/proc/{pid}/status").read_text("ascii", "replace")
    return int(status.split(f"{of}:")[1].split()[0]) / 1024


def wait_until_up(is_up: Callable[[], bool], process: subprocess.Popen[bytes], log: Path, within_s: float) -> None:
    """Raises SystemExit with the end of the log when the server ends or the time is up."""
    end = time.monotonic() + within_s
    while not is_up():
        if process.poll() is not None or time.monotonic() > end:
            raise SystemExit(f"{process.args!r} did not come up:\n{log.read_text(errors='replace')[-2000:]}")
        time.sleep(0.1)
