"""The gate inside a real LangGraph graph against a live instance."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import langgraph_graph as example
import pytest
from countersign_client import Client
from langchain_core.messages import AIMessage, HumanMessage
from langgraph.types import Command

from tests.clients.rulings import rule_now
from validation.domain.intervention import Ruling

ASKED = {"messages": [HumanMessage("A head torch under 60 EUR?")]}


def test_a_refused_draft_goes_back_to_the_writer(client: Client) -> None:
    state = example.build(client).invoke(ASKED, {"configurable": {"thread_id": "1"}})
    assert state["route"] == "APPROVE"
    assert "49.90" in state["answer"]
    assert len([one for one in state["messages"] if isinstance(one, AIMessage) and one.content]) == 2


def test_the_graph_stops_for_a_person_and_goes_on_with_the_ruling(client: Client) -> None:
    def stubborn(state: Any) -> dict[str, Any]:
        return {"messages": [AIMessage(f"The Lumo H4 costs 39.90 EUR.{' ' * len(state['messages'])}")]}

    graph = example.build(client, stubborn)
    thread: Any = {"configurable": {"thread_id": "1"}}
    stopped = graph.invoke(ASKED, thread)
    (asked,) = stopped["__interrupt__"]
    still = graph.invoke(Command(resume="too early"), thread)
    assert still["__interrupt__"][0].value == asked.value
    attempt = client.attempt(asked.value["attempt_id"])
    rule_now(attempt.intervention_id, Ruling.CONFIRM_FAIL, message="We could not confirm the price.")
    example.resume_ruled(graph, {asked.value["turn_id"]: "1"}, client.events(follow=False))
    assert graph.get_state(thread).values["answer"] == "We could not confirm the price."


def test_without_langgraph_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "countersign_client.langgraph")
    monkeypatch.setitem(sys.modules, "langgraph.types", None)
    with pytest.raises(ImportError, match=r"countersign-client\[langgraph\]"):
        import_module("countersign_client.langgraph")
