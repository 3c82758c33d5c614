"""Answers of `/retrievals`, but for the resource itself."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from validation.insights.queries.over_time import OverTime
from validation.platform.http.schemas import (
    Filled,
    Id,
    LinksOut,
    MeasuredOut,
    Number,
    Out,
    PageOut,
    PipelineName,
    links_at,
)


class RetrievalSummary(Out):
    """A retrieval without its bodies."""

    id: Id
    turn_id: Filled
    pipeline: PipelineName
    query: str
    state: str
    answer_present: Filled
    retrieval_quality: Filled = Field(validation_alias="quality")
    chunks: int | None
    relevant: int | None
    quotes: int | None
    dropped_quotes: int | None = Field(validation_alias="dropped")
    halt_cause: Filled
    reused: bool
    submitted_at: datetime
    decided_at: datetime | None
    links: Annotated[LinksOut, links_at("/api/v1/retrievals/{}", "/retrievals/{}/")] = Field(validation_alias="pk")


class RetrievalPage(PageOut[RetrievalSummary]):
    """`next` is the cursor of the page that follows, null on the last."""


class DownstreamOut(Out):
    """What became of responses, by the quality of the retrieval before them."""

    table: dict[str, dict[str, int]]
    rank_correlation: MeasuredOut = Field(validation_alias="correlation")


class TargetOut(Out):
    """A target of the specification beside what was measured; `met` is null while too little is known."""

    code: str
    what: str = Field(validation_alias="said")
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
    answer_present: int = Field(validation_alias="answered")
    dropped_quotes: int = Field(validation_alias="dropped")
    qualities: Annotated[dict[str, int], BeforeValidator(dict)]
    over_time: Annotated[dict[str, Any], BeforeValidator(OverTime.resource)]
    downstream: DownstreamOut
    targets: list[TargetOut]
