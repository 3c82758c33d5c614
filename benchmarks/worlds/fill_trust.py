"""What people said of generated attempts and what follows from it: audits with their answers, gold items, days of
control charts, comparisons; and the beliefs and notices of an instance of that age."""

from __future__ import annotations

import json

from beliefs.domain.validation import CHECKS as BELIEF_CHECKS
from benchmarks.set_based import below, insert, one_of, text, uuid_of
from benchmarks.worlds.scale import (
    CHECKS,
    CONTEXT,
    DAYS,
    MODEL,
    PIPELINES,
    PROMPT,
    RESPONSE,
    THINGS,
    state_of_check,
)
from validation.domain.trust.audit import BLIND_WHY

_WRONG = f"{below(20, 62)} = 0"
_TRUTH = f"CASE WHEN {_WRONG} THEN CASE WHEN route = 'APPROVE' THEN 'REVISE' ELSE 'APPROVE' END ELSE route END"
_DAY = "at + interval '1 day'"
_SERIES = ("route:APPROVE", "route:REVISE", "route:FAIL", "length", *(f"check:{name}" for name in CHECKS))


_QUOTE = {
    "text": "A kettle of this kind was measured at 52 dB, which nobody in the next room heard.",
    "line": 12,
    "match": "exact",
    "where": "session-20260901-101500",
}
CONFIDENCE = {
    "score": 0.7,
    "computed_at": "2026-11-01T00:00:00Z",
    "status": "valid",
    "signals": {
        "link_integrity": {"value": 1.0, "verified": 2, "total": 2},
        "content_match": {"value": 1.0, "verified": 4, "total": 4, "unverified": [], "quotes": [_QUOTE] * 4},
        "semantic_support": {"value": 0.6, "query": "A kettle is quiet.", "top_results": []},
        "graph_support": {
            "value": 0.4, "in_degree": 2, "out_degree": 1, "supporting_beliefs": [], "attacks_survived": 0,
        },
        "temporal": {
            "value": 1.0, "created": "2026-09-01", "age_days": 90, "last_referenced": None,
            "days_since_reference": None,
        },
    },
}  # fmt: skip
VALIDATION = {
    "status": "valid",
    "timestamp": "2026-11-01T00:00:00Z",
    "checks": [{"name": name, "passed": True, "warnings": []} for name in BELIEF_CHECKS],
}


def audits(number: int) -> None:
    """One in fifty of what is approved or sent back, of few attempts so many that Trust has as many to count as it
    counts at most; a second opinion on one in three of them."""
    from validation.models import AuditItem, Opinion, OpinionCheck

    one_in = max(1, min(50, number // 10_000))
    drawn = f"seed WHERE NOT waits AND route IN ('APPROVE', 'REVISE', 'RETRY') AND {below(one_in, 61)} = 0"
    checks = ", ".join(f"'{name}', CASE WHEN '{name}' = failed THEN 'wrong' ELSE 'right' END" for name in CHECKS)
    insert(
        AuditItem,
        drawn,
        id=uuid_of("audit"), attempt="id", pipeline="pipe", judgement_number="1", policy_number="policy",
        source="'draw'", probability="0.02", route="route", confidence="confidence", language="'English'",
        verdict=_verdict(),
        state="'settled'", truth_route=_TRUTH, truth_source="'single'", truth_checks=f"jsonb_build_object({checks})",
        drawn_at="at + interval '2 seconds'", drawn_by="'gate:response'", due_at=_DAY, closed_at=_DAY,
    )  # fmt: skip
    for role, salt, some in (("first", 63, drawn), ("second", 64, f"{drawn} AND {below(3, 64)} = 0")):
        insert(
            Opinion,
            some,
            id=uuid_of(role), item=uuid_of("audit"), role=f"'{role}'", state="'answered'", decision=_TRUTH,
            by=f"'{role}_' || {below(4, salt)}", asked_at="at", due_at=_DAY, answered_at=_DAY,
            intervention=_work_of(role),
        )  # fmt: skip
        _asked(some, role, pipe="pipe", opened="at", closed=_DAY)
        answer = "CASE WHEN name = failed THEN 'wrong' ELSE 'right' END"
        asked = f"(VALUES {', '.join(f'({text(name)})' for name in CHECKS)}) AS checks(name), {some}"
        insert(OpinionCheck, asked, opinion=uuid_of(role), name="name", answer=answer)


def _verdict() -> str:
    """As `read_verdict` copies it from the judgement."""
    states = ", ".join(f"{text(name)}, {state_of_check(text(name))}" for name in CHECKS)
    return f"""jsonb_build_object(
        'judgement', i, 'judge', judge, 'model', {MODEL}, 'prompt', {PROMPT}, 'policy', policy,
        'made_at', at + interval '2 seconds', 'confidence', confidence, 'checks', jsonb_build_object({states}))"""


def gold(number: int) -> None:
    """Each answered by four people."""
    from validation.models import AuditItem, GoldItem, Opinion

    at = f"now() - interval '{DAYS} days' * i / {number + 1}"
    verdict = '\'{"decision": "APPROVE", "confidence": 0.9, "checks": {}, "doubted": []}\''
    insert(
        GoldItem,
        f"generate_series(1, {number}) AS i",
        id=uuid_of("gold"), name="'gold_' || i", query="'which costs least ' || i", context_md=text(CONTEXT),
        response_md=text(RESPONSE), decision="'REVISE'", verdict=verdict, added_by="'anna'", added_at=at,
    )  # fmt: skip
    planted = f"generate_series(1, {number}) AS i, generate_series(1, 4) AS person"
    one, pipe = "i || '.' || person", f"1 + i % {len(PIPELINES)}"
    insert(
        AuditItem,
        planted,
        id=uuid_of("planted", one), gold=uuid_of("gold"), source="'gold'", state="'settled'", drawn_at=at, due_at=at,
        drawn_by="'gate:response'", pipeline=pipe,
    )  # fmt: skip
    insert(
        Opinion,
        planted,
        id=uuid_of("plain", one), item=uuid_of("planted", one), role="'first'", state="'answered'", asked_at=at,
        by="'first_' || person", decision=f"CASE WHEN {below(10, 65)} = 0 THEN 'APPROVE' ELSE 'REVISE' END",
        due_at=at, answered_at=at, intervention=_work_of("plain", one),
    )  # fmt: skip
    _asked(planted, "plain", pipe=pipe, opened=at, closed=at, of=one)


def _asked(source: str, role: str, *, pipe: str, opened: str, closed: str, of: str = "i") -> None:
    """The work that asked for each opinion, over with its answer."""
    from validation.models import Intervention, Occurrence

    work, opinion = _work_of(role, of), f"{uuid_of(role, of)}::text"
    insert(
        Intervention,
        source,
        id=work, pipeline=pipe, gate="'response'", kind="'audit'", subject_id=opinion,
        fingerprint=f"'audit:' || {opinion}", priority="'low'", priority_rank="3", state="'ruled'",
        title=f"'which ' || {one_of(THINGS, 70)} || ' is quiet?'", why=text(BLIND_WHY), opened_at=opened,
        last_seen_at=opened, due_at=f"{closed} + interval '1 day'", on_expiry="'expire'", closed_at=closed,
    )  # fmt: skip
    insert(Occurrence, source, intervention=work, subject_id=opinion, at=opened, settled_at=closed)


def _work_of(role: str, of: str = "i") -> str:
    return uuid_of(f"{role} work", of)


def comparisons(number: int) -> None:
    """Of 300 cases each."""
    from validation.models import ComparedItem, Comparison

    side, outcome = (
        '\'{"judge": "recorded", "prompt": null, "policy": null}\'',
        '\'{"decision": "APPROVE", "confidence": 0.9, "checks": {}}\'',
    )
    made = f"generate_series(1, {number}) AS nth"
    insert(
        Comparison,
        made,
        id=uuid_of("comparison", "nth"), first=side, second=side, cases="'all'", started_by="'anna'",
        started_at="now() - interval '1 hour' * nth",
    )  # fmt: skip
    insert(
        ComparedItem,
        f"{made}, seed WHERE i <= 300",
        comparison=uuid_of("comparison", "nth"), position="i", attempt="id", judgement_number="1", truth="'APPROVE'",
        first=outcome, second=outcome,
    )  # fmt: skip


def days(number: int) -> None:
    """What the control charts read: so many decisions in all."""
    from validation.models import DailyFigure

    series = ", ".join(f"({text(name)})" for name in _SERIES)
    insert(
        DailyFigure,
        f"generate_series(1, {DAYS}) AS i, generate_series(1, {len(PIPELINES)}) AS pipe, (VALUES {series}) AS s(name)",
        pipeline="pipe", day="current_date - i", series="name", value="0.8",
        hits=f"CASE WHEN name <> 'length' THEN {number // DAYS // 6} END", n=str(number // DAYS // len(PIPELINES)),
    )  # fmt: skip


def beliefs(number: int) -> None:
    from beliefs.models import BeliefRecord

    insert(
        BeliefRecord,
        f"generate_series(1, {number}) AS i",
        pipeline="'common'", name="'belief-' || i", markdown="'# Belief'", content_sha256="md5(i::text)",
        origin="'api'", statement="'A kettle of kind ' || i || ' is quiet.'", facets="'[\"kitchen\"]'", stale="false",
        updated_at="now() - interval '1 minute' * i", score=f"{below(1000, 66)} / 1000.0", status="'valid'",
        validation_status="'valid'", confidence=text(json.dumps(CONFIDENCE)), validation=text(json.dumps(VALIDATION)),
        assessed_at="now()", in_degree=below(9, 67), age_days=below(400, 68),
    )  # fmt: skip


def notices(number: int) -> None:
    from validation.models import NotificationRecord

    insert(
        NotificationRecord,
        f"generate_series(1, {number}) AS i",
        target="'desk@shop.example'", notices="'[\"assigned\"]'", outcome="'sent'",
        person=f"'reviewer_' || {below(8, 69)}", at="now() - interval '1 minute' * i",
    )  # fmt: skip
