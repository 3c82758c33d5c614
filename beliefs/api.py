"""`/sources` and `/beliefs`: taking in, pre-validation, the graph, audits (API.md, Beliefs)."""

# ruff: noqa: ARG001 - ninja names the argument

from __future__ import annotations

from dataclasses import asdict
from typing import Annotated, Any

from django.http import HttpRequest
from django.utils import timezone
from ninja import Router, Status
from pydantic import Field

from beliefs.actions.audits import audit_beliefs, refresh
from beliefs.actions.precheck import A_MOMENT, check_markdown, create, weak_evidence
from beliefs.actions.store import put_source, remove_belief
from beliefs.domain.parse import MAX_CHARACTERS
from beliefs.models.source import Origin
from beliefs.queries.beliefs import belief_graph, belief_resource, find_belief, list_beliefs
from beliefs.queries.checked import checked_resource
from beliefs.queries.policy import belief_policy
from validation.domain.errors import FieldError, InputRejected
from validation.platform.http import auth
from validation.platform.http.schemas import Flag, In, PageOut, Text
from validation.platform.live import Topic, publish

MAX_NAME = 500

router = Router(tags=["beliefs"])


class SourceIn(In):
    text: Annotated[Text, Field(max_length=2_000_000)] = ""


class MarkdownIn(In):
    markdown: Annotated[Text, Field(max_length=MAX_CHARACTERS)]


class BeliefIn(MarkdownIn):
    confirm: Flag = False


class AuditIn(In):
    all: Flag = False


@router.put("/sources/{kind}/{path:name}", auth=auth.ingest)
def put_sources(request: HttpRequest, kind: Text, name: Text, body: SourceIn) -> dict[str, Any]:
    """Adds or replaces what beliefs can cite. Kinds: session, commit, tag, core, spec, path."""
    if len(name) > MAX_NAME or any(ord(one) < 32 for one in name):
        message = f"Use at most {MAX_NAME} printable characters."
        raise InputRejected(
            "source_name_invalid", f"The name cannot be stored. {message}", (FieldError("id", message),)
        )
    by = request.auth.actor
    change = put_source(kind=kind, name=name, text=body.text, origin=Origin.API, by=by, now=timezone.now())
    return {"kind": kind, "id": name, "change": change.value}


@router.post("/beliefs/check", auth=auth.ingest)
def post_check(request: HttpRequest, body: MarkdownIn) -> dict[str, Any]:
    """Pre-validation: what the belief would get. Stores nothing."""
    now = timezone.now()
    found = check_markdown(markdown=body.markdown, now=now, most=A_MOMENT)
    warnings = list(weak_evidence(found))
    return {**checked_resource(found, now=now), "warnings": warnings, "confirmation_needed": bool(warnings)}


@router.post("/beliefs/audit", auth=auth.ingest)
def post_audit(request: HttpRequest, body: AuditIn | None = None) -> dict[str, Any]:
    """Assesses what changed, or everything, and answers the health report."""
    everything = body is not None and body.all
    report = audit_beliefs(by=request.auth.actor, now=timezone.now(), everything=everything)
    publish(Topic.BELIEFS, "all")
    return report


@router.get("/beliefs/graph", auth=auth.read)
def get_graph(request: HttpRequest) -> dict[str, Any]:
    return belief_graph()


@router.get("/beliefs", auth=auth.read, response=PageOut)
def get_beliefs(
    request: HttpRequest,
    q: Annotated[str, Field(max_length=200)] = "",
    status: Text = "",
    facet: Annotated[str, Field(max_length=100)] = "",
    cursor: Text | None = None,
    limit: int = 50,
) -> dict[str, Any]:
    """Newest first."""
    return asdict(list_beliefs(cursor=cursor, limit=limit, q=q, status=status, facet=facet))


@router.get("/beliefs/{name}", auth=auth.read)
def get_belief(request: HttpRequest, name: Text) -> dict[str, Any]:
    return belief_resource(find_belief(name))


@router.put("/beliefs/{name}", auth=auth.ingest)
def put_beliefs(request: HttpRequest, name: Text, body: BeliefIn) -> dict[str, Any]:
    """Adds or replaces a belief; weak evidence has to be confirmed. Answers it as it was assessed."""
    now = timezone.now()
    by = request.auth.actor
    change, warnings = create(markdown=body.markdown, name=name, confirm=body.confirm, by=by, now=now)
    refresh(policy=belief_policy(), now=now)
    publish(Topic.BELIEFS, name)
    return {**belief_resource(find_belief(name)), "change": change.value, "warnings": list(warnings)}


@router.delete("/beliefs/{name}", response={204: None}, auth=auth.ingest)
def delete_belief(request: HttpRequest, name: Text) -> Status:
    """What came from a checkout is 409 `belief_of_checkout`: delete its file and sync."""
    now = timezone.now()
    remove_belief(name=name, by=request.auth.actor, now=now)
    refresh(policy=belief_policy(), now=now)
    publish(Topic.BELIEFS, name)
    return Status(204, None)
