"""Retries of phase 1 under another limit: is it asked to run again, or does a person decide?"""

from __future__ import annotations

from functools import partial

from validation.domain.policy import PolicyDocument
from validation.models import QueryAnalysisRecord
from validation.platform.replay import GateOutcomes, ReplayScope, StoredOutcome, newest_in_scope
from validation.query_analysis.gate.result import Status


def stored_retries(scope: ReplayScope) -> tuple[GateOutcomes, ...]:
    """Only a retry depends on the policy; each is taken with the retries of its turn before it."""
    retries = QueryAnalysisRecord.objects.filter(status=Status.RETRY)
    rows, more = newest_in_scope(retries, scope, "at", "pk", "query", "policy", "retry_number")
    outcomes = tuple(
        StoredOutcome(str(key), query, "query_analyses:analysis", policy, partial(_outcome, (number or 1) - 1))
        for key, query, policy, number in rows
    )
    return (GateOutcomes("query analysis retries", outcomes, more),)


def _outcome(earlier: int, policy: PolicyDocument) -> str:
    return "phase 1 runs again" if earlier < policy.query_analysis.retry_limit else "retries used up"
