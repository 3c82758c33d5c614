"""Keeps what a gateway sends before the call to the model, since it sends only the response afterwards."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from validation.models import HeldPrompt, Pipeline

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
    old = HeldPrompt.objects.filter(created_at__lt=now - HeldPrompt.KEPT_FOR)
    HeldPrompt.objects.filter(pk__in=list(old.values_list("pk", flat=True)[:_SWEPT_AT_ONCE])).delete()


def held_prompt(*, pipeline: Pipeline, call_id: str, turn_id: str, now: datetime) -> HeldPrompt | None:
    """The conversation that a response belongs to. It remembers the turn, to be erased with it."""
    kept = HeldPrompt.objects.filter(pipeline=pipeline, call_id=call_id, created_at__gte=now - HeldPrompt.KEPT_FOR)
    if turn_id != call_id:
        kept.update(turn_id=turn_id)
    return kept.first()
