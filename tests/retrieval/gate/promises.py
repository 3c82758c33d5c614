"""What the gate promises about any answer to any input (spec 5, SC-005, SC-006, SC-008 and SC-009)."""

from __future__ import annotations

import json
from collections.abc import Sequence

from evals.gates.retrieval import words_of
from retrieval.domain.chunk import read_chunks
from retrieval.domain.output.vocabulary import NOTHING_RELEVANT, fixed_texts
from retrieval.domain.result import AnswerPresent, Quality, RetrievalResult
from retrieval.domain.text.passage import composed


def check_promises(query: str, retrieved: Sequence[object], result: RetrievalResult) -> None:
    """Raises AssertionError."""
    document = result.as_document()
    assert json.dumps(document)
    assert result.halt is None
    texts = {chunk.id: chunk.text for chunk in read_chunks(retrieved).chunks}
    assert all(each.quote == texts[each.chunk_id][each.start : each.end] for each in result.evidence)
    answered = all(piece.present for piece in result.pieces) if result.pieces else bool(result.evidence)
    assert (result.answer_present is AnswerPresent.YES) == answered
    assert (result.retrieval_quality is Quality.GOOD) == (result.answer_present is AnswerPresent.YES)
    assert (result.retrieval_quality is Quality.POOR) == (not result.relevant_chunks)
    assert (result.message == NOTHING_RELEVANT) == (not result.relevant_chunks)
    # A very long word is cut where a quote ends, so a part of what was given is given as well.
    given = "\n".join([query, composed(query), *(repr(one) for one in retrieved), *texts.values(), *texts])
    foreign = words_of(document) - words_of(fixed_texts())
    assert not [word for word in foreign if word not in given and not word.isdigit()]
