"""Keeps what a gateway sends before the call to the model, since it sends only the response afterwards."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

from validation.models import HeldPrompt, Pipeline

KEPT_FOR = timedelta(hours=1)
"""Longer than any call to a model takes."""
_SWEPT_AT_ONCE = 100


def hold_prompt(
    *,
    pipeline: Pipeline,
    call_id: str,
    messages: list[dict[str, Any]],
    documents: list[dict[str, Any]],
    now: datetime,
) -> None:
    """Keeps the conversation of a call; a repeat replaces it. Takes some that are too old away."""
    HeldPrompt.objects.update_or_create(
        pipeline=pipeline,
        call_id=call_id,
        defaults={"messages": messages, "documents": documents, "created_at": now},
    )
    old = HeldPrompt.objects.filter(created_at__lt=now - KEPT_FOR).values_list("pk", flat=True)[:_SWEPT_AT_ONCE]
    HeldPrompt.objects.filter(pk__in=list(old)).delete()


def held_prompt(*, pipeline: Pipeline, call_id: str) -> HeldPrompt | None:
    """The conversation that a response belongs to."""
    return HeldPrompt.objects.filter(pipeline=pipeline, call_id=call_id).first()
