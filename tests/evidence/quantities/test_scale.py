"""Figures under a title that says how they are scaled."""

import pytest

from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import find_quantities
from validation.evidence.quantities.scale import find_evidence_quantities


def is_held(said: str, evidence: str) -> bool:
    (figure,) = find_quantities(said)
    return any(same(figure, one) for one in find_evidence_quantities(evidence))


@pytest.mark.parametrize(
    ("said", "evidence"),
    [
        ("NOK 812 million", "Report Q2 (NOK m)\nRevenue: 812"),
        ("€690,000", "Accounts (EUR thousand)\nNet profit 690"),
        ("€20.24 million", "Accounts (EUR thousand)\nSales 20,240"),
        ("nearly 25 million", "Chart (million viewing hours)\nThe Orchard 24.9"),
        ("3.1 billion", "Figures in USD billions\n2024: 3.1"),
        ("812", "Report Q2 (NOK m)\nRevenue: 812"),
    ],
)
def test_a_title_scales_the_figures_below_it(said: str, evidence: str) -> None:
    assert is_held(said, evidence)


@pytest.mark.parametrize(
    ("said", "evidence"),
    [
        ("812 million", "Revenue: 812"),
        ("812 thousand", "Report Q2 (NOK m)\nRevenue: 812"),
        ("812 million", "Report Q2 (NOK m)\nRevenue: 64\n\n## Staff\n\nEmployees: 812"),
        ("three million", "Report Q2 (NOK m)\nthree sites"),
    ],
)
def test_what_no_title_scales_is_as_it_is_written(said: str, evidence: str) -> None:
    assert not is_held(said, evidence)
