"""What judges complained of, sorted by what it means; what rules object to knows its topic."""

from __future__ import annotations

import pytest

from tests.query_analysis.gate.test_judge import ASKS, Says
from tests.query_analysis.site.analyses import recorded
from validation.embeddings.local import local_embedder
from validation.models import IssueTopic, QueryAnalysisIssue
from validation.query_analysis.actions.issue_topics import sort_issues
from validation.query_analysis.queries.query_analyses import AnalysisFilter
from validation.query_analysis.queries.query_analysis_stats import RecurringIssue, analysis_stats
from validation.query_analysis.tasks import sort_issues as task

pytestmark = pytest.mark.django_db
SAME = ("No product is named.", "The query names no product.", "The product type is not stated.")
OTHER = "The travel dates are not given."


def complained(*issues: str) -> None:
    for issue in issues:
        recorded(llm_client=Says({**ASKS, "issues": [issue]}))


def issues() -> list[RecurringIssue]:
    return list(analysis_stats(AnalysisFilter()).issues)


def test_issues_that_say_the_same_in_other_words_are_one() -> None:
    complained(*SAME, OTHER)
    sort_issues(embedder=local_embedder())
    assert [(one.count, one.wordings) for one in issues()] == [(3, 3), (1, 1)]


def test_a_wording_that_comes_later_joins_its_topic() -> None:
    complained(*SAME[:2])
    sort_issues(embedder=local_embedder())
    complained(SAME[2], SAME[0])
    sort_issues(embedder=local_embedder())
    assert [(one.count, one.wordings) for one in issues()] == [(4, 3)]
    assert [row.wordings for row in IssueTopic.objects.all()] == [3]


def test_what_waits_to_be_sorted_stands_for_its_words() -> None:
    complained(SAME[0], SAME[0], SAME[1])
    assert [(one.topic, one.count, one.examples) for one in issues()] == [
        ("", 2, ((SAME[0], 2),)),
        ("", 1, ((SAME[1], 1),)),
    ]


def test_without_an_embedder_wordings_that_differ_in_values_are_one() -> None:
    complained("“Oste” is no city in 2 registers", "“Brem” is no city in 3 registers", OTHER)
    sort_issues(embedder=None)
    assert [one.count for one in issues()] == [2, 1]


def test_the_task_sorts_all_that_waits() -> None:
    complained(*SAME, OTHER)
    assert QueryAnalysisIssue.objects.filter(topic="").count() == len({*SAME, OTHER})
    task()
    assert not QueryAnalysisIssue.objects.filter(topic="").exists()


def test_nothing_that_waits_is_nothing_to_do() -> None:
    recorded(user_purpose="")
    assert sort_issues(embedder=local_embedder()) == 0


def test_what_was_sorted_between_two_looks_is_told_sorted() -> None:
    complained(*SAME)
    before = len(issues())
    sort_issues(embedder=local_embedder())
    assert (before, len(issues())) == (3, 1)
