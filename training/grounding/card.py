"""The model card: what the model was trained on, what it gave, and where it must not be believed."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

from evals.datasets_io import GroundingItem
from training.grounding.figures import Figures
from validation.evidence.grounding.model import load

_TEXT = Path(__file__).with_suffix(".md").read_text("utf-8")


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
