"""Generated rows of the gates beside the response gate: retrievals, query analyses, preflights and returns."""

from __future__ import annotations

from benchmarks.set_based import below, insert, one_of, text, uuid_of
from benchmarks.worlds.scale import ASKED, DAYS, PIPELINES, RARE, RARE_ROWS, THINGS, turn_id


def _rows(number: int, kind: str) -> str:
    """`i`, `pipe`, `at` and a query of so many submissions."""
    query = f"'which ' || {one_of(THINGS, 31)} || ' ' || {one_of(ASKED, 32)} || ' ' || i || '?'"
    return (
        f"(SELECT i, 1 + {below(len(PIPELINES), 33)} AS pipe, {uuid_of(kind)} AS id, {query} AS query,"
        f" now() - interval '{DAYS} days' * (1 - (i - 0.5) / {number}) AS at FROM generate_series(1, {number}) i) AS s"
    )


def retrievals(number: int) -> None:
    from retrieval.models import Retrieval, RetrievalFeedback, RetrievalText, StoredResult

    rows = _rows(number, "retrieval")
    results = "generate_series(1, 100) AS i"
    document = "'{\"chunks\": []}'"
    made = {"made_by": "'embedded'", "judge": "'embedded'", "at": "now()"}
    insert(StoredResult, results, address="'address_' || i", document=document, **made)
    insert(
        Retrieval,
        rows,
        id="id", pipeline="pipe", turn_id=turn_id("i * 4"), query="query", state="'decided'", chunks="8", quotes="4",
        quality=f"CASE WHEN {below(10, 34)} < 7 THEN 'Good' WHEN {below(10, 34)} < 9 THEN 'Partial' ELSE 'Poor' END",
        answer_present=f"CASE WHEN {below(10, 35)} < 8 THEN 'Yes' ELSE 'No' END", relevant="5", verbatim="4",
        address="md5(i::text)", made_by="'embedded'", result=f"'address_' || (1 + {below(100, 36)})", policy="1",
        judgings="1", submitted_at="at", decided_at="at + interval '1 second'", elapsed_ms=f"40 + {below(900, 37)}",
    )  # fmt: skip
    insert(RetrievalText, rows, retrieval="id", query="query", chunks='\'[{"id": "c1", "text": "A kettle."}]\'')
    feedback = {"holds": f"{below(20, 38)} > 0", "gate_said": "true", "by": "'reviewer_1'", "at": "at"}
    insert(RetrievalFeedback, f"{rows} WHERE i % 50 = 0", retrieval="id", position="0", **feedback)


def analyses(number: int) -> None:
    from validation.models import QueryAnalysisIssue, QueryAnalysisRecord, QueryAnalysisText

    rows = _rows(number, "analysis")
    status = f"CASE WHEN {below(10, 41)} < 8 THEN 'pass' WHEN {below(10, 41)} < 9 THEN 'retry' ELSE 'clarify' END"
    insert(
        QueryAnalysisRecord,
        rows,
        id="id", pipeline="pipe", turn_id=turn_id("i * 4"), query="query", status=status, confidence="0.8",
        state="'decided'", judge="'rules'", policy="1", elapsed_ms="1.5", reference_status="'resolved'",
        retry_allowed="true", at="at",
    )  # fmt: skip
    insert(QueryAnalysisText, rows, record="id", raw_query="query", analysis="'{}'", validation="'{}'")
    raised = f"{rows} WHERE {below(10, 41)} >= 8"
    message = f"'The query names no ' || {one_of(THINGS, 42)}"
    issue = {"record": "id", "code": "'judge'", "message": message}
    insert(QueryAnalysisIssue, raised, topic=f"'topic ' || {below(6, 43)}", **issue)
    insert(QueryAnalysisIssue, f"{rows} WHERE i % {max(1, number // RARE_ROWS)} = 0", topic=text(RARE), **issue)


def orchestration(number: int) -> None:
    from validation.models import Preflight, PreflightError, PreflightText, ReturnError, ReturnRecord, ReturnText

    rows = _rows(number, "preflight")
    same = {"id": "id", "pipeline": "pipe", "turn_id": turn_id("i * 8"), "policy": "1", "at": "at"}
    same |= {"session_id": "'sess_' || i", "elapsed_ms": f"0.5 + {below(100, 51)} / 100.0"}
    passed = f"{below(20, 52)} > 0"
    insert(
        Preflight,
        rows,
        command="'implement'", task_number="i::text", target="'implementer'", allowed=passed, delegation_ms="0.1",
        arguments_ms="0.01", **same,
    )  # fmt: skip
    insert(PreflightText, rows, preflight="id", request="'{}'")
    fault = {"field": "'target'", "message": "'The target is unknown.'", "code": "'TARGET_UNKNOWN'"}
    insert(PreflightError, f"{rows} WHERE NOT ({passed})", preflight="id", **fault)
    back = _rows(number, "return")
    state = {"profile": "'v1'", "status": "'completed'", "valid": passed, "artifacts_checked": "true"}
    insert(ReturnRecord, back, preflight=uuid_of("preflight"), **state, **same)
    insert(ReturnText, back, record="id", raw='\'{"status": "completed"}\'', profile="'{}'")
    insert(ReturnError, f"{back} WHERE NOT ({passed})", record="id", **fault)
