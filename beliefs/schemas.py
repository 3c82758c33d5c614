"""Response schemas of `/sources` and `/beliefs`."""

from __future__ import annotations

from datetime import datetime
from typing import Annotated, Any

from pydantic import BeforeValidator

from validation.platform.http.schemas import NULL_IF_EMPTY, Filled, Out, PageOut, attribute


class SourceOut(Out):
    """What beliefs can cite. `origin` says where it came from: checkout, api or sample."""

    kind: str
    id: str = attribute("name")
    pipeline: str
    text: str
    origin: str
    updated_at: datetime


class StoredSourceOut(Out):
    """Whether the source was added, changed or unchanged."""

    kind: str
    id: str
    pipeline: str
    change: str


class BeliefSummary(Out):
    """A belief without its text."""

    id: str = attribute("name")
    pipeline: str
    statement: str
    facets: list[str]
    score: float | None
    assigned: float | None
    endorsed: bool
    status: Filled
    validation_status: Filled
    broken_links: int
    age_days: int | None
    in_degree: int
    path: str | None
    stale: bool
    updated_at: datetime
    assessed_at: datetime | None


class BeliefPage(PageOut[BeliefSummary]):
    """`next` is the cursor of the next page, null on the last page."""


class CheckedLinkOut(Out):
    """A link and whether its target exists; `why` is the reason if it does not."""

    target: str
    kind: str
    section: str
    line: int
    resolved: Annotated[bool, BeforeValidator(bool)] = attribute("found_name")
    why: Filled


class BeliefLinkOut(CheckedLinkOut):
    """A link and its target. `kind` is empty until the belief was assessed."""

    found: str | None


class HistoryOut(Out):
    """An earlier assessment."""

    at: datetime
    score: float | None
    status: str
    validation: str = attribute("validation_status")


def _links(found: Any) -> Any:
    return found if isinstance(found, list) else list(found.order_by("line", "pk"))


def _history(found: Any) -> Any:
    return found if isinstance(found, list) else list(found.order_by("-at", "-pk")[:50])


class BeliefOut(BeliefSummary):
    """A belief with its text. `confidence`, `validation` and `waterfall` are null until the first assessment."""

    markdown: str
    confidence: Annotated[dict[str, Any] | None, NULL_IF_EMPTY]
    validation: Annotated[dict[str, Any] | None, NULL_IF_EMPTY]
    links: Annotated[list[BeliefLinkOut], BeforeValidator(_links)]
    history: Annotated[list[HistoryOut], BeforeValidator(_history)]
    waterfall: Annotated[dict[str, Any] | None, NULL_IF_EMPTY]
    policy: int | None
    made_by: str | None


class StoredBeliefOut(BeliefOut):
    """The belief with its assessment and the weaknesses of its evidence."""

    change: str
    warnings: list[str]


class CheckedBeliefOut(Out):
    """The assessment that the belief would get. Nothing was stored."""

    id: str
    statement: str
    confidence: dict[str, Any]
    validation: dict[str, Any]
    links: list[CheckedLinkOut]
    warnings: list[str]
    confirmation_needed: bool


class QueuedAuditOut(Out):
    """The audit waits for a worker."""

    state: str
    pipeline: str
    asked_at: datetime
    url: str


class HealthOut(Out):
    """The health of all beliefs visible to the pipeline: counts, problems by name, what to fix first, and the latest
    audits."""

    beliefs: int
    status: dict[str, int]
    validation: dict[str, int]
    broken_evidence: dict[str, list[str]]
    broken_elsewhere: int
    weak_evidence: list[str]
    unverified_quotes: int
    approaching_review: list[str]
    review_due: list[str]
    contradicted: list[str]
    orphans: list[str]
    assigned: dict[str, Any]
    fix_first: list[dict[str, Any]]
    fixes: int
    scores: list[dict[str, Any]]
    broken_files: list[dict[str, Any]]
    audits: list[dict[str, Any]]
    not_assessed: int
    changed_since: int


class NodeOut(Out):
    """A belief."""

    id: str
    pipeline: str
    name: str
    score: float | None
    status: str | None
    in_degree: int


class EdgeOut(Out):
    """A link between two beliefs."""

    source: str
    target: str
    kind: str
    defeated: bool


class GraphOut(Out):
    """Beliefs and the links between them. `truncated` is true if those with the fewest links were left out."""

    nodes: list[NodeOut]
    edges: list[EdgeOut]
    truncated: bool
