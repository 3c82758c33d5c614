"""Answers of `/pipelines`."""

from __future__ import annotations

from validation.platform.http.schemas import Out


class CallbackSecretOut(Out):
    """The new secret, shown this once."""

    pipeline: str
    callback_secret: str
