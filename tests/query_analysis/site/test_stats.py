"""What is observed of the gate: how often each status, what recurs, and whether failed resolution goes with clarify."""

from __future__ import annotations

import csv
from datetime import UTC, datetime, timedelta
from io import StringIO

import pytest

from tests.api_client import ApiClient
from tests.query_analysis.site.analyses import CLEAR, FAILED, VAGUE, body, recorded
from validation.domain.estimates.agreement import TwoByTwo
from validation.insights.queries.over_time import MOST_BUCKETS
from validation.query_analysis.queries.query_analyses import AnalysisFilter, list_analyses
from validation.query_analysis.queries.query_analysis_stats import AnalysisStats, analysis_stats

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 3, 12, 0, tzinfo=UTC)


def stats(**wanted: object) -> AnalysisStats:
    return analysis_stats(AnalysisFilter(**wanted))  # type: ignore[arg-type]


def test_statuses_are_shares_of_what_was_decided_and_halts_stand_apart() -> None:
    recorded()
    recorded(VAGUE)
    recorded(document=[])
    told = stats()
    assert (told.n, told.halted) == (2, 1)
    assert [(one.status, one.share.value) for one in told.statuses] == [("pass", 0.5), ("retry", 0.0), ("clarify", 0.5)]


def test_without_analyses_there_is_no_share_and_no_phi() -> None:
    told = stats()
    assert [one.share.value for one in told.statuses] == [None, None, None]
    assert told.failed_against_clarify.phi.value is None


def test_failed_resolution_and_clarify_are_counted_together() -> None:
    recorded("get me that one", reference_resolution=FAILED)
    recorded(VAGUE)
    for _ in range(4):
        recorded()
    against = stats().failed_against_clarify
    assert against == TwoByTwo(both=1, first_only=0, second_only=1, neither=4)
    assert (round(against.phi.value or 0, 3), against.phi.n) == (0.632, 6)
    assert against.phi.low is not None


def test_issues_that_differ_in_their_values_are_one() -> None:
    for query in ("fix the bug in src/a.py", "fix the failing test", "create a python script"):
        recorded(query)
    recorded(user_purpose="")
    told = stats().issues
    assert [(one.topic, one.count, one.wordings) for one in told] == [
        ("code_permission_needed", 3, 3),
        ("field_missing:user_purpose", 1, 1),
    ]


def test_one_rule_that_objects_to_two_fields_makes_two_issues() -> None:
    recorded(user_purpose="", mode="")
    assert [one.topic for one in stats().issues] == ["field_missing:mode", "field_missing:user_purpose"]


def test_a_recurring_issue_has_its_most_frequent_wordings() -> None:
    for query in ("the cheapest", "the cheapest", "the best"):
        recorded(query)
    (told,) = stats().issues
    assert [(wording.split("“")[1][:4], count) for wording, count in told.examples] == [("chea", 2), ("best", 1)]


def test_the_log_of_a_recurring_issue_holds_as_many_as_its_number_says() -> None:
    recorded(user_purpose="", mode="")
    recorded(user_purpose="")
    told = stats().issues
    lists = [list_analyses(AnalysisFilter(topic=one.topic)).rows for one in told]
    assert [len(rows) for rows in lists] == [one.count for one in told] == [2, 1]


def test_a_recurring_issue_names_the_last_query_it_was_raised_on() -> None:
    recorded(user_purpose="", now=NOON)
    last = recorded("which tent is light?", user_purpose="", now=NOON + timedelta(hours=1)).record
    (told,) = stats().issues
    assert (told.record_id, told.query) == (last.pk, "which tent is light?")


def test_two_days_are_told_by_the_hour_without_gaps() -> None:
    for hours in (0, 0, 3):
        recorded(now=NOON + timedelta(hours=hours))
    over_time = stats().over_time
    assert (over_time.step, [sum(bucket.counts.values()) for bucket in over_time.buckets]) == ("hour", [2, 0, 0, 1])


def test_more_is_told_by_the_day_and_of_long_times_the_end() -> None:
    recorded(now=NOON)
    recorded(document=[], now=NOON + timedelta(days=400))
    over_time = stats().over_time
    assert (over_time.step, len(over_time.buckets)) == ("day", MOST_BUCKETS)
    assert over_time.buckets[-1].counts == {"halted": 1}


@pytest.mark.parametrize(
    ("wanted", "n"),
    [({}, 2), ({"since": NOON + timedelta(hours=1)}, 1), ({"until": NOON}, 0), ({"pipeline": "elsewhere"}, 0)],
)
def test_figures_keep_to_the_filter(wanted: dict[str, object], n: int) -> None:
    recorded(now=NOON)
    recorded(now=NOON + timedelta(hours=2))
    assert stats(**wanted).n == n


def test_the_figures_are_answered_with_their_n_and_interval(api: ApiClient) -> None:
    api.post("/query-analyses", body("get me that one", reference_resolution=FAILED))
    for _ in range(4):
        api.post("/query-analyses", body())
    told = api.get("/stats/query-analyses").json()["failed_resolution_against_clarify"]
    assert told == {
        "failed_and_clarify": 1,
        "failed_only": 0,
        "clarify_only": 0,
        "neither": 4,
        "phi": {"value": 1.0, "low": told["phi"]["low"], "high": 1.0, "n": 5},
    }


def test_the_log_behind_the_figures_comes_as_csv(api: ApiClient) -> None:
    api.post("/query-analyses", body(turn_id="turn_7"))
    api.post("/query-analyses", body(VAGUE))
    answer = api.get("/stats/query-analyses.csv")
    rows = list(csv.DictReader(StringIO(b"".join(answer.streaming_content).decode())))
    assert [(row["query"], row["status"], row["turn_id"]) for row in rows] == [
        (VAGUE, "clarify", ""),
        (CLEAR, "pass", "turn_7"),
    ]


@pytest.mark.parametrize("query", ["=1+1", "+44", "-2", "@sum"])
def test_no_cell_becomes_a_formula(query: str, api: ApiClient) -> None:
    api.post("/query-analyses", body(query))
    text = b"".join(api.get("/stats/query-analyses.csv").streaming_content).decode()
    assert [row["query"] for row in csv.DictReader(StringIO(text))] == [f"'{query}"]
