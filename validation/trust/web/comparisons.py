"""Pages for comparing two judges, prompts or policies on cases whose truth is known."""

from __future__ import annotations

from dataclasses import dataclass
from datetime import datetime
from typing import Any
from uuid import UUID

from django import forms
from django.conf import settings
from django.contrib import messages
from django.http import HttpRequest, HttpResponse, HttpResponseRedirect, StreamingHttpResponse
from django.http.response import HttpResponseBase
from django.urls import reverse

from validation.domain.check import CheckName
from validation.domain.estimates.shares import ENOUGH
from validation.domain.trust.comparison import RECORDED
from validation.models import Comparison, Pipeline, Policy
from validation.platform.live import Topic
from validation.platform.pages.access import admin_action, admin_form, admin_page
from validation.platform.pages.forms import ActionForm, PipelineField, choice_field
from validation.platform.pages.list_page import ListPage
from validation.platform.pages.page import acting, found_or_404, render_page, wants_part
from validation.platform.pages.parameters import choice_of
from validation.platform.paging.csv_text import download, spreadsheet
from validation.platform.paging.keyset import page_at
from validation.platform.work.enqueue import enqueue
from validation.response.web.blind import hidden_from
from validation.trust.actions.comparisons import JUDGES, Side, judge_halted_again, start_comparison
from validation.trust.queries.comparisons import (
    ComparisonFilter,
    ReadCase,
    ReadComparison,
    Show,
    cases_csv,
    list_comparisons,
    read_case,
    read_comparison,
)
from validation.trust.queries.known_cases import MOST_CASES, Cases
from validation.trust.queries.prompts import list_prompts
from validation.trust.tasks import run_comparisons
from validation.trust.web.words import (
    NAMES,
    SHOWN,
    check_lines,
    comparison_sentence,
    kappa_words,
    share_words,
    side_lines,
)

_MOST_CHOICES = 100
_STATES = {"right": "pass", "wrong": "fail"}
_CASES = {
    Cases.ALL: "Gold items, audits and rulings",
    Cases.GOLD: "Gold items",
    Cases.PEOPLE: "Audits and rulings",
}
SIDES = ("first", "second")


@dataclass(frozen=True, slots=True)
class CheckStates:
    """The states of one check according to people and to each side, a side as (state, reason)."""

    label: str
    people: str
    sides: tuple[tuple[str, str], ...]


COMPARISONS = ListPage(
    word="comparison",
    view="web:comparisons",
    folder="trust/comparisons",
    topic=Topic.COMPARISONS,
    wanted=ComparisonFilter,
    read=list_comparisons,
    note="Two judges, prompts or policies on cases whose truth is known. No decision changes by it.",
    scoped=("pipeline",),
)


class ComparisonForm(ActionForm):
    """Judge and policy of each side, and its prompt if an LLM is configured."""

    cases = choice_field("Cases", choices=_CASES.items())
    pipeline = PipelineField("Every pipeline")

    def __init__(self, data: Any = None, **more: Any) -> None:
        super().__init__(data, **more)
        has_llm = settings.COUNTERSIGN_JUDGE == "vllm"
        judges = [(judge, NAMES[judge]) for judge in JUDGES if has_llm or judge != "vllm"]
        prompts = [
            (0, "Prompt as shipped"),
            *((one.number, f"Prompt {one.number}: {one.note}") for one in list_prompts()),
        ]
        newest = Policy.objects.select_related("pipeline").order_by("-number")[:_MOST_CHOICES]
        policies = [
            (one.number, f"Policy {one.number}{f' of {one.pipeline}' if one.pipeline else ''}") for one in newest
        ]
        for side, usual in zip(SIDES, (RECORDED, judges[-1][0]), strict=True):
            self.fields[f"{side}_judge"] = choice_field(f"{side} judge", choices=judges, initial=usual)
            if has_llm:
                self.fields[f"{side}_prompt"] = _number_field(f"{side} prompt of the LLM", prompts)
            self.fields[f"{side}_policy"] = _number_field(f"{side} policy", policies)

    @property
    def sides(self) -> list[tuple[str, list[forms.BoundField]]]:
        return [(side, [self[name] for name in self.fields if name.startswith(f"{side}_")]) for side in SIDES]

    def place_of(self, field: str) -> str:
        """Errors about a side are shown at its judge."""
        return f"{field}_judge" if field in SIDES else field


def _number_field(label: str, choices: list[tuple[int, str]]) -> forms.IntegerField:
    """A select for numbers; the action checks that the policy or prompt exists."""
    return forms.IntegerField(
        label=label, required=False, max_value=10**6, widget=forms.Select({"class": "select"}, choices)
    )


@admin_form
def comparisons(request: HttpRequest) -> HttpResponseBase:
    """The list; POST starts a comparison."""
    form = ComparisonForm.of(request)
    made = form.attempt(_start, **acting(request))
    if made is None:
        also = {"form": form, "most": MOST_CASES, "has_llm": settings.COUNTERSIGN_JUDGE == "vllm"}
        return COMPARISONS.respond(request, status=form.status, **also)
    enqueue(run_comparisons, "evidence")
    return HttpResponseRedirect(reverse("web:comparison", args=[made.pk]))


def _start(*, cases: str, pipeline: Pipeline | None, by: str, now: datetime, **sides: Any) -> Comparison:
    first, second = (
        Side(sides[f"{side}_judge"], sides.get(f"{side}_prompt") or 0, sides[f"{side}_policy"] or 0) for side in SIDES
    )
    wanted = Cases(cases) if cases in list(Cases) else Cases.ALL
    return start_comparison(first=first, second=second, cases=wanted, pipeline=pipeline, by=by, now=now)


@admin_page
def comparison(request: HttpRequest, pk: UUID) -> HttpResponse:
    read, shown = _read(request, pk), Show(choice_of(request, "show", list(Show)) or Show.DIFFER)
    context = {
        "read": read,
        "lines": side_lines(read),
        "shown": shown,
        "sentence": comparison_sentence(read),
        "agreement": share_words(read.report.agreement),
        "kappa": kappa_words(read.report.kappa),
        "fewest": ENOUGH,
        "checks": check_lines(read.report),
        "counts": [(one, SHOWN[one], sum(one.keeps(row.case) for row in read.rows)) for one in Show],
        "page": page_at(request.GET.get("cursor", ""), lambda cursor: read.cases_page(shown, cursor=cursor)),
    }
    part = "_comparison" if wants_part(request, "comparison-body") else "comparison"
    return render_page(request, f"trust/comparisons/{part}.html", context)


@admin_action
def judge_again(request: HttpRequest, pk: UUID) -> HttpResponse:
    """Requeues the cases that a judge could not judge."""
    made = _read(request, pk).comparison
    n = judge_halted_again(made, **acting(request))
    enqueue(run_comparisons, "evidence")
    messages.success(request, f"Judging {n} case{'s' * (n != 1)} again.")
    return HttpResponseRedirect(reverse("web:comparison", args=[pk]))


@admin_page
def comparison_csv(request: HttpRequest, pk: UUID) -> StreamingHttpResponse:
    return download(spreadsheet(cases_csv(_read(request, pk))), "countersign-comparison.csv")


@admin_page
def compared_case(request: HttpRequest, pk: UUID, position: int) -> HttpResponse:
    """One case, with links to its neighbours in the list `show` from which it was opened."""
    read, case = _read(request, pk), read_case(pk, position, hidden=hidden_from(request))
    found = found_or_404(case, "There is no such case, or it is not judged yet.")
    shown = Show(choice_of(request, "show", list(Show)) or Show.DIFFER)
    places = [row.item.position for row in read.rows if shown.keeps(row.case)]
    context = {
        "read": read,
        "found": found,
        "shown": shown,
        "sides": (found.item.first, found.item.second),
        "checks": _checks(found),
        "earlier": max((place for place in places if place < position), default=None),
        "later": min((place for place in places if place > position), default=None),
        "place": places.index(position) + 1 if position in places else None,
        "n": len(places),
    }
    return render_page(request, "trust/comparisons/case.html", context)


def _read(request: HttpRequest, pk: UUID) -> ReadComparison:
    return found_or_404(read_comparison(pk, hidden=hidden_from(request)), "There is no such comparison.")


def _checks(found: ReadCase) -> tuple[CheckStates, ...]:
    return tuple(
        CheckStates(
            name.words,
            _STATES.get(found.item.truth_checks.get(name.value, ""), ""),
            tuple(_check(side, name) for side in (found.item.first, found.item.second)),
        )
        for name in CheckName
    )


def _check(side: dict[str, Any] | None, name: CheckName) -> tuple[str, str]:
    state, reason = (side or {}).get("checks", {}).get(name.value, ("", ""))
    return state, reason
