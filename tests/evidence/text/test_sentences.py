"""Where sentences end, and where a stop ends none."""

from __future__ import annotations

import pytest

from validation.evidence.text.sentences import sentence_spans


@pytest.mark.parametrize(
    ("text", "sentences"),
    [
        ("8. Lindenstr. 12 is the shop.", ["8. Lindenstr. 12 is the shop."]),
        ("It is at Hauptstr. 5 in Berlin. It opens at 9.", ["It is at Hauptstr. 5 in Berlin.", "It opens at 9."]),
        ("It costs 8. The lamp costs 9.", ["It costs 8.", "The lamp costs 9."]),
        ("Call Tel. 030 12. It is open.", ["Call Tel. 030 12.", "It is open."]),
        ("Price incl. VAT. Ships today.", ["Price incl. VAT.", "Ships today."]),
        ("The 3rd St. Gallen fair. A new one.", ["The 3rd St. Gallen fair.", "A new one."]),
    ],
)  # fmt: skip
def test_a_stop_of_an_abbreviation_or_an_enumeration_ends_no_sentence(text: str, sentences: list[str]) -> None:
    assert [text[start:end] for start, end in sentence_spans(text)] == sentences
