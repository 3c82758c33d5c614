"""The gate inside a real LangGraph graph against a live instance."""

from __future__ import annotations

import sys
from importlib import import_module
from typing import Any

import langgraph_graph as example
import pytest
from asgiref.sync import async_to_sync, sync_to_async
from countersign_client import AsyncClient, Client, Draft
from countersign_client.langgraph import (
    async_gate_node,
    async_person_node,
    draft_from_messages,
    next_step,
    person_node,
)
from django.utils import timezone
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, StateGraph
from langgraph.types import Command
from openai.types.chat import ChatCompletionMessage

from tests.clients.rulings import expire_now, rule_now
from tests.live import Site
from tests.verdicts import decided_as, halted_by
from validation.domain.intervention import Ruling
from validation.models import Attempt
from validation.response.actions.judging import rejudge_attempt

ASKED = {"messages": [HumanMessage("A head torch under 60 EUR?")]}


def test_messages_of_langchain_are_a_chat_log_as_they_are(client: Client) -> None:
    call = {"id": "call_1", "name": "search_shop", "args": {"query": "Lumo H4"}}
    log = [
        HumanMessage("How much is the Lumo H4?"),
        AIMessage("", tool_calls=[call]),
        ToolMessage("Lumo H4: 49.90 EUR", tool_call_id="call_1"),
    ]
    draft = Draft(turn_id="t1", messages=log, response_md="The Lumo H4 costs 49.90 EUR.")
    attempt = client.decide(draft)
    assert attempt.route == "APPROVE"
    assert attempt.claims[0].evidence[0]["source_ref"] == "call_1"


@pytest.mark.parametrize(
    "message", [HumanMessage("A lamp?"), ChatCompletionMessage(role="assistant", content="A lamp?")]
)
def test_a_copy_with_other_messages_sends_them(message: Any) -> None:
    """As a `replan` makes one: pydantic takes what it is given without a look."""
    draft = Draft(turn_id="t1", messages=ASKED["messages"], response_md="None.")
    (sent,) = draft.model_copy(update={"messages": [message]}).body()["messages"]
    assert sent["content"] == "A lamp?"


def test_a_refused_draft_goes_back_to_the_writer(client: Client) -> None:
    state = example.build(client).invoke(ASKED, {"configurable": {"thread_id": "1"}})
    assert state["route"] == "APPROVE"
    assert "49.90" in state["answer"]
    assert len([one for one in state["messages"] if isinstance(one, AIMessage) and one.content]) == 2


def stubborn(state: Any) -> dict[str, Any]:
    return {"messages": [AIMessage(f"The Lumo H4 costs 39.90 EUR.{' ' * len(state['messages'])}")]}


def test_the_graph_stops_for_a_person_and_goes_on_with_the_ruling(client: Client) -> None:
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


def halted_at_person(client: Client) -> tuple[Any, Any, Attempt]:
    """A graph that stopped at its person node for a halt, its thread, and what halted."""
    halted = halted_by("judge_unavailable")
    draft = Draft(turn_id="turn_1", messages=ASKED["messages"], response_md="One.")
    graph = StateGraph(example.State)
    graph.add_node("person", person_node(client, lambda _: draft))
    graph.add_edge(START, "person")
    graph.add_edge("person", END)
    stopped, thread = graph.compile(checkpointer=InMemorySaver()), {"configurable": {"thread_id": "1"}}
    assert "__interrupt__" in stopped.invoke({"attempt_id": str(halted.pk)}, thread)
    return stopped, thread, halted


def test_a_halt_that_is_judged_again_lets_the_graph_go_on(client: Client) -> None:
    graph, thread, halted = halted_at_person(client)
    rejudge_attempt(attempt=halted, apply=False, by="test", now=timezone.now())
    assert "__interrupt__" in graph.invoke(Command(resume="queued"), thread)
    decided_as("APPROVE", halted)
    ended = graph.invoke(Command(resume="decided"), thread)
    assert ("__interrupt__" in ended, ended["route"], ended["answer"]) == (False, "APPROVE", "One.")


def test_the_graph_goes_on_when_nobody_ruled_in_time(client: Client) -> None:
    graph, thread, _ = halted_at_person(client)
    expire_now()
    ended = graph.invoke(Command(resume="expired"), thread)
    assert ("__interrupt__" in ended, ended["route"], next_step(ended)) == (False, "FAIL", "end")


def test_an_awaited_graph_stops_for_a_person_and_goes_on_too(asgi_server: Site, worker: None, key: str) -> None:
    @async_to_sync
    async def answer() -> Any:
        async with AsyncClient(asgi_server.url, key) as client:
            graph = StateGraph(example.State)
            graph.add_node("write", stubborn)
            graph.add_node("gate", async_gate_node(client))
            graph.add_node("person", async_person_node(client))
            graph.add_edge(START, "write")
            graph.add_edge("write", "gate")
            graph.add_conditional_edges("gate", next_step, {"revise": "write", "retry": "write", "person": "person"})
            graph.add_edge("person", END)
            awaited = graph.compile(checkpointer=InMemorySaver())
            thread: Any = {"configurable": {"thread_id": "1"}}
            (asked,) = (await awaited.ainvoke(ASKED, thread))["__interrupt__"]
            attempt = await client.attempt(asked.value["attempt_id"])
            await sync_to_async(rule_now)(attempt.intervention_id, Ruling.CONFIRM_FAIL, message="Not confirmed.")
            return (await awaited.ainvoke(Command(resume="ruled"), thread))["answer"]

    assert answer() == "Not confirmed."


def test_without_langgraph_it_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delitem(sys.modules, "countersign_client.langgraph")
    monkeypatch.setitem(sys.modules, "langgraph.types", None)
    with pytest.raises(ImportError, match=r"countersign-client\[langgraph\]"):
        import_module("countersign_client.langgraph")


def test_an_answer_given_before_is_judged_with_its_own_question() -> None:
    said = [AIMessage("The price is 49.90 EUR.") for _ in range(2)]
    first = [HumanMessage("The H4?"), ToolMessage("H4: 49.90 EUR", tool_call_id="c1"), said[0]]
    second = [HumanMessage("The H7?"), ToolMessage("H7: 89.90 EUR", tool_call_id="c2"), said[1]]
    sent = draft_from_messages({"messages": [*first, *second]}, turn_id="t2").body()["messages"]
    assert [one["content"] for one in sent][-2:] == ["The H7?", "H7: 89.90 EUR"]


PREVIOUS = [HumanMessage("The H4?", id="q1"), AIMessage("It costs 49.90 EUR."), HumanMessage("The H7?", id="q2")]
CALLING = AIMessage("", tool_calls=[{"id": "c1", "name": "search_shop", "args": {}}])


@pytest.mark.parametrize("written", [[], [CALLING]], ids=["nothing", "a tool call"])
def test_the_answer_to_an_earlier_question_is_not_judged_as_the_answer_to_the_last(written: list[Any]) -> None:
    with pytest.raises(ValueError, match="no answer to the last question"):
        draft_from_messages({"messages": [*PREVIOUS, *written]})
