"""The adapter against a real server: what it sends, how it tries again, and what it records."""

from __future__ import annotations

import json
import multiprocessing
import time
from concurrent.futures import ThreadPoolExecutor
from decimal import Decimal

import pytest

from tests.judge.conftest import JudgeAt
from tests.judge.questions import question
from tests.llm_server.process import LlmServer
from tests.llm_server.script import marker
from validation.domain.halt import HaltCause
from validation.domain.operations.cost import Cost, Prices
from validation.judge.breaker import Breaker, Circuit
from validation.judge.budget import estimate_tokens
from validation.judge.configured import configured_llm_client
from validation.judge.protocol import LlmCallFailed
from validation.judge.retry import RetryPolicy
from validation.judge.structured import Structured


def test_the_schema_goes_strict_in_response_format(llm: LlmServer, judge_at: JudgeAt) -> None:
    ask = question()
    judge_at().ask(ask)
    sent = llm.saw()["bodies"][0]["response_format"]
    assert sent == {"type": "json_schema", "json_schema": {"name": "verdict", "strict": True, "schema": ask.schema}}


def test_the_schema_goes_in_structured_outputs_when_a_probe_said_so(llm: LlmServer, judge_at: JudgeAt) -> None:
    ask = question()
    judge_at(structured=Structured.STRUCTURED_OUTPUTS).ask(ask)
    sent = llm.saw()["bodies"][0]
    assert sent["structured_outputs"] == {"json": ask.schema}
    assert "response_format" not in sent


def test_the_schema_goes_in_a_json_object_where_that_is_what_the_server_knows(
    llm: LlmServer, judge_at: JudgeAt
) -> None:
    ask = question()
    llm.script(json_object=True)
    judge_at(structured=Structured.JSON_OBJECT).ask(ask)
    assert llm.saw()["bodies"][0]["response_format"] == {"type": "json_object", "schema": ask.schema}


def test_the_seed_is_sent_and_recorded(llm: LlmServer, judge_at: JudgeAt) -> None:
    answer = judge_at().ask(question(seed=23))
    assert (llm.saw()["bodies"][0]["seed"], answer.record.seed) == (23, 23)


def test_temperature_and_output_limit_are_those_of_the_question(llm: LlmServer, judge_at: JudgeAt) -> None:
    judge_at().ask(question(temperature=0.4, max_tokens=321))
    sent = llm.saw()["bodies"][0]
    assert (sent["temperature"], sent["max_tokens"]) == (0.4, 321)


def test_settings_of_the_operator_go_with_every_request(llm: LlmServer, judge_at: JudgeAt) -> None:
    quiet = {"chat_template_kwargs": {"enable_thinking": False}}
    judge_at(extra_body=quiet).ask(question())
    assert llm.saw()["bodies"][0]["chat_template_kwargs"] == {"enable_thinking": False}


@pytest.mark.parametrize("ending", ["", "/", "/v1", "/v1/"])
def test_the_url_may_end_in_v1_or_not(ending: str, llm: LlmServer, judge_at: JudgeAt) -> None:
    assert judge_at(base_url=llm.url + ending).ask(question()).text


def test_connections_are_used_again(llm: LlmServer, judge_at: JudgeAt) -> None:
    judge = judge_at()
    for _ in range(5):
        judge.ask(question())
    # One more is the control connection that reads the counts, one the connection that set the script.
    assert llm.saw()["connections"] <= 3


def test_a_record_says_what_was_spent(judge_at: JudgeAt) -> None:
    record = judge_at().ask(question(evidence_omitted=3)).record
    assert (record.judge, record.model, record.tries) == ("vllm", "scripted", 1)
    assert (record.tokens_in, record.tokens_out, record.evidence_omitted) == (900, 120, 3)


def test_a_failed_try_that_was_billed_counts_too(llm: LlmServer, judge_at: JudgeAt) -> None:
    llm.script("aborted")
    record = judge_at().ask(question()).record
    assert (record.tries, record.tokens_in, record.tokens_out) == (2, 1800, 240)


def test_what_all_tries_cost_is_in_the_record(llm: LlmServer, judge_at: JudgeAt) -> None:
    llm.script("aborted")
    prices = Prices(tokens_in=Decimal(1), tokens_out=Decimal(10), currency="EUR")
    assert judge_at(prices=prices).ask(question()).record.cost == Cost(Decimal("0.0042"), "EUR")


def test_tokens_of_a_truncated_reply_are_in_the_record_of_the_failure(llm: LlmServer, judge_at: JudgeAt) -> None:
    llm.script("truncated")
    with pytest.raises(LlmCallFailed) as caught:
        judge_at().ask(question())
    assert caught.value.record.tokens_out == 120


def test_a_reply_cut_off_keeps_what_was_written(llm: LlmServer, judge_at: JudgeAt) -> None:
    llm.script("truncated")
    with pytest.raises(LlmCallFailed) as caught:
        judge_at().ask(question())
    assert caught.value.raw_reply.startswith('{"checks"')


def test_the_servers_retry_after_is_not_undercut(llm: LlmServer, judge_at: JudgeAt) -> None:
    llm.script("http_429")
    started = time.monotonic()
    judge_at().ask(question())
    assert time.monotonic() - started >= 0.05


def test_a_retry_after_beyond_the_deadline_fails_at_once(llm: LlmServer, judge_at: JudgeAt) -> None:
    llm.script("http_429_for_an_hour")
    started = time.monotonic()
    with pytest.raises(LlmCallFailed):
        judge_at().ask(question(deadline=30.0))
    assert time.monotonic() - started < 5


@pytest.mark.parametrize("fault", ["slow_headers", "slow_body", "stalled"])
def test_the_deadline_of_a_job_ends_it_however_slowly_bytes_trickle(
    fault: str, llm: LlmServer, judge_at: JudgeAt
) -> None:
    llm.script(fault)
    started = time.monotonic()
    with pytest.raises(LlmCallFailed) as caught:
        judge_at(call_timeout=60.0).ask(question(deadline=0.5))
    assert caught.value.halt.cause is HaltCause.JUDGE_TIMEOUT
    assert 0.5 <= time.monotonic() - started < 20  # the call alone may take 60


def test_no_more_requests_are_in_flight_than_set_and_no_fewer(llm: LlmServer, judge_at: JudgeAt) -> None:
    llm.script(latency=0.05)
    judge = judge_at(concurrency=4)
    with ThreadPoolExecutor(12) as threads:
        list(threads.map(lambda _: judge.ask(question()), range(24)))
    assert llm.saw()["in_flight_most"] == 4


def test_markers_give_each_request_its_fault_in_any_order(llm: LlmServer, judge_at: JudgeAt) -> None:
    judge = judge_at()
    users = [marker("http_503", times=1, number=n) if n % 2 else "plain" for n in range(10)]
    with ThreadPoolExecutor(8) as threads:
        records = list(threads.map(lambda user: judge.ask(question(user)).record, users))
    assert [record.tries for record in records] == [2 if n % 2 else 1 for n in range(10)]


def test_the_circuit_opens_after_failures_in_a_row_and_spares_the_endpoint(llm: LlmServer, judge_at: JudgeAt) -> None:
    llm.script(*["http_503"] * 10)
    judge = judge_at(breaker=Breaker(clock=time.monotonic, threshold=2, pause=60.0))
    for _ in range(3):
        with pytest.raises(LlmCallFailed):
            judge.ask(question())
    assert judge.state().circuit is Circuit.OPEN
    assert llm.saw()["requests"] == 2


def test_an_open_circuit_names_the_last_failure(llm: LlmServer, judge_at: JudgeAt) -> None:
    llm.script("http_503")
    judge = judge_at(breaker=Breaker(clock=time.monotonic, threshold=1, pause=60.0), retry=RetryPolicy(tries=1))
    for _ in range(2):
        with pytest.raises(LlmCallFailed) as caught:
            judge.ask(question())
    assert "is not asked" in caught.value.halt.message
    assert "Engine is not ready" in caught.value.halt.message
    assert caught.value.record.tries == 0


def test_a_job_outlives_a_short_pause_of_the_circuit(llm: LlmServer, judge_at: JudgeAt) -> None:
    llm.script("http_503", "http_503")
    breaker = Breaker(clock=time.monotonic, threshold=2, pause=0.05)
    judge = judge_at(breaker=breaker, retry=RetryPolicy(tries=3, first=0.001))
    assert judge.ask(question()).record.tries == 3
    assert judge.state().circuit is Circuit.CLOSED


def test_a_malformed_reply_does_not_open_the_circuit(llm: LlmServer, judge_at: JudgeAt) -> None:
    llm.script("empty_choices")
    judge = judge_at(breaker=Breaker(clock=time.monotonic, threshold=1))
    with pytest.raises(LlmCallFailed):
        judge.ask(question())
    assert judge.state().circuit is Circuit.CLOSED


def test_a_healthy_endpoint_is_not_blamed_for_tries_that_got_the_rest_of_a_deadline(
    llm: LlmServer, judge_at: JudgeAt
) -> None:
    llm.script(latency=0.6)
    breaker = Breaker(clock=time.monotonic, threshold=1, pause=60.0)
    judge = judge_at(concurrency=1, call_timeout=5.0, breaker=breaker)
    with ThreadPoolExecutor(3) as threads:
        jobs = [threads.submit(judge.ask, question(deadline=1.1)) for _ in range(3)]
    assert sorted(job.exception() is None for job in jobs) == [False, False, True]
    assert judge.state().circuit is Circuit.CLOSED


def test_an_endpoint_that_is_silent_for_a_whole_try_is_blamed(llm: LlmServer, judge_at: JudgeAt) -> None:
    llm.script("stalled")
    judge = judge_at(call_timeout=0.5, retry=RetryPolicy(tries=1), breaker=Breaker(clock=time.monotonic, threshold=1))
    with pytest.raises(LlmCallFailed):
        judge.ask(question(deadline=0.49))
    assert judge.state().circuit is Circuit.OPEN


def test_no_try_begins_with_less_time_than_any_judge_takes(llm: LlmServer, judge_at: JudgeAt) -> None:
    with pytest.raises(LlmCallFailed) as caught:
        judge_at().ask(question(deadline=0.1))
    assert (caught.value.halt.cause, caught.value.record.tries) == (HaltCause.JUDGE_TIMEOUT, 0)
    assert llm.saw()["requests"] == 0


def test_tokens_are_counted_by_the_server_where_it_does(judge_at: JudgeAt) -> None:
    assert judge_at().count_tokens("one two three") == 3


def test_tokens_are_estimated_where_the_server_does_not_count(llm: LlmServer, judge_at: JudgeAt) -> None:
    llm.script(tokenize=False)
    text = "one two three and 4567"
    assert judge_at().count_tokens(text) == estimate_tokens(text)


def test_text_that_is_no_unicode_halts_instead_of_crashing(judge_at: JudgeAt) -> None:
    with pytest.raises(LlmCallFailed) as caught:
        judge_at().ask(question("half a pair: \ud83d"))
    assert caught.value.halt.cause is HaltCause.INPUT_MALFORMED


def test_the_answer_is_the_servers_text_untouched(llm: LlmServer, judge_at: JudgeAt) -> None:
    llm.script("fenced")
    text = judge_at().ask(question()).text
    assert text.startswith("```json\n")
    assert json.loads(text.removeprefix("```json\n").removesuffix("\n```"))["decision"] == "APPROVE"


def _served_models() -> object:
    llm_client = configured_llm_client()
    return llm_client and llm_client.served_models()


def test_a_forked_worker_asks_as_its_parent_does(configured: LlmServer) -> None:
    here = _served_models()
    assert isinstance(here, str)
    with multiprocessing.get_context("fork").Pool(1) as workers:
        assert workers.apply_async(_served_models).get(timeout=30) == here
