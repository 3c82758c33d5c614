"""How the words of the retrieval gate look on a page; colour never stands alone."""

from __future__ import annotations

from retrieval.domain.result import AnswerPresent, Quality
from validation.platform.pages.looks import Badge, badge_of

QUALITIES = {
    Quality.GOOD.value: Badge("Good", "approve", "approve"),
    Quality.PARTIAL.value: Badge("Partial", "minus", "revise"),
    Quality.POOR.value: Badge("Poor", "fail", "fail"),
}
_ANSWERS = {
    AnswerPresent.YES.value: Badge("Answer present", "check", "approve"),
    AnswerPresent.NO.value: Badge("No answer", "x", "calm"),
}
RELEVANT, NOT_RELEVANT = Badge("relevant", "check", "approve"), Badge("not relevant", "minus", "calm")


def verdict_look(quality: str, state: str) -> Badge:
    """The quality, or the state of what has none."""
    return QUALITIES.get(quality) or badge_of("state", state)


def answer_look(answer: str) -> Badge | None:
    return _ANSWERS.get(answer)
