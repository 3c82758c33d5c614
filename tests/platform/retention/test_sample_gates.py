"""The part of the sample story that the two rule gates have: what it tells is what they say."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.rows import OnceAFile
from validation.models import (
    ActiveSession,
    Event,
    Intervention,
    Preflight,
    PreflightError,
    QueryAnalysisRecord,
    ReturnError,
    ReturnRecord,
    TodoSnapshot,
)
from validation.orchestration.queries.orchestration import OrchestrationFilter
from validation.orchestration.queries.orchestration_stats import orchestration_stats
from validation.orchestration.sample import DELEGATIONS, OrchestrationSample
from validation.query_analysis.queries.query_analyses import AnalysisFilter
from validation.query_analysis.queries.query_analysis_stats import analysis_stats
from validation.query_analysis.sample import ANALYSES, QueryAnalysisSample

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
PARTS = (QueryAnalysisSample(), OrchestrationSample())


def load() -> None:
    for part in PARTS:
        part.load(now=timezone.now())


def remove() -> None:
    for part in PARTS:
        part.remove(by="test", now=timezone.now())


@pytest.fixture(scope="module", autouse=True)
def loaded(once_a_file: OnceAFile[None]) -> None:
    once_a_file(load)


def test_every_analysis_is_judged_as_the_story_tells() -> None:
    judged = list(QueryAnalysisRecord.objects.order_by("at").values_list("turn_id", "status"))
    assert judged == [(told.turn_id, told.expected) for told in ANALYSES]


def test_the_second_retry_of_a_turn_is_on_the_desk() -> None:
    assert [(work.gate, work.priority, work.sample) for work in Intervention.objects.all()] == [
        ("query_analysis", "high", True)
    ]


def test_every_delegation_is_checked_as_the_story_tells() -> None:
    told = [code for delegation in DELEGATIONS for code in delegation.expected]
    said = [*PreflightError.objects.values_list("code", flat=True), *ReturnError.objects.values_list("code", flat=True)]
    assert sorted(said) == sorted(told)


def test_one_session_is_still_under_way() -> None:
    assert orchestration_stats(OrchestrationFilter(), now=timezone.now()).active_sessions == 1


def test_failed_resolution_and_clarify_have_a_figure() -> None:
    assert analysis_stats(AnalysisFilter()).failed_against_clarify.phi.low is not None


def test_loading_twice_adds_nothing() -> None:
    before = [part.size() for part in PARTS]
    load()
    assert [part.size() for part in PARTS] == before


def test_removing_takes_everything_away() -> None:
    remove()
    kinds = (QueryAnalysisRecord, Preflight, ReturnRecord, TodoSnapshot, ActiveSession, Intervention, Event)
    assert [kind for kind in kinds if kind.objects.exists()] == []


def test_what_a_pipeline_handed_over_stays() -> None:
    QueryAnalysisRecord.objects.filter(turn_id="turn_000401").update(sample=False)
    remove()
    assert QueryAnalysisRecord.objects.count() == 1
