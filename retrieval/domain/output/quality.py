"""The rules of retrieval quality (spec 5, FR-008). They are stated, not learned, so that anybody can check them."""

from __future__ import annotations

from retrieval.domain.opinion import Opinion
from retrieval.domain.result import AnswerPresent, Quality


def answer_present(opinion: Opinion) -> AnswerPresent:
    """Yes when every part of the query has evidence of its own; parts are never combined into an answer."""
    return AnswerPresent.YES if all(piece.evidence for piece in opinion.pieces) else AnswerPresent.NO


def quality(opinion: Opinion) -> Quality:
    if not opinion.relevant:
        return Quality.POOR
    return Quality.GOOD if answer_present(opinion) is AnswerPresent.YES else Quality.PARTIAL
