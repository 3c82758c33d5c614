"""What asking an LLM took, in the insights and on the attempt's page."""

from __future__ import annotations

from datetime import timedelta
from decimal import Decimal
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.factories import attempt, decide, judge_call, pipeline, turn
from validation.domain.halt import HaltCause
from validation.insights.queries.insights import InsightScope
from validation.insights.web.charts import Row
from validation.insights.web.insight_charts import chart_of
from validation.judge.protocol import LlmCallRecord
from validation.models import JudgeCall, Judgement
from validation.platform.work.judge_calls import record_calls

pytestmark = pytest.mark.django_db
NOW = timezone.now()
AT = NOW - timedelta(hours=1)


PRICED = {"tokens_in": 2000, "tokens_out": 200, "cost": Decimal("0.0042"), "currency": "EUR"}


def asked(gate: str = "response", **fields: Any) -> JudgeCall:
    return judge_call(gate, at=AT, **{**PRICED, **fields})


def judged(**fields: Any) -> Judgement:
    return decide(attempt(turn("t1", of="shop", at=AT)), **{"judge": "vllm", "model": "m", **PRICED, **fields})


def rows(slug: str, **scope: Any) -> tuple[Row, ...]:
    return chart_of(slug, InsightScope(now=NOW, **scope)).rows


def test_money_is_summed_for_each_currency_apart() -> None:
    asked()
    asked()
    asked(cost=Decimal("1.5"), currency="USD")
    asked(cost=None, currency="")
    assert [row[1:] for row in rows("cost")] == [("0.0084", "1.50", 3, 4)]


def test_calls_of_both_gates_count() -> None:
    asked()
    asked("query_analysis", tokens_in=300, tokens_out=40)
    assert [row[1:] for row in rows("tokens")] == [(2300, 240, 2)]


def test_a_failed_call_counts_with_its_tries() -> None:
    asked()
    asked(tries=4, halt_cause=HaltCause.JUDGE_TIMEOUT)
    assert rows("tries") == (("1", 1, 0, 1), ("4", 0, 1, 1))


def recorded(**fields: Any) -> int:
    record = LlmCallRecord(**{"judge": "vllm", "model": "m", "tries": 1, **fields})
    told = {"gate": "response", "subject_id": "any", "pipeline": pipeline("shop"), "halt_cause": "", "now": AT}
    record_calls([record], **told)
    return JudgeCall.objects.count()


def test_a_job_that_the_open_circuit_ended_is_no_call() -> None:
    assert (recorded(), recorded(tries=0)) == (1, 1)


@pytest.mark.parametrize("judge", ["embedded", "rules"])
def test_who_asks_no_llm_is_no_call(judge: str) -> None:
    assert recorded(judge=judge) == 0


def test_of_several_questions_the_last_one_halted() -> None:
    records = [LlmCallRecord("vllm", "m", tries=1, tokens_in=10), LlmCallRecord("vllm", "m", tries=3)]
    record_calls(
        records, gate="retrieval", subject_id="any", pipeline=pipeline("shop"), halt_cause="judge_timeout", now=AT
    )
    told = JudgeCall.objects.order_by("pk").values_list("tokens_in", "tries", "halt_cause")
    assert list(told) == [(10, 1, ""), (0, 3, "judge_timeout")]


def test_many_tries_share_the_last_place() -> None:
    asked(tries=5)
    asked(tries=9)
    assert rows("tries") == (("5 and more", 2, 0, 2),)


def test_tokens_are_told_by_gate_and_way() -> None:
    asked()
    asked(tokens_in=3000)
    asked("query_analysis", tokens_in=300, tokens_out=40)
    assert [(*row[:2], *row[-3:]) for row in rows("tokens-per-call")] == [
        ("query analysis", "in", 300, 300, 1),
        ("query analysis", "out", 40, 40, 1),
        ("response", "in", 2500, 3000, 2),
        ("response", "out", 200, 200, 2),
    ]


def test_a_boundary_belongs_to_the_upper_bucket() -> None:
    asked(tokens_in=2000, tokens_out=99)
    told = chart_of("tokens-per-call", InsightScope(now=NOW))
    (first, second) = (dict(zip(told.columns, row, strict=True)) for row in told.rows)
    assert (first["< 3,000"], second["< 100"]) == (1, 1)


@pytest.mark.parametrize("scope", [{"pipeline": "help"}, {"judge": "embedded"}, {"since": NOW}])
def test_the_scope_narrows_the_calls(scope: dict[str, Any]) -> None:
    asked()
    asked("query_analysis", tokens_in=300)
    assert rows("tokens", **scope) == ()


def test_without_prices_the_chart_says_how_to_set_them(viewer: Client) -> None:
    asked(cost=None, currency="")
    assert "COUNTERSIGN_VLLM_PRICE_IN" in viewer.get("/insights/").content.decode()


def test_a_csv_holds_the_costs(viewer: Client) -> None:
    asked()
    assert viewer.get("/insights/cost.csv?range=24h").getvalue().decode("utf-8-sig").splitlines()[0] == (
        "Hour,EUR,Calls with a price,Calls"
    )


def test_the_attempt_says_what_its_judging_cost(viewer: Client) -> None:
    made = judged()
    assert "0.0042 EUR" in viewer.get(f"/attempts/{made.attempt_id}/").content.decode()


def test_no_price_is_not_shown_as_zero(viewer: Client) -> None:
    made = judged(cost=None, currency="")
    assert "<dt>Cost</dt>" not in viewer.get(f"/attempts/{made.attempt_id}/").content.decode()
