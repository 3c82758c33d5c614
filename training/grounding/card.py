"""The model card: what the model was trained on, what it gave, and where it must not be believed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from evals.datasets_io import GroundingItem
from training.grounding.figures import Figures
from validation.evidence.grounding.model import load

_TEXT = """# Model card: grounding

How likely it is that evidence supports a claim, and a response as a whole. Two stages of gradient-boosted trees over
counted features (`validation/evidence/grounding/signals/row.py`) and over what a small transformer says of each token
(`validation/evidence/tagger/`: six layers of 384, the lower three those of all-MiniLM-L6-v2, the upper three trained).
No network access, English only.

| | |
|---|---|
| trained | {trained} |
| trained on | {known} |
| held back | every sixth source by hash of its text (`evals/held_back.py`), never trained or tuned on |
| licences | RAGTruth: MIT. WiCE: ODC-BY (trees only). all-MiniLM-L6-v2: Apache-2.0. No text of the data is in it but \
single stems |
| retrain | `python -m training.tagger.train DATA_FOLDER` (torch, docs/adr/0015), then \
`python -m training.grounding.train DATA_FOLDER`; the same data give the same trees, on the same processor the same \
tagger, byte for byte |
| thresholds | {limits} |

## Figures

Value and 95 % bootstrap interval over responses. `balanced_accuracy` and `f1` are of "P(grounded) lies under 0.5";
APPROVE means P(grounded) at or above {approve:.2f}. F1 of flagging everything is {always:.3f}. "Unseen folds" are the
training sources, each told by models that did not know it; thresholds were set on them, so only the ranking is given.

{tables}
## Limits

- Small changes of meaning in summaries of long texts are mostly missed. There the model says `low_trust`, and also
  for structured data with unknown fields, very long evidence, and responses that are not in English.
- It knows little of meaning: true words reordered into a false statement can pass.
- The tagger reads 1,536 tokens of evidence; of more it is given what shares the weightiest words with the claims.
- The labels it learned from call invented whatever the evidence does not say, true in the world or not.
- WiCE was trained on, so figures on it are not held back. SummEdits was never trained on and is unlike what was.
"""


def write_card(
    path: Path, *, trained: str, known: list[GroundingItem], tables: dict[str, Figures], folder: Path
) -> None:
    limits = load(folder).thresholds
    per_set = Counter(f"{item.dataset} {item.task}" if item.task != item.dataset else item.dataset for item in known)
    prevalence = tables["held back"]["all"]["prevalence"].value
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(
        _TEXT.format(
            trained=trained,
            known=", ".join(f"{name} ({count})" for name, count in sorted(per_set.items())),
            limits=f"claim {limits.claim}, edge {limits.edge}, covered {limits.covered}, approve {limits.approve}",
            approve=limits.approve,
            always=2 * prevalence / (1 + prevalence),
            tables="".join(_table(title, figures) for title, figures in tables.items()),
        ),
        "utf-8",
    )


def _table(title: str, figures: Figures) -> str:
    names = list(figures["all"])
    lines = [f"### {title}", "", f"| task | {' | '.join(names)} |", f"|---|{'---|' * len(names)}"]
    for task, values in figures.items():
        cells = [
            f"{values[name].value:.3f} [{values[name].low:.3f}, {values[name].high:.3f}]" if name in values else ""
            for name in names
        ]
        lines.append(f"| {task} | {' | '.join(cells)} |")
    return "\n".join(lines) + "\n\n"
