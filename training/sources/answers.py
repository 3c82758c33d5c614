"""Examples of whole answers: their sentences as the product reads them, and the same sentences made wrong."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import lru_cache
from random import Random

from training.examples import Example, Group, Label, Span
from training.sources.scenes import canonical_of, keys_of
from training.worlds.answers import Case
from validation.context_md.parser import parse
from validation.evidence.document.read import read_evidence
from validation.evidence.examination import examine
from validation.evidence.facts.outcome import DerivedFacts
from validation.evidence.language.stems import FUNCTION_WORDS
from validation.evidence.reading.antecedents import name_antecedent
from validation.evidence.reading.lines import read_lines
from validation.evidence.reading.support import (
    as_claim,
    build_pair,
    find_window,
    is_bare,
    leading_sentences,
)
from validation.evidence.reading.windows import WindowFinder
from validation.evidence.text.claims import ClaimSpan, split_claims
from validation.evidence.text.limit import part_to_check
from validation.reader import SupportPair
from validation.reader.words import find_words

SOURCE = "answers"
EDITS, OTHERS = 3, 2
"""Wrong sentences of one answer in a group, each beside the right one, and right ones that nobody edited."""
ASKED_SHARE, LED_SHARE = 0.5, 0.8
"""How often a sentence is read under its question, and one that begins with `It` under the sentence before it."""
_REMEMBERED = 3_000
_claims = lru_cache(maxsize=4 * _REMEMBERED)(split_claims)


def draw_answer(random: Random, cases: Sequence[Case]) -> Group:
    case = random.choice(cases)
    answer = random.choice(case.answers)
    group = []
    for edit in random.sample(answer.edits, min(EDITS, len(answer.edits))):
        wrong, right = _claims_at(edit.text, edit.places), _claims_at(answer.text, edit.places_before)
        # The same for both, so that it tells nothing.
        is_asked, is_led = random.random() < ASKED_SHARE, random.random() < LED_SHARE
        group += [_example(case, edit.text, one, edit.label, _keys(right), is_asked, is_led) for one in wrong]
        group += [_example(case, answer.text, one, Label.ENTAILED, None, is_asked, is_led) for one in right]
    whole = [one for one in _claims(answer.text) if one.factual]
    for one in random.sample(whole, min(OTHERS, len(whole))):
        is_asked, is_led = random.random() < ASKED_SHARE, random.random() < LED_SHARE
        group.append(_example(case, answer.text, one, Label.ENTAILED, None, is_asked, is_led))
    return [one for one in group if one.window]


def measured_answers(cases: Sequence[Case]) -> Iterator[Example]:
    """Each sentence of each answer, and each wrong one."""
    for case in cases:
        for answer in case.answers:
            factual = (one for one in _claims(answer.text) if one.factual)
            yield from (_example(case, answer.text, one, Label.ENTAILED) for one in factual)
            for edit in answer.edits:
                wrong = _claims_at(edit.text, edit.places)
                yield from (_example(case, edit.text, one, edit.label) for one in wrong)


def _keys(claims: Sequence[ClaimSpan]) -> frozenset[str]:
    return frozenset().union(*(keys_of(canonical_of(one.text)) for one in claims))


def _claims_at(text: str, places: Sequence[Span]) -> list[ClaimSpan]:
    return [
        one
        for one in _claims(text)
        if one.factual and any(start < one.end and end > one.start for start, end in places)
    ]


def _example(
    case: Case,
    answer: str,
    claim: ClaimSpan,
    label: Label,
    instead: frozenset[str] | None = None,
    is_asked: bool = True,
    is_led: bool = True,
) -> Example:
    """`instead`: the words of the right sentence, where this one is wrong."""
    said, heading = as_claim(claim)
    claims = _claims(answer)
    said = said if any(one.factual for one in claims[: claims.index(claim)]) else name_antecedent(said, case.query)
    heading = heading or (_leading(answer).get(claim.id, "") if is_led else "")
    question = case.query if is_asked or is_bare(said) else ""
    window = find_window(_finder(case.context_md), said, heading, case.query) if said else None
    derived = _derived(case.context_md, answer).get(claim.text, DerivedFacts())
    pair = build_pair(said, window.text, question, heading, derived) if window else SupportPair(canonical_of(said), "")
    made_up: tuple[Span, ...] | None = () if label is Label.ENTAILED else None
    if instead is not None:
        made_up = _new_words(pair.claim, instead) or None
    return Example(SOURCE, case.task, pair.claim, pair.window, question, heading, label, made_up)


def _new_words(text: str, known: frozenset[str]) -> tuple[Span, ...]:
    return tuple(
        (word.start, word.end)
        for word in find_words(text)
        if word.key not in known and word.surface not in FUNCTION_WORDS
    )


@lru_cache(maxsize=_REMEMBERED)
def _derived(context_md: str, answer: str) -> Mapping[str, DerivedFacts]:
    """By the texts of its claims, as the gate finds them, in wrong answers as in right ones."""
    examined = examine(parse(context_md), part_to_check(answer))
    derived = examined.derived_facts
    return {claim.text: derived[claim.id] for claim in examined.spans if claim.id in derived}


@lru_cache(maxsize=_REMEMBERED)
def _leading(answer: str) -> dict[str, str]:
    return leading_sentences(_claims(answer))


@lru_cache(maxsize=_REMEMBERED)
def _finder(context_md: str) -> WindowFinder:
    document = parse(context_md)
    return WindowFinder(read_lines(document.text, read_evidence(document)))
