"""The references of a chat log's items: ids as they were sent, wherever they can be."""

from __future__ import annotations

import pytest

from validation.context_md.chat import build_context
from validation.context_md.parser import parse
from validation.domain.gateway.chat import ChatMessage, ChatRole, Document
from validation.evidence.context.items import collect
from validation.evidence.detectors.urls import source_refs

ASKED = ChatMessage(ChatRole.USER, "Which room is open?")
RESULT = ChatMessage(ChatRole.TOOL, "Room 9 is open.", tool_call_id="call_1")
ADDRESS = "https://intranet.example/" + "p" * 175


@pytest.mark.parametrize(
    ("names", "refs"),
    [
        (["a b", "a_b"], ["a_b_2", "a_b", "call_1"]),
        (["a b", "a_b", "a_b_2"], ["a_b_3", "a_b", "a_b_2", "call_1"]),
        (["a b", "a?b"], ["a_b", "a_b_2", "call_1"]),
        (["call 1", "call_2"], ["call_1_2", "call_2", "call_1"]),
        (["call_1"], ["call_1", "call_1_2"]),
        ([ADDRESS], [ADDRESS, "call_1"]),
        (["x" * 199 + "?y", "x" * 199 + "!y"], ["x" * 199 + "_", "x" * 198 + "_2", "call_1"]),
    ],
)
def test_a_reference_is_never_the_id_of_another_item(names: list[str], refs: list[str]) -> None:
    documents = [Document(name, f"Room {number} is open.") for number, name in enumerate(names)]
    items = collect(parse(build_context([ASKED, RESULT], documents))).items
    references = {item.text: item.source_ref for item in items}
    assert [references[document.text] for document in documents] + [references[RESULT.text]] == refs


def test_a_response_can_cite_an_id_as_long_as_an_id_may_be() -> None:
    assert [reference for *_, reference in source_refs(f"Room 1 is open (source_ref: {ADDRESS}).")] == [ADDRESS]
