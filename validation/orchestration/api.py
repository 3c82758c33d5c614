"""`/preflights` before a delegation, `/returns` after it, `/return-profiles` for accepted returns (spec 4)."""

from __future__ import annotations

import uuid
from collections.abc import Callable
from typing import Annotated, Any, TypeVar

from django.utils import timezone
from ninja import Query, Router, Status
from pydantic import Field

from validation.domain.codes.problems import ProblemCode
from validation.models import Preflight, ReturnProfile, ReturnRecord
from validation.orchestration.actions import return_profiles
from validation.orchestration.actions.preflights import take_preflight
from validation.orchestration.actions.received import ReceivedCall
from validation.orchestration.actions.returns import ReturnSubmission, take_return
from validation.orchestration.queries.orchestration import (
    PASSED,
    REFUSED,
    OrchestrationFilter,
    list_preflights,
    list_profiles,
    list_returns,
    load_preflight,
    load_return,
    profile_named,
)
from validation.orchestration.schemas import PreflightOut, PreflightPage, ProfileList, ProfileOut, ReturnOut, ReturnPage
from validation.platform.http import auth
from validation.platform.http.auth import AuthedRequest, own_record
from validation.platform.http.schemas import In, Json, Name, Paging, QueryFlag, Span, Text
from validation.platform.live import Topic, publish
from validation.platform.paging.keyset import Page
from validation.platform.policies import policy_in_force
from validation.platform.work.idempotency import key_use

router = Router(tags=["orchestration"])
Record = TypeVar("Record")
Word = Annotated[Text, Field(max_length=2000)]


class PreflightIn(In):
    """A delegation to check before it starts. Only the given parts are checked, and at least one is required. `schema`
    declares the arguments of the command."""

    command: Annotated[Text, Field(max_length=200)] | None = None
    """The command for the subagent."""
    arguments: Annotated[list[Word], Field(max_length=500)] | None = None
    """The arguments of the command, including flags."""
    schema_: Annotated[Json, Field(alias="schema")] = None
    """The arguments and flags that the command accepts."""
    task_number: Json = None
    """The number of a task of `todo_md`."""
    todo_md: Text | None = None
    """The list of tasks as Markdown."""
    session_id: Annotated[Text, Field(max_length=200)] | None = None
    """The session to open for the subagent."""
    delegation_depth: Annotated[int, Field(strict=True, ge=0, le=1_000_000)] | None = None
    """How many delegations lead to this one."""
    delegation_path: Annotated[list[Word], Field(max_length=500)] | None = None
    """The agents that delegated, the outermost first."""
    target: Annotated[Text, Field(max_length=200)] | None = None
    """The agent to delegate to."""
    turn_id: Name | None = None
    """The id of the turn."""


class ReturnIn(In):
    """A subagent's return to check. `existing_artifacts` are the paths, relative to the root, that the caller found to
    exist; null if the caller did not check."""

    raw: Text
    """The subagent's text. It must be a JSON object."""
    expected_session_id: Name
    """The session id that the return must contain."""
    profile: Name = "v1"
    """The return profile to check against."""
    existing_artifacts: Annotated[list[Word], Field(max_length=10_000)] | None = None
    """Paths of artifacts that exist."""
    turn_id: Name | None = None
    """The id of the turn."""


class ProfileIn(In):
    """Which returns are valid."""

    name: Name
    """A new name, which no profile has."""
    required_fields: Json
    """Fields that a return must have."""
    statuses: Json
    """Values that `status` may have."""
    completed_statuses: Json
    """The subset of `statuses` that requires artifacts."""
    summary_tokens: Json = 100
    """The summary must have fewer tokens than this."""


@router.post("/preflights", response=PreflightOut, auth=auth.ingest, summary="Check a delegation")
def post_preflight(request: AuthedRequest, body: PreflightIn) -> Preflight:
    """Checks a delegation and reports all errors at once. An allowed preflight registers its session id until the
    session returns or expires. `Idempotency-Key` makes a retry safe: it gets the response of the first call instead of
    an error about its registered session."""
    document = body.model_dump(by_alias=True, exclude={"turn_id"}, exclude_none=True)
    record = take_preflight(_received(request, body), document)
    publish(Topic.ORCHESTRATION, str(record.pk))
    return record


@router.post("/returns", response=ReturnOut, by_alias=True, auth=auth.ingest, summary="Check a subagent's return")
def post_return(request: AuthedRequest, body: ReturnIn) -> ReturnRecord:
    """Checks a subagent's text and ends its session. `Idempotency-Key` makes a retry safe."""
    received = _received(request, body)
    existing = body.existing_artifacts
    submission = ReturnSubmission(
        raw=body.raw,
        expected_session_id=body.expected_session_id,
        profile=profile_named(body.profile, received.policy.read().orchestration),
        existing_artifacts=None if existing is None else tuple(existing),
    )
    record = take_return(received, submission)
    publish(Topic.ORCHESTRATION, str(record.pk))
    return record


def _received(request: AuthedRequest, body: PreflightIn | ReturnIn) -> ReceivedCall:
    pipeline = request.auth.pipeline
    key = key_use(request.headers.get("Idempotency-Key"), body.model_dump())
    by, now = request.auth.actor, timezone.now()
    return ReceivedCall(pipeline, policy_in_force(pipeline), by=by, now=now, turn_id=body.turn_id or "", key=key)


class LogQuery(Span):
    """What both logs can be narrowed by."""

    turn_id: Text = ""
    session_id: Text = ""
    code: Text = ""


@router.get("/preflights", response=PreflightPage, auth=auth.read, summary="List preflights")
def get_preflights(
    request: AuthedRequest, log: Query[LogQuery], paging: Query[Paging], allowed: QueryFlag | None = None
) -> Any:
    """Newest first, without bodies. `next` is the cursor of the next page."""
    return _listed(request, list_preflights, log, paging, passed=allowed).resource()


@router.get("/preflights/{preflight_id}", response=PreflightOut, auth=auth.read, summary="Show a preflight")
def get_preflight(request: AuthedRequest, preflight_id: uuid.UUID) -> Any:
    """The delegation as it was sent, and its errors."""
    return own_record(request, load_preflight(preflight_id), ProblemCode.PREFLIGHT_UNKNOWN, preflight_id)


@router.get("/returns", response=ReturnPage, auth=auth.read, summary="List returns")
def get_returns(
    request: AuthedRequest, log: Query[LogQuery], paging: Query[Paging], valid: QueryFlag | None = None
) -> Any:
    """Newest first, without bodies. `next` is the cursor of the next page."""
    return _listed(request, list_returns, log, paging, passed=valid).resource()


@router.get("/returns/{return_id}", response=ReturnOut, by_alias=True, auth=auth.read, summary="Show a return")
def get_return(request: AuthedRequest, return_id: uuid.UUID) -> Any:
    """The return as it was sent, and its errors."""
    return own_record(request, load_return(return_id), ProblemCode.RETURN_UNKNOWN, return_id)


@router.get("/return-profiles", response=ProfileList, auth=auth.read, summary="List return profiles")
def get_profiles(request: AuthedRequest) -> dict[str, Any]:
    """The built-in profiles, then those that were added."""
    limits = policy_in_force(request.auth.pipeline).read().orchestration
    return {"items": list_profiles(limits)}


@router.post("/return-profiles", response={201: ProfileOut}, auth=auth.instance, summary="Add a return profile")
def post_profile(request: AuthedRequest, body: ProfileIn) -> Status[ReturnProfile]:
    """Adds a profile for every pipeline. Needs the scope `instance`. A name cannot be reused, because stored returns
    refer to the profile they were checked against."""
    document, by = body.model_dump(), request.auth.actor
    return Status(201, return_profiles.add_return_profile(document=document, by=by, now=timezone.now()))


@router.delete("/return-profiles/{name}", response={204: None}, auth=auth.instance, summary="Remove a return profile")
def delete_profile(request: AuthedRequest, name: Text) -> Status[None]:
    """Removes a profile for every pipeline. Needs the scope `instance`."""
    return_profiles.remove_return_profile(name=name, by=request.auth.actor, now=timezone.now())
    return Status(204, None)


def _listed(
    request: AuthedRequest, read: Callable[..., Page[Record]], log: LogQuery, paging: Paging, *, passed: bool | None
) -> Page[Record]:
    """A page of the key's own pipeline."""
    outcome = "" if passed is None else PASSED if passed else REFUSED
    wanted = OrchestrationFilter(pipeline=request.auth.pipeline.name, outcome=outcome, **log.model_dump())
    return read(wanted, **paging.model_dump())
