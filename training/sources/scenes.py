"""Examples of scenes: some claims beside both versions of the evidence, and a question, in one batch.

The evidence is written out as the product writes it (`validation.evidence.reading`); sometimes it stands as it is, and
sometimes the evidence of another scene stands beside it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from functools import lru_cache
from random import Random

from evals.as_turn import as_context
from evals.datasets_io import GroundingItem, Passage
from training.examples import Example, Group, Label, Span
from training.worlds.scenes import Scene, SceneClaim, SceneQuestion
from validation.context_md.parser import parse
from validation.evidence.document.read import read_evidence
from validation.evidence.language.stems import FUNCTION_WORDS
from validation.evidence.reading.canonical import canonical
from validation.evidence.reading.line import Line
from validation.evidence.reading.lines import read_lines
from validation.evidence.reading.support import is_bare
from validation.evidence.reading.windows import WindowFinder
from validation.reader.words import find_words

SOURCE, ASKED = "scenes", "ask_scenes"
CLAIMS = 4
"""Of a scene at a time, beside both versions."""
RAW, BESIDE, ASKED_SHARE, FOREIGN, JOINED = 0.4, 0.12, 0.12, 0.3, 0.35
"""Shares: evidence as it is; another evidence beside it; claims under the query; questions of another scene; two claims
in one sentence, as answers are written."""
_JOINTS = (" and ", ", and ", "; ", ". ", ". ", ", while ", " - ", ", ")
_LOST = 2
"""Words that may be lost when an evidence is written out as lines; otherwise it stays as it is."""
_REMEMBERED = 5_000
canonical_of = lru_cache(maxsize=4 * _REMEMBERED)(canonical)


def draw_scene(random: Random, scenes: Sequence[Scene]) -> Group:
    scene, other = random.choice(scenes), random.choice(scenes)
    claims = random.sample(scene.claims, min(CLAIMS, len(scene.claims)))
    beside = random.choice(other.versions) if other is not scene and random.random() < BESIDE else ""
    is_raw, first = random.random() < RAW, random.random() < 0.5
    group = []
    for claim in claims:
        if random.random() < JOINED:
            claim = join_claims(random, claim, random.choice(scene.claims))
        question = scene.query if is_bare(claim.text) or random.random() < ASKED_SHARE else ""
        for number in (0, 1):
            window = _window(scene, number, claim.text, beside, is_raw=is_raw, first=first)
            group.append(_claim(scene, claim, number, window, question))
    if scene.questions:
        asked = random.choice(scene.questions)
        group += [_question(scene, asked, number) for number in (0, 1)]
        if other is not scene and other.questions and random.random() < FOREIGN:
            group.append(_question(scene, SceneQuestion(random.choice(other.questions).text, (None, None)), 0))
    return group


def join_claims(random: Random, one: SceneClaim, other: SceneClaim) -> SceneClaim:
    """Carried when both are, contradicted when one is."""
    if one is other:
        return one
    text = f"{one.text.rstrip('.')}{random.choice(_JOINTS)}{other.text}"
    first, second = (_worse(*labels) for labels in zip(one.labels, other.labels, strict=True))
    return SceneClaim(text, (first, second))


def _worse(one: Label, other: Label) -> Label:
    return Label.CONTRADICTED if Label.CONTRADICTED in (one, other) else max(one, other)


def measured_examples(scenes: Sequence[Scene]) -> Iterator[Example]:
    """Each claim and question beside each version, as the product would ask."""
    for scene in scenes:
        for number in (0, 1):
            for claim in scene.claims:
                question = scene.query if is_bare(claim.text) else ""
                yield _claim(scene, claim, number, _own_window(scene.versions[number], claim.text), question)
            for question in scene.questions:
                yield _question(scene, question, number)


def _claim(scene: Scene, claim: SceneClaim, number: int, window: str, question: str) -> Example:
    label, text = claim.labels[number], canonical_of(claim.text)
    made_up = () if label is Label.ENTAILED else _told_apart(text, claim, scene, number)
    return Example(SOURCE, scene.form, text, window, question, "", label, made_up)


def _told_apart(text: str, claim: SceneClaim, scene: Scene, number: int) -> tuple[Span, ...] | None:
    """The words that only the other version has, where that version carries the claim."""
    if claim.labels[1 - number] is not Label.ENTAILED:
        return None
    here, there = (keys_of(canonical_of(scene.versions[one])) for one in (number, 1 - number))
    found = tuple(
        (word.start, word.end)
        for word in find_words(text)
        if word.key in there - here and word.surface not in FUNCTION_WORDS
    )
    return found or None


def _question(scene: Scene, question: SceneQuestion, number: int) -> Example:
    """Beside the evidence as it is: retrieval shows chunks as they are."""
    window, answer = scene.versions[number], question.answers[number]
    start = window.find(answer) if answer else -1
    place = (start, start + len(answer)) if answer and start >= 0 else None
    return Example(ASKED, scene.form, question.text, window, answerable=place is not None, answer=place)


def _window(scene: Scene, number: int, claim: str, beside: str, *, is_raw: bool, first: bool) -> str:
    version = scene.versions[number]
    both = (version, beside) if first else (beside, version)
    if is_raw:
        return "\n".join(canonical_of(one) for one in both if one)
    if beside:
        window = _written(both, claim)
        if all(line in window for line in _lines_told_apart(scene.versions, number)):
            return window
    return _own_window(version, claim)


def _own_window(version: str, claim: str) -> str:
    whole, window = canonical_of(version), _written((version,), claim)
    return whole if len(keys_of(whole) - keys_of(window)) > _LOST else window


def _written(evidence: tuple[str, ...], claim: str) -> str:
    found = _finder(evidence).find(claim)
    return canonical_of(found.text) if found else ""


@lru_cache(maxsize=_REMEMBERED)
def _lines_told_apart(versions: tuple[str, str], number: int) -> tuple[str, ...]:
    here, there = (_lines(version) for version in (versions[number], versions[1 - number]))
    known = {line.text for line in there}
    return tuple(canonical_of(line.text) for line in here if line.text not in known)


@lru_cache(maxsize=_REMEMBERED)
def _finder(evidence: tuple[str, ...]) -> WindowFinder:
    return WindowFinder([line for one in evidence for line in _lines(one)])


@lru_cache(maxsize=_REMEMBERED)
def _lines(evidence: str) -> tuple[Line, ...]:
    item = GroundingItem("", "", "QA", "", (Passage("p1", evidence),), "", grounded=True, spans=None)
    document = parse(as_context(item))
    return read_lines(document.text, read_evidence(document))


@lru_cache(maxsize=_REMEMBERED)
def keys_of(text: str) -> frozenset[str]:
    return frozenset(word.key for word in find_words(text))
