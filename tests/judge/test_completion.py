"""Bodies of a completion that the HTTP table does not reach."""

from __future__ import annotations

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.llm_server.replies import completion
from validation.domain.halt import HaltCause
from validation.judge.completion import Completion, read_completion
from validation.judge.failures import KEPT, Fault, Usage, status_fault

ANYTHING = st.recursive(
    st.none() | st.booleans() | st.integers() | st.text(max_size=5),
    lambda inner: (
        st.lists(inner, max_size=3)
        | st.dictionaries(
            st.sampled_from(["choices", "message", "content", "finish_reason", "usage"]), inner, max_size=4
        )
    ),
    max_leaves=20,
)


@given(ANYTHING)
def test_no_json_body_raises(body: Any) -> None:
    assert isinstance(read_completion(json.dumps(body)), Completion | Fault)


@pytest.mark.parametrize("choice", [None, [], "text", {}, {"message": None}, {"message": "text"}])
def test_a_choice_without_a_message_is_malformed(choice: Any) -> None:
    fault = read_completion(json.dumps({"choices": [choice]}))
    assert isinstance(fault, Fault)
    assert fault.halt.cause is HaltCause.VERDICT_MALFORMED


@pytest.mark.parametrize(
    "usage", [None, "many", {"prompt_tokens": -1}, {"prompt_tokens": True}, {"prompt_tokens": 2**40}]
)
def test_a_usage_that_cannot_be_true_counts_as_none(usage: Any) -> None:
    assert read_completion(json.dumps(completion("{}") | {"usage": usage})).usage == Usage()


def test_content_in_parts_is_malformed() -> None:
    body = completion("") | {"choices": [{"message": {"content": [{"text": "{}"}]}, "finish_reason": "stop"}]}
    assert isinstance(read_completion(json.dumps(body)), Fault)


def test_a_huge_error_body_is_kept_only_in_part() -> None:
    assert len(status_fault(500, "x" * 10**6).raw) == KEPT


@pytest.mark.parametrize(
    ("status", "message"),
    [
        (400, "The decoder prompt (length 5000) is longer than the maximum model length of 4096."),
        (400, "Requested tokens (2100) exceed context window of 2048"),
        (422, "the request exceeds the available context size"),
        (413, "context_length_exceeded"),
    ],
)
def test_a_request_too_long_is_known_by_the_words_of_each_server(status: int, message: str) -> None:
    fault = status_fault(status, json.dumps({"error": {"message": message}}))
    assert (fault.halt.cause, fault.retried) == (HaltCause.CONTEXT_TOO_LONG, False)


@given(st.integers(400, 599), st.text(max_size=200))
def test_no_error_body_raises_or_runs_over_one_line(status: int, body: str) -> None:
    assert "\n" not in status_fault(status, body).halt.message
