"""Bodies and answers of `/pipelines`."""

from __future__ import annotations

from typing import Literal

from validation.platform.http.schemas import In, Out


class PipelineIn(In):
    """What is left out stays as it is."""

    enforcement: Literal["observe", "enforce"] | None = None


class PipelineOut(Out):
    """`observe`: decisions are made and shown, `enforced` is false on each attempt, and nothing waits for a person."""

    name: str
    enforcement: Literal["observe", "enforce"]


class CallbackSecretOut(Out):
    """The new secret, shown this once."""

    pipeline: str
    callback_secret: str
