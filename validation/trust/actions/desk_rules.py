"""Opens interventions that a rule of the policy asks for, although nothing has failed."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from validation.domain.attempt import RESPONSE, Route
from validation.domain.desk.rules import DecidedFacts, matching_rule
from validation.domain.intervention import Kind, Priority
from validation.domain.policy import PolicyDocument
from validation.models import Attempt, FindingRecord, Intervention, Judgement
from validation.platform.interventions.lifecycle import open_intervention
from validation.platform.live import NEW, Topic, publish

_EXPIRES = {"fail": "expire"}
"""An approved or returned response cannot fail later because nobody ruled: the intervention expires instead."""


def apply_rules(attempt: Attempt, judgement: Judgement, policy: PolicyDocument, now: datetime) -> UUID | None:
    """Opens an intervention of kind warning for the first matching rule, and returns its id. The route stays in force
    until somebody rules. Skips FAIL, which has an intervention already, and what is only observed."""
    rules = policy.interventions.rules
    if not rules or not attempt.enforced or attempt.judged_route == Route.FAIL:
        return None
    rule = matching_rule(rules, _facts(attempt, judgement))
    if rule is None:
        return None
    first = judgement.issues[0] if judgement.issues else ""
    work = Intervention(
        gate=RESPONSE,
        kind=Kind.WARNING,
        subject_id=str(attempt.pk),
        pipeline=attempt.turn.pipeline,
        fingerprint=f"rule:{attempt.pk}",
        priority=Priority(rule.priority),
        title=attempt.turn.query or attempt.turn.turn_id,
        why=f'Rule "{rule.name}": {attempt.judged_route}. {first}'.strip(),
        on_expiry=_EXPIRES.get(policy.interventions.on_expiry, ""),
        sample=attempt.turn.sample,
    )
    publish(Topic.INTERVENTIONS, NEW)
    return open_intervention(work, policy=policy.interventions, now=now).pk


def _facts(attempt: Attempt, judgement: Judgement) -> DecidedFacts:
    codes = FindingRecord.objects.filter(judgement=judgement).values_list("code", flat=True)
    return DecidedFacts(
        subject_id=str(attempt.pk),
        policy=judgement.policy_id,
        route=attempt.judged_route,
        confidence=judgement.confidence or 0.0,
        failed_checks=frozenset(attempt.failed_checks),
        finding_codes=frozenset(codes),
        pipeline=attempt.turn.pipeline.name,
        metadata=attempt.text.metadata,
        language=lambda: attempt.text.language,
    )
