"""What the parameters of addresses mean, by name; `/part name` where one operation's differs from the others'."""

from __future__ import annotations

DESCRIPTIONS = {
    "turn_id": "The turn, as the pipeline named it.",
    "session_id": "The session, as the pipeline named it.",
    "decision": "Only attempts with this decision: APPROVE, REVISE, RETRY or FAIL.",
    "state": "Only attempts in this state: queued, judging, decided or halted.",
    "/interventions state": "Only interventions in this state: open, claimed, ruled or expired.",
    "/export/interventions state": "Only interventions in this state: open, claimed, ruled or expired.",
    "/audits state": "open: those that wait for this key's answer; closed: all others.",
    "/retrievals state": "Only retrievals in this state: queued, judging, decided or halted.",
    "since": "From this time on, such as 2026-01-31T09:30:00Z; without an offset it is UTC.",
    "until": "Before this time, such as 2026-01-31T09:30:00Z; without an offset it is UTC.",
    "which": "Only where people decided otherwise than the gate (disagreements), or every audited decision (all).",
    "check": "Only where people answered this check otherwise than the judge.",
    "finding": "Only attempts with a finding of this code.",
    "cursor": "The `next` of the page before; leave it out for the first page.",
    "limit": "How many at most; a number over the limit of the address is cut to it.",
    "attempt_id": "The `id` of the attempt.",
    "analysis_id": "The `id` of the query analysis.",
    "preflight_id": "The `id` of the preflight.",
    "return_id": "The `id` of the return.",
    "intervention_id": "The `id` of the intervention.",
    "audit_id": "The `id` of the audit.",
    "comparison_id": "The `id` of the comparison.",
    "show": "Cases on which the sides differ, that one side alone has right, that both have wrong, or all.",
    "retrieval_id": "The `id` of the retrieval.",
    "webhook_id": "The `id` of the webhook.",
    "target_id": "The `id` of the notification target.",
    "status": "Only those with this status: pass, retry, clarify or halted.",
    "/beliefs status": "Only beliefs with this status, such as valid or low_confidence.",
    "code": "Only those with an error of this code.",
    "allowed": "Only allowed ones, or only refused ones.",
    "valid": "Only valid ones, or only invalid ones.",
    "name": "The name of the belief.",
    "/return-profiles name": "The name of the profile.",
    "/pipelines name": "The name of the pipeline that the key belongs to.",
    "/sources name": "What the source is called, such as a path or the hash of a commit.",
    "kind": "Only interventions of this kind, such as halt or fail.",
    "/sources kind": "session, commit, tag, core, spec or path.",
    "gate": "Only interventions of this gate, such as response.",
    "assigned_to": "Only interventions that are assigned to this person.",
    "snoozed": "true: only snoozed ones; false: only the others.",
    "priority": "Only interventions of this priority: critical, high, medium or low.",
    "before": "Policies with a smaller number than this.",
    "number": "The number of the policy to publish anew.",
    "after": "The position that was read last, 0 for the beginning.",
    "query": "A query like those that the principles were learned on.",
    "judge": "Only what this judge judged: embedded or vllm.",
    "suffix": "The format: csv or jsonl.",
    "quality": "Good, Partial, Poor, halted or undecided.",
    "pipeline": "Whose beliefs: `common`, or those of the key's own pipeline when it is left out.",
    "q": "Words in the name or the statement.",
    "facet": "Only beliefs with this facet.",
}


def describe_parameter(path: str, name: str) -> str | None:
    """The most special description there is."""
    own = [text for key, text in DESCRIPTIONS.items() if key.startswith("/") and _is_of(key, path, name)]
    return own[0] if own else DESCRIPTIONS.get(name)


def _is_of(key: str, path: str, name: str) -> bool:
    start, _, named = key.partition(" ")
    return named == name and (path == start or path.startswith((start + "/", start + ".")))
