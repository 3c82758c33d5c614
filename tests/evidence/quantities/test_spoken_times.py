"""A time as people speak is of either half of the day."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.evidence.check_response import check_response
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Kind, find_quantities
from validation.judge.embedded import APPROVE_EDGE


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("2:30 pm", "at half past two"),
        ("14:30", "at half past two"),
        ("2:30 am", "at half past two"),
        ("7:50 pm", "at ten to eight"),
        ("3 pm", "from 3 o'clock"),
        ("18:00", "um sechs Uhr"),
        ("2 pm", "The first shift eats at noon, the late shift at two o'clock."),
        ("1 pm", "The morning tour ends at one o'clock."),
        ("6 pm", "The opening ceremony is at six o'clock."),
        ("8 pm", "The school play starts at eight o'clock."),
        ("4 pm", "The sale runs from three o'clock to four o'clock."),
        ("10 pm", "Last orders are at ten o'clock."),
    ],
)
def test_a_spoken_time_holds_both(said: str, held: str) -> None:
    assert same(find_quantities(said)[0], find_quantities(held)[-1])


@pytest.mark.parametrize(
    ("said", "held"),
    [
        ("10 pm", "10:00"),
        ("3:30 pm", "at half past two"),
        ("6:10 pm", "at ten past six in the morning"),
        ("11 am", "at eleven at night"),
        ("9 pm", "The shop opens at nine."),
        ("18:30", "Breakfast is at half past six."),
        ("19:00", "Breakfast is served from seven o'clock."),
        ("22:00", "Breakfast is served from seven until ten o'clock."),
        ("18:00", "The doors unlock at six o'clock each morning."),
        ("18:00", "The sun rises at six o'clock."),
        ("22:00", "Check-out is by ten o'clock."),
        ("18:00", "The alarm wakes us at six o'clock."),
        ("20:00", "Pupils start at eight o'clock."),
        ("20:00", "Die Schule beginnt um acht Uhr."),
        ("21:00", "Opening hours: from nine o'clock until five."),
        ("13:30", "The night bus leaves at half past one."),
    ],
)
def test_another_time_is_not_held(said: str, held: str) -> None:
    spoken = [one for one in find_quantities(held) if one.kind is Kind.TIME]
    assert not same(find_quantities(said)[0], spoken[0])


@pytest.mark.parametrize(
    ("evidence", "claim"),
    [
        ("The tour starts at half past two at the old mill.", "The tour starts at 2:30 pm at the old mill."),
        ("The shop opens at nine and closes at six.", "The shop is open from 9 am to 6 pm."),
        ("Check-out is at 10:00. Check-in is from 3 o'clock.", "Check-in is from 3 pm."),
    ],
)
def test_it_may_be_told_with_its_half_of_the_day(evidence: str, claim: str) -> None:
    grounded = check_response(with_evidence(evidence), claim).grounded
    assert grounded is not None
    assert grounded >= APPROVE_EDGE
