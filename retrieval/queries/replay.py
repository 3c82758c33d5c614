"""Retrievals under other thresholds, from the scores that the embedded judge left."""

from __future__ import annotations

from functools import partial
from typing import Any

from retrieval.domain.judging import PARTLY
from retrieval.domain.result import AnswerPresent, Quality
from retrieval.models import Retrieval
from validation.domain.attempt import AttemptState
from validation.domain.policy import PolicyDocument, RetrievalPolicy
from validation.platform.replay import GateOutcomes, ReplayScope, StoredOutcome, newest_in_scope


def stored_retrievals(scope: ReplayScope) -> tuple[GateOutcomes, ...]:
    decided = Retrieval.objects.filter(state=AttemptState.DECIDED, policy__isnull=False)
    columns = ("pk", "query", "policy", "turn_id", "quality", "answer_present", "result__judge", "result__strengths")
    rows, more = newest_in_scope(decided, scope, "submitted_at", *columns)
    outcomes = tuple(
        StoredOutcome(str(key), query, "retrievals:retrieval", policy, partial(_outcome, *told))
        for key, query, policy, *told in rows
    )
    return (GateOutcomes("retrievals", outcomes, more),)


def _outcome(
    turn_id: str, quality: str, present: str, judge: str, strengths: dict[str, Any], policy: PolicyDocument
) -> str | None:
    """An LLM holds its verdict against no threshold."""
    if judge == "embedded":
        if not strengths:
            return None
        quality, present = _verdict(strengths, policy.retrieval)
    opens = quality == Quality.POOR and turn_id and policy.retrieval.open_intervention_when_poor
    return f"{quality}, answer {present}" + (", for a person" if opens else "")


def _verdict(strengths: dict[str, Any], policy: RetrievalPolicy) -> tuple[str, str]:
    """As `judge_set` and `quality` decide."""
    answered = [0 < score >= policy.answer_present for score in strengths["answers"]]
    best = strengths["relevant"] >= policy.relevant or strengths["topical"] >= PARTLY * policy.relevant
    present = AnswerPresent.YES if all(answered) else AnswerPresent.NO
    if not (best or any(answered)):
        return Quality.POOR, present
    return (Quality.GOOD if present is AnswerPresent.YES else Quality.PARTIAL), present
