"""Where a chunk answers a question: the reader's answer head over the windows of the most promising chunks.

Each window is read by itself, so that no score depends on the other chunks. Scores are rounded to four decimals.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from retrieval.domain.text.passage import Passage, Span, sentences
from validation.reader import Reader

READ_AT_MOST = 5
"""Chunks read for one question; a window takes 10 to 30 ms."""
WINDOW_CHARACTERS, WINDOWS_AT_MOST = 700, 3
"""What the reader takes in at once, and how much of a long chunk is read."""


@dataclass(frozen=True, slots=True)
class FoundAnswer:
    """`passage.text[start:end]` is the likeliest answer, `probability` that it is one."""

    probability: float
    start: int
    end: int


def find_answer(question: str, passage: Passage, order: Sequence[int], reader: Reader) -> FoundAnswer | None:
    """The likeliest answer of a chunk; None of one without a sentence. `order`: sentences, most promising first. Of a
    question that is too long for the reader the last sentence that asks is read; None where there is none."""
    spans = windows(passage, order)
    texts = [passage.text[start:end] for start, end in spans]
    answers = reader.find_answers(question, texts)
    if any(answer.is_question_cut for answer in answers):
        answers = reader.find_answers(_last_asking(question), texts)
    if any(answer.is_question_cut for answer in answers):
        return None
    found = [
        FoundAnswer(round(answer.answerable, 4), start + answer.start, start + answer.end)
        for (start, _), answer in zip(spans, answers, strict=True)
    ]
    return max(found, key=lambda answer: answer.probability, default=None)


def _last_asking(question: str) -> str:
    """The last sentence that ends in a question mark; the question itself without one."""
    asking = (question[start:end] for start, end in reversed(sentences(question)) if question[start:end].endswith("?"))
    return next(asking, question)


def windows(passage: Passage, order: Sequence[int]) -> list[Span]:
    """Neighbouring sentences together; of a long chunk those that hold the most promising sentences."""
    found: list[Span] = []
    window_of: list[int] = []
    for start, end in passage.spans:
        if found and end - found[-1][0] <= WINDOW_CHARACTERS:
            found[-1] = (found[-1][0], end)
        else:
            found.append((start, end))
        window_of.append(len(found) - 1)
    chosen = list(dict.fromkeys(window_of[number] for number in order))[:WINDOWS_AT_MOST]
    return [found[number] for number in sorted(chosen)]
