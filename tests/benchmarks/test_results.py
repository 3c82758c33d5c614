"""The file that benchmarks write their figures to."""

from __future__ import annotations

import json
from pathlib import Path

from benchmarks.results import Results


def test_a_section_that_runs_again_replaces_itself_and_leaves_the_others(tmp_path: Path) -> None:
    path = tmp_path / "var" / "bench.json"
    for section, value in (("ingest", 1.0), ("pages", 2.0), ("ingest", 3.0)):
        results = Results(section, path)
        results.record("rate", value, "a second", clients=16)
        results.save()
    kept = json.loads(path.read_text())
    assert {name: section["figures"] for name, section in kept.items()} == {
        "ingest": [{"name": "rate", "value": 3.0, "unit": "a second", "clients": 16}],
        "pages": [{"name": "rate", "value": 2.0, "unit": "a second", "clients": 16}],
    }
