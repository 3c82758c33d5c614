"""`/audits`: the API for answering decisions blind (DESIGN, section 13)."""

from __future__ import annotations

import uuid
from datetime import datetime
from typing import Annotated, Any, Literal

from ninja import Router
from ninja.responses import Status
from pydantic import BeforeValidator, Field

from validation.domain.codes.problems import ProblemCode
from validation.domain.trust.audit import CheckAnswer
from validation.domain.verdict import Decision
from validation.platform.http import auth
from validation.platform.http.auth import AuthedRequest, acting
from validation.platform.http.schemas import Filled, In, LinksOut, Out, PageLimit, PageOut, Text, attribute
from validation.platform.permissions import Scope, has_scope
from validation.trust.actions.answers import SubmittedAnswer, answer
from validation.trust.actions.draws import draw_by_hand
from validation.trust.queries.audits import VisibleAudit, audits_of, list_audits, open_opinion, read_audit

router = Router(tags=["audits"])


class AuditRequestIn(In):
    """An audit of a chosen attempt. It is left out of all estimates, because it is not a random sample."""

    attempt_id: uuid.UUID
    """A decided attempt of the key's pipeline."""


class SpanIn(In):
    """A part of the response that the evidence does not support. Offsets are in code points."""

    start: Annotated[int, Field(ge=0, strict=True)]
    """The first offset of the part."""
    end: Annotated[int, Field(ge=1, strict=True)]
    """The offset after the part."""


class AnswerIn(In):
    """A person's assessment of a response, given before the verdict is shown."""

    checks: Annotated[dict[str, CheckAnswer], Field(max_length=10)]
    """The answer for each check: right if the response meets it, wrong if not, otherwise cannot_tell."""
    unsupported: Annotated[list[SpanIn], Field(max_length=2_000)] = []
    """The parts of the response that the evidence does not support."""
    decision: Decision
    """The decision that the person considers correct."""
    note: Annotated[Text, Field(max_length=20_000)] = ""
    """The reason, for the record."""


class AuditSummary(Out):
    """An audit of a response. `state` is open, answered (by this key) or closed."""

    id: Annotated[str, BeforeValidator(str)] = attribute("item", "pk")
    state: str
    query: str = attribute("item", "query")
    opened_at: datetime = attribute("item", "drawn_at")
    due_at: datetime = attribute("item", "due_at")
    answered_at: datetime | None
    links: LinksOut


class BlindAuditPage(PageOut[AuditSummary]):
    """`next` is the cursor of the next page, null on the last page."""


class BlindAuditOut(AuditSummary):
    """An audit with the query, response and evidence. `answer`, `attempt_id` and `verdict` are null until this key has
    answered; without the scope `read`, `attempt_id` is always null."""

    response_md: str = attribute("item", "text", "response_md")
    evidence: list[dict[str, Any]]
    answer: dict[str, Any] | None
    attempt_id: Filled
    verdict: dict[str, Any] | None


@router.get("/audits", response=BlindAuditPage, auth=auth.review, summary="List audits")
def get_audits(
    request: AuthedRequest,
    state: Literal["open", "closed"] | None = None,
    cursor: Text | None = None,
    limit: PageLimit = 50,
) -> Any:
    """Newest first, without texts. `next` is the cursor of the next page."""
    pipeline, person = request.auth.pipeline, request.auth.actor
    return list_audits(pipeline=pipeline, person=person, state=state, cursor=cursor, limit=limit).resource()


@router.post("/audits", response={201: BlindAuditOut}, auth=auth.review, summary="Request an audit")
def post_audit(request: AuthedRequest, body: AuditRequestIn) -> Any:
    """Opens an audit of a decided attempt that you choose."""
    item = draw_by_hand(attempt_id=body.attempt_id, pipeline=request.auth.pipeline, **acting(request))
    return Status(201, _shown(request, item.pk))


@router.get("/audits/{audit_id}", response=BlindAuditOut, auth=auth.review, summary="Show an audit")
def get_audit(request: AuthedRequest, audit_id: uuid.UUID) -> VisibleAudit:
    """The verdict is hidden until this key has answered."""
    return _shown(request, audit_id)


@router.post("/audits/{audit_id}/answers", response=BlindAuditOut, auth=auth.review, summary="Answer an audit")
def post_answer(request: AuthedRequest, audit_id: uuid.UUID, body: AnswerIn) -> VisibleAudit:
    """Stores a final answer and returns it with the verdict. The two opinions on a response come from two different
    people. The answer of a key with the scope `read` counts as not blind, because that key can read verdicts."""
    item = ProblemCode.AUDIT_UNKNOWN.unless(audits_of(request.auth.pipeline).filter(pk=audit_id).first(), id=audit_id)
    opinion = ProblemCode.INTERVENTION_CLOSED.unless(open_opinion(item, request.auth.actor), "audit")
    given = SubmittedAnswer(
        decision=body.decision,
        checks=dict(body.checks),
        unsupported=tuple((span.start, span.end) for span in body.unsupported),
        note=body.note,
    )
    blind = not has_scope(request.auth.scopes, Scope.READ)
    answer(opinion_id=opinion.pk, given=given, blind=blind, **acting(request))
    return _shown(request, item.pk)


def _shown(request: AuthedRequest, audit_id: uuid.UUID) -> VisibleAudit:
    reads = has_scope(request.auth.scopes, Scope.READ)
    shown = read_audit(request.auth.pipeline, audit_id, request.auth.actor, reads=reads)
    return ProblemCode.AUDIT_UNKNOWN.unless(shown, id=audit_id)
