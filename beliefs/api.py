"""`/sources` and `/beliefs`: taking in, pre-validation, the graph, audits (API.md, Beliefs).

A key reads the beliefs and sources of its pipeline and, where that has none of the id, those of `common`. It writes to
its own pipeline; `?pipeline=common` reads `common` alone, and writes it with the scope `instance`.
"""

from __future__ import annotations

from typing import Annotated, Any

from django.utils import timezone
from ninja import Router, Status
from pydantic import Field

from beliefs.actions.audits import refresh
from beliefs.actions.precheck import MAX_INLINE_EMBEDDINGS, check_markdown, create, weak_evidence
from beliefs.actions.store import check_source_kind, check_source_name, put_source, remove_belief, remove_source
from beliefs.domain.corpus import COMMON
from beliefs.domain.formula import ConfidenceStatus
from beliefs.domain.parse import MAX_CHARACTERS
from beliefs.models import BeliefRecord, Origin, Source
from beliefs.queries.beliefs import BeliefFilter, checked_resource, find_belief, list_beliefs
from beliefs.queries.graph import belief_graph
from beliefs.queries.health import health_report
from beliefs.queries.sources import find_source
from beliefs.schemas import (
    BeliefOut,
    BeliefPage,
    CheckedBeliefOut,
    GraphOut,
    HealthOut,
    QueuedAuditOut,
    SourceOut,
    StoredBeliefOut,
    StoredSourceOut,
)
from beliefs.tasks import queue_audit
from validation.domain.codes.problems import ProblemCode
from validation.platform.http import auth
from validation.platform.http.auth import AuthedRequest
from validation.platform.http.schemas import Flag, In, PageLimit, Text, one_of
from validation.platform.permissions import Scope, check_scope
from validation.platform.policies import policy_in_force

router = Router(tags=["beliefs"])


Corpus = Annotated[Text, Field(max_length=100)]


class SourceIn(In):
    """A source that beliefs can cite."""

    text: Annotated[Text, Field(max_length=2_000_000)]
    """The text that beliefs can quote."""


class MarkdownIn(In):
    """A belief."""

    markdown: Annotated[Text, Field(max_length=MAX_CHARACTERS)]
    """The content of the belief's Markdown file."""


class BeliefIn(MarkdownIn):
    """A belief to store."""

    confirm: Flag = False
    """Whether to store the belief even if its evidence is weak."""


class AuditIn(In):
    """Which beliefs to assess."""

    all: Flag = False
    """Whether to assess all beliefs instead of only the changed ones."""


@router.put("/sources/{kind}/{path:name}", response=StoredSourceOut, auth=auth.ingest, summary="Store a source")
def put_sources(
    request: AuthedRequest, kind: Text, name: Text, body: SourceIn, pipeline: Corpus = ""
) -> dict[str, Any]:
    """Adds or replaces a source that beliefs can cite. The text of commits and tags is empty."""
    corpus = _written(request, pipeline)
    check_source_name(kind, name)
    now, by = timezone.now(), request.auth.actor
    change = put_source(pipeline=corpus, kind=kind, name=name, text=body.text, origin=Origin.API, by=by, now=now)
    return {"kind": kind, "id": name, "pipeline": corpus, "change": change.value}


@router.get("/sources/{kind}/{path:name}", response=SourceOut, auth=auth.read, summary="Show a source")
def get_source(request: AuthedRequest, kind: Text, name: Text, pipeline: Corpus = "") -> Source:
    """The source with its text."""
    check_source_kind(kind)
    return find_source(kind, name, pipeline=_read(request, pipeline))


@router.delete("/sources/{kind}/{path:name}", response={204: None}, auth=auth.ingest, summary="Remove a source")
def delete_source(request: AuthedRequest, kind: Text, name: Text, pipeline: Corpus = "") -> Status[None]:
    """The next audit finds the beliefs that cite it. What came from a checkout is 409 `source_of_checkout`: delete its
    file and sync."""
    corpus = _written(request, pipeline)
    check_source_kind(kind)
    remove_source(pipeline=corpus, kind=kind, name=name, by=request.auth.actor, now=timezone.now())
    return Status(204, None)


@router.post("/beliefs/check", response=CheckedBeliefOut, auth=auth.ingest, summary="Check a belief")
def post_check(request: AuthedRequest, body: MarkdownIn, pipeline: Corpus = "") -> dict[str, Any]:
    """Pre-validation: the confidence and validation that the belief would get. Stores nothing."""
    now = timezone.now()
    found = check_markdown(
        pipeline=_written(request, pipeline), markdown=body.markdown, now=now, most=MAX_INLINE_EMBEDDINGS
    )
    warnings = list(weak_evidence(found))
    return {**checked_resource(found, now=now), "warnings": warnings, "confirmation_needed": bool(warnings)}


@router.post("/beliefs/audit", response={202: QueuedAuditOut}, auth=auth.ingest, summary="Audit beliefs")
def post_audit(request: AuthedRequest, body: AuditIn | None = None, pipeline: Corpus = "") -> Status[dict[str, Any]]:
    """Assesses the changed beliefs, or all of them, on a worker. The audit is finished when the first of the `audits`
    of `GET /beliefs/audit` is no older than `asked_at`."""
    corpus, now = _written(request, pipeline), timezone.now()
    if not queue_audit(by=request.auth.actor, pipeline=corpus, everything=body is not None and body.all):
        raise ProblemCode.BROKER_AWAY.error()
    return Status(202, {"state": "queued", "pipeline": corpus, "asked_at": now, "url": "/api/v1/beliefs/audit"})


@router.get("/beliefs/audit", response=HealthOut, auth=auth.read, summary="Show the health of beliefs")
def get_audit(request: AuthedRequest, pipeline: Corpus = "") -> dict[str, Any]:
    """The health report and the latest audits."""
    return health_report(pipeline=_read(request, pipeline), policy=policy_in_force().read().belief)


@router.get("/beliefs/graph", response=GraphOut, auth=auth.read, summary="Show the graph of beliefs")
def get_graph(request: AuthedRequest, pipeline: Corpus = "") -> dict[str, Any]:
    """Beliefs as nodes, those with the most links first, and the links between them."""
    return belief_graph(_read(request, pipeline))


@router.get("/beliefs", response=BeliefPage, auth=auth.read, summary="List beliefs")
def get_beliefs(
    request: AuthedRequest,
    q: Annotated[Text, Field(max_length=200)] = "",
    status: Annotated[Text, one_of(*ConfidenceStatus)] = "",
    facet: Annotated[Text, Field(max_length=100)] = "",
    pipeline: Corpus = "",
    cursor: Text | None = None,
    limit: PageLimit = 50,
) -> dict[str, Any]:
    """The visible beliefs, newest first."""
    wanted = BeliefFilter(pipeline=_read(request, pipeline), q=q, status=status, facet=facet)
    return list_beliefs(wanted, cursor=cursor, limit=limit).resource()


@router.get("/beliefs/{name}", response=BeliefOut, auth=auth.read, summary="Show a belief")
def get_belief(request: AuthedRequest, name: Text, pipeline: Corpus = "") -> BeliefRecord:
    """The belief with its confidence, validation, links and history."""
    return find_belief(name, pipeline=_read(request, pipeline))


@router.put("/beliefs/{name}", response=StoredBeliefOut, auth=auth.ingest, summary="Store a belief")
def put_beliefs(request: AuthedRequest, name: Text, body: BeliefIn, pipeline: Corpus = "") -> dict[str, Any]:
    """Adds or replaces a belief and returns it with its assessment. A belief with weak evidence is stored only with
    `confirm`."""
    corpus, now, by = _written(request, pipeline), timezone.now(), request.auth.actor
    change, warnings = create(pipeline=corpus, markdown=body.markdown, name=name, confirm=body.confirm, by=by, now=now)
    refresh(pipeline=corpus, now=now, changed_only=True)
    belief = BeliefOut.of(find_belief(name, pipeline=corpus))
    return {**belief, "change": change.value, "warnings": list(warnings)}


@router.delete("/beliefs/{name}", response={204: None}, auth=auth.ingest, summary="Remove a belief")
def delete_belief(request: AuthedRequest, name: Text, pipeline: Corpus = "") -> Status[None]:
    """A belief that was synced from a checkout is a 409 `belief_of_checkout`: delete its file and sync again."""
    corpus, now = _written(request, pipeline), timezone.now()
    remove_belief(pipeline=corpus, name=name, by=request.auth.actor, now=now)
    refresh(pipeline=corpus, now=now, changed_only=True)
    return Status(204, None)


def _read(request: AuthedRequest, pipeline: str) -> str:
    """Whose beliefs the call is about: those that the key's pipeline sees, unless it asks for `common` alone."""
    own: str = request.auth.pipeline.name
    if pipeline not in ("", own, COMMON):
        raise ProblemCode.PIPELINE_UNKNOWN.error("own", own=own)
    return pipeline or own


def _written(request: AuthedRequest, pipeline: str) -> str:
    """A check is written too: it may find what the written belief may find."""
    corpus = _read(request, pipeline)
    if corpus == COMMON:
        check_scope(request.auth.scopes, Scope.INSTANCE)
    return corpus
