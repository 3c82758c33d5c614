"""A LangGraph graph whose answers pass the gate: writer, gate, back to the writer, or to a reviewer.

`write` stands in for your model. If a draft cannot be approved the graph interrupts, and continues when a reviewer's
ruling is in effect or is no longer possible.
"""

from __future__ import annotations

import uuid
from collections.abc import Iterator
from typing import Any

from countersign_client import Client, Event
from countersign_client.langgraph import GateState, gate_node, next_step, person_node
from langchain_core.messages import AIMessage, HumanMessage, ToolMessage
from langchain_core.runnables import RunnableConfig
from langgraph.checkpoint.memory import InMemorySaver
from langgraph.graph import END, START, MessagesState, StateGraph
from langgraph.graph.state import CompiledStateGraph
from langgraph.types import Command

FOUND = '[{"name": "Lumo H4", "price": "49.90 EUR", "lumens": 450, "url": "https://lampenladen.example/h4"}]'
WAKING = ("intervention.ruled", "intervention.expired", "attempt.decided")

Graph = CompiledStateGraph[Any, Any, Any, Any]


class State(MessagesState, GateState):
    """Messages, and the fields set by the gate."""


def search(_state: State) -> dict[str, Any]:
    call = {"name": "search_shop", "args": {"query": "head torch"}, "id": "call_1"}
    return {"messages": [AIMessage("", tool_calls=[call]), ToolMessage(FOUND, tool_call_id="call_1")]}


def write(state: State) -> dict[str, Any]:
    """Invents a price at first; uses the right one from the hints when called again."""
    price = "49.90" if "49.90" in state.get("hints", "") else "39.90"
    link = "[Lumo H4](https://lampenladen.example/h4)"
    return {"messages": [AIMessage(f"The {link} costs {price} EUR and gives 450 lumens.\n")]}


def build(client: Client, writer: Any = write) -> Graph:
    graph = StateGraph(State)
    graph.add_node("search", search)
    graph.add_node("write", writer)
    graph.add_node("gate", gate_node(client))
    graph.add_node("person", person_node(client))
    graph.add_edge(START, "search")
    graph.add_edge("search", "write")
    graph.add_edge("write", "gate")
    ways = {"approve": END, "end": END, "revise": "write", "retry": "search", "person": "person"}
    graph.add_conditional_edges("gate", next_step, ways)
    graph.add_conditional_edges("person", next_step, ways)
    return graph.compile(checkpointer=InMemorySaver())


def resume_ruled(
    graph: CompiledStateGraph[Any, Any, Any, Any], threads: dict[str, str], events: Iterator[Event]
) -> None:
    """Resumes the thread of each turn that was ruled on, or that continues without a ruling. `threads` maps turn ids to
    waiting threads."""
    for event in events:
        thread = threads.get(str(event.data.get("turn_id")))
        if event.type in WAKING and thread:
            graph.invoke(Command(resume=event.type), {"configurable": {"thread_id": thread}})


if __name__ == "__main__":
    with Client() as connected:
        config: RunnableConfig = {"configurable": {"thread_id": uuid.uuid4().hex}}
        state = build(connected).invoke({"messages": [HumanMessage("A head torch under 60 EUR?")]}, config)
        print(state["route"], state["answer"])
