"""What the retrieval gate answers (spec 5, Output format), and the defects it found on the way."""

from __future__ import annotations

from dataclasses import dataclass, field
from enum import StrEnum
from typing import Any

from validation.domain.halt import Halt
from validation.judge.protocol import AskRecord

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


class FindingCode(StrEnum):
    QUERY_EMPTY = "query_empty"
    QUERY_UNCLEAR = "query_unclear"
    QUERY_LANGUAGE = "query_language"
    NO_CHUNKS = "no_chunks"
    CHUNK_MALFORMED = "chunk_malformed"
    ID_MISSING = "id_missing"
    ID_EMPTY = "id_empty"
    ID_DUPLICATE = "id_duplicate"
    ID_INVALID = "id_invalid"
    TEXT_MISSING = "text_missing"
    METADATA_ONLY = "metadata_only"
    TEXT_TOO_LONG = "text_too_long"
    SET_TOO_LARGE = "set_too_large"
    CONTROL_CHARACTERS = "control_characters"
    OTHER_LANGUAGE = "other_language"
    INSTRUCTION_IN_CHUNK = "instruction_in_chunk"
    CONFLICT = "conflict"
    QUOTE_DROPPED = "quote_dropped"
    QUOTE_RELOCATED = "quote_relocated"
    CLAIM_WITHOUT_QUOTE = "claim_without_quote"
    SET_SPLIT = "set_split"


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

    code: FindingCode
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

    relevant_chunks: tuple[RelevantChunk, ...]
    answer_present: AnswerPresent | None
    explanation: str
    pieces: tuple[SubQuestion, ...]
    evidence: tuple[Evidence, ...]
    retrieval_quality: Quality | None
    message: str | None
    findings: tuple[Finding, ...]
    report: str
    judge: str
    scores: tuple[ChunkScore, ...] = ()
    answer_score: float = 0.0
    strengths: dict[str, Any] = field(default_factory=dict)
    records: tuple[AskRecord, ...] = ()
    halt: Halt | None = None
    raw_reply: str = ""
