"""What the evidence surely answers, the response says too: a date and a designer are asked for, both stand there."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from validation.domain.claim import Requirement
from validation.embeddings.local import fast_embedder
from validation.evidence.grounding.text.polarity import count_denials
from validation.evidence.language.masking import mask
from validation.evidence.language.names import keys_of
from validation.evidence.quantities.equality import same
from validation.evidence.quantities.quantity import Quantity, find_quantities
from validation.evidence.requirements.draft import Draft, ParsedQuery
from validation.evidence.requirements.parts import parts_of

_LEAD = (
    r"^(?:(?:and|so|also|but|then|please|(?:do|can|could) you (?:know|say|tell me)|tell me|i (?:want|need) to know|by|"
    r"from|for|to|in|at|with|of|on)[ ]){0,3}"
)
_OPEN = re.compile(
    _LEAD + r"(?:who|whom|whose|where|why)\b(?!.{0,80}\b(?:what|which|when|how)\b)"
    r"(?!['’]?(?:s|[ ]is|[ ]are)[ ](?:(?:my|our|the|this)[ ](?:\w+[ ])?(?:order|parcel|package|shipment)|"
    r"(?:my|our)[ ]delivery))",
    re.IGNORECASE,
)
"""`Where is my order` asks how far it got, which is told in many ways."""
_THING = re.compile(
    _LEAD + r"(?:what|which)\b(?!.{0,80}\b(?:[a-z]{3,}est|most|least|best|[a-z]{3,}er than|changed?)\b)", re.IGNORECASE
)
_ANY = re.compile(_LEAD + r"(?:who|whom|whose|where|why|what|which|when|how)\b", re.IGNORECASE)
_LEANS = re.compile(r"\b(?:it|its|they|them|their|he|she|his|her|him|that|this|these|those|there|one)\b", re.IGNORECASE)
_VALUE = re.compile(r"\d|\b[A-ZÄÖÜ]\w")
_MOST = 3
"""Parts that are read, some 30 ms each."""
_SURE, _PLACED, _PLACED_VALUE = 0.95, 0.22, 0.6
_LIKELY, _NOWHERE_ELSE = 0.02, 0.9
"""What the reader must make of an answer: sure that there is one and where, or of a person, place or reason that it can
stand nowhere else. With .025 for .02 the approvals of the eight development sets are the same."""
_ALIKE = 0.45
"""Cosine of an answer and a response that gives it in other words; of answers to something else it is below .4."""


@dataclass(frozen=True, slots=True)
class OpenQuestion:
    """A part of the query as written, and as the reader is asked it. `of_value`: only a name or a figure answers it."""

    part: str
    asked: str
    of_value: bool


@dataclass(frozen=True, slots=True)
class SureAnswer:
    """What the evidence answers to a part of the query, beyond doubt."""

    part: str
    text: str


def open_questions(asked: ParsedQuery, response_md: str) -> Iterator[OpenQuestion]:
    """The parts whose answer has no kind that figures or a yes show; every part, where the response says that it found
    nothing."""
    absent = bool(count_denials(response_md))
    found = parts_of(asked)
    for number, part in enumerate(found[:_MOST]):
        whole = f"{found[0]}? {part}" if number and _LEANS.search(part) else part
        if _OPEN.match(part):
            yield OpenQuestion(part, f"{whole}?", of_value=False)
        elif _THING.match(part) or (absent and _ANY.match(part)):
            yield OpenQuestion(part, f"{whole}?", of_value=True)


def is_sure(question: OpenQuestion, answer: str, probability: float, place: float) -> bool:
    """Whether what the reader found counts. `probability`: that there is an answer; `place`: that it stands there."""
    if question.of_value:
        return probability >= _SURE and place >= _PLACED_VALUE and _VALUE.search(answer) is not None
    return (probability >= _SURE and place >= _PLACED) or (probability >= _LIKELY and place >= _NOWHERE_ELSE)


def missing_answers(answers: Sequence[SureAnswer], asked: ParsedQuery, draft: Draft) -> Iterator[Requirement]:
    """One for each answer of which the response has no word, no figure of its kind and nothing alike."""
    if not answers or not draft.factual:
        return
    spoken = mask(draft.text)
    said, figures = keys_of(spoken), find_quantities(spoken)
    known = keys_of(asked.text)
    unsaid = [one for one in answers if _is_unsaid(one.text, keys_of(one.text) - known, said, figures)]
    alike = _alike([one.text for one in unsaid], [claim.text for claim in draft.factual])
    for answer in unsaid:
        if answer.text not in alike:
            reason = f'The evidence says "{answer.text}"; the response does not.'
            yield Requirement(answer.part, "part", False, reason)


def _is_unsaid(answer: str, own: frozenset[str], said: frozenset[str], figures: Sequence[Quantity]) -> bool:
    wanted = find_quantities(answer)
    is_told = any(one.kind is other.kind or same(other, one) for one in wanted for other in figures)
    return bool(own) and not own & said and not is_told


def _alike(answers: Sequence[str], claims: Sequence[str]) -> set[str]:
    """The answers that a claim gives in other words."""
    if not answers:
        return set()
    vectors = fast_embedder().embed([*answers, *(mask(claim) for claim in claims)])  # of length one
    nearness = vectors[: len(answers)] @ vectors[len(answers) :].T
    return {answer for answer, near in zip(answers, nearness, strict=True) if near.max() >= _ALIKE}
