"""What a person may see of an audit before answering: query, response and evidence, and nothing of the verdict."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any
from uuid import UUID

from django.db.models import Exists, OuterRef, QuerySet

from validation.domain.trust.audit import OpinionState
from validation.evidence.text.sentences import sentence_spans
from validation.models import AttemptText, GoldItem, Opinion
from validation.platform.policies import writes_evidence


@dataclass(frozen=True, slots=True)
class Piece:
    """A run of the response; a sentence has its span as `start-end`, what lies between sentences none."""

    text: str
    span: str


@dataclass(frozen=True, slots=True)
class BlindItem:
    """`is_rater` says that this person has answered the same response in another role."""

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
    """What the person answered about the outer opinion's response in another role: two opinions on one response are of
    two people."""
    others = Opinion.objects.filter(item=OuterRef("item"), by=person, state=OpinionState.ANSWERED)
    return others.exclude(pk=OuterRef("pk"))


def cut_sentences(text: str) -> tuple[Piece, ...]:
    """The whole text, cut where sentences begin and end."""
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
