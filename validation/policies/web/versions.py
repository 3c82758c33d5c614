"""The history of policies: what each changed, and how many attempts it decided."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from validation.insights.queries.insights import attempts_by_policy
from validation.models import Pipeline, Policy
from validation.platform.pages.list_page import ListPage
from validation.platform.pages.parameters import read_number
from validation.platform.paging.keyset import Page
from validation.platform.policies import list_policies, policies_before
from validation.policies.web.policy_fields import Change, changes

_SHOWN = 25


@dataclass(frozen=True, slots=True)
class Version:
    policy: Policy
    changes: tuple[Change, ...]
    decided: int


@dataclass(frozen=True, slots=True)
class VersionFilter:
    """A pipeline has its own policies and the common ones."""

    pipeline: str = ""


def versions_of(policies: Sequence[Policy]) -> tuple[Version, ...]:
    """`policies` as `policies_before` takes them."""
    decided = attempts_by_policy([policy.number for policy in policies])
    return tuple(
        Version(policy, changes(before.read(), policy.read()) if before else (), decided.get(policy.number, 0))
        for policy, before in zip(policies, policies_before(policies), strict=True)
    )


def list_versions(wanted: VersionFilter, *, cursor: str = "", limit: int = _SHOWN) -> Page[Version]:
    """A page of versions. Reads one more than is shown, to know whether another page follows."""
    pipeline = Pipeline.objects.filter(name=wanted.pipeline).first() if wanted.pipeline else None
    policies = list_policies(before=read_number(cursor), limit=limit + 1, pipeline=pipeline)
    following = str(policies[limit - 1].number) if len(policies) > limit else None
    return Page(versions_of(policies[:limit]), following)


_COLUMNS = {name: f"policy.{name}" for name in ("number", "pipeline", "author", "reason", "published_at", "overrides")}
VERSIONS = ListPage(
    word="policy",
    plural="policies",
    view="web:policies",
    folder="policies/versions",
    page="policies/page.html",
    wanted=VersionFilter,
    read=list_versions,
    scoped=("pipeline",),
    span="30d",
    columns={**_COLUMNS, "attempts_decided": "decided"},
)
