"""What `the former` and `the latter` point to is written out for the reader, and nothing else is changed."""

import pytest

from validation.evidence.reading.pointing import name_pair


@pytest.mark.parametrize(
    ("text", "before", "named"),
    [
        ("The former is bright.", ["The Lumo H4 and the Sol Mini fit."], "The Lumo H4 is bright."),
        ("The latter resigned.", ["Ines Falk followed Tom Reuter.", "Ann Lee or Bo Day?"], "The Bo Day resigned."),
        ("I prefer the latter.", ["Both the IC 512 and the RE 7 go."], "I prefer the RE 7."),
        ("The latter's price fell.", ["The Sol Mini is cheaper than the Lumo H4."], "The Lumo H4's price fell."),
        (
            "The IC 512 and the RE 7 go; the former at 8, the latter at 9.",
            [],
            "The IC 512 and the RE 7 go; the IC 512 at 8, the RE 7 at 9.",
        ),
    ],
)
def test_the_names_stand_where_something_points_to_them(text: str, before: list[str], named: str) -> None:
    assert name_pair(text, before) == named


@pytest.mark.parametrize(
    ("text", "before"),
    [
        ("The former mayor was Tom Reuter.", ["Ines Falk and Tom Reuter met."]),
        ("The former is bright.", ["Two lamps fit."]),
        ("It is bright.", ["The Lumo H4 and the Sol Mini fit."]),
    ],
)
def test_what_points_to_no_two_names_stays(text: str, before: list[str]) -> None:
    assert name_pair(text, before) == text
