"""Any query, any analysis, any reply: a decision or a halt, never another exception."""

from __future__ import annotations

import json

from hypothesis import given, settings
from hypothesis import strategies as st

from validation.domain.halt import Halted
from validation.query_analysis.gate.analysis import read_analysis
from validation.query_analysis.gate.gate import validate_analysis
from validation.query_analysis.gate.result import Status
from validation.query_analysis.gate.rubric import contradiction, read_validation, render
from validation.query_analysis.gate.topics import issue_template

anything = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=12), inner, max_size=4),
    max_leaves=12,
)
SIGNALS = (
    *("get", "me", "that", "one", "the", "cheapest", "book", "fix", "run", "src/a.py", "today", "it", '"', "'(`"),
    *("Traceback", "https://a.b/c", "...", "why", "?", "and"),
)
words = st.lists(
    st.sampled_from(SIGNALS) | st.text(max_size=8),
    max_size=12,
).map(" ".join)
analyses = st.fixed_dictionaries(
    {},
    optional={
        "resolved_query": words | anything,
        "user_purpose": words | anything,
        "data_requirements": anything,
        "mode": st.sampled_from(["chat", "code"]) | anything,
        "reference_resolution": st.fixed_dictionaries(
            {"status": st.sampled_from(["not_needed", "resolved", "failed"]) | anything},
            optional={"original_references": st.lists(words) | anything, "resolved_to": words | anything},
        )
        | anything,
        "history": anything,
        "validation": anything,
    },
)
replies = st.fixed_dictionaries(
    {
        "status": st.sampled_from(list(Status)) | anything,
        "confidence": st.floats(0, 1) | anything,
        "issues": st.lists(st.text(), max_size=2) | anything,
        "retry_guidance": st.lists(st.text(), max_size=2) | anything,
        "clarification_question": st.none() | st.text() | anything,
    }
)


@given(words | st.text(), analyses | anything)
@settings(max_examples=400)
def test_any_analysis_is_decided_by_the_rules_of_the_spec(query, analysis):
    result = validate_analysis(query, analysis)
    assert (result.validation is None) == (result.halt is not None) == (not isinstance(analysis, dict))
    if result.validation:
        assert contradiction(result.validation) is None
        assert 0 <= result.validation.confidence <= 1


@given(words | st.text(), analyses)
def test_any_analysis_can_be_put_to_a_judge(query, analysis):
    assert len(render(query, read_analysis(analysis)[0], deadline=5.0).user) < 4_000


@given(replies.map(json.dumps) | st.text())
@settings(max_examples=300)
def test_any_reply_is_believed_or_halts(reply):
    try:
        validation = read_validation(reply)
    except Halted:
        return
    assert contradiction(validation) is None


@given(st.text() | words)
def test_every_issue_has_a_template(issue):
    assert issue_template(issue) == issue_template(issue).strip() != ""
