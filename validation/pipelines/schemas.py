"""Bodies and answers of `/pipelines`."""

from __future__ import annotations

from typing import Annotated, Any, Literal

from pydantic import Field

from validation.platform.http.json_values import JsonObject
from validation.platform.http.schemas import In, Out, Text


class PipelineIn(In):
    """What is left out stays as it is."""

    enforcement: Literal["observe", "enforce"] | None = None
    """Whether decisions are obeyed or only watched."""
    policy: JsonObject | None = None
    """Settings in place of those of the common policy, by section."""
    reason: Annotated[Text, Field(max_length=2000)] = ""
    """Why the policy changes, for the record."""
    guardrail_on_error: Literal["block", "pass"] | None = None
    """What gateways do with a response that could not be judged."""


class PipelineOut(Out):
    """`observe`: decisions are made and shown, `enforced` is false on each attempt, and nothing waits for a person."""

    name: str
    enforcement: Literal["observe", "enforce"]
    policy: dict[str, Any]
    """Settings in place of those of the common policy."""
    guardrail_on_error: Literal["block", "pass"]


class CallbackSecretOut(Out):
    """The new secret, shown this once."""

    pipeline: str
    callback_secret: str
