"""Which decisions are audited, and how often."""

from __future__ import annotations

import pytest

from validation.domain.audit_policy import AuditPolicy, AuditRate
from validation.domain.errors import InputRejected
from validation.domain.policy import read_policy

POLICY = AuditPolicy(
    approve=0.02,
    revise=0.01,
    rates=(
        AuditRate(route="APPROVE", pipeline="bank", rate=0.5),
        AuditRate(route="APPROVE", confidence_from=0.8, confidence_below=0.85, rate=0.1),
        AuditRate(route="REVISE", confidence_from=0.75, rate=0.2),
    ),
)


@pytest.mark.parametrize(
    ("route", "confidence", "pipeline", "rate"),
    [
        ("APPROVE", 0.95, "shop", 0.02),
        ("APPROVE", 0.80, "shop", 0.1),
        ("APPROVE", 0.85, "shop", 0.02),
        ("APPROVE", 0.82, "bank", 0.5),
        ("REVISE", 0.60, "shop", 0.01),
        ("REVISE", 1.00, "shop", 0.2),
        ("RETRY", 0.40, "shop", 0.0),
        ("FAIL", 0.10, "shop", 0.0),
        ("HALT", 0.0, "shop", 0.0),
    ],
)
def test_the_first_row_that_fits_decides_else_the_route(
    route: str, confidence: float, pipeline: str, rate: float
) -> None:
    assert POLICY.rate_of(route, confidence, pipeline) == rate


def test_nothing_is_audited_until_somebody_asks_for_it() -> None:
    assert AuditPolicy().rate_of("APPROVE", 0.99, "shop") == 0


@pytest.mark.parametrize(
    "row",
    [
        {"route": "FAIL", "rate": 0.1},
        {"route": "APPROVE"},
        {"route": "APPROVE", "rate": 1.1},
        {"route": "APPROVE", "rate": 0.1, "confidence_from": 0.9, "confidence_below": 0.8},
    ],
)
def test_a_row_that_makes_no_sense_is_refused(row: dict[str, object]) -> None:
    with pytest.raises(InputRejected):
        read_policy({"audit": {"rates": [row]}})


@pytest.mark.parametrize(
    ("low", "high", "pipeline", "rates"),
    [(0.79, 0.81, "shop", {0.02, 0.1}), (0.8, 0.81, "shop", {0.1}), (0.84, 0.86, "bank", {0.5})],
)
def test_a_range_has_the_rates_on_both_sides_of_the_edges_in_it(
    low: float, high: float, pipeline: str, rates: set[float]
) -> None:
    assert POLICY.rates_within("APPROVE", low, high, pipeline) == rates
