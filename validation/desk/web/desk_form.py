"""The ruling form: one form for all six rulings, so that changing one's mind loses nothing that was typed."""

from __future__ import annotations

from dataclasses import dataclass, field, replace
from typing import Any

from django.http import HttpRequest

from validation.desk.actions.rulings import RulingText
from validation.domain.check import CheckName
from validation.domain.errors import DomainError
from validation.domain.intervention import OF_DRAFTS, Ruling
from validation.platform.pages.lists import form_text
from validation.response.queries.evidence_chain import EvidenceRecord

LONGEST_EDIT = 200_000
"""Code points; a longer draft is edited elsewhere and not in a text field."""
SORRY = "We could not find an answer that we can stand behind. Please look at the source itself, or ask again later."
_HINTS = {Ruling.REVISE: "hints_revise", Ruling.RETRY: "hints_retry"}


@dataclass(frozen=True, slots=True)
class Choice:
    """One ruling as the bar and the form offer it. `at_once` says that its key rules without the form; `aside` that
    the bar keeps it in its menu."""

    ruling: Ruling
    label: str
    icon: str
    key: str
    at_once: bool = False
    aside: bool = False


CHOICES = (
    Choice(Ruling.APPROVE, "Approve", "approve", "a", at_once=True),
    Choice(Ruling.APPROVE_EDITED, "Edit", "edit", "e"),
    Choice(Ruling.REVISE, "Revise", "revise", "r"),
    Choice(Ruling.RETRY, "Retry", "retry", "t"),
    Choice(Ruling.CONFIRM_FAIL, "Fail", "fail", "f"),
    Choice(Ruling.DISMISS, "Dismiss", "x", "d", at_once=True),
)
_FOR_GROUPS = (Ruling.CONFIRM_FAIL, Ruling.DISMISS)
_ASIDE = (Ruling.REVISE, Ruling.RETRY)


@dataclass(frozen=True, slots=True)
class RulingForm:
    """`errors` maps a field to its sentence; `refusal` is about the whole ruling (a colleague was faster). `confirmed`
    are the codes of the concerns that the form named before it was sent."""

    choices: tuple[Choice, ...]
    chosen: str = ""
    note: str = ""
    response_md: str = ""
    hints_revise: str = ""
    hints_retry: str = ""
    message: str = SORRY
    wrong_checks: tuple[str, ...] = ()
    confirmed: tuple[str, ...] = ()
    errors: dict[str, str] = field(default_factory=dict)
    refusal: str = ""

    @property
    def ruling(self) -> Ruling | None:
        return next((one.ruling for one in self.choices if one.ruling == self.chosen), None)

    def text(self) -> RulingText:
        """Only what belongs to the chosen ruling: a text typed for another is not sent."""
        hints = {Ruling.REVISE: self.hints_revise, Ruling.RETRY: self.hints_retry}
        return RulingText(
            note=self.note,
            response_md=self.response_md if self.ruling is Ruling.APPROVE_EDITED else "",
            hints=hints.get(self.ruling, "").rstrip() if self.ruling else "",
            message=self.message if self.ruling is Ruling.CONFIRM_FAIL else "",
            wrong_checks=self.wrong_checks,
        )

    def refused(self, error: DomainError) -> RulingForm:
        """The same form with what was wrong with it beside the fields."""
        own = {"hints": _HINTS.get(self.ruling, "hints")} if self.ruling else {}
        errors = {own.get(told.field, told.field): told.message for told in error.fields}
        return replace(self, errors=errors, refusal="" if errors else error.detail)


def fresh_form(record: EvidenceRecord | None, *, chosen: str = "", whole_group: bool = False) -> RulingForm:
    """Filled with what the judge proposed, so that a reviewer corrects and does not start from nothing."""
    judgement = record.judgement if record else None
    return RulingForm(
        choices=choices_for(
            has_draft=record is not None, can_edit=record is not None and _can_edit(record), whole_group=whole_group
        ),
        chosen=chosen,
        response_md=record.response_md if record else "",
        hints_revise=_with_next_line(judgement.revision_hints) if judgement else "",
        hints_retry=_with_next_line(judgement.suggested_fixes) if judgement else "",
    )


def _with_next_line(text: str) -> str:
    """What is typed at the end does not stick to the last sentence."""
    return f"{text}\n" if text else ""


def choices_for(
    *, has_draft: bool, whole_group: bool, can_edit: bool = True, concerns: bool = False, crowded: bool = False
) -> tuple[Choice, ...]:
    """`has_draft` when a response was judged, `can_edit` when it is not too long for that. With `concerns` approving
    asks before it rules. `crowded` puts what is used least aside, when the bar holds more than the
    six."""
    if whole_group:
        return tuple(choice for choice in CHOICES if choice.ruling in _FOR_GROUPS)
    missing = () if has_draft and can_edit else (Ruling.APPROVE_EDITED,) if has_draft else OF_DRAFTS
    return tuple(
        replace(
            one,
            at_once=one.at_once and not (concerns and one.ruling is Ruling.APPROVE),
            aside=crowded and one.ruling in _ASIDE,
        )
        for one in CHOICES
        if one.ruling not in missing
    )


def _can_edit(record: EvidenceRecord) -> bool:
    return len(record.response_md) <= LONGEST_EDIT


def posted_form(request: HttpRequest, form: RulingForm) -> RulingForm:
    """What was sent, over what the form offered: a key that rules at once sends nothing but its ruling."""
    names = ("note", "response_md", "hints_revise", "hints_retry", "message")
    given: dict[str, Any] = {name: form_text(request, name) for name in names if name in request.POST}
    wrong = tuple(name.value for name in CheckName if name.value in request.POST.getlist("wrong_checks"))
    confirmed = tuple(request.POST.getlist("confirm"))
    return replace(form, chosen=request.POST.get("ruling", ""), wrong_checks=wrong, confirmed=confirmed, **given)
