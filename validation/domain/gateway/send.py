"""What a pipeline should give its user now (API.md, Added since)."""

from __future__ import annotations

from enum import StrEnum

from validation.domain.attempt import Route
from validation.domain.intervention import Ruling


class Send(StrEnum):
    """`final` is the response as a reviewer edited it, `message` what a reviewer wrote instead of a response."""

    DRAFT = "draft"
    FINAL = "final"
    MESSAGE = "message"
    NOTHING = "nothing"


def send_of(*, route: str, ruling: str, enforced: bool = True) -> Send:
    """`ruling` is the one that the route rests on, empty when it rests on a judgement. What is only observed goes out
    as it was drafted, whatever was decided."""
    if not enforced:
        return Send.DRAFT
    if ruling == Ruling.APPROVE_EDITED:
        return Send.FINAL
    if ruling == Ruling.CONFIRM_FAIL:
        return Send.MESSAGE
    return Send.DRAFT if route == Route.APPROVE else Send.NOTHING
