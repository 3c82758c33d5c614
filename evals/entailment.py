"""Evaluates the facts alone on labelled text pairs: `python -m evals.entailment FILE [FILE ...]`.

A file has JSON lines with `premise`, `hypothesis` and `label` (entailment, contradiction, neutral, or not_entailment if
the last two are not distinguished), gzipped or plain. Uses a fixed random sample of each file.
"""

from __future__ import annotations

import random
import sys
from collections import Counter
from collections.abc import Iterable
from pathlib import Path
from typing import Any

from evals.as_turn import as_context
from evals.datasets_io import GroundingItem, Passage, rows
from validation.context_md.parser import parse
from validation.evidence.context.items import collect
from validation.evidence.document.read import read_evidence
from validation.evidence.facts.claim_statements import QueryConcepts
from validation.evidence.facts.index import FactIndex
from validation.evidence.facts.outcome import SupportState, check_facts
from validation.evidence.text.claims import split_claims

SAMPLE = 700
_SEED = 5
LABELS = ("entailment", "contradiction", "neutral", "not_entailment")


def known(premise: str, hypothesis: str) -> SupportState:
    """The result for the hypothesis; for several claims the worst one."""
    item = GroundingItem("", "", "", "", (Passage("premise", premise),), hypothesis, grounded=True, spans=None)
    document = collect(parse(as_context(item))).document
    claims = split_claims(hypothesis)
    facts = FactIndex(document, read_evidence(document))
    found = {one.known for one in check_facts(hypothesis, claims, facts, QueryConcepts()).values()}
    if SupportState.CONTRADICTED in found:
        return SupportState.CONTRADICTED
    return SupportState.SUPPORTED if found == {SupportState.SUPPORTED} else SupportState.UNKNOWN


def table(name: str, pairs: Iterable[dict[str, Any]]) -> list[str]:
    """One line per label: how many of its hypotheses the facts support, leave unknown and contradict."""
    counts: Counter[tuple[str, SupportState]] = Counter()
    for pair in pairs:
        counts[pair["label"], known(pair["premise"], pair["hypothesis"])] += 1
    lines = [f"{name:24} {'':16} supported  unknown  contradicted"]
    for label in LABELS:
        row_counts = [
            counts[label, state] for state in (SupportState.SUPPORTED, SupportState.UNKNOWN, SupportState.CONTRADICTED)
        ]
        if any(row_counts):
            lines.append(f"{'':24} {label:16} {row_counts[0]:9} {row_counts[1]:8} {row_counts[2]:13}")
    return lines


def sample(path: Path) -> list[dict[str, Any]]:
    """A reproducible sample of the file. Raises DatasetUnreadable."""
    found = list(rows(path))
    random.Random(_SEED).shuffle(found)
    return found[:SAMPLE]


def main() -> None:
    for name in sys.argv[1:]:
        sys.stdout.write("\n".join(table(Path(name).name.partition(".")[0], sample(Path(name)))) + "\n")


if __name__ == "__main__":
    main()
