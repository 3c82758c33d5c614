"""What is observed over many validations."""

from __future__ import annotations

from validation.gates.query_analysis.analysis import Resolution
from validation.gates.query_analysis.observed import (
    failed_against_clarify,
    group_issues,
    issue_template,
    status_distribution,
)
from validation.gates.query_analysis.result import Status

PASS, RETRY, CLARIFY = Status.PASS, Status.RETRY, Status.CLARIFY


def test_every_status_has_its_share_even_at_zero():
    shares = {entry.status: entry.share.value for entry in status_distribution([PASS, PASS, PASS, RETRY])}
    assert shares == {PASS: 0.75, RETRY: 0.25, CLARIFY: 0.0}


def test_the_distribution_of_nothing_is_not_applicable():
    assert {entry.share.value for entry in status_distribution([])} == {None}


def test_issues_that_differ_in_values_are_one():
    groups = group_issues(
        [
            "mode is chat but the query references file paths (a.py)",
            "mode is chat but the query references file paths (b/c.rs, d.py)",
            "The query is time-sensitive (“today”) but data_requirements asks for no live data",
        ]
    )
    assert [(group.count, group.wordings) for group in groups] == [(2, 2), (1, 1)]


def test_issues_that_say_the_same_in_another_order_are_one():
    (group,) = group_issues(["no live data asked for in 3 fields", "in 12 fields no live data is asked for"])
    assert group.count == 2


def test_issues_about_different_fields_stay_apart():
    assert (
        len(
            group_issues(
                ["resolved_query is missing; a text is expected", "user_purpose is missing; a text is expected"]
            )
        )
        == 2
    )


def test_the_most_frequent_wording_is_the_example():
    (group,) = group_issues(["Task 3 not found", "Task 9 not found", "Task 9 not found"])
    assert (group.example, group.count) == ("Task 9 not found", 3)


def test_grouping_does_not_depend_on_the_order_of_issues():
    issues = ["Task 3 not found", "mode is missing", "Task 9 not found", "mode is malformed", "mode is missing"]
    assert group_issues(issues) == group_issues(issues[::-1])


def test_an_issue_of_nothing_but_values_still_has_a_name():
    assert issue_template("“x” 12 !") == "unnamed"


def test_a_failed_resolution_that_always_asks_correlates_fully():
    seen = [(Resolution.FAILED, CLARIFY)] * 5 + [(Resolution.NOT_NEEDED, PASS)] * 5 + [(None, RETRY)] * 2
    figure = failed_against_clarify(seen)
    assert (figure.phi.value, figure.phi.n, figure.table.both) == (1.0, 12, 5)


def test_no_failed_resolution_leaves_phi_undefined():
    assert failed_against_clarify([(Resolution.RESOLVED, PASS), (Resolution.RESOLVED, CLARIFY)]).phi.value is None
