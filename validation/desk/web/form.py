"""The ruling form: one form for all six rulings, so that switching between them keeps what was typed."""

from __future__ import annotations

from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Any

from django import forms
from django.http import HttpRequest
from django.utils.datastructures import MultiValueDict
from django.utils.timezone import is_aware

from validation.desk.actions.rulings import RulingText
from validation.desk.queries.item import Work
from validation.domain.check import CheckName
from validation.domain.intervention import OF_DRAFTS, Ruling
from validation.models import RulingRecord
from validation.platform.gates import gate_of
from validation.platform.pages.forms import ActionForm, PlainText, SeveralField, long_text
from validation.platform.pages.parameters import read_time
from validation.response.queries.evidence_chain import Proposal

LONGEST_EDIT = 200_000
"""Code points; a longer draft cannot be edited in the form."""
SORRY = "We could not find an answer that we can stand behind. Please look at the source itself, or ask again later."
_HINTS = {Ruling.REVISE: "hints_revise", Ruling.RETRY: "hints_retry"}


class Reader(StrEnum):
    """The label of the message for a FAIL, by its reader. A belief of `common` has no pipeline."""

    USER = "Message to the user"
    PIPELINE = "Message to the pipeline"
    NOBODY = "Reason, kept with the ruling"


def reader_of(work: Work) -> Reader:
    if gate_of(work.gate).has_drafts:
        return Reader.USER
    return Reader.PIPELINE if work.pipeline else Reader.NOBODY


@dataclass(frozen=True, slots=True)
class Choice:
    """One ruling as offered by bar and form. `at_once`: its key rules without opening the form. `aside`: the bar shows
    it in its menu."""

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


class RulingForm(ActionForm):
    """Offers `choices`. `confirm` holds the codes of the concerns that the form listed; `reader` is who gets the
    message."""

    ruling = forms.CharField(required=False)
    response_md = long_text("Edited response", id="edit", **{"class": "mono desk-edit"})
    hints_revise = long_text("Hints for synthesis", id="hints-revise")
    hints_retry = long_text("Fixes for the planner", id="hints-retry")
    message = long_text("Message to the user")
    pipeline_message = long_text("Message to the pipelines")
    note = PlainText(
        label="Note (for colleagues)",
        required=False,
        widget=forms.TextInput({"class": "input", "maxlength": 2000, "autocomplete": "off"}),
    )
    wrong_checks = SeveralField("Checks the judge got wrong", [(name.value, name.words) for name in CheckName])
    confirm = SeveralField("", ())

    def __init__(
        self, choices: tuple[Choice, ...], data: Any = None, *, reader: Reader = Reader.USER, **initial: Any
    ) -> None:
        super().__init__(data, initial={"message": SORRY if reader is Reader.USER else "", **initial})
        self.choices, self.reader = choices, reader
        self.fields["message"].label = reader.value

    @property
    def chosen(self) -> str:
        return str(self["ruling"].value() or "")

    @property
    def chosen_ruling(self) -> Ruling | None:
        return next((one.ruling for one in self.choices if one.ruling == self.chosen), None)

    @property
    def text_for_pipelines(self) -> str:
        return str(self.cleaned_data["pipeline_message"]) if self.is_valid() else ""

    @property
    def confirmed(self) -> tuple[str, ...]:
        return tuple(self.cleaned_data["confirm"]) if self.is_valid() else ()

    def text(self) -> RulingText:
        """The texts that belong to the chosen ruling, without those typed for another."""
        data, ruling = (self.cleaned_data if self.is_valid() else {}), self.chosen_ruling
        return RulingText(
            note=data.get("note", ""),
            response_md=data.get("response_md", "") if ruling is Ruling.APPROVE_EDITED else "",
            hints=data.get(_HINTS[ruling], "").rstrip() if ruling in _HINTS else "",
            message=data.get("message", "") if ruling is Ruling.CONFIRM_FAIL else "",
            wrong_checks=tuple(name.value for name in CheckName if name.value in data.get("wrong_checks", ())),
        )

    def place_of(self, field: str) -> str:
        ruling = self.chosen_ruling
        return _HINTS.get(ruling, field) if field == "hints" and ruling else field


def fresh_form(
    proposal: Proposal | None,
    work: Work,
    *,
    chosen: str = "",
    whole_group: bool,
    undone: RulingRecord | None = None,
) -> RulingForm:
    """A form prefilled with the judge's proposal, and with what the person wrote with a ruling that they undid."""
    text, hints, fixes = proposal or Proposal("", "", "")
    return RulingForm(
        choices_for(
            has_draft=proposal is not None,
            can_edit=proposal is not None and len(text) <= LONGEST_EDIT,
            whole_group=whole_group,
        ),
        reader=reader_of(work),
        **{
            "ruling": chosen,
            "response_md": text,
            "hints_revise": _with_next_line(hints),
            "hints_retry": _with_next_line(fixes),
            **(_written_with(undone) if undone else {}),
        },
    )


def _written_with(ruling: RulingRecord) -> dict[str, Any]:
    """What somebody wrote with the ruling, by the field that they wrote it into."""
    written = {name: getattr(ruling, name) for name in ("response_md", "message", "note", "wrong_checks")}
    written |= {name: ruling.hints for of, name in _HINTS.items() if of == ruling.ruling}
    return {name: value for name, value in written.items() if value}


def _with_next_line(text: str) -> str:
    """Adds a line break, so that text typed at the end starts on a new line."""
    return f"{text}\n" if text else ""


def choices_for(
    *, has_draft: bool, whole_group: bool, can_edit: bool = True, concerns: bool = False, crowded: bool = False
) -> tuple[Choice, ...]:
    """`has_draft`: a response was judged; `can_edit`: it is short enough to edit. With `concerns` approving needs a
    confirmation. `crowded` moves the least used rulings to the menu, if the bar has further buttons."""
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


def posted_form(request: HttpRequest, offered: RulingForm) -> RulingForm:
    """The submitted form, with defaults from the offered one: a key that rules at once submits only its ruling."""
    data = MultiValueDict({name: [value] for name, value in offered.initial.items()})
    for name, values in request.POST.lists():
        data.setlist(name, values)
    return RulingForm(offered.choices, data, reader=offered.reader, **offered.initial)


def page_loaded_at(request: HttpRequest) -> datetime | None:
    """When the page that is ruled on was loaded; a request for its footer says so in the address."""
    moment = read_time(request.POST.get("as_of") or request.GET.get("as_of", ""))
    return moment if moment and is_aware(moment) else None
