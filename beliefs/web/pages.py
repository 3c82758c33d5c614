"""The table, the graph, the page of one belief and that of one source."""

from __future__ import annotations

import re
from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from beliefs.domain.formula import ConfidenceStatus
from beliefs.figures.waterfall import waterfall_figure, waterfall_rows
from beliefs.queries.beliefs import ORDERS, belief_graph, belief_resource, facets, filtered, find_belief
from beliefs.queries.findings import FINDINGS, with_finding
from beliefs.queries.policy import belief_policy
from beliefs.queries.sources import find_source
from validation.domain.errors import NotFound
from validation.platform.pages.access import viewer_page
from validation.platform.pages.lists import any_given, choice_of, number_of, text_of
from validation.platform.pages.page import show, wants_part
from validation.platform.pages.scope import scope_of
from validation.platform.permissions import can_rule

STATUSES = tuple(status.value for status in ConfidenceStatus)
PAGE_SIZE = 50
_SESSION = re.compile(r"session-(\d.*)")
_HEAVY = ("markdown", "confidence", "validation", "waterfall")


@require_safe
@viewer_page
def beliefs(request: HttpRequest) -> HttpResponse:
    wanted = {
        "q": text_of(request, "q"),
        "status": choice_of(request, "status", STATUSES),
        "facet": text_of(request, "facet"),
    }
    finding = choice_of(request, "finding", FINDINGS)
    order = choice_of(request, "order", ORDERS) or "score"
    rows = filtered(**wanted)
    if finding:
        rows = rows.filter(with_finding(finding, belief_policy().belief))
    rows = rows.defer(*_HEAVY).order_by(ORDERS[order][1], "name")
    context = {
        **_common(request),
        "wanted": wanted,
        "order": order,
        "orders": [(name, label) for name, (label, _) in ORDERS.items()],
        "finding": finding,
        "findings": FINDINGS.items(),
        "statuses": STATUSES,
        "facets": facets(),
        "page": Paginator(rows, PAGE_SIZE).get_page(number_of(request, "page") or 1),
        "filtered": any_given((*wanted.values(), finding)),
    }
    part = wants_part(request, "belief-list")
    return show(request, "beliefs/_list.html" if part else "beliefs/page.html", context)


@require_safe
@viewer_page
def graph(request: HttpRequest) -> HttpResponse:
    from beliefs.figures.graph import belief_graph_figure  # networkx takes half a second, which a start need not pay

    data = belief_graph()
    address = reverse("beliefs:belief", args=["-id-"]).replace("-id-", "{}")
    figure = belief_graph_figure(data, address=address) if data["nodes"] else None
    return show(request, "beliefs/graph.html", {**_common(request), "graph": data, "figure": figure})


@require_safe
@viewer_page
def belief(request: HttpRequest, name: str) -> HttpResponse:
    try:
        record = find_belief(name)
    except NotFound as missing:
        raise Http404 from missing
    resource = belief_resource(record)
    waterfall = record.waterfall
    context = {
        **_common(request),
        "belief": resource,
        "record": record,
        "figure": waterfall_figure(waterfall) if waterfall else None,
        "rows": waterfall_rows(waterfall) if waterfall else (),
        **_evidence(resource),
    }
    return show(request, "beliefs/belief.html", context)


def _evidence(resource: dict[str, Any]) -> dict[str, Any]:
    """Quotes and neighbours with what they lead to, `kind:name`."""
    if not resource["confidence"]:
        return {"quotes": (), "neighbours": ()}
    signals = resource["confidence"]["signals"]
    found = {link["target"]: link["found"] for link in resource["links"] if link["found"]}
    quotes = [{**quote, "found": _found(quote["where"], found)} for quote in signals["content_match"]["quotes"]]
    results = signals["semantic_support"]["top_results"]
    return {"quotes": quotes, "neighbours": [{**one, "found": _found(one["doc"], found)} for one in results]}


def _found(name: str, links: dict[str, str]) -> str:
    """Empty for several names or none."""
    if name in links or not name or "," in name:
        return links.get(name, "")
    session = _SESSION.fullmatch(name)
    return f"session:{session[1]}" if session else f"belief:{name}"


@require_safe
@viewer_page
def source(request: HttpRequest, kind: str, name: str) -> HttpResponse:
    """`quote` in the address is marked where it stands."""
    try:
        found = find_source(kind, name, quote=request.GET.get("quote", "")[:2000])
    except NotFound as missing:
        raise Http404 from missing
    return show(request, "beliefs/source.html", {**_common(request), "source": found})


def _common(request: HttpRequest) -> dict[str, Any]:
    now = timezone.now()
    return {"now": now, "scope": scope_of(request, now=now), "can_rule": can_rule(request.user)}
