"""What answers as people write them say in other forms than the evidence: times, dates, clauses, sums."""

from __future__ import annotations

import pytest

from tests.evidence.facts.test_outcomes import outcome, outcomes
from tests.evidence.turns import with_evidence
from validation.evidence.document.read import read_evidence
from validation.evidence.facts.outcome import SupportState
from validation.evidence.language.names import leading_name
from validation.evidence.language.terms import read_terms

FAIR = "Setup: Tue 10 June 2025, 12:00\nDoors (main hall): Wed 11 June 2025, 16:00\nLast train: Fri 13 June, 23:10"
OFFICE = "Opening hours: Mon-Thu 8:30-17:00, Fri 9:00-12:00."
ROTA = "The early shift runs from 6:30 to 14:00, the late shift from 14:30 to 22:00."
FROST = "| Fluid | Freezes at (°C) |\n|---|---|\n| Glysol | -38.8 |\n| Brinex | -21.4 |\n"
BYLAWS = "Club bylaws, clause 4 (Boats)\n4.1 Members may use the club boats on weekdays.\n4.2 Guests pay 15 EUR."
BILLS = "| bill | net (EUR) | tax (EUR) | state |\n|---|---|---|---|\n| R-17 Loft Glass | 260.00 | 49.40 | open |\n" + (
    "| R-21 Kamp Tools | 180.00 | 34.20 | open |\n| R-30 Radix IT | 720.00 | 136.80 | paid |\n"
)
LOAD = "The lorry carries 18 crates of tiles, 150 kg each. It may carry 3,000 kg."
POTTER = (
    "Ada Brandt (1850-1891), potter, was born in Ulm. In 1884 she was made master of the guild for five years, and in "
    "1889 warden at Bremen."
)
SOWING = "Summer oats: 15 March to 10 April, depth 2-3 cm\nSummer wheat: 25 March to 25 April, depth 3-4 cm"
CLASSES = '[{"course":"Weaving","day":"Tue","places":12,"booked":12,"waitlist":3},{"course":"Carving","booked":7}]'
ORDERS = (
    "While the state is 'packed', only the service team changes the address. Once an order has the state 'sent', the "
    "address can no longer be changed."
)
FLAT = "Flat 12: Orchard Row, 1 bed, 52 m², 1,180 EUR a month, ground floor with small garden, pets (deposit 300 EUR)"
COSTS = "| Item | EUR | Remark |\n|---|---|---|\n| Taxi | 89 | use of public transport required |\n" + (
    "| Minibar | 34 | private expense |\n"
)
FILES = "Applications are kept for six months, CVs of candidates who agree to it for 24 months. There are two cut-offs."
PASSES = "A pass is 12 EUR per guest, valid on the first Sunday of the month."
CLAIMS = COSTS.replace("private", "purely private")
RULES = (
    "- Leave rules 4 (in force). Up to 6 unused days may be carried over. Carried-over days are taken by 31 March.\n"
    "- Leave rules 3 (superseded). Up to 9 unused days may be carried over until 30 May.\n"
)
ATLAS = "Atlas 7 requirements\nSystem: Debora 12 or later. Debora 11 is not supported.\nMemory: minimum 8 GB"
DOSES = "5-15 kg: 1 drop\n15-30 kg: 2 drops\n30-45 kg: 3 drops"
PERMIT = "With permit C you may stay for up to one year."
WAITS = "The pump waits 15 s before it stops."
MOVE = "Rent: 840 EUR a month\nDeposit: 1,680 EUR\nCleaning: 95 EUR\nKeys: 20 EUR"


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (FAIR, "Setup on Tue 10 June at 12:00; doors on Wed 11 June at 16:00."),
        (FAIR, "Setup is on 10 June by noon."),
        (OFFICE, "It is open from 9 to noon on Fridays."),
        (ROTA, "The late shift runs from 2:30 to 10 pm."),
        (FROST, "Glysol freezes at about -39 °C."),
        (BILLS, "R-17 Loft Glass: 309.40 EUR, open."),
        (BILLS, "R-17 Loft Glass and R-21 Kamp Tools are open, 523.60 EUR."),
        (LOAD, "The 18 crates of tiles are 2,700 kg."),
        (RULES, "You can carry over up to 6 unused days."),
        (DOSES, "From 15 to 30 kg it gets 2 drops."),
        (PERMIT, "You may stay for up to a year."),
        (WAITS, "The pump waits 15 seconds before it stops."),
        (COSTS, "The taxi (89 EUR; use of public transport required) and the minibar (34 EUR; private expense)."),
        (FILES, "The cut-off is one of two cut-offs."),
        (PASSES, "Each guest pays 12 EUR for a pass."),
        (PASSES, "The pass is valid on the first Sunday of each month."),
    ],
)
def test_the_same_in_another_form_is_supported(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is SupportState.SUPPORTED


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (FAIR, "Setup is on 10 June by 16:00."),
        (OFFICE, "It is open from 8 to noon on Fridays."),
        (ROTA, "The late shift runs from 2:00 to 10 pm."),
        (FROST, "Glysol freezes at about -22 °C."),
        (BYLAWS, "Clause 4.2 says that members may use the club boats on weekdays."),
        (BILLS, "R-17 Loft Glass: 523.60 EUR, open."),
        (BILLS, "R-17 Loft Glass and R-30 Radix IT, 523.60 EUR."),
        (LOAD, "The 18 crates of tiles are 2,500 kg."),
        (LOAD, "The lorry may carry 3,150 kg."),
        (DOSES, "From 15 to 40 kg it gets 2 drops."),
        (PERMIT, "You may stay for up to a month."),
        (WAITS, "The pump waits 15 minutes before it stops."),
    ],
)
def test_another_value_in_another_form_is_not(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is not SupportState.SUPPORTED


@pytest.mark.parametrize(
    ("response", "follows"),
    [
        ("You pay 2,635 EUR. That is 840 EUR for the rent, 1,680 EUR deposit, 95 EUR cleaning, 20 EUR keys.", True),
        ("The rent is 840 EUR, the deposit 1,680 EUR and cleaning 95 EUR. That makes 2,615 EUR.", True),
        ("You pay 2,535 EUR. That is 840 EUR for the rent, 1,680 EUR deposit and 95 EUR for cleaning.", False),
    ],
)  # fmt: skip
def test_a_total_is_held_against_the_parts_that_are_told_beside_it(response: str, *, follows: bool) -> None:
    found = outcomes(MOVE, response)
    assert all(one.missing == () for one in found) is follows


@pytest.mark.parametrize(
    ("evidence", "claim", "query"),
    [
        (POTTER, "In 1889, at Bremen.", "When did Ada Brandt become warden?"),
        (SOWING, "15 March to 10 April, 2-3 cm deep.", "When should I sow summer oats?"),
        (CLASSES, "The Tuesday group is booked out and has a waiting list of three.", "Is the weaving class full?"),
        (ORDERS, "The order has been packed, so ring the service team and have them change it.", ""),
        (FLAT, "It's a flat with a little garden on the ground floor for 1,180 EUR a month, deposit 300 EUR.", ""),
        (RULES, "The old rules allowed 9 unused days to be carried over.", ""),
        (COSTS, "The taxi, as public transport is required, and the minibar, which counts as private.", ""),
    ],
)
def test_what_is_said_of_something_else_disputes_nothing(evidence: str, claim: str, query: str) -> None:
    assert outcome(evidence, claim, query).known is not SupportState.CONTRADICTED


@pytest.mark.parametrize(
    ("evidence", "claim", "query"),
    [
        (POTTER, "In 1884 she was warden at Bremen.", "When did Ada Brandt become warden?"),
        (SOWING, "Sow summer oats 3-4 cm deep.", "When should I sow summer oats?"),
        (CLASSES, "Weaving has 3 booked.", ""),
        (FLAT, "The rent is 300 EUR a month.", ""),
        (COSTS, "The minibar is no private expense.", ""),
        (CLAIMS, "The taxi (89 EUR; private expense) and the minibar (34 EUR; use of public transport).", ""),
    ],
)
def test_what_is_said_of_something_else_supports_nothing(evidence: str, claim: str, query: str) -> None:
    assert outcome(evidence, claim, query).known is not SupportState.SUPPORTED


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [(ATLAS, "Atlas 7 needs a minimum of 8 GB.")],
)
def test_a_line_is_of_what_the_lines_before_it_are_of(evidence: str, claim: str) -> None:
    assert outcome(evidence, claim).known is SupportState.SUPPORTED


@pytest.mark.parametrize(
    "said", ["16 June the shop opens late.", "Sat 3 October the ferry rests.", "2nd Sept we close."]
)
def test_a_sentence_that_begins_with_a_date_names_no_thing(said: str) -> None:
    assert leading_name(said, 0, len(said), listed=False) == ""


@pytest.mark.parametrize(
    "said",
    [
        "Open Account, then Plan, and choose Change.",
        "Press Reset Button for five seconds.",
        "Tap End Membership.",
        "Open Settings > Reminders",
    ],
)
def test_an_instruction_names_no_thing(said: str) -> None:
    assert leading_name(said, 0, len(said), listed=False) == ""


def test_the_small_words_of_a_compound_carry_nothing_in_the_plural_either() -> None:
    keys = [[term.key for term in read_terms(said)] for said in ("cut-offs", "add-ons", "cut-off", "add-on")]
    assert keys[:2] == keys[2:]


def test_of_a_paragraph_the_first_thing_is_what_its_next_lines_are_about() -> None:
    evidence = with_evidence("Atlas 7 is new. Debora 11 is not supported.\nMemory: minimum 8 GB")
    assert [one.entity for one in read_evidence(evidence)] == ["Atlas 7", "Debora 11", "Atlas 7"]
