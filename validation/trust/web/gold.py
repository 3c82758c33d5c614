"""Gold items: the list, import from a file or from adjudicated audits, and retirement."""

from __future__ import annotations

from datetime import datetime
from uuid import UUID

from django import forms
from django.contrib import messages
from django.core.files.uploadedfile import UploadedFile
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect
from django.http.response import HttpResponseBase
from django.urls import reverse

from validation.domain.errors import InputRejected
from validation.domain.trust.gold import MOST_LINES, GoldLine, read_gold
from validation.domain.verdict import Decision
from validation.models import Pipeline
from validation.platform.pages.access import admin_action, admin_form
from validation.platform.pages.forms import ActionForm, PipelineField, refusals_as_messages
from validation.platform.pages.list_page import Choice, ListPage
from validation.platform.pages.page import acting
from validation.platform.policies import policy_in_force
from validation.trust.actions import gold as act
from validation.trust.queries.gold import IN_USE, RETIRED, WAITING, GoldFilter, list_gold

_LARGEST = 8 * 1024 * 1024
_LINES_SHOWN = 3
_COLUMNS = ("name", "pipeline", "query", "decision", "active", "answered", "right", "added_by", "added_at")
GOLD = ListPage(
    word="gold item",
    view="web:gold",
    folder="trust/gold",
    wanted=GoldFilter,
    read=list_gold,
    search="Name or words of the query",
    filters=(
        Choice("decision", "Truth", "Any truth", tuple(Decision), kind="route"),
        Choice("state", "State", "Any state", (IN_USE, (WAITING, "waits for its verdict"), RETIRED)),
    ),
    scoped=("pipeline",),
    columns={name: name for name in _COLUMNS},
)


class GoldForm(ActionForm):
    file = forms.FileField(
        label="File",
        help_text=f"JSON lines in UTF-8, at most {MOST_LINES:,}. A name that is known already is left as it is.",
        required=False,
        allow_empty_file=True,
        widget=forms.FileInput({"class": "input gold-file", "accept": ".jsonl,.json,.txt"}),
    )
    pipeline = PipelineField("Every pipeline", help_text="Where they are planted.")

    def clean_file(self) -> tuple[GoldLine, ...]:
        given: UploadedFile[bytes] | None = self.cleaned_data["file"]
        if given is None or given.size is None or given.size > _LARGEST:
            raise forms.ValidationError(f"Choose a file of at most {_LARGEST // 2**20} MB.")
        try:
            return read_gold(given.read().decode("utf-8"))
        except UnicodeDecodeError:
            raise forms.ValidationError("The file is not UTF-8. Save it as UTF-8.") from None
        except InputRejected as error:
            raise forms.ValidationError(_wrong_lines(error)) from None


def _wrong_lines(error: InputRejected) -> str:
    """`Nothing was added. Line 2: decision: Input should be ... . 7 more of its lines are wrong.`"""
    problems = [f"{one.field.capitalize()}: {one.message.rstrip('.')}." for one in error.fields[:_LINES_SHOWN]]
    more = len(error.fields) - len(problems)
    more_words = [f"{more} more of its lines are wrong."] if more else []
    return " ".join(["Nothing was added.", *problems, *more_words]) if problems else error.detail


@admin_form
def gold(request: HttpRequest) -> HttpResponseBase:
    """The list; POST imports a file of JSON lines, all or nothing."""
    form = GoldForm.of(request)
    message = form.attempt(_import, **acting(request))
    if message is not None:
        return _back(request, message)
    return GOLD.respond(request, status=form.status, form=form, planted=policy_in_force().read().audit.gold)


def _import(*, file: tuple[GoldLine, ...], pipeline: Pipeline | None, by: str, now: datetime) -> str:
    added = act.import_gold(file, pipeline=pipeline, by=by, now=now)
    return f"{added} added, {len(file) - added} known already. They are planted once the judge has judged them."


@admin_action
def add_adjudicated(request: HttpRequest) -> HttpResponse:
    added = act.gold_from_adjudicated(**acting(request))
    if added:
        return _back(request, f"{added} adjudicated audit{'s' * (added != 1)} added.")
    messages.info(request, "None to add: no audit that a third person settled is missing here.")
    return HttpResponseRedirect(reverse("web:gold"))


@admin_action
def set_gold_active(request: HttpRequest, pk: UUID) -> HttpResponse:
    active = request.POST.get("active") == "1"
    with refusals_as_messages(request):
        act.set_active(pk, active=active, **acting(request))
    return HttpResponseRedirect(reverse("web:gold"))


def _back(request: HttpRequest, message: str) -> HttpResponse:
    messages.success(request, message)
    return HttpResponseRedirect(reverse("web:gold"))
