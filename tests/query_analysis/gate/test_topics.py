"""Which of a judge's issues mean the same."""

from __future__ import annotations

from itertools import combinations
from random import Random

import numpy as np
import pytest

from tests.query_analysis.gate.issues import SAID
from validation.embeddings.local import local_embedder
from validation.query_analysis.gate.topics import Topic, issue_template, meanings_of, topic_of

MEANING = {wording: meaning for meaning, wordings in SAID.items() for wording in wordings}


def sorted_into_topics(meanings: dict[str, np.ndarray], order: int) -> dict[str, int]:
    """Each wording with its topic, as they come one after another in this order."""
    wordings = list(MEANING)
    Random(order).shuffle(wordings)
    topics: list[Topic] = []
    found = {}
    for wording in wordings:
        near = topic_of(meanings[wording], topics)
        if near is None:
            topics.append(Topic(len(topics), meanings[wording], 1))
        else:
            topics[near.key] = Topic(near.key, near.total + meanings[wording], near.wordings + 1)
        found[wording] = near.key if near else topics[-1].key
    return found


@pytest.fixture(scope="module")
def pairs() -> dict[tuple[bool, bool], int]:
    """Pairs of wordings by (said to mean the same, meaning the same), summed over ten orders."""
    meanings = dict(zip(MEANING, meanings_of(list(MEANING), local_embedder()), strict=True))
    counted = dict.fromkeys([(True, True), (True, False), (False, True), (False, False)], 0)
    for order in range(10):
        found = sorted_into_topics(meanings, order)
        for one, other in combinations(MEANING, 2):
            counted[found[one] == found[other], MEANING[one] == MEANING[other]] += 1
    return counted


def test_nine_of_ten_that_stand_together_mean_the_same(pairs: dict[tuple[bool, bool], int]) -> None:
    assert pairs[True, True] / (pairs[True, True] + pairs[True, False]) >= 0.9


def test_half_of_what_means_the_same_stands_together(pairs: dict[tuple[bool, bool], int]) -> None:
    assert pairs[True, True] / (pairs[True, True] + pairs[False, True]) >= 0.5


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("Task 3 not found", "Task 912 not found"),
        ("mode is chat but the query references (a.py)", "mode is chat but the query references (b/c.rs, d.py)"),
        ("“tent” is too vague", "'kettle' is too vague"),
    ],
)
def test_wordings_that_differ_in_values_have_one_template(one: str, other: str) -> None:
    assert issue_template(one) == issue_template(other)


def test_an_issue_of_nothing_but_values_still_has_a_template() -> None:
    assert issue_template("“x” 12 !") == "unnamed"


def test_a_meaning_that_is_near_to_nothing_begins_a_topic() -> None:
    assert topic_of(np.array([1, 0], np.float32), [Topic(1, np.array([0, 1], np.float32), 1)]) is None


def test_of_two_topics_as_near_the_older_one_is_joined() -> None:
    same = np.array([1, 0], np.float32)
    found = topic_of(same, [Topic(2, same, 1), Topic(1, same, 1)])
    assert found is not None
    assert found.key == 1
