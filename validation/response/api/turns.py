"""`/turns`: the way of a user query through its attempts."""

from __future__ import annotations

from typing import Any

from ninja import Router

from validation.domain.attempt import UNDECIDED
from validation.domain.codes.problems import ProblemCode
from validation.domain.gateway.guardrail import Send
from validation.models import Turn
from validation.platform.http import auth
from validation.platform.http.auth import AuthedRequest
from validation.platform.http.schemas import PageLimit, Text
from validation.response.queries.attempts import with_neighbours
from validation.response.queries.turns import TurnFilter, list_turns, with_last_route_attempt
from validation.response.schemas import TurnOut, TurnPage, TurnSummary

router = Router(tags=["turns"])
MOST_ATTEMPTS = 500


@router.get("/turns", response=TurnPage, auth=auth.read, summary="List turns")
def get_turns(request: AuthedRequest, cursor: Text | None = None, limit: PageLimit = 50) -> Any:
    """The turn that was opened last first, whenever its attempts came. `next` is the cursor of the next page."""
    return list_turns(TurnFilter(pipeline=request.auth.pipeline.name), cursor=cursor, limit=limit).resource()


@router.get("/turns/{path:turn_id}", response=TurnOut, auth=auth.read, summary="Show a turn")
def get_turn(request: AuthedRequest, turn_id: Text) -> dict[str, Any]:
    """The turn with its attempts in order, and the text to send to its user now."""
    turns = with_last_route_attempt(Turn.objects.select_related("pipeline"))
    found = turns.filter(pipeline=request.auth.pipeline, turn_id=turn_id).first()
    turn = ProblemCode.TURN_UNKNOWN.unless(found, id=turn_id)
    last = turn.attempts.select_related("ruling").order_by("-number").first()
    send = last.send if last else Send.NOTHING
    return {
        **TurnSummary.of(turn),
        "send": send,
        "send_attempt_id": str(last.pk) if last and send is not Send.NOTHING else None,
        "undecided": turn.attempts.filter(state__in=UNDECIDED).count(),
        "final_response_md": last.final_response_md if last else None,
        "path": list(with_neighbours(turn.attempts.all()).order_by("number")[:MOST_ATTEMPTS]),
    }
