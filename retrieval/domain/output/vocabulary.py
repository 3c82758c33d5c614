"""Every word that the gate itself may say. All else in its output is quoted from the query or the chunks.

A closed vocabulary is how "never generates information" (spec 5, SC-006) holds by construction: there is no free text.
"""

from __future__ import annotations

from retrieval.domain.result import FindingCode

NOTHING_RELEVANT = "No relevant information found in retrieved data."

FINDING_MESSAGES: dict[FindingCode, str] = {
    FindingCode.QUERY_EMPTY: "The query is empty, so no chunk can be relevant to it.",
    FindingCode.QUERY_UNCLEAR: "The query names nothing to look for; it may be unclear without its conversation.",
    FindingCode.QUERY_LANGUAGE: "The query does not seem to be in English, for which this gate was measured.",
    FindingCode.NO_CHUNKS: "No chunks were retrieved.",
    FindingCode.CHUNK_MALFORMED: "This chunk is not an object with an id and a text; it was left out.",
    FindingCode.ID_MISSING: "This chunk has no id; it was named by its position.",
    FindingCode.ID_EMPTY: "This chunk has an empty id; it was named by its position.",
    FindingCode.ID_DUPLICATE: "Another chunk before has this id; this one was renamed by its position.",
    FindingCode.ID_INVALID: "The id of this chunk is neither a text nor a whole number; it was named by its position.",
    FindingCode.TEXT_MISSING: "This chunk has no text; it was not judged.",
    FindingCode.METADATA_ONLY: "This chunk has metadata but no text; it was not judged.",
    FindingCode.TEXT_TOO_LONG: "This chunk is very long; only its beginning was read.",
    FindingCode.SET_TOO_LARGE: "The set is very large; chunks with few words of the query were judged by words alone.",
    FindingCode.CONTROL_CHARACTERS: "The text of this chunk holds control characters and may be corrupted.",
    FindingCode.OTHER_LANGUAGE: "This chunk does not seem to be in the language of the query.",
    FindingCode.INSTRUCTION_IN_CHUNK: "The text of this chunk gives instructions to a model; they were not followed.",
    FindingCode.CONFLICT: "These chunks state different things about what is asked; this is shown, not resolved.",
    FindingCode.QUOTE_DROPPED: "A quote of the judge does not stand in the chunk; it was dropped.",
    FindingCode.QUOTE_RELOCATED: "A quote of the judge differed in white space; the original lines are given.",
    FindingCode.CLAIM_WITHOUT_QUOTE: "The judge gave no valid quote for this claim, so it does not count.",
    FindingCode.SET_SPLIT: "The set was judged in parts, because it exceeds the budget of one question.",
}

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
    codes = tuple(code.value for code in FindingCode)
    states = ("Yes", "No", "Good", "Partial", "Poor", NONE, NOT_JUDGED)
    return (NOTHING_RELEVANT, *FINDING_MESSAGES.values(), *REASONS, *REPORT_LABELS, *PIECE_STATES, *codes, *states)
