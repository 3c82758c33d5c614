"""What the evidence answers to the parts of a query, where the reader has no doubt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from validation.domain.context import ContextDocument
from validation.evidence.document.statement import Statement
from validation.evidence.reading.lines import read_lines
from validation.evidence.reading.windows import WindowFinder
from validation.evidence.requirements.answers import OpenQuestion, SureAnswer, is_sure
from validation.reader import published_reader


def find_sure_answers(
    questions: Iterable[OpenQuestion], document: ContextDocument, statements: Sequence[Statement], query: str
) -> Iterator[SureAnswer]:
    """At most one a question, from the lines nearest to it. `statements`: of the evidence in `document`."""
    finder: WindowFinder | None = None
    for question in questions:
        finder = finder or WindowFinder(read_lines(document.text, statements))
        window = finder.find(question.part, query)
        if window is None:
            return
        (found,) = published_reader(threads=1).find_answers(question.asked, [window.text])
        answer = window.text[found.start : found.end]
        if is_sure(question, answer, found.answerable, found.place):
            yield SureAnswer(question.part, answer)
