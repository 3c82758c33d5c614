"""Answers of `/retrievals`, but for the resource itself."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from validation.platform.http.schemas import LinksOut, MeasuredOut, Number, Out


class RetrievalSummary(Out):
    """A retrieval without its bodies."""

    id: str
    turn_id: str | None
    pipeline: str
    query: str
    state: str
    answer_present: str | None
    retrieval_quality: str | None
    chunks: int | None
    relevant: int | None
    quotes: int | None
    dropped_quotes: int | None
    halt_cause: str | None
    reused: bool
    submitted_at: datetime
    decided_at: datetime | None
    links: LinksOut


class RetrievalPage(Out):
    """`next` is the cursor of the page that follows, null on the last."""

    items: list[RetrievalSummary]
    next: str | None


class DownstreamOut(Out):
    """What became of responses, by the quality of the retrieval before them."""

    table: dict[str, dict[str, int]]
    rank_correlation: MeasuredOut


class TargetOut(Out):
    """A target of the specification beside what was measured; `met` is null while too little is known."""

    code: str
    what: str
    target: Number
    kind: str
    measured: MeasuredOut
    basis: str
    met: bool | None


class RetrievalStatsOut(Out):
    """`n` counts decided retrievals; halted and undecided ones stand apart."""

    n: int
    halted: int
    undecided: int
    reused: int
    answer_present: int
    dropped_quotes: int
    qualities: dict[str, int]
    over_time: dict[str, Any]
    downstream: DownstreamOut
    targets: list[TargetOut]
