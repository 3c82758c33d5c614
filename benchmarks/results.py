"""What a benchmark measured, printed and kept in var/bench.json: a section each, replaced when it runs again."""

from __future__ import annotations

import json
import os
import platform
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

BENCH_FILE = Path("var/bench.json")


class Results:
    """The figures of one section. `record` prints each as it comes; `save` merges the section into the file."""

    def __init__(self, section: str, path: Path = BENCH_FILE) -> None:
        self._section = section
        self._path = path
        self._figures: list[dict[str, Any]] = []

    def record(self, name: str, value: float, unit: str, **details: Any) -> None:
        """`details` say under what: rows, clients at once, what it is compared with."""
        self._figures.append({"name": name, "value": round(value, 4), "unit": unit, **details})
        figures = "  ".join(f"{key} {value}" for key, value in details.items())
        print(f"{self._section:12} {name:44} {value:12,.1f} {unit:10} {figures}".rstrip(), flush=True)

    def save(self) -> None:
        """Other sections stay as they are."""
        kept = json.loads(self._path.read_text()) if self._path.exists() else {}
        machine = {"cores": os.cpu_count(), "python": platform.python_version(), "machine": platform.machine()}
        made = {"at": datetime.now(UTC).isoformat(timespec="seconds"), **machine}
        kept[self._section] = {**made, "figures": self._figures}
        self._path.parent.mkdir(parents=True, exist_ok=True)
        self._path.write_text(json.dumps(kept, indent=1, sort_keys=True) + "\n")
