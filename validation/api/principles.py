"""`/principles`: what revisions taught, for synthesis to read before it writes."""

from __future__ import annotations

from typing import Annotated, Any

from django.http import HttpRequest
from ninja import Router
from pydantic import Field

from validation.api import auth
from validation.queries.principles import fitting, newest, principle_resource

router = Router(tags=["principles"])


@router.get("/principles", auth=auth.read)
def get_principles(
    request: HttpRequest, query: Annotated[str, Field(max_length=2000)] = "", limit: int = 5
) -> dict[str, Any]:
    """With `query` those learned on like queries, best first; without it the newest."""
    pipeline = request.auth.pipeline
    rows = fitting(pipeline=pipeline, query=query, limit=limit) if query else newest(pipeline=pipeline, limit=limit)
    return {"items": [principle_resource(row) for row in rows]}
