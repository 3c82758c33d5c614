"""What the retrieval gate answers (spec 5, Output format), and the defects it found on the way."""

from __future__ import annotations

from dataclasses import asdict, dataclass, field
from enum import StrEnum
from typing import Any

from validation.domain.codes.code import Code
from validation.domain.halt import Halt
from validation.judge.protocol import LlmCallRecord

RETRIEVAL = "retrieval"
"""The name that the gate is registered under."""


class AnswerPresent(StrEnum):
    YES = "Yes"
    NO = "No"


class Quality(StrEnum):
    """Good: an answer is present with direct evidence. Partial: relevant chunks, but something asked for is
    missing. Poor: nothing relevant."""

    GOOD = "Good"
    PARTIAL = "Partial"
    POOR = "Poor"


class RetrievalFindingCode(Code):
    """What the gate finds wrong with a query, its chunks or the judge's answer, in the words in which it says so."""

    QUERY_EMPTY = "query_empty", "The query is empty, so no chunk can be relevant to it."
    QUERY_UNCLEAR = "query_unclear", "The query names nothing to look for; it may be unclear without its conversation."
    QUERY_TOO_LONG = "query_too_long", "The query is very long; only its beginning was judged."
    QUERY_LANGUAGE = "query_language", "The query does not seem to be in English, for which this gate was measured."
    NO_CHUNKS = "no_chunks", "No chunks were retrieved."
    CHUNK_MALFORMED = "chunk_malformed", "This chunk is not an object with an id and a text; it was left out."
    ID_MISSING = "id_missing", "This chunk has no id; it was named by its position."
    ID_EMPTY = "id_empty", "This chunk has an empty id; it was named by its position."
    ID_DUPLICATE = "id_duplicate", "Another chunk before has this id; this one was renamed by its position."
    ID_INVALID = (
        "id_invalid",
        "The id of this chunk is neither a text nor a whole number; it was named by its position.",
    )
    TEXT_MISSING = "text_missing", "This chunk has no text; it was not judged."
    METADATA_ONLY = "metadata_only", "This chunk has metadata but no text; it was not judged."
    TEXT_TOO_LONG = "text_too_long", "This chunk is very long; only its beginning was read."
    SET_TOO_LARGE = (
        "set_too_large",
        "The set is very large; chunks with few words of the query were judged by words alone.",
    )
    CONTROL_CHARACTERS = "control_characters", "The text of this chunk holds control characters and may be corrupted."
    OTHER_LANGUAGE = "other_language", "This chunk does not seem to be in the language of the query."
    INSTRUCTION_IN_CHUNK = (
        "instruction_in_chunk",
        "The text of this chunk gives instructions to a model; they were not followed.",
    )
    CONFLICT = "conflict", "These chunks state different things about what is asked; this is shown, not resolved."
    QUOTE_DROPPED = "quote_dropped", "A quote of the judge does not stand in the chunk; it was dropped."
    QUOTE_RELOCATED = "quote_relocated", "A quote of the judge differed in white space; the original lines are given."
    CLAIM_WITHOUT_QUOTE = "claim_without_quote", "The judge gave no valid quote for this claim, so it does not count."
    SET_SPLIT = "set_split", "The set was judged in parts, because it exceeds the budget of one question."

    def about(self, *chunk_ids: str, evidence: tuple[Evidence, ...] = ()) -> Finding:
        return Finding(self, self.sentence(), chunk_ids, evidence)


DROPPED = (RetrievalFindingCode.QUOTE_DROPPED, RetrievalFindingCode.CLAIM_WITHOUT_QUOTE)
"""What a judge said and could not show."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """`quote` is exactly the chunk's `text[start:end]`; offsets count code points, end exclusive."""

    chunk_id: str
    quote: str
    start: int
    end: int


@dataclass(frozen=True, slots=True)
class Finding:
    """One defect of the query, the chunks or a judge's answer. `evidence` quotes what it is about."""

    code: RetrievalFindingCode
    message: str
    chunk_ids: tuple[str, ...] = ()
    evidence: tuple[Evidence, ...] = ()


@dataclass(frozen=True, slots=True)
class RelevantChunk:
    """`summary` is an excerpt of the chunk, verbatim: no word of it is ours."""

    id: str
    summary: str


@dataclass(frozen=True, slots=True)
class SubQuestion:
    """One part of a query that asks for several things. `text` is made of the query's own words."""

    text: str
    present: bool
    chunk_ids: tuple[str, ...] = ()


@dataclass(frozen=True, slots=True)
class ChunkScore:
    """The embedded judge's probabilities (0.0-1.0, four decimals) that the chunk bears the answer."""

    chunk_id: str
    relevance: float


@dataclass(frozen=True, slots=True)
class RetrievalResult:
    """One judging of one set of chunks. When `halt` is set nothing was decided: `answer_present` and
    `retrieval_quality` are None. `judge` names what the result depends on besides input and
    policy; `records` say what an LLM cost. `answer_score` is what the policy's bar for a Yes is held against: the least
    of the scores of the query's parts. `strengths` are all scores that thresholds were held against."""

    relevant_chunks: tuple[RelevantChunk, ...] = ()
    answer_present: AnswerPresent | None = None
    explanation: str = ""
    pieces: tuple[SubQuestion, ...] = ()
    evidence: tuple[Evidence, ...] = ()
    retrieval_quality: Quality | None = None
    message: str | None = None
    findings: tuple[Finding, ...] = ()
    report: str = ""
    judge: str = ""
    scores: tuple[ChunkScore, ...] = ()
    answer_score: float = 0.0
    strengths: dict[str, Any] = field(default_factory=dict)
    records: tuple[LlmCallRecord, ...] = ()
    halt: Halt | None = None
    raw_reply: str = ""

    def as_document(self) -> dict[str, Any]:
        """As the API, the shell and the store show it (API.md), but for the id, which whoever stores it gives."""
        return {
            "relevant_chunks": [asdict(chunk) for chunk in self.relevant_chunks],
            "answer_present": self.answer_present.value if self.answer_present else None,
            "explanation": self.explanation,
            "pieces": [asdict(piece) for piece in self.pieces],
            "evidence": [asdict(each) for each in self.evidence],
            "retrieval_quality": self.retrieval_quality.value if self.retrieval_quality else None,
            "message": self.message,
            "findings": [asdict(each) for each in self.findings],
            "report": self.report,
            "halt": {"cause": self.halt.cause.value, "message": self.halt.message} if self.halt else None,
        }


@dataclass(frozen=True, slots=True)
class SubQuestionOpinion:
    """One part of the query; it is answered when there is evidence, and by nothing else. `score` is the highest
    relevance of a chunk with direct evidence; 0.0 where there is none, and from an LLM, which scores nothing."""

    text: str
    evidence: tuple[Evidence, ...] = ()
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Opinion:
    """`relevant` holds one excerpt for each relevant chunk, the most relevant first. `topical` is the highest score
    that words and vectors alone gave a chunk."""

    relevant: tuple[Evidence, ...]
    pieces: tuple[SubQuestionOpinion, ...]
    findings: tuple[Finding, ...] = ()
    scores: tuple[ChunkScore, ...] = ()
    topical: float = -1.0
