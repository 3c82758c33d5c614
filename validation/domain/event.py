"""Events sent to pipelines (API.md, events)."""

from __future__ import annotations

from validation.domain.codes.code import Code


class EventType(Code):
    ATTEMPT_DECIDED = "attempt.decided", "A draft has its decision, for the first time or judged again."
    ATTEMPT_HALTED = "attempt.halted", "A draft could not be judged; a reviewer is asked."
    INTERVENTION_OPENED = "intervention.opened", "There is work for a reviewer."
    INTERVENTION_RULED = "intervention.ruled", "A reviewer's ruling took effect."
    INTERVENTION_EXPIRED = "intervention.expired", "Nobody ruled in time; the policy says what follows."
    INTERVENTION_DISMISSED = "intervention.dismissed", "A reviewer closed the work; no route changes."
    INTERVENTION_COMMENTED = "intervention.commented", "Somebody wrote a comment on the work."
    INTERVENTION_ASSIGNED = "intervention.assigned", "The work was given to somebody, or to nobody again."
    INTERVENTION_SNOOZED = "intervention.snoozed", "The work waits until a time, or no longer."
    QUERY_ANALYSIS_JUDGED = "query_analysis.judged", "A query analysis that had halted was judged again."
    POLICY_PUBLISHED = "policy.published", "Other thresholds and limits hold from now on."
    DRIFT_FOUND = "drift.found", "The decisions of a pipeline changed for three days or more."
