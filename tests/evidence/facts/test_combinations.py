"""What the amounts of a row come to does not depend on what was asked before."""

from __future__ import annotations

from tests.evidence.turns import with_evidence
from validation.evidence.document.read import read_evidence
from validation.evidence.facts.index import FactIndex
from validation.evidence.quantities.quantity import find_quantities

BOXES = "| Box | weight | tare |\n|---|---|---|\n| Ara | 137 | 44 |\n| Bel | 262 | 18 |\n"


def index() -> FactIndex:
    document = with_evidence(BOXES)
    return FactIndex(document, read_evidence(document))


def test_results_in_grams_are_the_same_after_a_figure_in_kilograms() -> None:
    grams, kilograms = find_quantities("181 g and 3 kg")
    asked_before = index()
    asked_before.combined(kilograms)
    assert set(asked_before.combined(grams)) == set(index().combined(grams))
