"""Pages of beliefs: table, graph, health, one belief, one source."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest, HttpResponse
from django.http.response import HttpResponseBase
from django.utils import timezone

from beliefs.domain.formula import ConfidenceStatus
from beliefs.figures.waterfall import waterfall_figure, waterfall_rows
from beliefs.models import BeliefRecord
from beliefs.queries.beliefs import ORDERS, BeliefFilter, facets, find_belief, wanted_beliefs
from beliefs.queries.corpora import shown_beliefs
from beliefs.queries.graph import DRAWN_NODES, belief_graph
from beliefs.queries.health import FINDINGS, health_report, with_finding
from beliefs.queries.sources import belief_address, carried_pipeline, cited_by, find_source
from beliefs.schemas import BeliefOut
from beliefs.tasks import queue_audit
from validation.desk.web.item import SUBJECT_PART
from validation.platform.live import Topic
from validation.platform.pages.access import reviewer_action, viewer_page
from validation.platform.pages.list_page import Choice, ListPage, Order
from validation.platform.pages.page import NO_SCOPE, render_page, wants_part
from validation.platform.pages.scope import scope_of
from validation.platform.pages.settings_page import back_to
from validation.platform.paging.keyset import Page, page_from
from validation.platform.permissions import can_rule
from validation.platform.policies import policy_in_force

PAGE_SIZE = 50
_COLUMNS = (
    "pipeline", "name", "statement", "status", "score", "assigned", "validation_status", "broken_links",
    "unverified_quotes", "in_degree", "age_days", "facets", "created", "revised", "updated_at", "assessed_at", "policy",
)  # fmt: skip
_SESSION = "session-"
_EDGES = 500


def _read(wanted: BeliefFilter, *, cursor: str, limit: int = PAGE_SIZE) -> Page[BeliefRecord]:
    rows = wanted_beliefs(wanted)
    if wanted.finding:
        rows = rows.filter(with_finding(wanted.finding, policy_in_force().read().belief))
    rows = rows.order_by(ORDERS[wanted.order][1], "name", "pipeline")
    return page_from(rows, cursor=cursor, limit=limit)


TABLE = ListPage(
    word="belief",
    view="beliefs:beliefs",
    folder="beliefs",
    topic=Topic.BELIEFS,
    wanted=BeliefFilter,
    read=_read,
    note="What was learned, with a confidence computed from its evidence.",
    search="Id or words of the statement",
    filters=(
        Choice("status", "Status", "Any status", tuple(ConfidenceStatus)),
        Choice("facet", "Facet", "Any facet"),
        Choice("finding", "Finding", "Any finding", tuple(FINDINGS.items())),
        Order("order", "Order", values=tuple((name, label) for name, (label, _) in ORDERS.items())),
    ),
    scoped=("pipeline",),
    columns={name: name for name in _COLUMNS},
)


@viewer_page
def beliefs(request: HttpRequest) -> HttpResponseBase:
    if TABLE.wants_file(request):
        return TABLE.download(request)
    context = TABLE.context(request)
    also = {"choices": {"facet": facets(context["scope"].pipeline)}, "can_rule": can_rule(request.user)}
    return TABLE.show(request, {**context, **also})


@viewer_page
def graph(request: HttpRequest) -> HttpResponse:
    from beliefs.figures.graph import belief_graph_figure  # networkx takes half a second, so not at start-up

    common = _common(request)
    chosen = common["scope"].pipeline
    data = belief_graph(chosen, most=DRAWN_NODES)
    addresses = {
        node["id"]: belief_address(node["name"], pipeline=carried_pipeline(chosen=chosen, corpus=node["pipeline"]))
        for node in data["nodes"]
    }
    ends = [
        {**edge, "source_at": addresses[edge["source"]], "target_at": addresses[edge["target"]]}
        for edge in data["edges"][:_EDGES]
    ]
    figure = belief_graph_figure(data, addresses=addresses) if data["nodes"] else None
    return render_page(request, "beliefs/graph.html", {**common, "graph": data, "edges": ends, "figure": figure})


@viewer_page
def belief(request: HttpRequest, name: str) -> HttpResponse:
    common = _common(request)
    record = find_belief(name, pipeline=common["scope"].pipeline)
    resource = BeliefOut.of(record)
    waterfall = record.waterfall
    context = {
        **common,
        **NO_SCOPE,
        "belief": resource,
        "record": record,
        "figure": waterfall_figure(waterfall) if waterfall else None,
        "rows": waterfall_rows(waterfall) if waterfall else (),
        **_evidence(resource),
        "on_desk": wants_part(request, SUBJECT_PART),
    }
    return render_page(request, "beliefs/_judged.html" if context["on_desk"] else "beliefs/belief.html", context)


def _evidence(resource: dict[str, Any]) -> dict[str, Any]:
    """Quotes and neighbours, each with its resolved target as `kind:name`."""
    if not resource["confidence"]:
        return {"quotes": (), "neighbours": ()}
    signals = resource["confidence"]["signals"]
    found = {link["target"]: link["found"] for link in resource["links"] if link["found"]}
    quotes = [{**quote, "found": _found(quote["where"], found)} for quote in signals["content_match"]["quotes"]]
    results = signals["semantic_support"]["top_results"]
    near = [one["doc"] for one in results]
    named = shown_beliefs(resource["pipeline"]).filter(name__in=near).values_list("name", flat=True)
    found |= {name: f"belief:{name}" for name in named}
    return {"quotes": quotes, "neighbours": [{**one, "found": _found(one["doc"], found)} for one in results]}


def _found(name: str, known: dict[str, str]) -> str:
    """`kind:name`; empty for several names or none. A session with a quote, or a near one, need not be linked."""
    if name in known or not name.startswith(_SESSION):
        return known.get(name, "")
    return f"session:{name.removeprefix(_SESSION)}"


@viewer_page
def source(request: HttpRequest, kind: str, name: str) -> HttpResponse:
    """A source, with the text of the parameter `quote` marked."""
    common = _common(request)
    source = find_source(kind, name, pipeline=common["scope"].pipeline)
    quote = request.GET.get("quote", "")[:2000]
    shown = {**NO_SCOPE, "source": source, "cited_by": cited_by(source, pipeline=common["scope"].pipeline)}
    # `quoted` is empty if the text does not contain the quote verbatim.
    before, quoted, after = source.text.partition(quote) if quote else (source.text, "", "")
    text = {"before": before, "quoted": quoted, "after": after}
    return render_page(request, "beliefs/source.html", {**common, **shown, **text})


def _common(request: HttpRequest) -> dict[str, Any]:
    now = timezone.now()
    return {"now": now, "scope": scope_of(request, now=now), "hide_range": True, "can_rule": can_rule(request.user)}


@viewer_page
def health(request: HttpRequest) -> HttpResponse:
    common = _common(request)
    report = health_report(pipeline=common["scope"].pipeline, policy=policy_in_force().read().belief)
    part = wants_part(request, "belief-health")
    template = "beliefs/_health.html" if part else "beliefs/health.html"
    return render_page(request, template, {**common, "report": report})


@reviewer_action
def audit(request: HttpRequest) -> HttpResponse:
    """Queues an audit of the chosen pipeline, or of all: embedding thousands of passages after a first sync takes
    minutes."""
    pipeline = scope_of(request, now=timezone.now()).pipeline
    if queue_audit(by=f"user:{request.user.get_username()}", pipeline=pipeline):
        return back_to(request, "beliefs:health", "The audit has begun. Its figures appear here when it is done.")
    message = "The broker is away, so no worker can audit. Try again, or run: python manage.py audit_beliefs"
    return back_to(request, "beliefs:health", message, refused=True)
