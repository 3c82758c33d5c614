"""`/turns`: the way of a user query through its attempts."""

from __future__ import annotations

from typing import Any

from ninja import Router

from validation.domain.errors import NotFound
from validation.models import Turn
from validation.platform.http import auth
from validation.platform.http.auth import AuthedRequest
from validation.platform.http.schemas import Text
from validation.response.queries.attempts import list_turns, turn_resource, turn_summary
from validation.response.schemas import TurnOut, TurnPage

router = Router(tags=["turns"])


@router.get("/turns", response=TurnPage, auth=auth.read, summary="List turns")
def get_turns(request: AuthedRequest, cursor: Text | None = None, limit: int = 50) -> Any:
    """Newest first. Follow `next` for more."""
    return list_turns(pipeline=request.auth.pipeline, cursor=cursor, limit=limit).resource(turn_summary)


@router.get("/turns/{path:turn_id}", response=TurnOut, auth=auth.read, summary="Show a turn")
def get_turn(request: AuthedRequest, turn_id: Text) -> dict[str, Any]:
    """The turn with its attempts and how often each route was taken."""
    turn = Turn.objects.select_related("pipeline").filter(pipeline=request.auth.pipeline, turn_id=turn_id).first()
    if turn is None:
        raise NotFound("turn_unknown", f"There is no turn {turn_id} in this key's pipeline.")
    return turn_resource(turn)
