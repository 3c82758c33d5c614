"""`/policies`: thresholds and limits, numbered and immutable (DESIGN, section 9)."""

from __future__ import annotations

from dataclasses import replace
from typing import Annotated, Any

from django.db.models import Q
from ninja import Router
from pydantic import BeforeValidator, Field

from validation.domain.codes.problems import ProblemCode
from validation.domain.policy import read_policy
from validation.models import Policy
from validation.platform.http import auth
from validation.platform.http.auth import AuthedRequest, acting
from validation.platform.http.schemas import (
    Filled,
    Flag,
    In,
    JsonObject,
    LinksOut,
    Moment,
    Out,
    PageLimit,
    Text,
    links_at,
)
from validation.platform.policies import PolicyOut, latest_number, list_policies, policy_in_force
from validation.platform.replay import MOST, ReplayScope
from validation.policies.actions import policies
from validation.policies.queries.gate_replay import UNCHANGED, drafts_of_pipelines, replay_gates
from validation.policies.queries.replay import Replay, replay_policy

router = Router(tags=["policies"])


class PolicyPage(Out):
    """`next` is the `before` of the next page, null on the last page."""

    items: list[PolicyOut]
    next: int | None


class FlippedOut(Out):
    """An attempt whose route the draft changes."""

    id: Annotated[str, BeforeValidator(str)] = Field(validation_alias="attempt_id")
    turn_id: str
    attempt: int = Field(validation_alias="number")
    confidence: float
    ruling: Filled
    blocked_by: Filled
    """What keeps it from approval under the draft: `finding`, `check`, `requirement`, `goal`, `judge`, `threshold`, or
    `limit` of the turn's loops; null where it is approved."""
    links: Annotated[LinksOut, links_at("/api/v1/attempts/{}", "/attempts/{}")] = Field(validation_alias="attempt_id")


class FlowOut(Out):
    """Attempts that the draft moves from one route to another. `ruled` counts the final rulings on them; `attempts` are
    the newest of them."""

    from_: str = Field(validation_alias="before", serialization_alias="from")
    to: str = Field(validation_alias="after")
    count: int
    sources: dict[str, int]
    """What of the draft made them: `threshold`, `goals`, `limits`, or `contradiction` of the judge's own decision."""
    settings: dict[str, int]
    """The settings of the draft without which they would not flip, such as `response.approve`."""
    ruled: dict[str, int]
    attempts: list[FlippedOut] = Field(validation_alias="items")


class FlippedSubjectOut(Out):
    """A subject of another gate whose outcome the draft changes."""

    id: str = Field(validation_alias="subject_id")
    title: str
    ruling: Filled
    page: str = Field(validation_alias="address")


class GateFlowOut(Out):
    """Subjects of another gate that the draft moves from one outcome to another. `settings` are the changed settings
    that cause it."""

    from_: str = Field(validation_alias="before", serialization_alias="from")
    to: str = Field(validation_alias="after")
    count: int
    settings: dict[str, int]
    ruled: dict[str, int]
    subjects: list[FlippedSubjectOut] = Field(validation_alias="items")


class GateReplayOut(Out):
    """One kind of subject of another gate, such as preflights. `unknown` counts those for which too little is stored to
    replay them."""

    gate: str
    noun: str
    judged: int
    more: bool
    unknown: int
    flipped: int
    flips: list[GateFlowOut] = Field(validation_alias="flows")


class ReplayOut(Out):
    """What a draft would have changed. `more` is true if older attempts were left out; `decided_elsewhere` counts
    attempts that were decided by a policy other than the one in force."""

    policy: int
    judged: int
    more: bool
    unchanged: int
    flipped: int
    decided_elsewhere: int
    held_by_checks: int
    """Would pass every threshold of the draft, and are held by a failing check."""
    read_otherwise: int
    """The draft takes other sections of their context for evidence; judge them again to see what it makes of them."""
    flips: list[FlowOut] = Field(validation_alias="flows")
    gates: list[GateReplayOut]
    """The other gates whose section of the draft differs from the policy in force."""


class PolicyIn(In):
    """A policy to publish. Omitted sections and settings of `document` get their defaults."""

    document: JsonObject
    """The settings by section."""
    reason: Annotated[Text, Field(max_length=2000)]
    """The reason, for the record."""
    based_on: Annotated[int, Field(strict=True, ge=1)] | None = None
    """The number of the common policy that the document is based on. If that policy is no longer in force, the call is
    rejected."""


class ReplayIn(In):
    """A draft, and the attempts to replay it on: at most the newest `most` decided ones of the given time."""

    document: JsonObject
    """The settings by section."""
    since: Moment | None = None
    """Attempts from this time on."""
    until: Moment | None = None
    """Attempts before this time."""
    most: Annotated[int, Field(strict=True, ge=1, le=MOST)] = MOST
    """The maximum number of attempts."""
    common: Flag = False
    """Whether the draft is one for every pipeline, under which this key's pipeline keeps the settings of its own."""


class RollbackIn(In):
    """For which pipelines to publish an earlier policy again, and why."""

    reason: Annotated[Text, Field(max_length=2000)] = ""
    """The reason, for the record."""
    pipeline_only: Flag = False
    """Whether to publish a common policy for this key's pipeline alone: what differs from the common policy in force
    becomes the pipeline's own settings, and every other pipeline keeps its policy."""


@router.get("/policies", response=PolicyPage, auth=auth.read, summary="List policies")
def get_policies(request: AuthedRequest, before: int | None = None, limit: PageLimit = 50) -> dict[str, Any]:
    """The common policies and those of the key's own pipeline, newest first; the first one is in force for that
    pipeline. Pass `next` as the `before` of the next call."""
    policies = list_policies(before=before, limit=min(limit, 200), pipeline=request.auth.pipeline)
    return {"items": policies, "next": policies[-1].number if policies and policies[-1].number > 1 else None}


@router.post("/policies", response=PolicyOut, auth=auth.instance, summary="Publish a policy")
def post_policy(request: AuthedRequest, body: PolicyIn) -> Policy:
    """Publishes a policy for every pipeline. Needs the scope `instance`."""
    after = latest_number()
    if body.based_on not in (None, policy_in_force().number):
        raise ProblemCode.POLICY_MOVED.error()
    return policies.publish(document=body.document, reason=body.reason, after=after, **acting(request))


@router.post("/policies/replay", response=ReplayOut, by_alias=True, auth=auth.read, summary="Replay a draft policy")
def post_replay(request: AuthedRequest, body: ReplayIn) -> Replay:
    """Attempts of this key's pipeline whose route the draft would change, and how reviewers ruled on them. No judge is
    called and nothing is stored."""
    draft = read_policy(body.document)
    in_force = policy_in_force(request.auth.pipeline)
    scope = ReplayScope(request.auth.pipeline.name, body.since, body.until, body.most)
    own = drafts_of_pipelines(draft) if body.common else UNCHANGED
    replayed = replay_policy(draft, scope, in_force=in_force.number, own=own)
    return replace(replayed, gates=replay_gates(draft, in_force.read(), scope, own))


@router.post("/policies/{number}/rollback", response=PolicyOut, auth=auth.instance, summary="Roll back to a policy")
def post_rollback(request: AuthedRequest, number: int, body: RollbackIn | None = None) -> Policy:
    """Publishes the document of an earlier policy again, for every pipeline or for the key's own. Needs the scope
    `instance`. A policy of a single pipeline is available only to keys of that pipeline, and published for it alone."""
    theirs = Policy.objects.filter(number=number).exclude(Q(pipeline=None) | Q(pipeline=request.auth.pipeline))
    if theirs.exists():
        raise ProblemCode.POLICY_UNKNOWN.error(number=number)
    body = body or RollbackIn()
    pipeline = request.auth.pipeline if body.pipeline_only else None
    return policies.roll_back(number=number, **acting(request), reason=body.reason, pipeline=pipeline)
