"""How the words of the retrieval gate look on a page; colour never stands alone."""

from __future__ import annotations

from retrieval.domain.result import AnswerPresent, Quality
from validation.platform.pages.looks import Look, look_of

QUALITIES = {
    Quality.GOOD.value: Look("Good", "approve", "approve"),
    Quality.PARTIAL.value: Look("Partial", "minus", "revise"),
    Quality.POOR.value: Look("Poor", "fail", "fail"),
}
_ANSWERS = {
    AnswerPresent.YES.value: Look("Answer present", "check", "approve"),
    AnswerPresent.NO.value: Look("No answer", "x", "calm"),
}
RELEVANT, NOT_RELEVANT = Look("relevant", "check", "approve"), Look("not relevant", "minus", "calm")


def verdict_look(quality: str, state: str) -> Look:
    """The quality, or the state of what has none."""
    return QUALITIES.get(quality) or look_of("state", state)


def answer_look(answer: str) -> Look | None:
    return _ANSWERS.get(answer)
