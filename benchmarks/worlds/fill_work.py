"""What reviewers and pipelines have of generated attempts: interventions with their rulings, events, deliveries, the
audit trail."""

from __future__ import annotations

from benchmarks.set_based import below, insert, uuid_of
from benchmarks.worlds.scale import OPEN, turn_id

_SEEN = "at + interval '3 seconds'"
_ENDED = "at + interval '1 hour'"
_SAME = {"gate": "'response'", "opened_at": _SEEN, "last_seen_at": _SEEN, "on_expiry": "'hold'", "why": "'A price.'"}
_FAILED = "seed WHERE route = 'FAIL' AND NOT waits"
_HALTED = (
    "(SELECT *, min(i) OVER w AS first, count(*) OVER w AS n, row_number() OVER w2 AS place FROM seed"
    " WHERE route = 'HALT' AND NOT waits WINDOW w AS (PARTITION BY pipe, cause, at::date),"
    " w2 AS (PARTITION BY pipe, cause, at::date ORDER BY i)) AS halted"
)


def interventions(number: int) -> None:
    """One a failed attempt; halts in groups by pipeline, cause and day. Half of the newest wait, the rest is ruled."""
    # FAIL is 4.8 % of attempts: half of so many of the newest are OPEN of them.
    _failures(waits=f"(i > {number - int(2 * OPEN / 0.048)} AND {below(2, 25)} = 0)")
    _halts()
    _principles()


def _failures(waits: str) -> None:
    from validation.models import Intervention, Occurrence, RulingRecord

    closed_at = f"CASE WHEN NOT ({waits}) THEN {_ENDED} END"
    insert(
        Intervention,
        _FAILED,
        id=uuid_of("work"), pipeline="pipe", kind="'fail'", subject_id="id::text", fingerprint="'fail:' || id",
        priority="'low'", priority_rank="3", title=f"{turn_id('turn')} || ' failed'", due_at="at + interval '3 days'",
        state=f"CASE WHEN {waits} THEN 'open' ELSE 'ruled' END", closed_at=closed_at, **_SAME,
    )  # fmt: skip
    insert(Occurrence, _FAILED, intervention=uuid_of("work"), subject_id="id::text", at=_SEEN, settled_at=closed_at)
    insert(
        RulingRecord,
        f"{_FAILED} AND NOT ({waits})",
        id=uuid_of("ruling"), intervention=uuid_of("work"), pipeline="pipe", subject_id="id::text",
        ruling=f"CASE WHEN {below(3, 22)} = 0 THEN 'approve' ELSE 'confirm_fail' END", state="'final'",
        by="'reviewer_' || " + below(8, 21), at=_ENDED, effective_at=_ENDED,
    )  # fmt: skip


def _halts() -> None:
    from validation.models import Intervention, Occurrence

    insert(
        Intervention,
        f"{_HALTED} WHERE place = 1",
        id=uuid_of("halts"), pipeline="pipe", kind="'halt'", subject_id="id::text", count="n", cause="cause",
        fingerprint="'halt:' || pipe || cause || at::date", priority="'high'", priority_rank="1",
        title="'The judge was away'", due_at="at + interval '4 hours'", state="'ruled'", closed_at=_ENDED, **_SAME,
    )  # fmt: skip
    halts = uuid_of("halts", "first")
    insert(Occurrence, _HALTED, intervention=halts, subject_id="id::text", at=_SEEN, settled_at=_ENDED)


def _principles() -> None:
    from validation.models import ImprovementPrinciple

    insert(
        ImprovementPrinciple,
        f"seed WHERE route = 'APPROVE' AND number > 1 AND {below(5, 23)} = 0 AND NOT waits",
        approved="id", pipeline="pipe", category="'sourcing'", trigger="'A price without a source.'", confidence="0.7",
        description="'Name the source beside each price.'", query="'which one? ' || turn", made_at="at",
    )  # fmt: skip


def events() -> None:
    """An event and two audit entries an attempt; deliveries for the one pipeline that has a webhook."""
    from validation.models import AuditEvent, Delivery, Event, FeedSequence, Webhook

    type_ = "CASE WHEN route = 'HALT' THEN 'attempt.halted' ELSE 'attempt.decided' END"
    insert(
        Event,
        "seed WHERE NOT waits",
        id="i", type=type_, at="at + interval '2 seconds'", pipeline="pipe", subject_kind="'attempt'",
        subject_id="id::text", data="'{\"id\": \"' || id || '\", \"route\": \"' || route || '\"}'", position="i",
    )  # fmt: skip
    insert(FeedSequence, "seed WHERE i = 1", id="1", last="(SELECT max(i) FROM seed)")
    hook = Webhook.objects.get()
    insert(
        Delivery,
        f"seed WHERE NOT waits AND pipe = {hook.pipeline_id}",
        id=uuid_of("delivery"), event="i", webhook=f"'{hook.pk}'::uuid", url="'https://hooks.example/x'",
        state=f"CASE WHEN {below(500, 24)} = 0 THEN 'dead' ELSE 'delivered' END", tries="1", next_at="at",
        delivered_at=f"CASE WHEN {below(500, 24)} > 0 THEN at + interval '4 seconds' END",
    )  # fmt: skip
    about = {"subject": "'attempt:' || id"}
    data = "jsonb_build_object('number', number)"
    insert(AuditEvent, "seed", at="at", by="'key:3f' || pipe", verb="'attempt.received'", data=data, **about)
    judged = "seed WHERE NOT waits"
    insert(AuditEvent, judged, at="at + interval '2 seconds'", by="'gate:response'", verb=type_, data=data, **about)
