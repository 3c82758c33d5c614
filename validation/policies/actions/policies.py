"""Publishes policies: each gets a new number, an author and a reason, and applies to all pipelines or to one."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib.auth.models import Group
from django.db import IntegrityError, transaction
from django.utils import timezone

from validation.domain.codes.problems import ProblemCode
from validation.domain.errors import InputRejected
from validation.domain.event import EventType
from validation.domain.policy import PolicyDocument, Tree, named_in, overridden, overrides_of, read_policy
from validation.models import Pipeline, Policy, PromptVersion
from validation.platform import audit, live
from validation.platform.events.events import emit
from validation.platform.permissions import Role
from validation.platform.policies import latest_number, pipeline_policies, policy_in_force


@transaction.atomic
def publish(
    *,
    document: Any,
    reason: str,
    by: str,
    now: datetime,
    pipeline: Pipeline | None = None,
    rolled_back_to: int | None = None,
    after: int | None = None,
    overrides: Tree | None = None,
) -> Policy:
    """Publishes a common policy, and on top of it a new one for each pipeline with settings of its own; or a policy for
    one `pipeline`, whose differences from the common policy become its own settings, as do those of `overrides` (by
    default of the policy in force) that the document has too. `after` is the newest number at
    the time when the caller read the document that it edited. Raises InputRejected `policy_invalid`, `reason_missing`
    or `policy_unchanged`; Conflict `policy_moved` if another was published since `after` or at the same time."""
    number = (latest_number() if after is None else after) + 1  # read before the current policy, which may change
    read = read_policy(document)
    _check_prompt(read)
    if not reason.strip():
        raise ProblemCode.REASON_MISSING.error(field="reason")
    current = policy_in_force(pipeline)
    kept = current.overrides if overrides is None else overrides
    own_settings = overrides_of(policy_in_force().read(), read, kept) if pipeline else {}
    if (current.read(), current.overrides) == (read, own_settings):
        raise ProblemCode.POLICY_UNCHANGED.error(number=current.number)
    policy = Policy(
        number=number,
        pipeline=pipeline,
        document=read.model_dump(mode="json"),
        overrides=own_settings,
        author=by,
        reason=reason.strip(),
        published_at=now,
        rolled_back_to=rolled_back_to,
    )
    _store(policy)
    if pipeline is None:
        for own in pipeline_policies():
            _store(_rebased(own, policy))
    return policy


def _check_prompt(document: PolicyDocument) -> None:
    number = document.response.prompt
    if number and not PromptVersion.objects.filter(number=number).exists():
        raise ProblemCode.POLICY_INVALID.error("prompt", number=number, field="response.prompt")


def override(*, pipeline: Pipeline, overrides: Any, reason: str, by: str, now: datetime) -> Policy:
    """Replaces the settings that `pipeline` has of its own. Raises like `publish`."""
    after = latest_number()
    whole = overridden(policy_in_force().read(), overrides)
    document, kept = whole.model_dump(mode="json"), named_in(whole, overrides)
    return publish(document=document, reason=reason, by=by, now=now, pipeline=pipeline, after=after, overrides=kept)


def roll_back(*, number: int, by: str, now: datetime, reason: str = "", pipeline: Pipeline | None = None) -> Policy:
    """Publishes the document of an earlier policy under a new number: for `pipeline` alone, whose own or common policy
    it was; without `pipeline` for the same one or for all."""
    found = Policy.objects.select_related("pipeline").filter(number=number).first()
    old = ProblemCode.POLICY_UNKNOWN.unless(found, number=number)
    if pipeline and old.pipeline not in (None, pipeline):
        raise ProblemCode.POLICY_UNKNOWN.error(number=number)
    why = reason.strip() or f"Rolled back to policy {number}."
    return publish(
        document=old.document,
        reason=why,
        by=by,
        now=now,
        pipeline=pipeline or old.pipeline,
        rolled_back_to=number,
        overrides=old.overrides,
    )


def _rebased(own: Policy, common: Policy) -> Policy:
    """The settings of the pipeline policy `own`, applied on top of the newly published `common`."""
    try:
        document = overridden(common.read(), own.overrides)
    except InputRejected as error:
        raise ProblemCode.POLICY_INVALID.error(
            "settings", pipeline=own.pipeline, error=error.detail, fields=error.fields
        ) from None
    return Policy(
        number=latest_number() + 1,
        pipeline=own.pipeline,
        document=document.model_dump(mode="json"),
        overrides=own.overrides,
        author=common.author,
        reason=f"Policy {common.number} with the settings of {own.pipeline}.",
        published_at=common.published_at,
    )


def _store(policy: Policy) -> None:
    try:
        with transaction.atomic():
            policy.save(force_insert=True)
    except IntegrityError:
        raise ProblemCode.POLICY_MOVED.error() from None
    number, now = str(policy.number), policy.published_at
    emit(type=EventType.POLICY_PUBLISHED, subject_kind="policy", subject_id=number, pipeline=policy.pipeline, now=now)
    audit.record(by=policy.author, verb="policy.published", subject=f"policy:{number}", now=now, reason=policy.reason)
    live.publish(live.Topic.POLICIES, number)


@transaction.atomic
def ensure_defaults() -> None:
    """Creates the groups and policy 1. Idempotent; runs after every migration."""
    for role in Role:
        Group.objects.get_or_create(name=role.value)
    Policy.objects.get_or_create(
        number=1,
        defaults={
            "document": PolicyDocument().model_dump(mode="json"),
            "author": "system",
            "reason": "The defaults of the specifications.",
            "published_at": timezone.now(),
        },
    )
