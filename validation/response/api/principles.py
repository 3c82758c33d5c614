"""`/principles`: what revisions taught, for synthesis to read before it writes."""

from __future__ import annotations

from typing import Annotated, Any

from django.utils import timezone
from ninja import Router
from pydantic import Field

from validation.platform.http import auth
from validation.platform.http.auth import AuthedRequest
from validation.platform.http.schemas import PageLimit
from validation.response.actions.learning import count_found
from validation.response.queries.principles import PrincipleFilter, list_principles
from validation.response.schemas import PrincipleList

router = Router(tags=["principles"])


@router.get("/principles", response=PrincipleList, auth=auth.read, summary="List principles")
def get_principles(
    request: AuthedRequest, query: Annotated[str, Field(max_length=2000)] = "", limit: PageLimit = 5
) -> dict[str, Any]:
    """With `query`, principles learned from similar queries, best first; each call increments the `found` of those it
    returns. Without it, the newest."""
    wanted = PrincipleFilter(pipeline=request.auth.pipeline.name, q=query)
    rows = list_principles(wanted, limit=limit).rows
    if query:
        count_found(ids=[row.pk for row in rows], now=timezone.now())
    return {"items": list(rows)}
