"""Publishing thresholds: a new number each time, with who and why, for all pipelines or for one."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from django.contrib.auth.models import Group
from django.db import IntegrityError, transaction
from django.db.models import Max
from django.utils import timezone

from validation.domain.codes.problems import ProblemCode
from validation.domain.errors import InputRejected
from validation.domain.event import EventType
from validation.domain.policy import PolicyDocument, overridden, overrides_of, read_policy
from validation.models import Pipeline, Policy, PromptVersion
from validation.platform import audit, live
from validation.platform.events.events import emit
from validation.platform.permissions import Role
from validation.platform.policies import latest_number, policy_in_force


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
) -> Policy:
    """For all pipelines, with each one's own settings published anew on top, or for one `pipeline`: then what differs
    from the common policy is its own from here on. Raises InputRejected `policy_invalid`, `reason_missing` or
    `policy_unchanged`; Conflict `policy_moved` when another was published since `after`, the newest number when the
    caller read what `document` was made from, or at the same moment."""
    number = (latest_number() if after is None else after) + 1  # before the policy in force, which may be replaced
    read = read_policy(document)
    _check_prompt(read)
    if not reason.strip():
        raise ProblemCode.REASON_MISSING.error(field="reason")
    current = policy_in_force(pipeline)
    if current.read() == read:
        raise ProblemCode.POLICY_UNCHANGED.error(number=current.number)
    policy = Policy(
        number=number,
        pipeline=pipeline,
        document=read.model_dump(mode="json"),
        overrides=overrides_of(policy_in_force().read(), read) if pipeline else {},
        author=by,
        reason=reason.strip(),
        published_at=now,
        rolled_back_to=rolled_back_to,
    )
    _store(policy)
    if pipeline is None:
        for own in _with_settings_of_their_own():
            _store(_on_top(own, policy))
    return policy


def _check_prompt(document: PolicyDocument) -> None:
    number = document.response.prompt
    if number and not PromptVersion.objects.filter(number=number).exists():
        raise ProblemCode.POLICY_INVALID.error("prompt", number=number, field="response.prompt")


def override(*, pipeline: Pipeline, overrides: Any, reason: str, by: str, now: datetime) -> Policy:
    """Publishes the common policy with these settings of `pipeline` in place of those it had. Raises like `publish`."""
    after = latest_number()
    document = overridden(policy_in_force().read(), overrides).model_dump(mode="json")
    return publish(document=document, reason=reason, by=by, now=now, pipeline=pipeline, after=after)


def roll_back(*, number: int, by: str, now: datetime, reason: str = "") -> Policy:
    """Publishes the document of an earlier policy under a new number, for whom it was published then."""
    found = Policy.objects.select_related("pipeline").filter(number=number).first()
    old = ProblemCode.POLICY_UNKNOWN.unless(found, number=number)
    why = reason.strip() or f"Rolled back to policy {number}."
    return publish(document=old.document, reason=why, by=by, now=now, pipeline=old.pipeline, rolled_back_to=number)


def _with_settings_of_their_own() -> list[Policy]:
    """The policy in force of each pipeline that sets anything otherwise, by the pipeline's name."""
    own = Policy.objects.exclude(pipeline=None)
    latest = own.order_by().values("pipeline").annotate(latest=Max("number")).values("latest")
    in_force = own.filter(number__in=latest).exclude(overrides={})
    return list(in_force.select_related("pipeline").order_by("pipeline__name"))


def _on_top(own: Policy, common: Policy) -> Policy:
    """The settings of `own`, in force for its pipeline until now, on top of `common`, which was just published."""
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
    """Idempotent; run after every migration."""
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
