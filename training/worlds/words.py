"""The words of the worlds, as words.toml beside this file lists them."""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

_LISTED: dict[str, dict[str, Any]] = tomllib.loads(Path(__file__).with_suffix(".toml").read_text("utf-8"))


def words(part: str, name: str) -> tuple[str, ...]:
    return tuple(_LISTED[part][name])


def rows(part: str, name: str) -> tuple[tuple[str, ...], ...]:
    """Words that belong together, such as a verb and its passive."""
    return tuple(map(tuple, _LISTED[part][name]))
