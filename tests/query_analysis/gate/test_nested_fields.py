"""Fields of an analysis that hold a list or an object where a text or a flag would do."""

from __future__ import annotations

import unicodedata

import pytest

from tests.query_analysis.gate.rules import analysis, codes, run
from validation.query_analysis.gate.analysis import read_analysis

QUERY = "how heavy is it"
NAMED = [["Nimbus tent"], {"name": "Nimbus tent"}, {"it": "Nimbus tent"}, [{"name": "Nimbus tent", "id": 7}]]
WEATHER = "what is the weather in Porto today?"


@pytest.mark.parametrize("resolved_to", NAMED)
@pytest.mark.parametrize(
    "document",
    [
        analysis(QUERY, status="failed"),
        analysis(QUERY, status="resolved", references=["it"]),
        analysis("how heavy is the Nimbus tent", references=["it"]),
    ],
)
def test_a_name_in_a_list_or_object_counts_as_the_name(document: dict, resolved_to: object) -> None:
    document = {**document, "reference_resolution": {**document["reference_resolution"], "resolved_to": resolved_to}}
    assert "resolution_contradiction" in codes(run(QUERY, document))


@pytest.mark.parametrize("resolved_to", [["Fuji X-M5"], {"it": "Fuji X-M5"}])
def test_a_query_about_something_else_is_a_contradiction(resolved_to: object) -> None:
    document = analysis("how heavy is the Lumo H4", status="resolved", references=["it"], resolved_to=resolved_to)
    assert codes(run(QUERY, document)) == ["resolution_contradiction"]


@pytest.mark.parametrize("resolved_to", [*NAMED, ["Cirrus tent", "Nimbus tent"]])
def test_a_query_that_says_one_of_the_names_passes(resolved_to: object) -> None:
    document = analysis("how heavy is the Nimbus tent", status="resolved", references=["it"], resolved_to=resolved_to)
    assert run(QUERY, document).validation.status == "pass"


@pytest.mark.parametrize(
    "resolved_to",
    [
        {"name": "Nimbus tent", "id": "prod-4711", "type": "product", "source": "turn 3"},
        [{"reference": "it", "resolved": "Nimbus tent", "id": "prod-4711"}],
        {"Title": "Nimbus tent", "id": "prod-4711"},
        {"resolved": True, "it": "Nimbus tent"},
        {"text": {"name": "Nimbus tent", "id": "prod-4711"}},
    ],
)
def test_what_an_object_says_beside_the_name_is_no_name(resolved_to: object) -> None:
    document = analysis("how heavy is the Nimbus tent", status="resolved", references=["it"], resolved_to=resolved_to)
    assert read_analysis(document)[0].resolved_to == "Nimbus tent"
    assert run(QUERY, document).validation.status == "pass"


@pytest.mark.parametrize("resolved_to", [[], {}, {"it": None}, [""]])
def test_a_list_or_object_without_a_name_names_nothing(resolved_to: object) -> None:
    document = analysis("how heavy is a canoe", status="failed", resolved_to=resolved_to)
    assert run("how heavy is a canoe", document).validation.status == "pass"


@pytest.mark.parametrize(
    "requirements",
    [
        {"live_data": {"needed": False}},
        {"live_data": {"required": "no", "reason": "it is history"}},
        {"live_data": {"needed": False, "sources": []}},
        [{"name": "live_data", "needed": False}],
        {"live_data": {"Needed": False, "reason": "static facts"}},
        {"live_data": {"isRequired": False, "reason": "static facts"}},
        {"live_data": {"needed": "not required"}},
        {"live_data": "not required"},
        {"live_data": "not-needed"},
        {"live_data": "Not needed: static facts"},
        {"live_data": "no, static facts"},
        {"live_data": "No need"},
        {"live_data": "n/a"},
        {"live_data": "off"},
        {"live_data": "null"},
        {"no_live_data": True},
        ["no live data"],
        ["no need for live data"],
        ["live data not needed"],
        ["live_data: no"],
        ["without live data"],
        {"without_current_prices": True},
        {"live_data": "no, 2 static facts"},
        {"live_data": "not needed: 3 static facts"},
        {"live_data": "0 - not needed"},
    ],
)
def test_a_need_that_is_denied_is_no_need(requirements: object) -> None:
    assert "live_data_missing" in codes(run(WEATHER, analysis(WEATHER, data_requirements=requirements)))


@pytest.mark.parametrize(
    "requirements",
    [
        {"live_data": {"needed": True}},
        {"live_data": {"sources": ["weather"]}},
        {"freshness": {"live": "yes", "cached": False}},
        [{"name": "live_data", "needed": True}],
        [{"name": "live_data"}],
        {"live_data": {"reason": "weather changes"}},
        {"live_data": {"value": None, "source": "web"}},
        {"live_data": {"source": "web", "cache": "no"}},
        {"freshness": "not older than one hour"},
        {"freshness": "no older than 24 hours"},
        {"live": "no cached data"},
        {"realtime": "never cached"},
        {"live_data": "none of the cached sources"},
        {"live_data": "no-cache"},
        ["live data, no login"],
        ["not only static facts: live data"],
        ["no cached prices, live data"],
        {"freshness": "0.5 hours"},
        {"freshness": "0,5 h"},
        {"live_data_max_age": "0.25h"},
        {"freshness": "0:30 h"},
        {"current": "0 - 3 hours"},
        {"live_data": "No. 1 priority"},
        ["cannot be answered without live data"],
        ["cannot be answered with no live data"],
        ["not answerable without current prices"],
        ["without live data this cannot be told"],
        ["impossible without real-time data"],
    ],
)
def test_a_need_that_is_stated_counts(requirements: object) -> None:
    assert codes(run(WEATHER, analysis(WEATHER, data_requirements=requirements))) == []


def test_another_unicode_form_is_no_change() -> None:
    composed, decomposed = (unicodedata.normalize(form, "wo ist das Café Müller?") for form in ("NFC", "NFD"))
    assert run(composed, analysis(decomposed, status="failed")).validation.status == "pass"
