"""Every word that the gate itself may say. All else in its output is quoted from the query or the chunks.

A closed vocabulary is how "never generates information" (spec 5, SC-006) holds by construction: there is no free text.
"""

from __future__ import annotations

from retrieval.domain.result import RetrievalFindingCode

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

REPORT_LABELS = ("Relevant Chunks", "Answer Present", "Evidence", "Retrieval Quality", "Pieces", "Findings")
PIECE_STATES = ("present", "not present")
REASONS = (ANSWER_STATED, PIECES_STATED, PIECES_MISSING, ALL_PIECES_MISSING, ANSWER_MISSING, WORDS_MISSING,
           WORDS_NOWHERE, CUT, HALTED)  # fmt: skip


def fixed_texts() -> tuple[str, ...]:
    """All of it, for the test that no output holds any other word."""
    states = ("Yes", "No", "Good", "Partial", "Poor", NONE, NOT_JUDGED)
    return (
        NOTHING_RELEVANT,
        *(code.meaning for code in RetrievalFindingCode),
        *REASONS,
        *REPORT_LABELS,
        *PIECE_STATES,
        *RetrievalFindingCode,
        *states,
    )
