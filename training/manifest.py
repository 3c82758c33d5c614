"""Which files were learned from, by hash: python -m training.manifest DATA_FOLDER writes data.json anew."""

from __future__ import annotations

import hashlib
import json
import sys
from pathlib import Path

from training.sources.published import input_files

MANIFEST = Path(__file__).parent / "data.json"


class DataChangedError(Exception):
    """A file is missing or is not the one the reader was trained on."""


def hash_files(data: Path) -> dict[str, str]:
    return {name: hashlib.sha256((data / name).read_bytes()).hexdigest() for name in input_files()}


def check_files(data: Path) -> None:
    """Raises DataChangedError."""
    known: dict[str, str] = json.loads(MANIFEST.read_text("utf-8"))
    for name, expected in known.items():
        path = data / name
        if not path.exists():
            raise DataChangedError(f"{name} is missing in {data}.")
        if hashlib.sha256(path.read_bytes()).hexdigest() != expected:
            raise DataChangedError(f"{name} has changed. Run python -m training.manifest to accept it.")


if __name__ == "__main__":
    MANIFEST.write_text(json.dumps(hash_files(Path(sys.argv[1])), indent=1) + "\n", "utf-8")
