"""Plans of lists and searches on PostgreSQL: a page in the middle must begin at its cursor in an index that holds the
list's order, and a search must use an index."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import replace
from typing import Any

import pytest
from django.apps import apps
from django.db import connection
from django.db.models import QuerySet
from django.test.utils import CaptureQueriesContext

from beliefs.queries.beliefs import BeliefFilter, wanted_beliefs
from beliefs.web.pages import TABLE as BELIEFS
from retrieval.queries.retrievals import RetrievalFilter, retrieval_records, wanted_retrievals
from tests.platform.plans.plans import (
    AVOIDED_BY_PAGES,
    AVOIDED_BY_SEARCHES,
    CURSOR,
    attempts,
    existing_indexes,
    leave_only,
    plan,
    plan_of_sql,
)
from validation.accounts.queries.audit_log import AuditFilter, wanted_events
from validation.accounts.queries.people import DeliveryFilter, list_deliveries
from validation.desk.queries.queue import DeskFilter, list_work, wanted_work
from validation.desk.queries.terms import DeskTerms, QueueStatus, read_terms
from validation.domain.check import CheckName
from validation.domain.intervention import RulingState
from validation.insights.queries.calibration import calibration
from validation.insights.queries.export import interventions_csv
from validation.insights.queries.insights import InsightScope
from validation.models import (
    Attempt,
    Intervention,
    NotificationRecord,
    Pipeline,
    RulingRecord,
)
from validation.orchestration.queries.orchestration import (
    REFUSED,
    OrchestrationFilter,
    wanted_preflights,
    wanted_returns,
)
from validation.platform.events.events import feed
from validation.platform.paging.filters import EVERYTHING, SpanFilter
from validation.platform.paging.keyset import newest_first, write_cursor
from validation.platform.policies import list_policies
from validation.query_analysis.queries.query_analyses import AnalysisFilter, analyses_csv, wanted_analyses
from validation.response.queries.attempts import AttemptFilter
from validation.response.queries.attempts_csv import attempts_csv
from validation.response.queries.principles import PrincipleFilter, wanted_principles
from validation.response.queries.turns import TurnFilter, list_turns_for_file, wanted_turns
from validation.trust.queries.audited import read_audited
from validation.trust.queries.audits import list_audits
from validation.trust.queries.comparisons import ComparisonFilter, list_comparisons
from validation.trust.queries.gold import GoldFilter, wanted_gold
from validation.trust.queries.labelled import labelled_lines, labelled_rows
from validation.trust.queries.truth_rows import audited_decisions, brief_rows

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]

PAGES: dict[str, tuple[Callable[[], QuerySet[Any]], str]] = {
    "attempt_newest_first": (attempts, "submitted_at"),
    "attempt_newest_of_pipeline": (lambda: attempts(pipeline="shop"), "submitted_at"),
    "attempt_newest_of_route": (lambda: attempts(route="FAIL"), "submitted_at"),
    "attempt_newest_of_judge": (lambda: attempts(judge="vllm"), "submitted_at"),
    "attempt_newest_of_policy": (lambda: attempts(policy=1), "submitted_at"),
    "attempt_of_pipeline_route": (lambda: attempts(pipeline="shop", route="FAIL"), "submitted_at"),
    "attempt_halted_by_cause": (lambda: attempts(cause="judge_timeout"), "submitted_at"),
    "attempt_newest_of_decision": (lambda: Attempt.objects.filter(decision="FAIL"), "submitted_at"),
    "turn_newest_first": (lambda: wanted_turns(TurnFilter()), "updated_at"),
    "turn_newest_of_pipeline": (lambda: wanted_turns(TurnFilter(pipeline="shop")), "updated_at"),
    "turn_of_pipeline_route": (lambda: wanted_turns(TurnFilter(pipeline="shop", route="FAIL")), "updated_at"),
    "turn_newest_of_route": (lambda: wanted_turns(TurnFilter(route="FAIL")), "updated_at"),
    "turn_made_last_of_pipeline": (lambda: wanted_turns(TurnFilter(pipeline="shop")), "created_at"),
    "intervention_newest_first": (Intervention.objects.all, "opened_at"),
    "intervention_last_closed": (lambda: Intervention.objects.filter(state="ruled"), "closed_at"),
    "intervention_of_pipeline": (lambda: Intervention.objects.filter(pipeline=1), "opened_at"),
    "audit_newest_first": (lambda: wanted_events(AuditFilter()), "at"),
    "audit_by_person": (lambda: wanted_events(AuditFilter(by="Mara")), "at"),
    "retrieval_newest_first": (lambda: wanted_retrievals(RetrievalFilter()), "submitted_at"),
    "retrieval_of_pipeline": (lambda: wanted_retrievals(RetrievalFilter(pipeline="shop")), "submitted_at"),
    "retrieval_of_quality": (lambda: wanted_retrievals(RetrievalFilter(quality="Good")), "submitted_at"),
    "query_analysis_newest_first": (lambda: wanted_analyses(AnalysisFilter()), "at"),
    "query_analysis_of_status": (lambda: wanted_analyses(AnalysisFilter(status="pass")), "at"),
    "query_analysis_of_pipeline": (lambda: wanted_analyses(AnalysisFilter(pipeline="shop")), "at"),
    "gold_newest_first": (lambda: wanted_gold(GoldFilter()), "added_at"),
    "audit_item_newest_first": (audited_decisions, "drawn_at"),
    "audit_item_of_pipeline": (lambda: audited_decisions(SpanFilter("shop")), "drawn_at"),
    "notification_newest_first": (NotificationRecord.objects.all, "at"),
    "notification_of_person": (lambda: NotificationRecord.objects.filter(person="mara"), "at"),
    "preflight_newest_first": (lambda: wanted_preflights(OrchestrationFilter()), "at"),
    "preflight_of_pipeline": (lambda: wanted_preflights(OrchestrationFilter(pipeline="shop")), "at"),
    "preflight_by_outcome": (lambda: wanted_preflights(OrchestrationFilter(outcome=REFUSED)), "at"),
    "preflight_of_turn": (lambda: wanted_preflights(OrchestrationFilter(pipeline="shop", turn_id="t")), "at"),
    "return_newest_first": (lambda: wanted_returns(OrchestrationFilter()), "at"),
    "return_of_pipeline": (lambda: wanted_returns(OrchestrationFilter(pipeline="shop")), "at"),
    "return_by_outcome": (lambda: wanted_returns(OrchestrationFilter(outcome=REFUSED)), "at"),
    "return_of_turn": (lambda: wanted_returns(OrchestrationFilter(pipeline="shop", turn_id="t")), "at"),
    "principle_newest_first": (lambda: wanted_principles(PrincipleFilter()), "made_at"),
    "principle_newest_of_pipeline": (lambda: wanted_principles(PrincipleFilter(pipeline="shop")), "made_at"),
    "principle_newest_of_category": (lambda: wanted_principles(PrincipleFilter(category="sourcing")), "made_at"),
    "belief_newest_first": (lambda: wanted_beliefs(BeliefFilter()), "updated_at"),
    "ruling_newest_final": (lambda: RulingRecord.objects.filter(state=RulingState.FINAL), "at"),
    "ruling_of_pipeline": (lambda: RulingRecord.objects.filter(pipeline=1, state=RulingState.FINAL), "at"),
}


@pytest.mark.parametrize("index", PAGES)
def test_a_page_begins_at_its_cursor_in_the_index_of_its_list(index: str) -> None:
    rows, order = PAGES[index]
    at, pk = CURSOR
    key = pk if rows().model._meta.pk.get_internal_type() == "UUIDField" else 7
    leave_only(index, rows())
    told = plan(newest_first(rows(), order=order, cursor=write_cursor(at, key))[:51], AVOIDED_BY_PAGES)
    assert f"using {index} " in told
    looked_up = told.partition(f"using {index} ")[2].partition("Index Cond")[2].partition("Filter")[0]
    assert f"{order} <= '2026-11-03" in looked_up
    assert "Sort" not in told


@pytest.mark.parametrize("check", CheckName)
def test_attempts_that_failed_a_check_are_found_by_an_index_of_it(check: CheckName) -> None:
    rows = attempts(check=check, route="APPROVE", pipeline="shop")
    leave_only(f"attempt_failed_{check}", rows)
    told = plan(newest_first(rows, order="submitted_at", cursor=write_cursor(*CURSOR))[:51], AVOIDED_BY_PAGES)
    looked_up = told.partition(f"using attempt_failed_{check} ")[2].partition("Index Cond")[2].partition("Filter")[0]
    assert "submitted_at <= '2026-11-03" in looked_up
    assert "'APPROVE'" in looked_up  # seen in the index, not in each row
    assert "Sort" not in told


DESK = DeskFilter(terms=DeskTerms(), person="mara", now=CURSOR[0])
OTHER_LISTS: dict[str, tuple[Callable[[], object], str]] = {
    "events of a pipeline": (lambda: feed(pipeline=Pipeline(pk=1), after=7, limit=50), "validation_event_position"),
    "deliveries": (lambda: list_deliveries(DeliveryFilter()), "validation_delivery_event_id"),
    "deliveries given up": (lambda: list_deliveries(DeliveryFilter(state="dead")), "delivery_dead"),
    "comparisons": (lambda: list_comparisons(ComparisonFilter()), "comparison_newest_first"),
    "policies": (lambda: list_policies(before=7, limit=25), "validation_policy_pkey"),
    "ruled work": (lambda: list_work(replace(DESK, terms=DeskTerms(QueueStatus.RULED))), "intervention_last_closed"),
    "any work": (lambda: list_work(replace(DESK, terms=DeskTerms(QueueStatus.ANY))), "intervention_newest_first"),
    "audits of a pipeline": (
        lambda: list_audits(pipeline=Pipeline(pk=1), person="mara", state=None, cursor=None, limit=50),
        "audit_item_newest_first",
    ),
    "audits that Trust rests on": (lambda: read_audited(SpanFilter("shop")), "audit_item_of_pipeline"),
    "audits that Trust reads after a start": (
        lambda: brief_rows(audited_decisions(SpanFilter("shop")).order_by("-drawn_at", "-pk")[:50]),
        "audit_item_of_pipeline",
    ),
    "rulings of a pipeline": (lambda: calibration(InsightScope("shop", now=CURSOR[0])), "ruling_of_pipeline"),
    "rulings of all": (lambda: calibration(InsightScope(now=CURSOR[0])), "ruling_newest_final"),
}


@pytest.mark.parametrize("name", OTHER_LISTS)
def test_other_lists_read_an_index_and_no_whole_table(name: str) -> None:
    read, index = OTHER_LISTS[name]
    with CaptureQueriesContext(connection) as sent:
        read()
    told = plan_of_sql(sent.captured_queries[-1]["sql"], AVOIDED_BY_PAGES)
    assert index in told
    assert "Seq Scan" not in told


def test_work_that_somebody_ruled_on_is_found_by_the_rulings() -> None:
    rows = wanted_work(replace(DESK, terms=DeskTerms(QueueStatus.RULED, flags=frozenset({"mine"}))))
    told = plan(rows, ("seqscan", "bitmapscan", "hashjoin", "mergejoin"))
    assert "using ruling_by_person" in told
    assert told.startswith("Nested Loop")  # joined, not asked of each piece of work


def test_beliefs_are_listed_by_an_index_of_their_confidence() -> None:
    with CaptureQueriesContext(connection) as sent:
        BELIEFS.read(BeliefFilter(), cursor="")
    told = plan_of_sql(sent.captured_queries[-1]["sql"], AVOIDED_BY_PAGES)
    assert "using belief_surest_first" in told
    assert "Sort" not in told


def test_rare_attempts_are_found_by_their_latency() -> None:
    assert "attempt_slowest_first" in plan(attempts(slow_ms=60_000), ("seqscan",))


EXPORTS: dict[str, Callable[[], Iterator[object]]] = {
    "retrieval_newest_first": lambda: iter(retrieval_records(RetrievalFilter())),
    "query_analysis_newest_first": lambda: analyses_csv(AnalysisFilter()),
    "attempt_newest_first": lambda: attempts_csv(AttemptFilter()),
    "validation_turn_pkey": lambda: iter([list_turns_for_file(TurnFilter(), limit=200)]),
    "intervention_newest_first": lambda: interventions_csv(Intervention.objects.all()),
    "audit_item_newest_first": lambda: labelled_lines(labelled_rows(EVERYTHING, None)),
}


@pytest.mark.parametrize("index", EXPORTS)
def test_an_export_reads_so_many_rows_at_a_time_from_the_index_of_its_list(index: str) -> None:
    with CaptureQueriesContext(connection) as sent:
        list(EXPORTS[index]())
    told = plan_of_sql(sent.captured_queries[0]["sql"], AVOIDED_BY_PAGES)
    assert told.startswith("Limit")
    assert f"using {index} " in told
    assert "Sort" not in told


SEARCHES: dict[str, Callable[[], QuerySet[Any]]] = {
    "turn_query_trigrams": lambda: wanted_turns(TurnFilter(q="kettle")),
    "turn_turn_id_trigrams": lambda: attempts(q="kettle"),
    "retrieval_query_trigrams": lambda: wanted_retrievals(RetrievalFilter(q="kettle")),
    "queryanalysisrecord_query_trigrams": lambda: wanted_analyses(AnalysisFilter(q="kettle")),
    "preflight_command_trigrams": lambda: wanted_preflights(OrchestrationFilter(q="kettle")),
    "audit_by_verb": lambda: wanted_events(AuditFilter(about="policy")),
    "audit_by_subject": lambda: wanted_events(AuditFilter(about="policy")),
}


@pytest.mark.parametrize("index", SEARCHES)
def test_a_search_reads_an_index_of_its_text(index: str) -> None:
    told = plan(SEARCHES[index](), AVOIDED_BY_SEARCHES)
    assert f"Bitmap Index Scan on {index}" in told, f"{told}\nindexes: {sorted(existing_indexes())}"


@pytest.mark.parametrize(
    ("rows", "order", "index"),
    [
        (lambda: wanted_turns(TurnFilter(q="zz")), "updated_at", "turn_newest_first"),
        (lambda: attempts(q="zz"), "submitted_at", "attempt_newest_first"),
        (lambda: wanted_work(replace(DESK, terms=read_terms("is:any zz"))), "opened_at", "intervention_newest_first"),
        (lambda: wanted_work(replace(DESK, terms=read_terms("is:ruled zz"))), "closed_at", "intervention_last_closed"),
    ],
)
def test_two_letters_are_looked_for_in_the_newest_rows_alone(
    rows: Callable[[], QuerySet[Any]], order: str, index: str
) -> None:
    told = plan(newest_first(rows(), order=order, cursor=""), ("seqscan", "sort"))
    looked_up = [line for line in told.splitlines() if "Index Cond: " in line]
    assert f"using {index} " in told
    assert any(f"({order} >= COALESCE(" in line for line in looked_up)
    assert "trigrams" not in told


def test_every_index_of_a_list_has_its_plan() -> None:
    """A list's index ends with the key that breaks ties."""
    models = [model for model in apps.get_models() if model._meta.app_label in ("validation", "retrieval", "beliefs")]
    of_lists = {index.name for model in models for index in model._meta.indexes if index.fields[-1:] == ["-id"]}
    assert set(PAGES) == of_lists | {"audit_by_person"}  # which is made of expressions
