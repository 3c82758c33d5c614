"""A later note replaces an earlier one of the same; rows of a dated list that are of different things stand side by
side."""

from __future__ import annotations

import pytest

from tests.evidence.facts.test_outcomes import outcome
from validation.evidence.facts.outcome import SupportState

VISITS = "- 4 May 2026 10:15 Dr Weiss, check-up\n- 11 May 2026 08:30 Dr Brandt, X-ray"
CRATES = "2026-04-01: delivery to Harbour store, 30 crates\n2026-04-08: delivery to Station store, 45 crates"
TICKETS = "2026-05-02 Concert by Nora Quill, tickets 32 EUR\n2026-05-09 Concert by the Brass Five, tickets 27 EUR"
TALKS = "4 Oct 2026: Lecture on tides, 18:00\n11 Oct 2026: Lecture on volcanoes, 19:00"
LOCKER = "1 July 2026: the fee for locker A is 12 EUR\n8 July 2026: the fee for locker A is now 15 EUR"
POOL = "10 May 2026: The pool closes at 20:00.\n17 May 2026: The pool now closes at 21:00."
DOSES = "note of 3 Feb 2026: dog allergic, 5 mg daily\nnote of 20 Feb 2026: dog, dose now 8 mg daily"
CHOIR = "3 Mar 2026: Choir evening, 19:00, Oak Hall.\n5 Mar 2026: Choir evening, 20:00, because of repairs."
BOARD = "12 May 2026: 18:30 board meeting, Red Room\n14 May 2026: 19:15 board meeting, moved by the chair"
ROOF = (
    "2 Feb 2026: roof repair offer 8,400 EUR, with gutters.\n20 Feb 2026: roof repair offer 9,100 EUR, wood got dearer."
)
SHOTS = "2026-03-02 Check-up, Dr Weiss, 10:15\n2026-03-09 Check-up, Dr Brandt, 08:30"


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        (VISITS, "Dr Weiss sees you on 4 May 2026 at 10:15."),
        (VISITS, "Your check-up with Dr Weiss is at 10:15."),
        (VISITS, "On 4 May at 10:15 you have a check-up."),
        (CRATES, "The Harbour store got 30 crates."),
        (TICKETS, "Tickets for Nora Quill cost 32 EUR."),
        (TALKS, "The lecture on tides starts at 18:00."),
        (SHOTS, "Dr Weiss sees you for a check-up at 10:15."),
        (CHOIR, "The choir evening begins at 20:00."),
    ],
)
def test_a_row_of_another_thing_replaces_nothing(evidence: str, claim: str) -> None:
    assert not outcome(evidence, claim).conflicts


@pytest.mark.parametrize(
    ("evidence", "claim", "instead"),
    [
        (VISITS, "Dr Weiss sees you at 08:30.", "10:15"),
        (CRATES, "The Harbour store got 45 crates.", "30"),
        (TICKETS, "Tickets for Nora Quill cost 27 EUR.", "32 EUR"),
        (LOCKER, "The fee for locker A is 12 EUR.", "15 EUR"),
        (POOL, "The pool closes at 20:00.", "21:00"),
        (DOSES, "The dog gets 5 mg daily.", "8 mg"),
        (CHOIR, "The choir evening in Oak Hall begins at 19:00.", "20:00"),
        (BOARD, "The board meeting in the Red Room is at 18:30.", "19:15"),
        (ROOF, "The roof repair offer with gutters is 8,400 EUR.", "9,100 EUR"),
    ],
)
def test_the_value_of_the_thing_named_is_told(evidence: str, claim: str, instead: str) -> None:
    (conflict,) = outcome(evidence, claim).conflicts
    assert conflict.instead == instead


def test_what_a_later_note_says_is_supported() -> None:
    assert outcome(LOCKER, "The fee for locker A is 15 EUR.").known is SupportState.SUPPORTED
