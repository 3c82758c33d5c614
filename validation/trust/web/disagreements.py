"""Disagreements of people with the gate: a list, worst first, and its export as a labelled data set."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, StreamingHttpResponse
from django.http.response import HttpResponseBase

from validation.domain.check import CheckName
from validation.platform.pages.access import viewer_page
from validation.platform.pages.list_page import Choice, ListPage
from validation.platform.pages.scope import scope_of
from validation.platform.paging.csv_text import download
from validation.platform.paging.filters import SpanFilter
from validation.platform.paging.keyset import Page, page_from
from validation.response.web.blind import hidden_from
from validation.trust.estimates.disagreements import (
    Difference,
    Disagreement,
    DisagreementFilter,
    finding_codes,
)
from validation.trust.queries.audited import read_audited
from validation.trust.queries.labelled import labelled_lines, labelled_rows, queries_of

_SHOWN = 50


@dataclass(frozen=True, slots=True)
class Line:
    """One disagreement with its shortened query."""

    one: Disagreement
    query: str


@dataclass(frozen=True, slots=True)
class Lines(Page[Line]):
    """`answered` audits were compared; `codes` are the findings of all disagreements, for the filter."""

    answered: int = 0
    codes: tuple[str, ...] = ()


def _read(wanted: DisagreementFilter, *, cursor: str, limit: int = _SHOWN) -> Lines:
    audited = read_audited(SpanFilter(wanted.pipeline, wanted.since))
    everything = [one for one in audited.disagreements if one.row.attempt_id not in wanted.hidden]
    page = page_from([one for one in everything if wanted.keeps(one)], cursor=cursor, limit=limit)
    queries = queries_of([one.row for one in page.rows])
    lines = tuple(Line(one, queries.get(one.row.attempt_id, "")) for one in page.rows)
    answered = sum(audited.answered.values()) - sum(audited.answered.get(one, 0) for one in wanted.hidden)
    return Lines(lines, page.next, page.start, page.total, page.previous, answered, tuple(finding_codes(everything)))


DISAGREEMENTS = ListPage(
    word="disagreement",
    view="web:disagreements",
    folder="trust/disagreements",
    wanted=DisagreementFilter,
    read=_read,
    given=lambda request: {"hidden": hidden_from(request)},
    note="Where people decided otherwise than the gate, worst first.",
    filters=(
        Choice("difference", "Difference", "Any difference", tuple((one.value, one.label) for one in Difference)),
        Choice("check", "Check the judge got wrong", "Any check", tuple((one.value, one.words) for one in CheckName)),
        Choice("finding", "With finding", "Any finding"),
    ),
    span="30d",
    columns={
        "attempt_id": "one.row.attempt_id",
        "turn_id": "one.row.turn_id",
        "pipeline": "one.row.pipeline",
        "query": "query",
        "difference": "one.difference",
        "route": "one.row.route",
        "confidence": "one.row.confidence",
        "truth_route": "one.row.truth_route",
        "truth_source": "one.row.truth_source",
        "wrong_checks": "one.checks",
        "findings": "one.row.finding_codes",
        "policy": "one.row.policy",
        "judge": "one.row.judge",
        "decided_at": "one.row.decided_at",
    },
)


@viewer_page
def list_page(request: HttpRequest) -> HttpResponseBase:
    if DISAGREEMENTS.wants_file(request):
        return DISAGREEMENTS.download(request)
    context = DISAGREEMENTS.context(request)
    codes = [(code, code) for code in context["page"].codes]
    return DISAGREEMENTS.show(request, {**context, "choices": {"finding": codes}})


@viewer_page
def labelled_set(request: HttpRequest) -> StreamingHttpResponse:
    """The filtered disagreements, or with `all=1` every audited decision with a truth."""
    scope = scope_of(request, default=DISAGREEMENTS.span)
    wanted = DISAGREEMENTS.asked(request, scope)
    rows = labelled_rows(SpanFilter(wanted.pipeline, wanted.since), None if request.GET.get("all") else wanted)
    return download(labelled_lines(row for row in rows if row.attempt_id not in wanted.hidden), "audits.jsonl")
