"""LangGraph nodes that judge a draft or wait for a reviewer, and the routing after them.

The state is a dict; add the keys of `GateState` to the graph's own. Needs the extra `langgraph`.
"""

from __future__ import annotations

from collections.abc import Awaitable, Callable, Mapping
from typing import Any, Literal

from typing_extensions import TypedDict  # typing's own mixes with no other metaclass

from countersign_client.async_client import AsyncClient
from countersign_client.client import Client
from countersign_client.models import Attempt, Draft

try:
    from langchain_core.messages import AIMessage, HumanMessage, convert_to_openai_messages
    from langgraph.types import interrupt
except ImportError as error:
    raise ImportError("LangGraph is missing: pip install 'countersign-client[langgraph]'.") from error

State = Mapping[str, Any]
Update = dict[str, Any]
NextStep = Literal["approve", "revise", "retry", "person", "end"]


class GateState(TypedDict, total=False):
    """Keys set by the nodes. `hints` is for the writer; `answer` is for the user, None if there is none yet."""

    attempt_id: str
    route: str
    hints: str
    answer: str | None
    needs_person: bool


def draft_from_messages(state: State, *, turn_id: str | None = None) -> Draft:
    """The last AI message after the last human message is the draft, all messages before it the context. `turn_id`
    defaults to the id of that human message, which LangGraph makes unique. Raises ValueError if there is no draft."""
    messages = list(state["messages"])
    asked_at = max((at for at, one in enumerate(messages) if isinstance(one, HumanMessage)), default=len(messages))
    written = list(enumerate(messages))[asked_at + 1 :]
    answers = [(at, one) for at, one in written if isinstance(one, AIMessage) and not one.tool_calls]
    if not answers:
        raise ValueError("The messages hold no answer to the last question; run the gate after the node that writes.")
    at, drafted = answers[-1]
    name = turn_id or messages[asked_at].id
    if not name:
        raise ValueError("The question has no id; pass turn_id, or keep messages with add_messages.")
    context = convert_to_openai_messages(messages[:at])
    return Draft(turn_id=name, messages=context, response_md=str(drafted.text))


def gate_node(
    client: Client, draft_of: Callable[[State], Draft] = draft_from_messages, *, timeout: float = 120.0
) -> Callable[[State], Update]:
    """A node that judges the draft. Route on `next_step` after it."""

    def gate(state: State) -> Update:
        draft = draft_of(state)
        return _update(client.decide(draft, timeout=timeout), draft)

    return gate


def async_gate_node(
    client: AsyncClient, draft_of: Callable[[State], Draft] = draft_from_messages, *, timeout: float = 120.0
) -> Callable[[State], Awaitable[Update]]:
    """The same for an async graph."""

    async def gate(state: State) -> Update:
        draft = draft_of(state)
        return _update(await client.decide(draft, timeout=timeout), draft)

    return gate


def person_node(client: Client, draft_of: Callable[[State], Draft] = draft_from_messages) -> Callable[[State], Update]:
    """A node that interrupts the graph until a reviewer's ruling is in effect, a halt was judged again, or nobody ruled
    in time. Resume the thread with any value on the turn's event `intervention.ruled`, `attempt.decided` or
    `intervention.expired`; if resumed too early it interrupts again. Needs a checkpointer."""

    def person(state: State) -> Update:
        attempt = client.attempt(state["attempt_id"])
        while _waits(attempt):
            interrupt(_question(attempt))
            attempt = client.attempt(attempt.id)
        return _update(attempt, draft_of(state))

    return person


def async_person_node(
    client: AsyncClient, draft_of: Callable[[State], Draft] = draft_from_messages
) -> Callable[[State], Awaitable[Update]]:
    """The same for an async graph."""

    async def person(state: State) -> Update:
        attempt = await client.attempt(state["attempt_id"])
        while _waits(attempt):
            interrupt(_question(attempt))
            attempt = await client.attempt(attempt.id)
        return _update(attempt, draft_of(state))

    return person


def next_step(state: State) -> NextStep:
    """For `add_conditional_edges`: `revise` goes to the writer, `retry` to the planner, `person` to the person node."""
    route = state.get("route", "")
    if route in ("APPROVE", "REVISE", "RETRY"):
        steps: dict[str, NextStep] = {"APPROVE": "approve", "REVISE": "revise", "RETRY": "retry"}
        return steps[route]
    return "person" if state.get("needs_person") else "end"


def _update(attempt: Attempt, draft: Draft) -> Update:
    update = GateState(
        attempt_id=attempt.id,
        route="APPROVE" if not attempt.enforced else attempt.route or "",
        hints=attempt.hints,
        answer=attempt.text_for_user(draft.response_md),
        needs_person=_waits(attempt) and attempt.enforced,
    )
    return dict(update)


def _waits(attempt: Attempt) -> bool:
    """Whether a reviewer, or the judge after a halt, still has to decide."""
    if attempt.is_ruled:
        return False
    return not attempt.is_decided or (attempt.route in ("FAIL", "HALT") and attempt.intervention_open)


def _question(attempt: Attempt) -> dict[str, Any]:
    """The value of the interrupt, for whoever runs the graph."""
    reason = attempt.halt.message if attempt.halt else attempt.route_reason
    return {"turn_id": attempt.turn_id, "attempt_id": attempt.id, "reason": reason, "page": attempt.links.get("page")}
