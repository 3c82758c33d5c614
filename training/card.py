"""Measures a run and writes docs/model-card-reader.md: python -m training.card DATA_FOLDER [--checkpoints FOLDER]."""

from __future__ import annotations

import argparse
import json
from collections.abc import Mapping
from datetime import UTC, datetime
from pathlib import Path
from typing import Any

from training.evaluate import Figures, measure_checkpoint
from training.manifest import MANIFEST
from training.scene_figures import COLUMNS
from training.worlds import UNSEEN_NAMES
from validation.reader.artifact import FOLDER, GRAPH
from validation.reader.artifact import MANIFEST as ARTIFACT

CARD = Path("docs/model-card-reader.md")
HISTORY = Path(__file__).parent / "history.md"
CLAIM_COLUMNS = ("claims", "bad", "margin", "words", "near", "margin of near", "responses", "weakest")
_TEXT = Path(__file__).with_suffix(".md").read_text("utf-8")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("data", type=Path)
    parser.add_argument("--checkpoints", type=Path, default=Path("../reader_checkpoints"))
    parser.add_argument("--report", type=Path, help="figures of an earlier training.evaluate")
    given = parser.parse_args()
    figures = (
        json.loads(given.report.read_text("utf-8"))
        if given.report
        else measure_checkpoint(given.data, given.checkpoints)
    )
    CARD.write_text(write_card(figures), "utf-8")


def write_card(figures: Figures) -> str:
    progress, artifact = figures["progress"], json.loads((FOLDER / ARTIFACT).read_text("utf-8"))
    return _TEXT.format(
        trained=datetime.now(UTC).date().isoformat(),
        steps=f"{progress['step']:,}",
        tokens=f"{progress['tokens']:,}",
        hours=f"{progress['seconds'] / 3600:.1f}",
        files=len(json.loads(MANIFEST.read_text("utf-8"))),
        unseen=", ".join(UNSEEN_NAMES),
        size=round(sum(path.stat().st_size for path in FOLDER.iterdir()) / 1e6, 1),
        digest=artifact["sha256"][GRAPH],
        history=HISTORY.read_text("utf-8") if HISTORY.exists() else "",
        support=_table(figures["support"], ("n", "auroc")),
        kinds=_table(figures["kinds"], ("n", "right")),
        answers=_table(figures["answerable"], ("n", "auroc", "precision at recall .60")),
        made_up=_table({name: row for name, row in figures["made_up"].items() if row["auroc"]}, ("n", "auroc")),
        scenes=_table(figures["scenes"], COLUMNS),
        whole_answers=_table(figures["answers"], COLUMNS),
        held_back=_table(figures["held_back"], CLAIM_COLUMNS),
        cases=_table({"development": figures["cases"]}, CLAIM_COLUMNS),
        case_kinds=_table(figures["cases"]["kinds"], ("n", "auroc")),
    )


def _table(rows: Mapping[str, Mapping[str, Any]], columns: tuple[str, ...]) -> str:
    lines = [f"| | {' | '.join(columns)} |", "|---" * (len(columns) + 1) + "|"]
    lines += [
        f"| {name} | {' | '.join(str(row[column]) for column in columns)} |" for name, row in sorted(rows.items())
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
