"""What a person may see of an audit: query, response and evidence before answering, then also the verdict. A gold item
shows its own verdict in the same format, so that it cannot be recognized."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from validation.domain.check import CheckName, CheckState
from validation.domain.claim import NOT_SUPPORTED
from validation.domain.trust.audit import OpinionState
from validation.evidence.text.sentences import sentence_spans
from validation.models import AttemptText, AuditItem, ClaimRecord, FindingRecord, GoldItem, Judgement, Opinion
from validation.platform.policies import writes_evidence


@dataclass(frozen=True, slots=True)
class Piece:
    """A part of the response. `span` is `start-end` for a sentence, empty for text between sentences."""

    text: str
    span: str


@dataclass(frozen=True, slots=True)
class BlindItem:
    """`is_rater`: this person has answered about the same response in another role."""

    opinion: Opinion
    is_rater: bool
    writes_evidence: bool

    @property
    def text(self) -> AttemptText | GoldItem:
        return self.opinion.item.text

    @property
    def pieces(self) -> tuple[Piece, ...]:
        return cut_sentences(self.text.response_md)


def load_blind(opinion_id: UUID, *, person: str) -> BlindItem | None:
    rows = Opinion.objects.select_related("item__attempt__text", "item__attempt__policy", "item__gold")
    rows = rows.filter(pk=opinion_id, intervention__isnull=False)
    opinion: Any = rows.annotate(is_rater=Exists(answered_by(person))).first()
    if opinion is None:
        return None
    attempt = opinion.item.attempt
    return BlindItem(opinion, opinion.is_rater, writes_evidence(attempt and attempt.policy))


def answered_by(person: str) -> QuerySet[Opinion]:
    """The person's other answers on the outer opinion's item: two opinions must come from two people."""
    others = Opinion.objects.filter(item=OuterRef("item"), by=person, state=OpinionState.ANSWERED)
    return others.exclude(pk=OuterRef("pk"))


def cut_sentences(text: str) -> tuple[Piece, ...]:
    """Splits the whole text at sentence boundaries."""
    pieces: list[Piece] = []
    at = 0
    for start, end in sentence_spans(text):
        if start > at:
            pieces.append(Piece(text[at:start], ""))
        pieces.append(Piece(text[start:end], f"{start}-{end}"))
        at = end
    if at < len(text):
        pieces.append(Piece(text[at:], ""))
    return tuple(pieces)


_NO_VERDICT = {"state": "", "reason": ""}
Span = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Verdict:
    """`checks` maps each name to `state` and `reason`; `doubted` are spans of the response that the judge flagged.
    Stored as a dict on gold items."""

    decision: str
    confidence: float | None
    checks: dict[str, dict[str, str]]
    doubted: Sequence[Span]


@dataclass(frozen=True, slots=True)
class CheckComparison:
    """Answer and verdict on one check. `same` is None if the person could not tell or the check did not apply."""

    name: str
    answer: str
    state: str
    reason: str

    @property
    def same(self) -> bool | None:
        if self.answer == "cannot_tell" or self.state not in (CheckState.PASS, CheckState.FAIL):
            return None
        return (self.answer == "right") == (self.state == CheckState.PASS)


@dataclass(frozen=True, slots=True)
class SegmentComparison:
    """A part of the response; `mine` and `theirs` say whether the person and the judge flagged it."""

    text: str
    mine: bool
    theirs: bool


@dataclass(frozen=True, slots=True)
class VerdictComparison:
    """One person's answer and the judge's verdict."""

    answer: str
    note: str
    verdict: Verdict
    checks: tuple[CheckComparison, ...]
    pieces: tuple[SegmentComparison, ...]


def load_verdict_comparison(opinion_id: UUID) -> VerdictComparison | None:
    opinion = Opinion.objects.select_related("item__attempt__text", "item__gold").filter(pk=opinion_id).first()
    verdict = verdict_of(opinion.item) if opinion else None
    if opinion is None or verdict is None:
        return None
    answers = dict(opinion.checks.values_list("name", "answer"))
    marked = list(opinion.unsupported.values_list("start", "end"))
    return VerdictComparison(
        answer=opinion.decision,
        note=opinion.note,
        verdict=verdict,
        checks=tuple(
            CheckComparison(name.value, answers.get(name, ""), **verdict.checks.get(name, _NO_VERDICT))
            for name in CheckName
        ),
        pieces=_pieces(cut_sentences(opinion.item.text.response_md), marked, verdict.doubted),
    )


def verdict_of(item: AuditItem) -> Verdict | None:
    """The verdict of the audited judgement, even if the attempt was judged again since."""
    if item.gold is not None:
        return Verdict(**item.gold.verdict) if item.gold.verdict else None
    judgement = Judgement.objects.filter(attempt=item.attempt_id, number=item.judgement_number or 0).first()
    if judgement is None:
        return None
    claims = ClaimRecord.objects.filter(judgement=judgement, state__in=NOT_SUPPORTED).values_list("start", "end")
    findings = FindingRecord.objects.filter(judgement=judgement).values_list("start", "end")
    return Verdict(
        decision=judgement.decision,
        confidence=judgement.confidence,
        checks={one.name: {"state": one.state, "reason": one.reason} for one in judgement.checks.all()},
        doubted=tuple(sorted({*claims, *findings})),
    )


def _pieces(pieces: Sequence[Piece], mine: Sequence[Span], theirs: Sequence[Span]) -> tuple[SegmentComparison, ...]:
    compared = []
    for piece in pieces:
        start, end = (int(part) for part in piece.span.split("-")) if piece.span else (0, 0)
        compared.append(SegmentComparison(piece.text, _touches(start, end, mine), _touches(start, end, theirs)))
    return tuple(compared)


def _touches(start: int, end: int, spans: Sequence[Span]) -> bool:
    return any(first < end and last > start for first, last in spans)
