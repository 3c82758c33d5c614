"""Every word that the gate itself may say. All else in its output is quoted from the query or the chunks.

A closed vocabulary is how "never generates information" (spec 5, SC-006) holds by construction: there is no free text.
"""

from __future__ import annotations

from retrieval.domain.result import AnswerPresent, Quality, RetrievalFindingCode

NOTHING_RELEVANT = "No relevant information found in retrieved data."

ANSWER_STATED = "The answer is stated in the quoted lines."
PIECES_STATED = "Every part of the query is answered in the quoted lines."
PIECES_MISSING = "Only some parts of the query are answered. Not present:"
ALL_PIECES_MISSING = "No part of the query is answered by a quoted line. Not present:"
ANSWER_MISSING = "The relevant chunks are about the query, but no line states the answer with certainty."
WORDS_MISSING = "Not in any relevant chunk:"
WORDS_NOWHERE = "Not in any chunk:"
CUT = "Only the beginning of a very long chunk was read."
HALTED = "The chunks could not be judged."
NONE = "None"
NOT_JUDGED = "Not judged"


def fixed_texts() -> tuple[str, ...]:
    """All of it, to tell that no output holds any other word."""
    return (
        *(NOTHING_RELEVANT, ANSWER_STATED, PIECES_STATED, PIECES_MISSING, ALL_PIECES_MISSING, ANSWER_MISSING),
        *(WORDS_MISSING, WORDS_NOWHERE, CUT, HALTED, NONE, NOT_JUDGED),
        *("Relevant Chunks", "Answer Present", "Evidence", "Retrieval Quality"),
        *(code.meaning for code in RetrievalFindingCode),
        *RetrievalFindingCode,
        *AnswerPresent,
        *Quality,
    )
