"""What the pipeline is told about (API.md, events)."""

from __future__ import annotations

from enum import StrEnum


class EventType(StrEnum):
    ATTEMPT_DECIDED = "attempt.decided"
    ATTEMPT_HALTED = "attempt.halted"
    INTERVENTION_OPENED = "intervention.opened"
    INTERVENTION_RULED = "intervention.ruled"
    INTERVENTION_EXPIRED = "intervention.expired"
    INTERVENTION_DISMISSED = "intervention.dismissed"
    INTERVENTION_COMMENTED = "intervention.commented"
    INTERVENTION_ASSIGNED = "intervention.assigned"
    INTERVENTION_SNOOZED = "intervention.snoozed"
    QUERY_ANALYSIS_JUDGED = "query_analysis.judged"
    POLICY_PUBLISHED = "policy.published"
    DRIFT_FOUND = "drift.found"
