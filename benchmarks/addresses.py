"""What is measured: pages, lists under filters, searches, pages far back, exports and the API, by name."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta
from typing import Any

from benchmarks.worlds.scale import PIPELINES, RARE

ADDRESSES = {
    "overview, today": "/",
    "overview, 30 days": "/?range=30d",
    "overview, one pipeline": "/?range=30d&pipeline={one}",
    "open counts": "/fragments/open-count/",
    "turns": "/turns/",
    "turns, middle": "/turns/?cursor={turns_middle}",
    "turns, one pipeline": "/turns/?pipeline={one}",
    "turns, pipeline and route": "/turns/?pipeline={one}&route=FAIL",
    "turns, looped": "/turns/?looped=1",
    "turns, failed check": "/turns/?check=coherent_format",
    "turns, words": "/turns/?q=kettle",
    "turns, an id": "/turns/?q=turn_0004711",
    "turns, rare words": "/turns/?q={rare}",
    "turns, words without hit": "/turns/?q=zzyzx",
    "turns, two letters without hit": "/turns/?q=zz",
    "turn": "/turns/{turn}/",
    "attempts": "/attempts/",
    "attempts, middle": "/attempts/?cursor={attempts_middle}",
    "attempts, pipeline middle": "/attempts/?pipeline={one}&cursor={attempts_middle}",
    "attempts, one pipeline": "/attempts/?pipeline={one}",
    "attempts, pipeline and route": "/attempts/?pipeline={one}&route=FAIL",
    "attempts, route": "/attempts/?route=HALT",
    "attempts, cause": "/attempts/?cause=judge_timeout",
    "attempts, state": "/attempts/?state=undecided",
    "attempts, failed check": "/attempts/?check=coherent_format",
    "attempts, failed check, approved": "/attempts/?check=coherent_format&route=APPROVE",
    "attempts, failed check, middle": "/attempts/?check=coherent_format&cursor={attempts_middle}",
    "attempts, judge": "/attempts/?judge=vllm",
    "attempts, unknown judge": "/attempts/?judge=nobody",
    "attempts, policy": "/attempts/?policy=1",
    "attempts, slower than 5 s": "/attempts/?slow_ms=5000",
    "attempts, slower than 60 s": "/attempts/?slow_ms=60000",
    "attempts, slow in a pipeline": "/attempts/?slow_ms=5000&pipeline={one}",
    "attempts, words without hit": "/attempts/?q=zzyzx",
    "attempts, two letters": "/attempts/?q=ke",
    "attempts, two letters without hit": "/attempts/?q=zz",
    "attempt": "/attempts/{attempt}/",
    "attempt, evidence": "/attempts/{attempt}/evidence/",
    "attempt, what it touches": "/attempts/{attempt}/touches/",
    "desk": "/desk/",
    "desk, item": "/desk/{work}/",
    "desk, ruling to next item": "rule:/desk/{work}/",
    "desk, ruled": "/desk/?q=is:ruled",
    "desk, ruled, middle": "/desk/?q=is:ruled&after={ruled}",
    "desk, ruled by oneself": "/desk/?q=is:ruled+mine",
    "desk, all of one's own": "/desk/?q=is:any+mine",
    "desk, ruled item": "/desk/{ruled}/?q=is:ruled",
    "desk, two letters without hit": "/desk/?q=is:any+zz",
    "desk, words": "/desk/?q=turn_0004711",
    "desk, any words": "/desk/?q=is:any+zzyzx",
    "search, hit": "/search/?q=kettle",
    "search, no hit": "/search/?q=zzyzx",
    "search, two letters without hit": "/search/?q=zz",
    "insights, 30 days": "/insights/",
    "insights, 7 days": "/insights/?range=7d",
    "insights, all time": "/insights/?range=all",
    "insights, one pipeline": "/insights/?pipeline={one}",
    "insights, one judge": "/insights/?judge=vllm",
    "insights, CSV": "/insights/checks.csv",
    "insights, CSV of 7 days": "/insights/decisions.csv?range=7d",
    "insights, CSV of agreement": "/insights/agreement.csv?range=7d",
    "principles": "/insights/principles/",
    "principles, one pipeline": "/insights/principles/?pipeline={one}",
    "trust": "/insights/trust/",
    "trust, all time": "/insights/trust/?range=all",
    "trust, first look": "first:/insights/trust/",
    "trust, first look at all time": "first:/insights/trust/?range=all",
    "trust, first look at disagreements": "first:/insights/trust/disagreements/?range=all",
    "trust, one pipeline": "/insights/trust/?pipeline={one}",
    "trust, CSV": "/insights/trust/certificate.csv?range=7d",
    "trust, labelled set": "/insights/trust/disagreements/audits.jsonl",
    "trust, labelled set, all": "/insights/trust/disagreements/audits.jsonl?all=1",
    "trust, reviewers": "/insights/trust/reviewers/",
    "trust, disagreements": "/insights/trust/disagreements/",
    "trust, disagreements of all time": "/insights/trust/disagreements/?range=all",
    "trust, gold items": "/insights/trust/gold/",
    "trust, gold items, words without hit": "/insights/trust/gold/?q=zzyzx",
    "trust, gold items, CSV": "/insights/trust/gold/?format=csv",
    "trust, comparisons": "/insights/trust/comparisons/",
    "trust, comparison": "/insights/trust/comparisons/{comparison}/",
    "trust, comparison, CSV": "/insights/trust/comparisons/{comparison}.csv",
    "trust, prompts": "/insights/trust/prompts/",
    "trust, drift": "/insights/trust/drift/",
    "beliefs": "/beliefs/",
    "beliefs, last changed": "/beliefs/?order=newest",
    "beliefs, words without hit": "/beliefs/?q=zzyzx",
    "beliefs, health": "/beliefs/health/",
    "beliefs, graph": "/beliefs/graph/",
    "beliefs, orphans": "/beliefs/?finding=orphans",
    "belief": "/beliefs/b/belief-7/",
    "policies": "/policies/",
    "policy": "/policies/1/",
    "retrievals": "/retrievals/",
    "retrievals, 30 days": "/retrievals/?range=30d",
    "retrievals, one pipeline": "/retrievals/?pipeline={one}",
    "retrievals, CSV": "/retrievals/?format=csv",
    "retrievals, words without hit": "/retrievals/?q=zzyzx",
    "retrievals, two letters without hit": "/retrievals/?q=zz",
    "retrievals, middle": "/retrievals/?cursor={retrievals_middle}",
    "retrievals, with feedback": "/retrievals/?has=feedback",
    "query analyses, 30 days": "/query-analyses/",
    "query analyses, all time": "/query-analyses/?range=all",
    "query analyses, log": "/query-analyses/log/",
    "query analyses, log of a topic": "/query-analyses/log/?topic=topic+3",
    "query analyses, log of a rare topic": "/query-analyses/log/?topic={rare}",
    "query analyses, CSV": "/query-analyses/log/?format=csv",
    "query analyses, words without hit": "/query-analyses/log/?q=zzyzx",
    "query analyses, log, middle": "/query-analyses/log/?cursor={analyses_middle}",
    "query analyses, log, halted": "/query-analyses/log/?status=halted",
    "orchestration": "/orchestration/",
    "orchestration, all time": "/orchestration/?range=all",
    "preflights": "/orchestration/preflights/",
    "preflights, one pipeline": "/orchestration/preflights/?pipeline={one}",
    "preflights, refused": "/orchestration/preflights/?outcome=refused",
    "preflights, middle": "/orchestration/preflights/?cursor={preflights_middle}",
    "preflights, words without hit": "/orchestration/preflights/?q=zzyzx",
    "returns": "/orchestration/returns/",
    "returns, middle": "/orchestration/returns/?cursor={returns_middle}",
    "people": "/settings/people/",
    "keys": "/settings/keys/",
    "pipelines": "/settings/pipelines/",
    "webhooks": "/settings/webhooks/",
    "notifications": "/settings/notifications/",
    "own notifications": "/settings/your-notifications/",
    "judge": "/settings/judge/",
    "audit": "/settings/audit/",
    "audit, CSV": "/settings/audit/?format=csv",
    "audit, by": "/settings/audit/?by=reviewer_1",
    "audit, about": "/settings/audit/?about=policy",
    "audit, by and about": "/settings/audit/?by=nobody&about=policy",
    "audit, middle": "/settings/audit/?cursor={audit_middle}",
    "retention": "/settings/retention/",
    "sample": "/settings/sample/",
    "metrics": "api:/metrics",
    "status": "api:/status",
    "API attempts": "api:/api/v1/attempts?limit=100",
    "API attempts, middle": "api:/api/v1/attempts?limit=100&cursor={attempts_middle}",
    "API attempts, decision": "api:/api/v1/attempts?limit=100&decision=FAIL",
    "API attempts, of a turn": "api:/api/v1/attempts?limit=100&turn_id={turn_id}",
    "API attempt": "api:/api/v1/attempts/{attempt}",
    "API turns": "api:/api/v1/turns?limit=100",
    "API interventions": "api:/api/v1/interventions?limit=100",
    "API interventions, open": "api:/api/v1/interventions?limit=100&state=open",
    "API interventions, middle": "api:/api/v1/interventions?cursor={interventions_middle}",
    "API interventions, of a kind": "api:/api/v1/interventions?limit=25&kind=halt&state=ruled",
    "API retrievals": "api:/api/v1/retrievals?limit=100",
    "API query analyses": "api:/api/v1/query-analyses?limit=100",
    "API preflights": "api:/api/v1/preflights?limit=100",
    "API returns": "api:/api/v1/returns?limit=100",
    "API principles": "api:/api/v1/principles?query=which+kettle+is+quiet",
    "API policies": "api:/api/v1/policies",
    "API audits": "api:/api/v1/audits?limit=100",
    "API beliefs": "api:/api/v1/beliefs?limit=100",
    "API beliefs, health": "api:/api/v1/beliefs/audit",
    "API beliefs, graph": "api:/api/v1/beliefs/graph",
    "API stats, trust": "api:/api/v1/stats/trust?since={since}",
    "API export, labelled": "api:/api/v1/export/labelled.jsonl?since={since}",
    "API events": "api:/api/v1/events?after={events_middle}",
    "API stats, decisions": "api:/api/v1/stats/decisions?since={since}",
    "API stats, checks": "api:/api/v1/stats/checks?since={since}",
    "API stats, calibration": "api:/api/v1/stats/calibration?since={since}",
    "API stats, query analyses": "api:/api/v1/stats/query-analyses?since={since}",
    "API stats, retrievals": "api:/api/v1/stats/retrievals?since={since}",
    "API export, attempts": "api:/api/v1/export/attempts.csv",
    "API export, attempts of 7 days": "api:/api/v1/export/attempts.csv?since={since}",
    "API export, attempts whole": "api:/api/v1/export/attempts.jsonl",
    "API export, interventions": "api:/api/v1/export/interventions.csv",
    "API export, interventions whole": "api:/api/v1/export/interventions.jsonl",
    "API export, retrievals": "api:/api/v1/export/retrievals.csv",
    "API export, query analyses": "api:/api/v1/stats/query-analyses.csv",
}
"""`api` ones are asked with a key, `first` ones as by a process that just started. What stands in braces is of the rows
that are there (`_rows`)."""


def addresses() -> Iterator[tuple[str, str]]:
    """A name and an address each."""
    rows = _rows()
    for name, address in ADDRESSES.items():
        yield name, address.format(**rows)


def _rows() -> dict[str, Any]:
    from validation.models import Attempt, Comparison, Event, Intervention, Turn

    one = PIPELINES[1]
    turn = Turn.objects.filter(attempts_made=3).latest("pk")
    closed = Intervention.objects.filter(state="ruled").order_by("-closed_at")
    since = Attempt.objects.latest("submitted_at").submitted_at - timedelta(days=7)
    return {
        "one": one,
        "rare": RARE,
        "turn": turn.pk,
        "turn_id": turn.turn_id,
        "attempt": Attempt.objects.filter(route="FAIL", turn__pipeline__name=one).latest("submitted_at").pk,
        "work": Intervention.objects.filter(state="open").latest("opened_at").pk,
        "ruled": closed.values_list("pk", flat=True)[closed.count() // 2],
        "comparison": Comparison.objects.latest("started_at").pk,
        "since": since.strftime("%Y-%m-%dT%H:%M:%SZ"),
        "events_middle": (Event.objects.order_by("-pk").values_list("pk", flat=True).first() or 0) // 2,
        **_cursors(),
    }


def _cursors() -> dict[str, str]:
    """Of the row in the middle of the times of each list."""
    from retrieval.models import Retrieval
    from validation.models import Attempt, AuditEvent, Intervention, Preflight, QueryAnalysisRecord, ReturnRecord, Turn

    return {
        "turns_middle": _middle(Turn, "updated_at"),
        "attempts_middle": _middle(Attempt, "submitted_at"),
        "interventions_middle": _middle(Intervention, "opened_at"),
        "retrievals_middle": _middle(Retrieval, "submitted_at"),
        "analyses_middle": _middle(QueryAnalysisRecord, "at"),
        "preflights_middle": _middle(Preflight, "at"),
        "returns_middle": _middle(ReturnRecord, "at"),
        "audit_middle": _middle(AuditEvent, "at"),
    }


def _middle(model: Any, field: str) -> str:
    from validation.platform.paging.keyset import write_cursor

    times = model.objects.values_list(field, flat=True)
    first, last = times.order_by(field)[0], times.order_by(f"-{field}")[0]
    row = model.objects.filter(**{f"{field}__lte": first + (last - first) / 2}).order_by(f"-{field}")[0]
    return write_cursor(getattr(row, field), row.pk)
