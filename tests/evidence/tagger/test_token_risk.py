"""From the odds of tokens to what is said of a claim."""

import numpy as np
import pytest

from validation.evidence.grounding.signals.token_risk import UNTAGGED, TokenRisk, token_risk
from validation.evidence.tagger import Tags

TEXT = "The mill grinds rye. It was built by monks in 1741."


def tags(odds: dict[str, float], text: str = TEXT) -> Tags:
    """Words as tokens, -3 for those that are not named."""
    start, end, told = [], [], []
    at = 0
    for word in text.split():
        begin = text.index(word, at)
        at = begin + len(word)
        start.append(begin)
        end.append(at)
        told.append(odds.get(word.strip("."), -3.0))
    return Tags(np.array(start), np.array(end), np.array(told), len(text))


def test_a_claim_without_tokens_is_not_doubted() -> None:
    assert token_risk(tags({}), TEXT, 3, 4) == TokenRisk()


def test_a_claim_that_was_not_read_is_as_likely_made_up_as_not() -> None:
    read = tags({}, TEXT[:20])
    assert token_risk(read, TEXT, 21, len(TEXT)) == UNTAGGED


def test_only_tokens_of_the_claim_count() -> None:
    found = token_risk(tags({"monks": 4.0}), TEXT, 0, 20)
    assert (found.worst, found.share, found.phrases) == (-3.0, 0.0, ())


def test_the_three_worst_tokens_are_averaged() -> None:
    found = token_risk(tags({"built": 1.0, "by": 2.0, "monks": 6.0}), TEXT, 21, len(TEXT))
    assert (found.worst, found.worst_three, found.share) == (6.0, 3.0, 3 / 7)


@pytest.mark.parametrize(
    ("odds", "phrases"),
    [
        ({"monks": 2.0}, ("monks",)),
        ({"by": 0.5, "monks": 2.0}, ("by monks",)),
        ({"built": 1.0, "monks": 2.0}, ("monks", "built")),
        ({"built": 1.0, "monks": 2.0, "1741": 3.0}, ("1741", "monks")),
        (dict.fromkeys(["It", "was", "built", "by", "monks", "in", "1741"], 1.0), ()),
    ],
    ids=["one word", "neighbours", "the worst first", "two at most", "the whole claim"],
)
def test_doubted_phrases_are_named_in_the_words_of_the_claim(odds: dict[str, float], phrases: tuple[str, ...]) -> None:
    assert token_risk(tags(odds), TEXT, 21, len(TEXT)).phrases == phrases


def test_a_phrase_is_never_cut_inside_a_word() -> None:
    half = Tags(np.array([0, 2, 5]), np.array([2, 4, 9]), np.array([-1.0, 2.0, -1.0]), 9)
    assert token_risk(half, "monk mill", 0, 9).phrases == ("monk",)
    assert token_risk(half, "Wi-Fi mill", 0, 10).phrases == ("Wi-Fi",)
    assert token_risk(half, "1.190 EUR", 0, 9).phrases == ("1.190",)
