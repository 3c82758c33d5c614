"""The form of an answer: five checks, the sentences that are not supported, and a decision."""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from django.http import HttpRequest

from validation.domain.check import CheckName
from validation.domain.errors import DomainError
from validation.domain.trust.audit import CheckAnswer
from validation.domain.verdict import Decision
from validation.platform.pages.lists import form_text
from validation.trust.actions.answers import MOST_SPANS, Given

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


@dataclass(frozen=True, slots=True)
class CheckQuestion:
    name: str
    text: str
    answer: str
    error: str


@dataclass(frozen=True, slots=True)
class AuditForm:
    """As it was typed, with what is wrong beside the fields; `refusal` is about the whole answer."""

    checks: dict[str, str] = field(default_factory=dict)
    unsupported: tuple[str, ...] = ()
    decision: str = ""
    note: str = ""
    errors: dict[str, str] = field(default_factory=dict)
    refusal: str = ""

    @property
    def questions(self) -> tuple[CheckQuestion, ...]:
        return tuple(
            CheckQuestion(name.value, name.statement, self.checks.get(name, ""), self.errors.get(f"checks.{name}", ""))
            for name in CheckName
        )

    def given(self) -> Given:
        spans = (match for told in self.unsupported if (match := _SPAN.fullmatch(told)))
        return Given(
            decision=self.decision,
            checks={name: told for name, told in self.checks.items() if told},
            unsupported=tuple((int(match[1]), int(match[2])) for match in spans),
            note=self.note,
        )

    def refused(self, error: DomainError) -> AuditForm:
        errors = {told.field: told.message for told in error.fields}
        return AuditForm(self.checks, self.unsupported, self.decision, self.note, errors, error.detail)


def posted_answer(request: HttpRequest) -> AuditForm:
    return AuditForm(
        checks={name.value: request.POST.get(f"check_{name}", "") for name in CheckName},
        unsupported=tuple(request.POST.getlist("unsupported")[: MOST_SPANS + 1]),
        decision=request.POST.get("decision", ""),
        note=form_text(request, "note"),
    )
