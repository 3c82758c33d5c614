"""The conversation that a response belongs to."""

from __future__ import annotations

from validation.models import HeldPrompt, Pipeline


def held_prompt(*, pipeline: Pipeline, call_id: str) -> HeldPrompt | None:
    return HeldPrompt.objects.filter(pipeline=pipeline, call_id=call_id).first()
