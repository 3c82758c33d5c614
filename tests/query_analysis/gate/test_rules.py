"""Every pass, retry and clarify condition of spec 2 section 5, by the rules alone."""

from __future__ import annotations

import json

import pytest

from tests.query_analysis.gate.queries import MUST_CLARIFY, MUST_NOT_CLARIFY
from tests.query_analysis.gate.rules import analysis, codes, run
from validation.domain.halt import HaltCause
from validation.query_analysis.gate.gate import validate_analysis
from validation.query_analysis.gate.result import RuleCode


def test_a_coherent_analysis_passes_with_nothing_to_say():
    assert run().validation.as_document() == {
        "status": "pass",
        "confidence": 0.8,
        "issues": [],
        "retry_guidance": [],
        "clarification_question": None,
    }


@pytest.mark.parametrize("query", MUST_CLARIFY)
def test_a_query_that_names_nothing_or_needs_permission_is_clarified(query):
    validation = run(query, analysis(query, data_requirements=["live_data"])).validation
    assert (validation.status, validation.clarification_question[-1]) in {("clarify", "?"), ("clarify", ".")}


@pytest.mark.parametrize("query", ["\u200b", "\u3164\u2800"])
def test_a_query_that_shows_nothing_is_as_a_blank_one(query):
    assert codes(run(query)) == codes(run(" ")) == ["field_malformed", "core_entity_missing"]


@pytest.mark.parametrize("field", ["resolved_query", "user_purpose"])
def test_a_field_that_shows_nothing_is_a_retry(field):
    """Its query is clear, so nothing is asked of the user."""
    result = run(document=analysis(**{field: "\u200b\u3164"}))
    assert (result.validation.status, codes(result)) == ("retry", ["field_malformed"])


def test_an_order_that_is_one_only_when_resolved_needs_permission_too():
    text = "fix the failing test in src/app.py"
    resolved = analysis(text, status="resolved", references=["it"], resolved_to="the failing test in src/app.py")
    assert codes(run("fix it", resolved)) == ["code_permission_needed"]


@pytest.mark.parametrize("query", MUST_NOT_CLARIFY)
def test_a_query_that_can_be_worked_on_passes(query):
    assert run(query, analysis(query, data_requirements=["live_data"])).validation.status == "pass"


@pytest.mark.parametrize(
    "field", ["resolved_query", "user_purpose", "data_requirements", "mode", "reference_resolution"]
)
def test_a_missing_field_is_a_retry_that_names_it(field):
    document = analysis()
    del document[field]
    result = run(document=document)
    assert (result.validation.status, codes(result)) == ("retry", ["field_missing"])
    assert result.validation.retry_guidance[0].startswith(f"Set {field} to ")


@pytest.mark.parametrize(
    ("field", "value", "named"),
    [
        ("resolved_query", 5, "5"),
        ("resolved_query", " ", '" "'),
        ("user_purpose", ["a"], "a list"),
        ("data_requirements", "live", '"live"'),
        ("mode", "CODE", '"CODE"'),
        ("mode", "agent", '"agent"'),
        ("mode", "a" * 900, f'"{"a" * 60}..."'),
        ("reference_resolution", "resolved", '"resolved"'),
        ("reference_resolution", {"status": "maybe"}, '"maybe"'),
        ("reference_resolution", {"status": "not_needed", "original_references": "it"}, '"it"'),
        ("reference_resolution", {"status": "not_needed", "resolved_to": 3}, "3"),
    ],
)
def test_a_malformed_field_is_a_retry_that_names_what_came(field, value, named):
    result = run(document=analysis(**{field: value}))
    assert (result.validation.status, codes(result)) == ("retry", ["field_malformed"])
    assert f"is malformed ({named}); expected: " in result.validation.issues[0]


def test_lists_of_requirements_are_as_good_as_objects():
    assert run(document=analysis(data_requirements=[])).validation.status == "pass"


@pytest.mark.parametrize("value", [None, "text", [], [{}], 5, True])
def test_an_analysis_that_is_no_object_halts(value):
    result = validate_analysis("find a tent", value)
    assert (result.validation, result.halt.cause) == (None, HaltCause.INPUT_MALFORMED)


def test_a_failed_resolution_must_leave_the_query_alone():
    result = run("how heavy is it", analysis("how heavy is the Nimbus tent", status="failed", references=["it"]))
    assert (result.validation.status, codes(result)[0]) == ("retry", "failed_but_changed")


def test_case_and_punctuation_are_no_change():
    document = analysis("how heavy is a canoe", status="failed")
    assert run("How heavy is a canoe?", document).validation.status == "pass"


@pytest.mark.parametrize(
    "document",
    [
        analysis("how heavy is it", status="failed", resolved_to="Nimbus tent"),
        analysis("how heavy is it", status="resolved", references=["it"], resolved_to="Nimbus tent"),
        analysis("how heavy is the Nimbus tent", references=["it"], resolved_to="Nimbus tent"),
    ],
)
def test_resolution_and_query_must_say_the_same(document):
    result = run("how heavy is it", document)
    assert result.validation.status == "retry"
    assert "resolution_contradiction" in codes(result)


@pytest.mark.parametrize("query", ["get me that one", "how much is it", "das rote", "the cheapest"])
@pytest.mark.parametrize("changed", [{}, {"resolved_to": "Nimbus tent"}, {"context": ["they spoke of tents"]}])
def test_what_still_names_nothing_was_not_resolved(query, changed):
    more = {name: value for name, value in changed.items() if name == "context"}
    document = {**analysis(query, status="resolved", resolved_to=changed.get("resolved_to")), **more}
    result = run(query, document)
    assert (result.validation.status, codes(result)) == ("retry", ["resolution_contradiction"])


@pytest.mark.parametrize(("query", "mode"), [("which tents are there", "chat"), ("run it", "code"), ("thanks", "chat")])
def test_what_names_something_may_be_called_resolved(query, mode):
    document = {**analysis(query, status="resolved"), "mode": mode}
    assert run(query, document).validation.status == "pass"


def test_a_failed_reference_in_a_query_with_content_is_asked_about():
    result = run(
        "how heavy is that tent", analysis("how heavy is that tent", status="failed", references=["that tent"])
    )
    assert result.validation.clarification_question == "What does “that tent” refer to?"


def resolved(query, resolved_to, raw="how heavy is it"):
    return run(raw, analysis(query, status="resolved", references=["it"], resolved_to=resolved_to))


@pytest.mark.parametrize(
    ("query", "resolved_to"),
    [
        ("is the Canon EOS R10 good for travel?", "Fujifilm X-M5"),
        ("how heavy is the Nikon Z50 camera", "Fujifilm X-M5 camera"),
        ("how heavy is the nikon z50", "fujifilm x-m5"),
        ("how heavy is the Fujifilm X-T5", "Fujifilm X-M5"),
        ("does the iPhone 16 have USB-C", "iPhone 15"),
        ("which museums are in Lisbon", "Porto"),
        ("how heavy is the camera", "Fujifilm X-M5"),
    ],
)
def test_a_resolved_query_about_something_else_is_a_contradiction(query, resolved_to):
    result = resolved(query, resolved_to)
    assert (result.validation.status, codes(result)) == ("retry", ["resolution_contradiction"])
    assert resolved_to in result.validation.issues[0]


@pytest.mark.parametrize(
    ("query", "resolved_to"),
    [
        ("how heavy is the Fujifilm X-M5", "Fujifilm X-M5"),
        ("how heavy is the fujifilm xm5?", "Fujifilm X-M5"),
        ("Fujifilm's weight", "Fujifilm X-M5"),
        ("how heavy is the X-M5 next to a Canon EOS R10", "Fujifilm X-M5"),
        ("is the iPhone 16 better than the iPhone 15", "iPhone 15"),
        ("which rates did the ECB set", "European Central Bank"),
        ("which rates did the European Central Bank set", "ECB"),
        ("which museums are in München", "Muenchen"),
        ("weather in Malaga", "Málaga"),
        ("compare Nimbus and Kite", "the two tents listed before"),
        ("price of the ThinkPad X1", "the laptop of the previous turn"),
        ("price of the ThinkPad X1", "Previous conversation about laptops"),
        ("price of the ThinkPad X1", "Turn 3"),
        ("富士フイルムの重さは", "Fujifilm X-M5"),
        ("how heavy is the Nimbus tent", "Nimbus tent (2024), the second in the list"),
        ("are 3 nights in Porto enough", "Porto, 5 nights"),
        ("hotels near the Kölner Dom", "Kölner Dom"),
        ("how heavy is the Nimbus tent", None),
        ("how heavy is the Nimbus tent", ""),
        ("who directed Alien", "the film Alien (1979)"),
    ],
)
def test_a_resolved_query_that_names_what_was_resolved_passes(query, resolved_to):
    assert resolved(query, resolved_to).validation.status == "pass"


def test_a_question_about_this_asks_what_this_is_and_not_how_to_read_its_verb():
    result = run("why does this print 1?")
    assert result.validation.clarification_question == "What does “this” refer to? Please name it."


def test_a_resolved_reference_needs_no_question():
    document = analysis("get me the Nimbus tent", status="resolved", references=["that one"], resolved_to="Nimbus tent")
    assert run("get me that one", document).validation.status == "pass"


def test_what_phase_one_filled_in_counts():
    assert run("the cheapest", analysis("the cheapest canoe")).validation.status == "pass"


def test_an_earlier_conversation_is_context_enough():
    assert run("how much is it?", analysis("how much is it?", history="Q: a canoe?")).validation.status == "pass"


def test_two_readings_are_both_named():
    question = run("book that").validation.clarification_question
    assert "reservation" in question
    assert "to read" in question


def test_a_retry_comes_before_a_question():
    validation = run("get me that one", analysis("get me that one", user_purpose="")).validation
    assert (validation.status, validation.clarification_question) == ("retry", None)


def test_a_megabyte_of_query_is_read_in_linear_time():
    for hostile in ("and " * 250_000, "please " * 150_000, "a/" * 500_000, '"' * 1_000_000, "(" * 1_000_000):
        assert json.dumps(run(hostile, analysis("x")).validation.as_document())


def test_every_code_that_a_rule_raises_can_be_filtered_by():
    raised = {
        rule.code
        for query in (
            "the cheapest",
            "get me that one",
            "book that",
            "fix src/a.py",
            "why does src/a.py fail?",
            "today?",
        )
        for changed in (
            {},
            {"mode": "browse", "user_purpose": ""},
            {"reference_resolution": {"status": "failed"}},
            {"reference_resolution": {"status": "failed", "resolved_to": "x"}, "resolved_query": "another"},
            {"data_requirements": {}},
            {"reference_resolution": {"status": "resolved", "original_references": ["it"]}},
        )
        for rule in validate_analysis(query, {**analysis(query), **changed}).rules
    }
    assert raised == set(RuleCode) - {RuleCode.JUDGE}
