"""Beginning and end in two fields, objects of a calendar too, are read as one span."""

from __future__ import annotations

import json

import pytest

from tests.evidence.reading.test_lines import lines
from tests.evidence.turns import grounded
from validation.judge.embedded import APPROVE_EDGE

CALENDAR = json.dumps(
    {
        "items": [
            {
                "summary": "Roof inspection",
                "start": {"dateTime": "2026-05-04T09:15:00+02:00"},
                "end": {"dateTime": "2026-05-04T10:45:00+02:00"},
                "location": "Attic",
            },
            {
                "summary": "Paint delivery",
                "start": {"dateTime": "2026-05-04T13:00:00+02:00"},
                "end": {"dateTime": "2026-05-04T13:30:00+02:00"},
            },
        ]
    }
)
LATE_NAMES = json.dumps(
    [
        {"start": {"dateTime": "2026-05-04T18:00"}, "end": {"dateTime": "2026-05-04T19:00"}, "summary": "Choir"},
        {
            "start": {"dateTime": "2026-05-04T20:00", "timeZone": "Europe/Oslo"},
            "end": {"dateTime": "2026-05-04T22:00", "timeZone": "Europe/Oslo"},
            "summary": "Chess",
        },
    ]
)
SHIFTS = '[{"name": "Night watch", "start": "2026-05-04T22:00", "end": "2026-05-05T06:00", "guards": 2}]'


@pytest.mark.parametrize(
    ("evidence", "line"),
    [
        (CALENDAR, "Roof inspection; summary: Roof inspection; time: 2026-05-04 from 09:15 to 10:45; location: Attic"),
        (LATE_NAMES, "Choir; time: 2026-05-04 from 18:00 to 19:00; summary: Choir"),
        (LATE_NAMES, "Chess; time: 2026-05-04 from 20:00 to 22:00; summary: Chess"),
        (SHIFTS, "Night watch; name: Night watch; time: 2026-05-04 from 22:00 to 2026-05-05 06:00; guards: 2"),
        ("start: 2026-05-04T22:00\nseats: 4\n", "start: 2026-05-04T22:00; seats: 4"),
        ("start: Holm\nend: Varde\n", "start: Holm; end: Varde"),
    ],
)
def test_what_begins_and_ends_is_one_span(evidence: str, line: str) -> None:
    assert line in lines(evidence)


@pytest.mark.parametrize(
    ("right", "wrong"),
    [
        ("The roof inspection is on 4 May from 9:15 to 10:45.", "The roof inspection is on 4 May from 13:00 to 13:30."),
        ("The roof inspection ends at 10:45.", "The roof inspection ends at 13:30."),
        ("The paint is delivered on 4 May between 13:00 and 13:30.", "The paint is delivered on 4 May at 9:15."),
    ],
)
def test_appointments_are_told_apart(right: str, wrong: str) -> None:
    assert grounded(CALENDAR, wrong) < APPROVE_EDGE <= grounded(CALENDAR, right)
