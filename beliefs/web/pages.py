"""The table, the graph and the page of one belief."""

from __future__ import annotations

from typing import Any

from django.core.paginator import Paginator
from django.http import Http404, HttpRequest, HttpResponse
from django.urls import reverse
from django.utils import timezone
from django.views.decorators.http import require_safe

from beliefs.domain.formula import ConfidenceStatus
from beliefs.figures.waterfall import waterfall_figure, waterfall_rows
from beliefs.queries.beliefs import ORDERS, belief_graph, belief_resource, facets, filtered, find_belief
from validation.domain.errors import NotFound
from validation.web.access import viewer_page
from validation.web.lists import any_given, choice_of, number_of, text_of
from validation.web.page import show, wants_part
from validation.web.scope import scope_of

STATUSES = tuple(status.value for status in ConfidenceStatus)
PAGE_SIZE = 50
_HEAVY = ("markdown", "confidence", "validation", "waterfall")


@require_safe
@viewer_page
def beliefs(request: HttpRequest) -> HttpResponse:
    wanted = {
        "q": text_of(request, "q"),
        "status": choice_of(request, "status", STATUSES),
        "facet": text_of(request, "facet"),
        "broken": request.GET.get("broken") == "1",
    }
    order = choice_of(request, "order", tuple(ORDERS)) or "score"
    rows = filtered(**wanted).defer(*_HEAVY).order_by(*ORDERS[order])
    context = {
        **_common(request),
        "wanted": wanted,
        "order": order,
        "orders": tuple(ORDERS),
        "statuses": STATUSES,
        "facets": facets(),
        "page": Paginator(rows, PAGE_SIZE).get_page(number_of(request, "page") or 1),
        "filtered": any_given(wanted.values()),
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
    }
    return show(request, "beliefs/belief.html", context)


def _common(request: HttpRequest) -> dict[str, Any]:
    now = timezone.now()
    return {"now": now, "scope": scope_of(request, now=now)}
