"""A value that stands in the evidence and is said of another thing, year, order or time than there."""

from __future__ import annotations

import pytest

from tests.evidence.facts.test_outcomes import outcome
from tests.evidence.turns import with_evidence
from validation.domain.finding import Severity
from validation.evidence.check_response import check_response
from validation.evidence.facts.outcome import SupportState

LAMPS = "\n".join(
    [
        "| lamp | price | weight |",
        "|---|---|---|",
        "| Nimbus | 129 EUR | 310 g |",
        "| Cirrus | 179 EUR | 405 g |",
        "| Stratus | 159 EUR | 280 g |",
    ]
)
PLANS = "| feature | Starter | Team |\n|---|---|---|\n| API access | no | yes |\n| Offline mode | yes | no |"
YEARS = (
    "| item | 2024 | 2025 |\n|---|---|---|\n| Revenue | 3.1 million USD | 3.9 million USD |\n"
    "| Costs | 2.2 million USD | 2.4 million USD |"
)
HOURS = (
    "The library is open Monday to Thursday from 9:00 to 20:00, on Friday from 9:00 to 17:00 and on Saturday from "
    "10:00 to 14:00."
)
DEPOSIT = "Deposit: 150 EUR\nCorrection (12 May): the deposit is 120 EUR, not 150 EUR"
FEE = "- Workshop fee: 240 EUR\n- update: fee reduced to 195 EUR"
SESSION = "- Session 3 starts at 14:00\n- Correction: session 3 starts at 15:30"
PLUS = "| plan | price |\n|---|---|\n| Basic | 9 EUR |\n| Plus | 15 EUR |\n\nUpdate (12 May): Plus reduced to 12 EUR."
VACANCY = "Vacancy: 6.1% in 2023, 3.4% in 2025"
BUS = "The bus leaves Lund at 10:05 and arrives in Vik at 11:50. The last bus leaves at 18:40."


@pytest.mark.parametrize(
    "claim",
    [
        "Nimbus is not the lightest.",
        "Stratus is the second cheapest at 159 EUR.",
        "Stratus is neither the cheapest nor the most expensive.",
        "Cirrus is not cheaper than Stratus.",
        "Apart from Nimbus, Stratus is the cheapest.",
    ],
)
def test_a_ranking_that_is_denied_or_limited_is_not_contradicted(claim: str) -> None:
    assert outcome(LAMPS, claim).known is not SupportState.CONTRADICTED


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        pytest.param(LAMPS, "Nimbus is not the cheapest.", id="a denied ranking"),
        pytest.param(LAMPS, "Stratus is not the lightest.", id="another"),
        pytest.param(PLANS, "Starter has API access.", id="another plan has it"),
        pytest.param(PLANS, "Team has no API access.", id="another plan lacks it"),
        pytest.param(YEARS, "Revenue was 3.1 million USD in 2025.", id="another year's"),
        pytest.param(HOURS, "On Friday it is open from 9:00 to 20:00.", id="another day's end"),
        pytest.param(HOURS, "On Saturday it is open from 10:00 to 17:00.", id="another day's end too"),
        pytest.param(DEPOSIT, "The deposit is 150 EUR.", id="corrected since"),
        pytest.param("The price is 59 EUR instead of 89 EUR.", "The price is 89 EUR.", id="instead of"),
        pytest.param("The jacket was 89 EUR and is now 59 EUR.", "The jacket costs 89 EUR.", id="was and is now"),
        pytest.param("The meeting is at 15:00, not at 14:00.", "The meeting is at 14:00.", id="not at"),
        pytest.param(FEE, "The workshop fee is 240 EUR.", id="reduced since"),
        pytest.param(SESSION, "Session 3 starts at 14:00.", id="another time since"),
        pytest.param(PLUS, "Plus costs 15 EUR.", id="a row reduced since"),
        pytest.param(VACANCY, "Vacancy rose from 3.4% to 6.1%.", id="the other way round"),
    ],
)
def test_facts_do_not_carry_what_is_true_of_another(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is not SupportState.SUPPORTED


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        pytest.param(YEARS, "Revenue was 3.9 million USD in 2025.", id="the year's own"),
        pytest.param(HOURS, "On Friday it is open from 9:00 to 17:00.", id="the day's own"),
        pytest.param(DEPOSIT, "The deposit is 120 EUR.", id="the corrected one"),
        pytest.param("The price is 59 EUR instead of 89 EUR.", "The price is 59 EUR.", id="the new price"),
        pytest.param(FEE, "The workshop fee is 195 EUR.", id="the reduced one"),
        pytest.param(SESSION, "Session 3 starts at 15:30.", id="the corrected time"),
        pytest.param(PLUS, "Basic costs 9 EUR.", id="a row without an update"),
        pytest.param(VACANCY, "Vacancy fell from 6.1% to 3.4%.", id="in its order"),
    ],
)
def test_what_is_true_of_the_thing_itself_is_not_contradicted(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is not SupportState.CONTRADICTED


@pytest.mark.parametrize(
    ("evidence", "response"),
    [
        ("revenue 4.2 million USD", "Revenue came to $4.2M."),
        ("Grants: 350 thousand EUR", "Grants came to €350K."),
        ("| 2024 | 2025 |\n|---|---|\n| $3.1M | $3.9M |", "It grew from $3.1 million to $3.9 million."),
        (BUS, "The bus gets to Vik before 12:00."),
        (BUS, "There is no bus after 19:00."),
    ],
)
def test_another_way_to_tell_a_figure_is_no_certain_invention(evidence: str, response: str) -> None:
    findings = check_response(with_evidence(evidence), response).findings
    assert [one.code for one in findings if one.severity is Severity.CERTAIN] == []


@pytest.mark.parametrize(
    "other",
    [
        "Fee reduced to 195 EUR for students",
        "The fee will be raised to 260 EUR next year",
        "In 2021 the fee was raised to 200 EUR",
        "Update: parking fee reduced to 5 EUR",
        "Sample price update: 12 EUR",
        "The fee should be lowered to 195 EUR",
        "The fee was not reduced to 195 EUR",
        "The fee may be reduced to 195 EUR",
    ],
)
def test_an_update_of_another_thing_group_or_time_replaces_nothing(other: str) -> None:
    assert (
        outcome(f"- Workshop fee: 240 EUR\n- {other}", "The workshop fee is 240 EUR.").known is SupportState.SUPPORTED
    )
