"""Opening hours told day by day, as directories give them, are read as one sentence."""

from __future__ import annotations

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.evidence.reading.test_lines import lines
from tests.evidence.turns import grounded
from validation.evidence.reading.hours import join_hours
from validation.evidence.reading.line import Line
from validation.judge.embedded import APPROVE_EDGE

DAYS = ("Monday", "Tuesday", "Wednesday", "Thursday", "Friday", "Saturday", "Sunday")
BATHS = dict.fromkeys(DAYS[:4], "08:00-20:00") | {
    "Friday": "08:00-22:00",
    "Saturday": "10:00-18:00",
    "Sunday": "closed",
}
BY_KEY = json.dumps({"name": "Salt Baths", "phone": "0421 5501", "hours": BATHS})
BY_SHORT_KEY = json.dumps(
    {"name": "Salt Baths", "opening_hours": {"mon": "8-20", "tue": "8-20", "wed": "8-20", "thu": "8-20", "fri": "8-22"}}
)
BY_TEXT = json.dumps(
    {"name": "Salt Baths", "weekday_text": ["Monday: 8:00 AM – 8:00 PM", "Friday: 8:00 AM – 10:00 PM"]},
    ensure_ascii=False,
)
BY_OBJECT = json.dumps(
    {
        "name": "Salt Baths",
        "hours": [
            {"day": "Monday", "open": "08:00", "close": "20:00"},
            {"day": "Friday", "open": "08:00", "close": "22:00"},
        ],
    }
)
ALL_WEEK = json.dumps({"name": "Salt Baths", "hours": dict.fromkeys(DAYS, "8:0-20:0")})
WEEK = (
    "Salt Baths is open on Monday to Thursday from 08:00 to 20:00, on Friday from 08:00 to 22:00, "
    "on Saturday from 10:00 to 18:00. It is closed on Sunday."
)


@pytest.mark.parametrize(
    ("evidence", "line"),
    [
        (BY_KEY, WEEK),
        (BY_SHORT_KEY, "Salt Baths; hours: Monday to Thursday from 8:00 to 20:00, Friday from 8:00 to 22:00"),
        (BY_TEXT, "Salt Baths; hours: Monday from 8:00 AM to 8:00 PM, Friday from 8:00 AM to 10:00 PM"),
        (BY_OBJECT, "It is open on Monday from 08:00 to 20:00, on Friday from 08:00 to 22:00."),
        (ALL_WEEK, "Salt Baths; hours: Monday to Sunday, every day, from 8:00 to 20:00"),
        (
            "- Tuesday: 9-12 and 14-18\n- Thursday: closed\n",
            "It is open on Tuesday from 9:00 to 12:00 and from 14:00 to 18:00. It is closed on Thursday.",
        ),
        (
            "| Day | Hours |\n|---|---|\n| Monday | 9-17 |\n| Wednesday | 9-17 |\n| Sunday | closed |\n",
            "It is open on Monday from 9:00 to 17:00, on Wednesday from 9:00 to 17:00. It is closed on Sunday.",
        ),
        ("Monday: soup\nTuesday: pie\n", "Monday: soup; Tuesday: pie"),
        ("Sunday: 9:00-17:00\nParking: free\n", "Sunday: 9:00-17:00; Parking: free"),
    ],
)
def test_days_of_one_place_are_one_sentence(evidence: str, line: str) -> None:
    assert line in lines(evidence)


def test_what_else_a_row_says_stays_beside_its_hours() -> None:
    assert "Salt Baths; name: Salt Baths; phone: 0421 5501" in lines(BY_KEY)


@given(
    st.lists(
        st.sampled_from(("Salt Baths", "Monday: 9-17", "Tuesday: closed", "fee: 3 EUR", "Sunday", "; ", ": ")),
        max_size=8,
    )
)
def test_no_line_is_lost_or_fails(parts: list[str]) -> None:
    text = "; ".join(parts)
    found = list(join_hours([Line(text, "", frozenset(), 0, len(text)), Line("last", "", frozenset(), 0, 4)]))
    assert found[-1].text == "last"
    assert all((part in " ".join(one.text for one in found)) for part in parts if part.startswith("fee"))


@pytest.mark.parametrize(
    ("evidence", "right", "wrong"),
    [
        (
            BY_KEY,
            "The Salt Baths are open Monday to Thursday from 8 am to 8 pm.",
            "The Salt Baths are open Monday to Friday from 8 am to 8 pm.",
        ),
        (BY_KEY, "On Fridays they are open until 10 pm.", "On Fridays they are open until 8 pm."),
        (BY_KEY, "They are closed on Sundays.", "They are open on Sundays."),
        (BY_SHORT_KEY, "On Friday it is open from 8:00 to 22:00.", "On Friday it is open from 8:00 to 20:00."),
        (BY_OBJECT, "They are open from 8 am to 10 pm on Friday.", "They are open from 8 am to 10 pm on Monday."),
        (ALL_WEEK, "They are open seven days a week from 8 am to 8 pm.", "They are open every day from 8 am to 9 pm."),
        (ALL_WEEK, "They are open daily from 8:00 to 20:00.", "They are closed on Sundays."),
    ],
)
def test_right_hours_are_approved_and_wrong_ones_are_not(evidence: str, right: str, wrong: str) -> None:
    assert grounded(evidence, wrong) < APPROVE_EDGE <= grounded(evidence, right)
