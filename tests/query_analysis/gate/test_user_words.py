"""The rules on queries as users type them, in five languages."""

from __future__ import annotations

import pytest

from tests.query_analysis.gate import user_words as typed
from tests.query_analysis.gate.rules import analysis, codes, run

LIVE = {"data_requirements": ["live_data"]}


@pytest.mark.parametrize("query", typed.NAMES_NOTHING)
def test_a_reference_to_nothing_said_before_is_asked_about(query):
    result = run(query, analysis(query, **LIVE))
    assert (result.validation.status, *codes(result)) in {
        ("clarify", "reference_unresolved"),
        ("clarify", "core_entity_missing"),
    }


@pytest.mark.parametrize("query", typed.NAMES_SOMETHING)
def test_a_query_that_names_its_subject_is_not_asked_about(query):
    assert run(query, analysis(query, **LIVE)).validation.status == "pass"


@pytest.mark.parametrize("query", typed.ORDERS_WORK)
def test_work_on_code_or_machines_needs_permission_in_chat_mode(query):
    result = run(query, analysis(query, **LIVE))
    assert (result.validation.status, codes(result)) == ("clarify", ["code_permission_needed"])


@pytest.mark.parametrize("query", typed.ORDERS_NONE)
def test_what_only_sounds_like_work_on_code_passes(query):
    assert run(query, analysis(query, **LIVE)).validation.status == "pass"


@pytest.mark.parametrize("query", typed.ABOUT_NOW)
def test_a_day_of_this_week_beside_what_changes_needs_live_data(query):
    result = run(query, analysis(query, data_requirements={}))
    assert (result.validation.status, codes(result)) == ("retry", ["live_data_missing"])


@pytest.mark.parametrize("query", typed.OF_ANY_TIME)
def test_history_and_habit_need_no_live_data(query):
    assert run(query, analysis(query, data_requirements={})).validation.status == "pass"


@pytest.mark.parametrize(("query", "resolved", "named"), typed.RESOLVED_TO_ANOTHER)
def test_a_query_resolved_to_another_thing_is_a_contradiction(query, resolved, named):
    document = analysis(resolved, status="resolved", references=[query], resolved_to=named, **LIVE)
    assert codes(run(query, document)) == ["resolution_contradiction"]


@pytest.mark.parametrize(("query", "resolved", "named"), typed.RESOLVED_TO_THE_SAME)
def test_a_query_resolved_to_the_same_thing_passes(query, resolved, named):
    document = analysis(resolved, status="resolved", references=[query], resolved_to=named, **LIVE)
    assert run(query, document).validation.status == "pass"
