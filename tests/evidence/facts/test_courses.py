"""From what a value went to what, against its verb: `rose from 312 cm to 270 cm`."""

from __future__ import annotations

import pytest

from tests.evidence.facts.test_outcomes import outcome
from validation.evidence.facts.outcome import SupportState

POOL = "The water had 14.5 °C in May and 19.2 °C in July. Members: 1,240 in 2022, 1,105 in 2023."
LOANS = "The rate is 3.4% this year after 6.1% last year. The loans were 3.2 million EUR, then 2.9 million EUR."
FROST = "It had 4 °C in the evening and -6 °C in the morning. The club moved from place 9 to place 4."
RULES = "The limit fell last year. The limit now ranges from 3 kg to 5 kg. The desk is open from 17:00 to 9:00."


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (POOL, "The water fell from 14.5 °C to 19.2 °C."),
        (POOL, "The water dropped from 14.5 °C in May to 19.2 °C in July."),
        (POOL, "The number of members grew from 1,240 in 2022 to 1,105 in 2023."),
        (LOANS, "The rate increased from 6.1% to 3.4%."),
        (LOANS, "The loans rose from 3.2 million EUR to 2.9 million EUR."),
    ],
)
def test_what_falls_did_not_rise(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is SupportState.CONTRADICTED


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (POOL, "The water rose from 14.5 °C to 19.2 °C."),
        (POOL, "Members declined from 1,240 in 2022 to 1,105 in 2023."),
        (LOANS, "The rate did not rise: it fell from 6.1% to 3.4%."),
        (LOANS, "The loans fell from 3.2 to 2.9 million EUR."),
        (FROST, "It fell from 4 °C to -6 °C."),
        (FROST, "The club climbed from place 9 to place 4."),
        (RULES, "The limit fell last year and now ranges from 3 kg to 5 kg."),
        (RULES, "It fell, and the desk is open from 17:00 to 9:00."),
    ],
)
def test_what_a_verb_allows_is_not_contradicted(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is not SupportState.CONTRADICTED
