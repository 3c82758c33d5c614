"""`python -m benchmarks.worlds.fill NUMBER`: that many attempts, and all that hangs on them, in the PostgreSQL that
COUNTERSIGN_DATABASE_URL names, which must be empty. Times lie in the 90 days before now; the same number gives the same
rows, but for the times."""

from __future__ import annotations

import argparse
import os
import time

import django
from django.db import connection
from django.utils import timezone

from benchmarks.set_based import below, insert, one_of, text, uuid_of, without_indexes
from benchmarks.worlds import fill_gates, fill_trust, fill_work
from benchmarks.worlds.scale import (
    ASKED,
    BELIEFS,
    CAUSES,
    CHECKS,
    COMPARISONS,
    CONTEXT,
    DAYS,
    GOLD,
    MODEL,
    PIPELINES,
    PROMPT,
    QUEUED,
    RARE,
    RARE_ROWS,
    RESPONSE,
    THINGS,
    state_of_check,
    turn_id,
)


def fill(number: int) -> None:
    """`number` is rounded up to twenties: 20 attempts are 16 turns."""
    number = -(-number // 20) * 20
    began = time.perf_counter()
    with without_indexes():
        for step in (_ground, lambda: _seed(number), lambda: _turns(number), _attempts, _judgements, _parts):
            step()
        fill_work.interventions(number)
        fill_work.events()
        fill_gates.retrievals(number // 5)
        fill_gates.analyses(number // 5)
        fill_gates.orchestration(number // 10)
        fill_trust.audits(number)
        fill_trust.gold(GOLD)
        fill_trust.comparisons(COMPARISONS)
        fill_trust.days(number)
        fill_trust.beliefs(BELIEFS)
        fill_trust.notices(number // 20)
        print(f"{number:,} attempts after {time.perf_counter() - began:.0f} s, indexes follow")
    with connection.cursor() as cursor:
        cursor.execute("DROP TABLE seed")
        cursor.execute("VACUUM ANALYZE")
    print(f"{number:,} attempts in {time.perf_counter() - began:.0f} s")


def _ground() -> None:
    from tests import factories
    from validation.models import Pipeline, Webhook

    now = timezone.now()
    for number in (1, 2):
        factories.policy(number)
    for name in PIPELINES:
        Pipeline.objects.create(name=name, callback_secret="whsec_dGVzdA==", created_at=now)
    first = Pipeline.objects.get(name=PIPELINES[0])
    Webhook.objects.create(pipeline=first, url="https://hooks.example/x", secret="s", created_at=now, created_by="o")


def _seed(number: int) -> None:
    """One line an attempt, with all that its rows have in common."""
    last = "number = made"
    sql = f"""
        CREATE UNLOGGED TABLE seed AS
        WITH place AS (
            SELECT i, (i - 1) % 20 AS pos, (i - 1) / 20 * 16 AS before FROM generate_series(1, {number}) i
        ), numbered AS (
            SELECT i, before + 1 + CASE WHEN pos < 13 THEN pos WHEN pos < 15 THEN 13 WHEN pos < 17 THEN 14 ELSE 15 END
                       AS turn,
                   CASE WHEN pos < 13 THEN 1 WHEN pos < 17 THEN 1 + (pos + 1) % 2 ELSE pos - 16 END AS number,
                   CASE WHEN pos < 13 THEN 1 WHEN pos < 17 THEN 2 ELSE 3 END AS made,
                   now() - interval '{DAYS} days' * (1 - (i - 0.5) / {number}) AS at
            FROM place
        ), routed AS (
            SELECT *, i > {number - QUEUED} AS waits,
                   CASE WHEN NOT ({last}) THEN CASE WHEN {below(10, 1)} < 7 THEN 'REVISE' ELSE 'RETRY' END
                        WHEN {below(100, 2)} < 86 THEN 'APPROVE' WHEN {below(100, 2)} < 92 THEN 'FAIL'
                        WHEN {below(100, 2)} < 96 THEN 'HALT' ELSE 'REVISE' END AS route,
                   1 + {below(len(PIPELINES), 3, "turn")} AS pipe, {below(2, 4, "turn")} = 0 AS llm
            FROM numbered
        )
        SELECT *, {uuid_of("attempt")} AS id, 1 + (i > {number // 2})::int AS policy,
               CASE WHEN llm THEN 'vllm' ELSE 'embedded' END AS judge,
               CASE WHEN route = 'HALT' THEN {one_of(CAUSES, 5)} ELSE '' END AS cause,
               (CASE route WHEN 'APPROVE' THEN 800 WHEN 'REVISE' THEN 500 WHEN 'RETRY' THEN 300 ELSE 0 END
                + {below(200, 6)}) / 1000.0 AS confidence,
               (CASE WHEN llm THEN 700 ELSE 40 END * exp({below(1000, 7)} / 400.0))::int AS latency,
               CASE WHEN route IN ('APPROVE', 'HALT') THEN '' ELSE {one_of(CHECKS, 8)} END AS failed
        FROM routed"""
    with connection.cursor() as cursor:
        cursor.execute("SET work_mem = '256MB'")
        cursor.execute(sql)
        cursor.execute("ANALYZE seed")


def _turns(number: int) -> None:
    from validation.models import Turn

    rare = f"CASE WHEN turn % {max(1, number * 16 // 20 // RARE_ROWS)} = 0 THEN ' with {RARE}' ELSE '' END"
    about = f"{one_of(THINGS, 10, 'turn')} || ' ' || {one_of(ASKED, 11, 'turn')} || ' ' || turn || {rare}"
    insert(
        Turn,
        "seed WHERE number = made",
        id="turn", pipeline="pipe", turn_id=turn_id("turn"), session_id=f"'session_' || {below(5000, 9, 'turn')}",
        query=f"'which ' || {about} || '?'",
        attempts_made="made", last_route="CASE WHEN waits THEN '' ELSE route END", created_at="at",
        updated_at="at + interval '2 seconds'",
    )  # fmt: skip
    _continue_ids(Turn._meta.db_table)


def _attempts() -> None:
    from validation.models import Attempt, AttemptText, IdempotencyRecord, MemoryCandidate

    decided = "route <> 'HALT' AND NOT waits"
    insert(
        Attempt,
        "seed",
        id="id", turn="turn", pipeline="pipe", number="number", content_hash="md5(i::text)", submitted_at="at",
        policy="policy", judge="CASE WHEN waits THEN '' ELSE judge END",
        latency_ms="CASE WHEN NOT waits THEN latency END",
        state="CASE WHEN waits THEN 'queued' WHEN route = 'HALT' THEN 'halted' ELSE 'decided' END",
        decision=f"CASE WHEN {decided} THEN route ELSE '' END", route="CASE WHEN waits THEN '' ELSE route END",
        judged_route="CASE WHEN waits THEN '' ELSE route END", route_reason="'The response goes to the user.'",
        confidence=f"CASE WHEN {decided} THEN confidence END", halt_cause="CASE WHEN waits THEN '' ELSE cause END",
        failed_checks="CASE WHEN failed = '' THEN '[]'::jsonb ELSE jsonb_build_array(failed) END",
        judgement_number="CASE WHEN NOT waits THEN 1 END", tries="1",
        decided_at="CASE WHEN NOT waits THEN at + interval '2 seconds' END",
    )  # fmt: skip
    insert(AttemptText, "seed", attempt="id", context_md=text(CONTEXT), response_md=text(RESPONSE))
    noted = f"seed WHERE {below(5, 12)} = 0"
    settled = {"state": "'committed'", "settled_at": "at"}
    insert(MemoryCandidate, noted, attempt="id", key="'note_' || i", content="'Likes what lasts.'", **settled)
    keyed = {"resource": "'attempt'", "resource_id": "id::text", "created_at": "at"}
    half = f"seed WHERE {below(2, 13)} = 0"
    insert(IdempotencyRecord, half, pipeline="pipe", key="'key_' || i", body_hash="md5(i::text)", **keyed)


def _judgements() -> None:
    from validation.models import JudgeCall, Judgement, JudgementText

    asked = {"judge": "judge", "model": MODEL, "latency_ms": "latency"}
    tokens = {
        "prompt": PROMPT,
        "tokens_in": f"CASE WHEN llm THEN 900 + {below(4000, 14)} ELSE 0 END",
        "tokens_out": f"CASE WHEN llm THEN 80 + {below(400, 15)} ELSE 0 END",
        "tries": "1",
    }
    insert(
        Judgement,
        "seed WHERE NOT waits",
        id="i", attempt="id", pipeline="pipe", number="1", decision="CASE WHEN route = 'HALT' THEN '' ELSE route END",
        confidence="CASE WHEN route <> 'HALT' THEN confidence END", raw_confidence="confidence",
        issues="CASE WHEN failed = '' THEN '[]'::jsonb ELSE '[\"The price is not in the evidence.\"]'::jsonb END",
        halt_cause="cause", halt_message="CASE WHEN cause = '' THEN '' ELSE 'No answer.' END",
        evidence_version="'evidence-1'", policy="policy", made_at="at + interval '2 seconds'", **asked, **tokens,
    )  # fmt: skip
    _continue_ids(Judgement._meta.db_table)
    insert(JudgementText, "seed WHERE NOT waits", judgement="i", raw_reply="CASE WHEN llm THEN '{}' ELSE '' END")
    insert(
        JudgeCall,
        "seed WHERE NOT waits AND llm",
        pipeline="pipe", gate="'response'", subject_id="id::text", halt_cause="cause", at="at + interval '2 seconds'",
        cost="0.0004", currency="'EUR'", **asked, **tokens,
    )  # fmt: skip


def _parts() -> None:
    from validation.models import CheckRecord, ClaimRecord, FindingRecord, GoalScore, RequirementRecord

    judged = "seed WHERE NOT waits AND route <> 'HALT'"
    names = ", ".join(f"({text(name)})" for name in CHECKS)
    insert(
        CheckRecord,
        f"(VALUES {names}) AS checks(name), {judged}",
        judgement="i", name="name", state=state_of_check("name"), said_by="'[\"judge\"]'",
    )  # fmt: skip
    at = RESPONSE.index("It weighs")
    evidence = '\'[{"section": 4, "start": 140, "end": 160, "quote": "Model 3: 23.90 EUR, 321 g."}]\''
    insert(
        ClaimRecord,
        f"generate_series(1, 3) AS claim, {judged}",
        judgement="i", claim_id="'c' || claim", text="'It weighs 321 g.'", start=str(at), end=str(at + 16),
        state="'supported'", probability="0.9", evidence=evidence,
    )  # fmt: skip
    insert(
        FindingRecord,
        f"{judged} AND failed <> ''",
        judgement="i", code="'money_not_in_evidence'", severity="'certain'", check_name="failed", start="0", end="4",
        message="'23.90 EUR does not appear in the evidence.'",
    )  # fmt: skip
    insert(RequirementRecord, judged, judgement="i", text="'under 60 euros'", kind="'budget'", met="failed = ''")
    goals = f"generate_series(1, 2) AS goal, {judged} AND i % 10 = 0"
    insert(GoalScore, goals, judgement="i", goal_id="'GOAL_' || goal", score="0.8", status="'PASS'")


def _continue_ids(table: str) -> None:
    """Rows that are made later get the ids after those given here."""
    with connection.cursor() as cursor:
        cursor.execute(f"SELECT setval(pg_get_serial_sequence('{table}', 'id'), (SELECT max(id) FROM {table}))")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("number", type=int)
    options = parser.parse_args()
    os.environ.setdefault("DJANGO_SETTINGS_MODULE", "config.settings.test")
    django.setup()
    fill(options.number)


if __name__ == "__main__":
    main()
