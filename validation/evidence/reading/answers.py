"""What the evidence answers to the parts of a query, where the reader has no doubt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator

from validation.evidence.reading.evidence_lines import EvidenceLines
from validation.evidence.requirements.answers import OpenQuestion, SureAnswer, is_sure
from validation.reader import published_reader


def find_sure_answers(questions: Iterable[OpenQuestion], lines: EvidenceLines, query: str) -> Iterator[SureAnswer]:
    """At most one a question, from the lines nearest to it."""
    for question in questions:
        window = lines.finder.find(question.part, query)
        if window is None:
            return
        (found,) = published_reader(threads=1).find_answers(question.asked, [window.text])
        answer = window.text[found.start : found.end]
        if is_sure(question, answer, found.answerable, found.place):
            yield SureAnswer(question.part, answer)
