"""The form of an answer: five checks, the sentences that are not supported, and a decision."""

from __future__ import annotations

import re
from dataclasses import replace
from datetime import datetime
from typing import Any
from uuid import UUID

from django import forms

from validation.domain.check import CheckName
from validation.domain.errors import DomainError
from validation.domain.trust.audit import CheckAnswer
from validation.domain.verdict import Decision
from validation.models import Opinion
from validation.platform.pages.forms import ActionForm, PlainText, SeveralField
from validation.trust.actions.answers import MOST_SPANS, Given, answer

_SPAN = re.compile(r"(\d{1,9})-(\d{1,9})")
ANSWERS = (
    (CheckAnswer.RIGHT, "right", "1"),
    (CheckAnswer.WRONG, "wrong", "2"),
    (CheckAnswer.CANNOT_TELL, "cannot tell", "3"),
)
DECISIONS = (
    (Decision.APPROVE, "Approve", "approve", "a"),
    (Decision.REVISE, "Revise", "revise", "r"),
    (Decision.RETRY, "Retry", "retry", "t"),
    (Decision.FAIL, "Fail", "fail", "f"),
)


class AuditForm(ActionForm):
    """As it was typed, with what is wrong beside the fields."""

    unsupported = SeveralField("", ())
    decision = PlainText(required=False)
    note = PlainText(required=False)

    def __init__(self, data: Any = None, **more: Any) -> None:
        super().__init__(data, **more)
        for name in CheckName:
            self.fields[f"check_{name}"] = PlainText(label=name.statement, required=False)

    @property
    def questions(self) -> list[forms.BoundField]:
        return [self[f"check_{name}"] for name in CheckName]

    def refuse(self, error: DomainError) -> None:
        fields = (replace(one, field=one.field.replace("checks.", "check_")) for one in error.fields)
        super().refuse(DomainError(error.code, error.detail, tuple(fields)))


def give_answer(
    *, unsupported: list[str], decision: str, note: str, opinion_id: UUID, by: str, now: datetime, **checks: str
) -> Opinion:
    spans = (match for one in unsupported[: MOST_SPANS + 1] if (match := _SPAN.fullmatch(one)))
    given = Given(
        decision=decision,
        checks={name.removeprefix("check_"): told for name, told in checks.items() if told},
        unsupported=tuple((int(match[1]), int(match[2])) for match in spans),
        note=note,
    )
    return answer(opinion_id=opinion_id, given=given, by=by, now=now)
