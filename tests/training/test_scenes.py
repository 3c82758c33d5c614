"""Scenes are read as written, and what is learned from them does not depend on luck."""

from __future__ import annotations

import re
from random import Random

import pytest

from training.examples import Example, Group, Label
from training.sources.scenes import draw_scene, join_claims, measured_examples
from training.worlds.scenes import LABELS, Scene, SceneClaim, SceneError, parse_scenes, read_scenes

TEXT = """=== t-1 | hours | libraries
QUERY: When can I return books on Saturday?
[A]
Reading room Velden: Saturday 09:00-13:00. Returns box open day and night. Cards cost 12 EUR.
[B]
Reading room Velden: Saturday 09:00-16:00. Returns box open day and night. Cards cost 15 EUR.
[CLAIMS]
+- The room closes at 1 pm on Saturdays.
-+ A card costs 15 EUR.
++ Books can be brought back at any hour.
?? Two librarians work there.
[QUESTIONS]
When does it close on Saturday? | 13:00 | 16:00
Who runs it? | none | none
"""
SCENE = next(parse_scenes(TEXT))


def groups(scenes: list[Scene], number: int = 80) -> list[Group]:
    return [draw_scene(Random(seed), scenes) for seed in range(number)]


def test_a_scene_is_read_as_written() -> None:
    assert (SCENE.id, SCENE.form, SCENE.domain) == ("t-1", "hours", "libraries")
    assert SCENE.query == "When can I return books on Saturday?"
    assert SCENE.claims[0].text == "The room closes at 1 pm on Saturdays."
    assert SCENE.claims[0].labels == (Label.ENTAILED, Label.CONTRADICTED)
    assert SCENE.claims[3].labels == (Label.NEUTRAL, Label.NEUTRAL)
    assert SCENE.questions[0].answers == ("13:00", "16:00")
    assert SCENE.questions[1].answers == (None, None)


@pytest.mark.parametrize(
    ("old", "new", "said"),
    [
        (" | hours", "", "t-1 | libraries: the head must be ID | FORM | DOMAIN."),
        ("[B]\n", "", "t-1: a part is missing or out of order."),
        ("+- The", "+ The", "t-1: a claim needs two signs in front: + The room"),
        ("| 13:00 |", "| 14:00 |", "t-1: the answer is not in its version: 14:00"),
        ("| none | none", "| none", "t-1: a question needs an answer for each version: Who runs it?"),
        ("=== ", "note\n=== ", "note: text before the first scene."),
    ],
)
def test_what_is_wrong_with_a_scene_is_said(old: str, new: str, said: str) -> None:
    with pytest.raises(SceneError, match=re.escape(said)):
        list(parse_scenes(TEXT.replace(old, new, 1)))


def test_equal_versions_are_refused() -> None:
    with pytest.raises(SceneError, match="both versions are equal"):
        list(parse_scenes(TEXT.replace("16:00.", "13:00.").replace("15 EUR.\n[C", "12 EUR.\n[C")))


def test_both_versions_of_a_claim_are_learned_together() -> None:
    for group in groups([SCENE]):
        claims = [one for one in group if one.label is not None]
        labels = {text: {one.label for one in claims if one.text == text} for text in {one.text for one in claims}}
        assert all(len([one for one in claims if one.text == text]) == 2 for text in labels)
        alone = [one.text for one in SCENE.claims[:2]]
        assert all(len(found) == 2 for text, found in labels.items() if text in alone)


def test_a_claim_that_flips_is_never_learned_beside_equal_windows() -> None:
    for group in groups([SCENE, *read_scenes()[:6]]):
        seen: dict[tuple[str, str, str], Label] = {}
        for one in group:
            if one.label is not None:
                assert seen.setdefault((one.text, one.window, one.question), one.label) is one.label


def test_only_words_that_the_versions_tell_apart_are_marked() -> None:
    wrong = [one for group in groups([SCENE]) for one in group if one.text.startswith("A card") and one.made_up]
    assert {one.text[begin:end] for one in wrong for begin, end in one.made_up or ()} == {"15"}


def test_words_of_a_carried_claim_are_all_carried() -> None:
    assert all(one.made_up == () for group in groups([SCENE]) for one in group if one.label is Label.ENTAILED)


@pytest.mark.parametrize(
    ("one", "other", "worse"), [("++", "+-", "+-"), ("+-", "??", "?-"), ("-+", "+-", "--"), ("?+", "-+", "-+")]
)
def test_a_sentence_of_two_claims_is_as_good_as_the_worse(one: str, other: str, worse: str) -> None:
    def claim(signs: str) -> SceneClaim:
        return SceneClaim(f"Claim {signs}.", (LABELS[signs[0]], LABELS[signs[1]]))

    joined = join_claims(Random(1), claim(one), claim(other))
    assert joined.labels == claim(worse).labels
    assert one in joined.text
    assert other in joined.text


def test_an_answer_lies_in_its_window() -> None:
    answers = [one for group in groups([SCENE]) for one in group if one.answerable]
    assert {one.window[one.answer[0] : one.answer[1]] for one in answers if one.answer} == {"13:00", "16:00"}
    assert any(one.answerable is False for group in groups([SCENE]) for one in group)


def test_a_whole_scene_is_learned_or_measured() -> None:
    learned = {_texts(one) for one in read_scenes() if not one.is_measured}
    measured = {_texts(one) for one in read_scenes() if one.is_measured}
    assert learned
    assert measured
    assert not learned & measured


def test_measuring_reads_each_claim_under_each_version() -> None:
    found: list[Example] = [one for one in measured_examples([SCENE]) if one.label is not None]
    assert len(found) == 2 * len(SCENE.claims)


def _texts(scene: Scene) -> tuple[str, str]:
    return scene.versions
