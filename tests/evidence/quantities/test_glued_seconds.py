"""`30s` of a log or a setting is a duration; of people, music and coins it counts something else."""

from __future__ import annotations

import pytest

from validation.evidence.quantities.quantity import Kind, find_quantities


@pytest.mark.parametrize(
    ("text", "seconds"),
    [
        ("The timeout is 30s.", [30]),
        ("timeout=30s", [30]),
        ("ttl=1800s, jitter=2s", [1800, 2]),
        ("retry_delay: 20s\n", [20]),
        ('{"interval": "15s", "grace": "45s"}', [15, 45]),
        ("| Load | 20s |", [20]),
        ("The page loads in 0.8s", [0.8]),
        ("Load 3.4s, save 0.5s", [3.4, 0.5]),
        ("raised from 10s to 30s", [10, 30]),
        ("every 10s with a 5s timeout", [10, 5]),
        ("took 40s after 3 retries", [40]),
        ("The page loads in 800 milliseconds", [0.8]),
        ("shutdown grace period 20s (was 5s)", [20, 5]),
        ("After 30s the job is stopped", [30]),
        ("after 15s of silence", [15]),
        ("reports every 60s its temperature", [60]),
        ("within 3s the whole day", [3]),
        ("took 95s total", [95]),
        ("a delay of 12s", [12]),
        ("loads in 12s", [12]),
        ("took: 4s", [4]),
        ("| load time | 20s |", [20]),
    ],
)
def test_a_glued_letter_is_the_unit(text: str, seconds: list[float]) -> None:
    assert [one.candidates[0] for one in find_quantities(text) if one.kind is Kind.MEASURE] == pytest.approx(seconds)


@pytest.mark.parametrize(
    "text",
    [
        "Hits of the 80s",
        "a house of the 1980s",
        "built in 1960s style",
        "from 1980s to 1990s",
        "in her 30s",
        "in their 20s and 30s",
        "in the mid-20s",
        "a 70s flat",
        "for 60s music",
        "Music: 80s and 90s",
        "the over 50s",
        "two Boeing 747s",
        "the iPhone 5s",
        "the number of 7s",
        "notes of 20 EUR, no 50s",
        "Theme: '80s party",
        "Decade: '70s.",
        "hits of 60s and 70s",
        "songs from 80s to today",
        "big in 60s and 70s",
        "a fleet of 747s",
        "Phone: 6s",
        "Age: 40s",
        "1,000s of visitors",
        "every 90s kid",
    ],
)
def test_decades_ages_and_names_are_none(text: str) -> None:
    assert not [one for one in find_quantities(text) if one.kind is Kind.MEASURE]
