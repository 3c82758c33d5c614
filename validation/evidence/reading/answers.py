"""What the evidence answers to the parts of a query, where the reader has no doubt."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence

from validation.domain.context import ContextDocument
from validation.evidence.document.statement import Statement
from validation.evidence.reading.canonical import canonical
from validation.evidence.reading.lines import read_lines
from validation.evidence.reading.support import as_claim
from validation.evidence.reading.windows import WindowFinder
from validation.evidence.requirements.answers import OpenQuestion, SureAnswer, is_sure
from validation.evidence.text.claims import ClaimSpan
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


def read_answered(question: str, spans: Iterable[ClaimSpan]) -> float | None:
    """How likely the statements of a response answer the question; None where there are none, or too many to be read
    at once."""
    said = write_statements(spans)
    (found,) = published_reader(threads=1).find_answers(question, [said])
    return None if not said or found.is_cut else found.answerable


def write_statements(spans: Iterable[ClaimSpan]) -> str:
    """What a response states, as the passage in which the reader looks for the answer to its query."""
    return " ".join(canonical(as_claim(span)[0]) for span in spans if span.factual or span.is_label)
