"""`/interventions`: the review desk for scripts (DESIGN, section 8)."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from functools import wraps
from typing import Annotated, Any, TypeVar, cast

from django.utils import timezone
from ninja import Query, Router, Status
from pydantic import Field

from validation.desk.actions import claims, planning, rulings
from validation.desk.actions.rulings import RulingText
from validation.desk.queries.interventions import (
    InterventionFilter,
    intervention_resources,
    list_interventions,
    wanted_interventions,
)
from validation.desk.schemas import (
    CommentOut,
    InterventionOut,
    InterventionPage,
    InterventionQuery,
    InterventionRulingOut,
)
from validation.domain.check import CheckName
from validation.domain.codes.problems import ProblemCode
from validation.domain.intervention import Ruling
from validation.models import Comment, Intervention
from validation.platform.http import auth
from validation.platform.http.auth import AuthedRequest, acting
from validation.platform.http.schemas import In, Moment, Paging, QueryFlag, Text
from validation.platform.pages.parameters import read_uuid
from validation.platform.permissions import Scope, has_scope
from validation.response.queries.blind_attempts import blind_item

router = Router(tags=["interventions"])
View = TypeVar("View", bound=Callable[..., Any])
Said = Annotated[Text, Field(max_length=20_000)]


class RulingIn(In):
    """A ruling. Which texts are required depends on `ruling`."""

    ruling: Ruling
    """What happens to the attempt."""
    note: Said = ""
    """The reason, for the record."""
    response_md: Text | None = None
    """The edited response. Only with `approve_edited`."""
    hints: Said | None = None
    """What to do differently in the next attempt. Only with `revise` and `retry`."""
    message: Said | None = None
    """The message for the user. Only with `confirm_fail`."""
    wrong_checks: Annotated[list[str], Field(max_length=len(CheckName))] = []
    """Checks that the judge got wrong."""
    subject_id: Text | None = None
    """The item of the group to rule on; the next one by default."""


class CommentIn(In):
    """A comment; `@name` mentions a colleague."""

    text: Annotated[Text, Field(max_length=planning.LONGEST)]
    """The comment, plain text."""


class AssignIn(In):
    """The person to assign the intervention to."""

    assigned_to: Annotated[Text, Field(max_length=150)] | None
    """The name of a reviewer or an admin; null removes the assignment."""


class SnoozeIn(In):
    """How long to hide the intervention from the queue. The due time does not change."""

    until: Moment | None
    """A time within 30 days, and not after the due time of critical work; null ends the snooze."""


@router.get("/interventions", response=InterventionPage, auth=auth.read, summary="List interventions")
def get_interventions(
    request: AuthedRequest,
    asked: Query[InterventionQuery],
    paging: Query[Paging],
    assigned_to: Text | None = None,
    snoozed: QueryFlag | None = None,
) -> Any:
    """Newest first, without texts. `next` is the cursor of the next page."""
    now = timezone.now()
    wanted = InterventionFilter(
        **asked.model_dump(),
        assigned_to=assigned_to,
        snoozed_at=now if snoozed else None,
        awake_at=now if snoozed is False else None,
    )
    return list_interventions(pipeline=request.auth.pipeline, wanted=wanted, **paging.model_dump()).resource()


@router.get(
    "/interventions/{intervention_id}", response=InterventionOut, auth=auth.read, summary="Show an intervention"
)
def get_intervention(request: AuthedRequest, intervention_id: uuid.UUID) -> dict[str, Any]:
    """The intervention with the attempt it is about and the rulings so far."""
    return _shown(request, _own(request, intervention_id))


def _action(action: str, summary: str) -> Callable[[View], View]:
    """An operation of a reviewer on an intervention of the key's pipeline, which is answered as it is then."""
    path = f"/interventions/{{intervention_id}}/{action}"

    def route(act: View) -> View:
        @router.post(path, response=InterventionOut, auth=auth.review, summary=summary)
        @wraps(act)
        def view(request: AuthedRequest, intervention_id: uuid.UUID, **body: Any) -> dict[str, Any]:
            intervention = _own(request, intervention_id)
            act(request, intervention_id, **body)
            return _shown(request, intervention)

        return cast(View, view)

    return route


@_action("claim", "Claim an intervention")
def post_claim(request: AuthedRequest, intervention_id: uuid.UUID) -> None:
    """Claims the intervention for a few minutes; a heartbeat extends the claim."""
    claims.claim(intervention_id=intervention_id, **acting(request))


@_action("release", "Release an intervention")
def post_release(request: AuthedRequest, intervention_id: uuid.UUID) -> None:
    """Gives up the claim, so that others can claim the intervention."""
    claims.release(intervention_id=intervention_id, **acting(request))


@_action("heartbeat", "Extend a claim")
def post_heartbeat(request: AuthedRequest, intervention_id: uuid.UUID) -> None:
    """Extends the claim by a few minutes."""
    claims.heartbeat(intervention_id=intervention_id, **acting(request))


@router.post(
    "/interventions/{intervention_id}/rulings",
    response=InterventionRulingOut,
    auth=auth.review,
    summary="Rule on an intervention",
)
def post_ruling(request: AuthedRequest, intervention_id: uuid.UUID, body: RulingIn) -> Any:
    """Stores a ruling, which is pending until `effective_at`. Until then it can be undone and has no effect."""
    _own(request, intervention_id)
    text = RulingText(
        note=body.note,
        response_md=body.response_md or "",
        hints=body.hints or "",
        message=body.message or "",
        wrong_checks=tuple(body.wrong_checks),
    )
    return rulings.rule(
        intervention_id=intervention_id,
        ruling=body.ruling,
        **acting(request),
        text=text,
        subject_id=body.subject_id,
    )


@_action("undo", "Undo a ruling")
def post_undo(request: AuthedRequest, intervention_id: uuid.UUID) -> None:
    """Undoes this key's pending ruling. A ruling that has taken effect cannot be undone."""
    rulings.undo(intervention_id=intervention_id, **acting(request))


@router.post(
    "/interventions/{intervention_id}/comments",
    response={201: CommentOut},
    auth=auth.review,
    summary="Comment on an intervention",
)
def post_comment(request: AuthedRequest, intervention_id: uuid.UUID, body: CommentIn) -> Status[Comment]:
    """Adds a comment, which cannot be changed later. Mentioned people are notified by mail if a notification target is
    set up for them."""
    _own(request, intervention_id)
    made = planning.add_comment(intervention_id=intervention_id, text=body.text, **acting(request))
    return Status(201, made)


@_action("assign", "Assign an intervention")
def post_assign(request: AuthedRequest, intervention_id: uuid.UUID, body: AssignIn) -> None:
    """Assigns the intervention to a person. Others can still claim it."""
    to = body.assigned_to or ""
    planning.assign(intervention_id=intervention_id, to=to, **acting(request))


@_action("snooze", "Snooze an intervention")
def post_snooze(request: AuthedRequest, intervention_id: uuid.UUID, body: SnoozeIn) -> None:
    """Hides the intervention from the queue until the given time and releases the claim. The due time does not
    change."""
    planning.snooze(intervention_id=intervention_id, until=body.until, **acting(request))


def _own(request: AuthedRequest, intervention_id: uuid.UUID) -> Intervention:
    rows = wanted_interventions(request.auth.pipeline, InterventionFilter())
    return ProblemCode.INTERVENTION_UNKNOWN.unless(rows.filter(pk=intervention_id).first(), id=intervention_id)


def _shown(request: AuthedRequest, intervention: Intervention) -> dict[str, Any]:
    """Without what tells the verdict, for a key that cannot read verdicts and may still be asked for its own."""
    shown = intervention_resources([intervention.pk])[str(intervention.pk)]
    if has_scope(request.auth.scopes, Scope.READ) or not blind_item(
        request.auth.actor, attempt=read_uuid(intervention.subject_id)
    ):
        return shown
    return {**shown, "why": "", "rulings": [], "comments": [], "attempt": None}
