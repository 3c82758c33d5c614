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
from validation.platform.http.schemas import Filled, In, JsonObject, LinksOut, Moment, Out, Text, links_at
from validation.platform.policies import PolicyOut, latest_number, list_policies, policy_in_force
from validation.platform.replay import MOST, ReplayScope
from validation.policies.actions import policies
from validation.policies.queries.gate_replay import replay_gates
from validation.policies.queries.replay import Replay, replay_policy

router = Router(tags=["policies"])


class PolicyPage(Out):
    """`next` is the `before` of the page that follows, null on the last."""

    items: list[PolicyOut]
    next: int | None


class FlippedOut(Out):
    """An attempt that the draft routes elsewhere."""

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
    """Attempts that the draft routes elsewhere; `ruled` counts the final rulings on them, `attempts` are the newest."""

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
    """A subject of another gate that the draft decides otherwise."""

    id: str = Field(validation_alias="subject_id")
    title: str
    ruling: Filled
    page: str = Field(validation_alias="address")


class GateFlowOut(Out):
    """Subjects of another gate that the draft decides otherwise; outcomes are in plain words, `settings` are those
    without which they would not flip."""

    from_: str = Field(validation_alias="before", serialization_alias="from")
    to: str = Field(validation_alias="after")
    count: int
    settings: dict[str, int]
    ruled: dict[str, int]
    subjects: list[FlippedSubjectOut] = Field(validation_alias="items")


class GateReplayOut(Out):
    """A kind of subjects of another gate, such as preflights. Of `unknown` of them too little is stored."""

    gate: str
    noun: str
    judged: int
    more: bool
    unknown: int
    flipped: int
    flips: list[GateFlowOut] = Field(validation_alias="flows")


class ReplayOut(Out):
    """What a draft would have changed. `more` says that older attempts were left out; `decided_elsewhere` counts those
    that another policy than the one in force had decided."""

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
    """`document` may leave sections and keys out; they take the defaults."""

    document: JsonObject
    """The settings by section."""
    reason: Annotated[Text, Field(max_length=2000)]
    """Why, for the record."""
    based_on: Annotated[int, Field(strict=True, ge=1)] | None = None
    """The number of the common policy that the document was made from; when another took its place it is refused."""


class ReplayIn(In):
    """A draft, and which attempts to hold it against: the newest `most` decided ones of that time."""

    document: JsonObject
    """The settings by section."""
    since: Moment | None = None
    """Attempts from this time on."""
    until: Moment | None = None
    """Attempts before this time."""
    most: Annotated[int, Field(strict=True, ge=1, le=MOST)] = MOST
    """How many attempts at most."""


class RollbackIn(In):
    """Why the earlier policy is published anew."""

    reason: Annotated[Text, Field(max_length=2000)] = ""
    """Why, for the record."""


@router.get("/policies", response=PolicyPage, auth=auth.read, summary="List policies")
def get_policies(request: AuthedRequest, before: int | None = None, limit: int = 50) -> dict[str, Any]:
    """Newest first, the common ones and those of the key's own pipeline; the first is in force for it. `next` is the
    `before` of the page that follows."""
    policies = list_policies(before=before, limit=min(limit, 200), pipeline=request.auth.pipeline)
    return {"items": policies, "next": policies[-1].number if policies and policies[-1].number > 1 else None}


@router.post("/policies", response=PolicyOut, auth=auth.instance, summary="Publish a policy")
def post_policy(request: AuthedRequest, body: PolicyIn) -> Policy:
    """Publishes it for every pipeline, so it needs the scope `instance`."""
    after = latest_number()
    if body.based_on not in (None, policy_in_force().number):
        raise ProblemCode.POLICY_MOVED.error()
    return policies.publish(document=body.document, reason=body.reason, after=after, **acting(request))


@router.post("/policies/replay", response=ReplayOut, by_alias=True, auth=auth.read, summary="Replay a draft policy")
def post_replay(request: AuthedRequest, body: ReplayIn) -> Replay:
    """What the draft would have routed elsewhere of this key's pipeline, and how reviewers had ruled on those. No judge
    is asked and nothing is stored."""
    draft = read_policy(body.document)
    in_force = policy_in_force(request.auth.pipeline)
    scope = ReplayScope(request.auth.pipeline.name, body.since, body.until, body.most)
    replayed = replay_policy(draft, scope, in_force=in_force.number)
    return replace(replayed, gates=replay_gates(draft, in_force.read(), scope))


@router.post("/policies/{number}/rollback", response=PolicyOut, auth=auth.instance, summary="Roll back to a policy")
def post_rollback(request: AuthedRequest, number: int, body: RollbackIn | None = None) -> Policy:
    """Publishes the document of an earlier policy anew, for every pipeline: the scope `instance`. One that a pipeline
    had of its own is there for the keys of that pipeline."""
    theirs = Policy.objects.filter(number=number).exclude(Q(pipeline=None) | Q(pipeline=request.auth.pipeline))
    if theirs.exists():
        raise ProblemCode.POLICY_UNKNOWN.error(number=number)
    reason = body.reason if body else ""
    return policies.roll_back(number=number, **acting(request), reason=reason)
