"""The sample story: whose turns it tells, and how its texts are read. Each part lies beside the code that loads it."""

from __future__ import annotations

from pathlib import Path
from typing import Self

from pydantic import BaseModel, ConfigDict

PIPELINE = "showcase"
REVIEWER = "sample-reviewer"


class SampleLine(BaseModel):
    """One thing of the story. `days` in a line is how long before now it happened."""

    model_config = ConfigDict(extra="forbid", frozen=True)

    @classmethod
    def read(cls, place: Path) -> tuple[Self, ...]:
        """Of a file with one JSON object a line."""
        return tuple(map(cls.model_validate_json, place.read_text(encoding="utf-8").splitlines()))
