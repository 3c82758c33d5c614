"""Where people decided otherwise than the gate: a list, worst first, and its export as a labelled set."""

from __future__ import annotations

from dataclasses import dataclass

from django.http import HttpRequest, HttpResponse, StreamingHttpResponse
from django.utils import timezone

from validation.domain.check import CheckName
from validation.platform.pages.access import viewer_page
from validation.platform.pages.lists import choice_of, number_of, query_text
from validation.platform.pages.page import render_page
from validation.platform.pages.scope import Scope, scope_of
from validation.response.web.blind import hidden_from
from validation.trust.estimates.disagreements import (
    Difference,
    Disagreement,
    DisagreementFilter,
    disagreements,
    finding_codes,
)
from validation.trust.queries.labelled import labelled_lines, newest_rows, queries_of
from validation.trust.queries.trust_report import TrustScope

_DEFAULT_RANGE = "30d"
_SHOWN = 50


@dataclass(frozen=True, slots=True)
class Line:
    """One disagreement with the words of its query."""

    one: Disagreement
    query: str


@viewer_page
def list_page(request: HttpRequest) -> HttpResponse:
    now = timezone.now()
    scope, wanted = scope_of(request, now=now, default=_DEFAULT_RANGE), _wanted(request)
    hidden = hidden_from(request)
    rows = [row for row in newest_rows(_trust_scope(scope)) if row.attempt_id not in hidden]
    everything = disagreements(rows, DisagreementFilter())
    found = [one for one in everything if wanted.keeps(one)]
    start = _SHOWN * max(0, (number_of(request, "page") or 1) - 1)
    shown = found[start : start + _SHOWN]
    queries = queries_of([one.row for one in shown])
    context = {
        "now": now,
        "scope": scope,
        "wanted": wanted,
        "lines": [Line(one, queries.get(one.row.attempt_id, "")) for one in shown],
        "n": len(found),
        "answered": sum(bool(row.truth_route) for row in rows),
        "first": start + 1,
        "last": start + len(shown),
        "earlier": start // _SHOWN or None,
        "later": start // _SHOWN + 2 if start + _SHOWN < len(found) else None,
        "differences": tuple(Difference),
        "checks": tuple(CheckName),
        "codes": finding_codes(everything),
    }
    return render_page(request, "trust/disagreements.html", context)


@viewer_page
def labelled_set(request: HttpRequest) -> StreamingHttpResponse:
    """The disagreements as filtered, or with `all=1` every audited decision that has a truth."""
    rows = newest_rows(_trust_scope(scope_of(request, now=timezone.now(), default=_DEFAULT_RANGE)))
    if not request.GET.get("all"):
        rows = [one.row for one in disagreements(rows, _wanted(request))]
    hidden = hidden_from(request)
    rows = [row for row in rows if row.attempt_id not in hidden]
    headers = {"Content-Disposition": 'attachment; filename="audits.jsonl"'}
    return StreamingHttpResponse(labelled_lines(rows), content_type="application/jsonl; charset=utf-8", headers=headers)


def _wanted(request: HttpRequest) -> DisagreementFilter:
    return DisagreementFilter(
        difference=choice_of(request, "difference", [one.value for one in Difference]),
        check=choice_of(request, "check", [name.value for name in CheckName]),
        finding=query_text(request, "finding"),
    )


def _trust_scope(scope: Scope) -> TrustScope:
    return TrustScope(scope.pipeline, scope.since)
