"""Reads policies: the one in force, and the history."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from datetime import datetime
from typing import Any

from django.db.models import Max, Q, QuerySet
from pydantic import Field

from validation.models import Pipeline, Policy
from validation.platform.http.schemas import Filled, Out


class PolicyOut(Out):
    """A published policy. Settings added since then have their defaults. `pipeline` is null if it applies to all
    pipelines; `overrides` are the settings of its pipeline that override the common policy."""

    number: int
    pipeline: Filled
    document: dict[str, Any] = Field(validation_alias="whole_document")
    overrides: dict[str, Any]
    author: str
    reason: str
    published_at: datetime
    rolled_back_to: int | None


def policy_in_force(pipeline: Pipeline | int | None = None) -> Policy:
    """The newest policy that applies to `pipeline` (an instance or id): a common one or its own. The highest number
    wins, because publishing a common policy also publishes a new one for each pipeline with settings of its own.
    Migrations create policy 1."""
    policy = _held(pipeline).order_by("-number").first()
    if policy is None:
        raise RuntimeError("No policy is stored. Run 'python manage.py migrate', which creates policy 1.")
    return policy


def policies_in_force(pipelines: Iterable[int | None]) -> dict[int | None, Policy]:
    """The policy in force of each of these pipelines, by id; None stands for the common one. One statement."""
    asked = set(pipelines)
    policies = Policy.objects.filter(Q(pipeline=None) | Q(pipeline__in=asked - {None}))
    latest = policies.order_by().values("pipeline").annotate(latest=Max("number")).values("latest")
    own = {policy.pipeline_id: policy for policy in Policy.objects.filter(number__in=latest)}
    return {pipeline: max(own[None], own.get(pipeline, own[None]), key=lambda one: one.number) for pipeline in asked}


def pipeline_policies() -> list[Policy]:
    """The policy in force of each pipeline with settings of its own, in order of the pipeline's name."""
    own = Policy.objects.exclude(pipeline=None)
    latest = own.order_by().values("pipeline").annotate(latest=Max("number")).values("latest")
    in_force = own.filter(number__in=latest).exclude(overrides={})
    return list(in_force.select_related("pipeline").order_by("pipeline__name"))


def policy_of(pipeline: str) -> Policy:
    """The policy in force for the pipeline of that name; the common one if the name is empty or unknown."""
    return policy_in_force(Pipeline.objects.filter(name=pipeline).first() if pipeline else None)


def writes_evidence(decided_by: Policy | None, pipeline: int | None = None) -> bool:
    """The `writes_evidence` setting for `parse`: of the policy that decided, else of the one in force."""
    return (decided_by or policy_in_force(pipeline)).read().response.writes_evidence


def latest_number() -> int:
    return Policy.objects.aggregate(latest=Max("number"))["latest"] or 0


def policies_before(policies: Sequence[Policy]) -> list[Policy | None]:
    """For each the policy that was in force before it, for the same pipeline or for all. `policies` are ordered newest
    first, without gaps: common ones, or those of one pipeline too."""
    owners = {None, *(policy.pipeline_id for policy in policies)}
    before = Policy.objects.filter(number__lt=policies[-1].number if policies else 0).order_by("-number")
    older = [before.filter(pipeline=owner).first() for owner in owners]
    known = sorted({*policies, *filter(None, older)}, key=lambda one: -one.number)
    return [_replaced_by(policy, known) for policy in policies]


def _replaced_by(policy: Policy, known: Sequence[Policy]) -> Policy | None:
    """Settings of its own stay in force until the pipeline's next policy: a common one comes with one that has them."""
    held = [one for one in known if one.number < policy.number and one.pipeline_id in (None, policy.pipeline_id)]
    own = next((one for one in held if one.pipeline_id == policy.pipeline_id), None)
    return own if own and own.overrides else next(iter(held), None)


def _held(pipeline: Pipeline | int | None) -> QuerySet[Policy]:
    common = Q(pipeline=None)
    return Policy.objects.filter(common | Q(pipeline=pipeline) if pipeline is not None else common)


def policies_by_number(numbers: Sequence[str]) -> dict[str, dict[str, Any]]:
    found = Policy.objects.select_related("pipeline").filter(number__in=[int(number) for number in numbers])
    return {str(policy.number): PolicyOut.of(policy) for policy in found}


def list_policies(*, before: int | None, limit: int, pipeline: Pipeline | None = None) -> list[Policy]:
    """Common policies and those of `pipeline`, newest first."""
    rows = _held(pipeline).select_related("pipeline").order_by("-number")
    if before is not None:
        rows = rows.filter(number__lt=before)
    return list(rows[: max(1, min(limit, 201))])
