"""Rules that bring decisions to the desk."""

from __future__ import annotations

from dataclasses import replace

import pytest

from validation.domain.audit_policy import InterventionRule
from validation.domain.check import CheckName
from validation.domain.desk.rules import DecidedFacts, matching_rule, meets

FACTS = DecidedFacts(
    subject_id="a",
    policy=3,
    route="REVISE",
    confidence=0.75,
    failed_checks=frozenset({"no_hallucinations"}),
    finding_codes=frozenset({"name_not_in_evidence", "url_not_in_evidence"}),
    pipeline="shop",
    metadata={"tier": "gold", "turns": 3},
    language=lambda: "German",
)


@pytest.mark.parametrize(
    ("conditions", "met"),
    [
        ({}, True),
        ({"routes": ("REVISE", "RETRY")}, True),
        ({"routes": ("APPROVE",)}, False),
        ({"confidence_from": 0.7, "confidence_below": 0.8}, True),
        ({"confidence_below": 0.75}, False),
        ({"checks": (CheckName.NO_HALLUCINATIONS, CheckName.QUERY_ADDRESSED)}, True),
        ({"checks": (CheckName.QUERY_ADDRESSED,)}, False),
        ({"findings": ("name_not_in_evidence",)}, True),
        ({"findings": ("money_not_in_evidence",)}, False),
        ({"pipelines": ("shop", "travel")}, True),
        ({"pipelines": ("travel",)}, False),
        ({"metadata": {"tier": "gold", "turns": "3"}}, True),
        ({"metadata": {"tier": "gold", "region": "eu"}}, False),
        ({"languages": ("german",)}, True),
        ({"languages": ("English",)}, False),
    ],
)
def test_every_condition_must_hold(conditions: dict[str, object], met: bool) -> None:
    assert meets(InterventionRule(name="rule", **conditions), FACTS) is met  # type: ignore[arg-type]


def test_a_share_draws_its_part_of_what_fits() -> None:
    rule = InterventionRule(name="near misses", share=0.1)
    drawn = sum(matching_rule([rule], replace(FACTS, subject_id=str(index))) is rule for index in range(5_000))
    assert 400 < drawn < 600


def test_the_first_rule_that_fits_is_the_reason() -> None:
    first, second = InterventionRule(name="other", routes=("RETRY",)), InterventionRule(name="this")
    assert matching_rule([first, second], FACTS) is second
