"""The Trust page: how often the gate is wrong according to audits, which threshold can be certified, and where judge
and people disagree."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from urllib.parse import urlencode

from django.http import Http404, HttpRequest, HttpResponse, StreamingHttpResponse
from django.urls import reverse
from django.utils import timezone

from validation.domain.estimates.certificate import Certificate
from validation.insights.web.charts import Chart, csv_of
from validation.platform.pages.access import viewer_page
from validation.platform.pages.page import render_page
from validation.platform.pages.parameters import choice_of, query_text
from validation.platform.pages.scope import Scope, scope_of
from validation.platform.permissions import can_administer, can_rule
from validation.platform.tallies.read import TallyScope
from validation.response.web.blind import hidden_from
from validation.trust.estimates.report import BYS, TrustFigure
from validation.trust.queries.trust_report import Trust, read_certificate, read_trust
from validation.trust.web.trust_charts import GROUP_CHARTS, certificate_chart, certificate_sentence
from validation.trust.web.words import agreement, per_cent, sentence, share_or_need, too_early, unweighted

_DEFAULT_RANGE = "30d"
_LIMITS = {"tolerated": 0.02, "error": 0.05}


@dataclass(frozen=True, slots=True)
class Tile:
    """One figure with its label; `value` is empty while there are too few answers."""

    label: str
    value: str
    note: str


@dataclass(frozen=True, slots=True)
class CheckLine:
    """Precision and recall of one check, as text."""

    label: str
    precision: str
    recall: str
    failed: int
    broken: int


@viewer_page
def trust(request: HttpRequest) -> HttpResponse:
    scope = scope_of(request, default=_DEFAULT_RANGE)
    read = _read(request, scope)
    limits = _limits(request)
    found = read_certificate(read, **limits)
    by = choice_of(request, "by", BYS) or "month"
    groups = read.groups(by)
    context = {
        "scope": scope,
        "trust": read,
        "left_out": read.scope.without,
        "out_of_reach": f"{read.approved.out_of_reach:,}",
        "sentence": sentence(read, scope.range.label),
        "unweighted": unweighted(read.estimates.false_approve),
        "tiles": tuple(_tiles(read)),
        "checks": _check_lines(read),
        "by": by,
        "bys": BYS,
        "group_charts": [draw(by, groups) for draw in GROUP_CHARTS.values()],
        "certificate": certificate_chart(found),
        "certificate_sentence": certificate_sentence(found),
        **{name: f"{100 * share:g}" for name, share in limits.items()},
        "mistyped": _mistyped(request),
        "draft_url": _draft_url(request, scope, found),
        "can_rule": can_rule(request.user),
        "can_administer": can_administer(request.user),
    }
    return render_page(request, "trust/page.html", context)


@viewer_page
def trust_csv(request: HttpRequest, slug: str) -> StreamingHttpResponse:
    """The table of one chart as CSV, for the same pipeline, range and limits as the page."""
    return csv_of(_chart(request, _read(request, scope_of(request, default=_DEFAULT_RANGE)), slug))


def _read(request: HttpRequest, scope: Scope) -> Trust:
    return read_trust(TallyScope(scope.pipeline, since=scope.since, without=hidden_from(request)), now=timezone.now())


def _chart(request: HttpRequest, read: Trust, slug: str) -> Chart:
    if slug == "certificate":
        return certificate_chart(read_certificate(read, **_limits(request)))
    kind, _, by = slug.rpartition("by-")
    if kind in GROUP_CHARTS and by in BYS:
        return GROUP_CHARTS[kind](by, read.groups(by))
    raise Http404("There is no such chart.")


def _tiles(read: Trust) -> Iterator[Tile]:
    found = read.estimates
    yield _tile("False approvals", found.false_approve, "wrong of", "approvals audited")
    if found.corrected is not None:
        yield Tile("False approvals, corrected", per_cent(found.corrected), "for what reviewers miss in gold items")
    yield _tile("False holds", found.false_hold, "needless of", "holds audited")
    yield _kappa("Agreement, judge and people", found.judge_people)
    yield _kappa("Agreement, people and people", found.people)
    if found.alpha is not None:
        yield _kappa("Agreement, among all people", found.alpha)


def _tile(label: str, figure: TrustFigure, of: str, what: str) -> Tile:
    if figure.too_early:
        return Tile(label, "", too_early(figure))
    return Tile(label, per_cent(figure.measured), f"{figure.hits:,} {of} {figure.n:,} {what}")


def _kappa(label: str, figure: TrustFigure) -> Tile:
    if figure.too_early:
        return Tile(label, "", too_early(figure, points=False))
    means = "one side always says the same" if figure.measured.is_void else "0 is chance, 1 always the same"
    return Tile(label, agreement(figure.measured), f"{figure.hits:,} of {figure.n:,} the same; {means}")


def _check_lines(read: Trust) -> tuple[CheckLine, ...]:
    return tuple(
        CheckLine(
            one.name.words, share_or_need(one.precision), share_or_need(one.recall), one.precision.n, one.recall.n
        )
        for one in read.estimates.checks
    )


def _draft_url(request: HttpRequest, scope: Scope, found: Certificate) -> str:
    """The policy editor of the pipeline with the certified threshold filled in; empty for users who may not publish."""
    if found.threshold is None or not can_administer(request.user):
        return ""
    of = {"pipeline": scope.pipeline} if scope.pipeline else {}
    return f"{reverse('web:edit_policy')}?{urlencode({**of, 'response.approve': f'{found.threshold:.2f}'})}"


def _limits(request: HttpRequest) -> dict[str, float]:
    """The percentages in the query string as shares, with defaults."""
    return {name: _typed_share(request, name) or usual for name, usual in _LIMITS.items()}


def _typed_share(request: HttpRequest, name: str) -> float | None:
    """None unless it is a number from 0.01 to 50."""
    try:
        typed = float(query_text(request, name).replace(",", ".")) / 100
    except ValueError:
        return None
    return typed if 0.0001 <= typed <= 0.5 else None


def _mistyped(request: HttpRequest) -> str:
    wrong = [name for name in _LIMITS if query_text(request, name) and _typed_share(request, name) is None]
    return "Give 0.01 to 50 %. The usual figure is used instead." if wrong else ""
