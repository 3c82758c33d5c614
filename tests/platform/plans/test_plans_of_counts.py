"""Plans of counts and figures on PostgreSQL: each reads an index of what it counts, not the whole table."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.core.management import call_command
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from config.ops.metrics import undelivered
from retrieval.models import Retrieval
from tests import factories
from tests.platform.plans.plans import AVOIDED_BY_PAGES, AVOIDED_BY_SEARCHES, CURSOR, leave_only, plan, plan_of_sql
from tests.query_analysis.site.analyses import VAGUE, recorded
from validation.desk.queries.counts import unsettled_work
from validation.models import Intervention, Occurrence, Preflight, QueryAnalysisRecord, Tally, Turn
from validation.platform import retained
from validation.query_analysis.queries.query_analyses import AnalysisFilter
from validation.query_analysis.queries.query_analysis_stats import analysis_stats
from validation.trust.queries.reviewers import reviewer_figures

pytestmark = [pytest.mark.django_db, pytest.mark.postgres]


def test_recurring_issues_are_looked_for_among_the_newest_alone() -> None:
    recorded(VAGUE)
    with CaptureQueriesContext(connection) as sent:
        analysis_stats(AnalysisFilter())
    grouped = [
        one["sql"] for one in sent if 'COUNT(DISTINCT "validation_queryanalysisissue"."record_id")' in one["sql"]
    ]
    assert len(grouped) == 1
    told = plan_of_sql(grouped[0], ("seqscan", "bitmapscan"))
    assert "(id >= " in told  # by which index is the planner's choice


def test_answers_of_reviewers_are_counted_in_an_index() -> None:
    with CaptureQueriesContext(connection) as sent:
        reviewer_figures(now=CURSOR[0], since=None)
    assert "Index Only Scan using opinion_by_person" in plan_of_sql(sent.captured_queries[0]["sql"], AVOIDED_BY_PAGES)


def test_open_work_is_counted_from_the_unsettled_occurrences_alone() -> None:
    with connection.cursor() as cursor:  # those of its constraints hold the same order: which one is taken is chance
        cursor.execute("ALTER TABLE validation_occurrence DROP CONSTRAINT occurrence_once_an_intervention")
        cursor.execute("ALTER TABLE validation_occurrence DROP CONSTRAINT validation_occurrence_pkey")
    leave_only("occurrence_unsettled", Occurrence.objects.all())
    factories.intervention(factories.attempt(factories.turn()))
    assert "occurrence_unsettled" in plan(unsettled_work(), ("seqscan", "nestloop"))


def test_deliveries_that_have_not_arrived_are_found_by_the_indexes_of_their_states() -> None:
    told = plan(undelivered(), AVOIDED_BY_SEARCHES)
    assert "on delivery_due" in told
    assert "on delivery_dead" in told


def test_the_sample_is_found_without_reading_the_table() -> None:
    for model in (Turn, Intervention, QueryAnalysisRecord, Preflight, Retrieval):
        rows = model._default_manager.filter(sample=True).values("pk")
        assert "_sample" in plan(rows, ("seqscan",))


def test_a_large_table_is_told_about_how_large_it_is(monkeypatch: pytest.MonkeyPatch) -> None:
    for number in range(13):
        factories.turn(f"turn_{number}")
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE validation_turn")
    monkeypatch.setattr(retained, "ESTIMATED_FROM", 10)
    factories.turn("turn_13")
    assert retained.estimate_rows(Turn) == 13


def test_rebuilt_tallies_are_known_to_the_planner() -> None:
    lately = timezone.now() - timedelta(hours=3)  # every hour since then is counted
    factories.decide(factories.attempt(factories.turn(at=lately)))
    call_command("rebuild_tallies", verbosity=0)
    with connection.cursor() as cursor:
        cursor.execute("SELECT reltuples FROM pg_class WHERE relname = 'validation_tally'")
        assert cursor.fetchone() == (Tally.objects.count(),)
    assert Tally.objects.exists()
