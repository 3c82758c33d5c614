"""What makes a query one about code, and what needs live data (spec 2, section 5)."""

from __future__ import annotations

import pytest

from tests.query_analysis.gate.rules import analysis, codes, run
from tests.query_analysis.gate.time_queries import NEEDS_LIVE_DATA, NEEDS_NONE


def test_in_code_mode_this_is_the_code_at_hand():
    document = analysis("why does this print 1?", mode="code")
    assert run("why does this print 1?", document).validation.status == "pass"


@pytest.mark.parametrize("query", ["run it", "print this", "ship it", "return this"])
def test_in_code_mode_no_word_of_programming_has_another_reading(query):
    assert run(query, analysis(query, mode="code")).validation.status == "pass"


@pytest.mark.parametrize("query", ["the cheapest", "the best one under 50 euros"])
def test_in_code_mode_a_missing_subject_is_asked_for_all_the_same(query):
    assert run(query, analysis(query, mode="code")).validation.status == "clarify"


@pytest.mark.parametrize(
    "query",
    [
        "what does src/app.py do?",
        "how do I fix the import in reader.ts?",
        "I looked at /etc/nginx/nginx.conf and ./run.sh",
        "is main.c:12 correct?",
        "what is in C:\\work\\notes.md",
        'why this: Traceback (most recent call last): File "x", line 3',
        "explain error[E0308] to me",
    ],
)
def test_code_merely_mentioned_in_chat_mode_is_a_retry(query):
    validation = run(query).validation
    assert validation.status == "retry"
    assert validation.retry_guidance[0].startswith("Set mode=code because the query references ")


@pytest.mark.parametrize(
    "query",
    [
        "is Node.js or Next.js faster?",
        "TCP/IP and/or UDP",
        "see https://example.org/a/b.html",
        "mail me at ada@example.org",
        "open 24/7 on 12/05?",
        "what is r/python about",
        "U.S.C. title nine",
        "Dr. No vs. Mr. T",
    ],
)
def test_what_only_looks_like_a_path_is_none(query):
    assert run(query).validation.status == "pass"


@pytest.mark.parametrize(
    "query",
    [
        "Fix src/app.py",
        "please look at reader.py and rename the class",
        "can you run the unit tests?",
        "debug this bug",
    ],
)
def test_work_on_code_in_chat_mode_asks_for_permission(query):
    validation = run(query).validation
    assert validation.status == "clarify"
    assert "code mode" in validation.clarification_question


def test_work_on_code_in_code_mode_passes():
    assert run("Fix src/app.py", analysis("Fix src/app.py", mode="code")).validation.status == "pass"


@pytest.mark.parametrize(
    "query", ["weather in Bergen today", "latest phone by Fairphone", "is it in stock", "current price of tin"]
)
@pytest.mark.parametrize("requirements", [{}, [], {"needs_live_data": False}, ["reviews"], {"live_data": "no"}])
def test_a_time_sensitive_query_needs_live_data(query, requirements):
    result = run(query, analysis(query, data_requirements=requirements))
    assert (result.validation.status, codes(result)) == ("retry", ["live_data_missing"])


@pytest.mark.parametrize("query", NEEDS_LIVE_DATA)
def test_words_for_now_count_in_every_language(query):
    result = run(query, analysis(query, data_requirements={}))
    assert (result.validation.status, codes(result)) == ("retry", ["live_data_missing"])


@pytest.mark.parametrize("query", NEEDS_NONE)
def test_what_only_looks_like_a_word_for_now_is_none(query):
    assert "live_data_missing" not in codes(run(query, analysis(query, data_requirements={})))


@pytest.mark.parametrize(
    "requirements",
    [
        {"needs_live_data": True},
        {"liveData": True},
        {"needs_current_prices": 1},
        {"freshness": "high"},
        {"real_time": True},
        {"sources": {"realtime": True}},
        ["live_prices"],
        [{"needs_live_data": True}],
    ],
)
def test_any_flag_that_names_live_data_will_do(requirements):
    assert (
        run("tin price today", analysis("tin price today", data_requirements=requirements)).validation.status == "pass"
    )


@pytest.mark.parametrize("requirements", [{"delivery": True}, {"currency": True}, {"alive": True}])
def test_names_that_only_hold_the_letters_are_no_live_flag(requirements):
    assert (
        run("tin price today", analysis("tin price today", data_requirements=requirements)).validation.status == "retry"
    )


@pytest.mark.parametrize(
    "query",
    ['what does "today" mean in German?', "translate see you tomorrow", "how does current flow through a diode?"],
)
def test_words_of_time_that_are_quoted_or_to_be_written_are_no_signal(query):
    assert run(query).validation.status == "pass"
