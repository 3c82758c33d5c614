"""`/metrics` for Prometheus, read from the tallies at each scrape, plus recent rows that are not tallied yet. So every
web process gives the same result, and no scrape scans a whole table.

Counters in memory would cover one web process only and restart from zero with it. Requires an API key as a bearer
token: with the scope `read` it covers the key's pipeline, with `instance` all pipelines.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Mapping
from itertools import product
from math import inf
from typing import Any

from django.db.models import Count, Min, Q, QuerySet
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, HistogramMetricFamily, Metric
from prometheus_client.registry import Collector

from validation.domain.attempt import UNDECIDED, AttemptState, Route
from validation.domain.check import CheckName, CheckState
from validation.domain.errors import NotAllowed, TooMany
from validation.domain.halt import HaltCause
from validation.domain.intervention import UNSETTLED, InterventionState, Priority
from validation.insights.queries.insights import LATENCY_EDGES
from validation.judge.breaker import Circuit
from validation.models import Attempt, Delivery, Intervention, Pipeline
from validation.models.outbox import DeliveryState
from validation.platform.http.auth import read
from validation.platform.http.problems import problem_of, retry_after
from validation.platform.permissions import Scope, has_scope
from validation.platform.processes import circuits, queue_states
from validation.platform.tallies.read import TallyScope, load_sums, tallied
from validation.platform.tallies.source import TallySum
from validation.platform.work.leased_work import KINDS

_TALLIED = {
    "attempt_state": ("kind",),
    "attempt": ("kind",),
    "attempt_halt": ("kind",),
    "check": ("kind",),
    "intervention_closed": ("kind",),
    "delivered_webhook": (),
    "delivered_callback": (),
    "call": ("judge", "kind"),
    "call_tokens_in": ("kind",),
    "call_tokens_out": ("kind",),
    "call_cost": ("kind",),
    "latency": ("judge", "bin"),
}
"""The dimensions of each measure."""


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    try:
        key = read(request)
    except (NotAllowed, TooMany) as refusal:
        headers = {"Content-Type": "text/plain; charset=utf-8", **retry_after(refusal)}
        return HttpResponse(f"{refusal.detail}\n", status=problem_of(refusal)["status"], headers=headers)
    if not key:
        detail = "Send a key with the scope read as 'Authorization: Bearer <key>'.\n"
        return HttpResponse(detail, status=401, content_type="text/plain", headers={"WWW-Authenticate": "Bearer"})
    registry = CollectorRegistry()
    registry.register(_Counted(None if has_scope(key.scopes, Scope.INSTANCE) else key.pipeline))
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


def collect_all() -> Iterator[Metric]:
    """The metrics of a scrape with the scope `instance`."""
    return _Counted(None).collect()


class _Counted(Collector):
    """Metrics of one pipeline, or of all for None. Heartbeats and circuits always cover the whole instance."""

    def __init__(self, pipeline: Pipeline | None) -> None:
        self._pipeline = pipeline
        self._scope = TallyScope(pipeline=pipeline.name if pipeline else "")

    def describe(self) -> list[Metric]:
        """Empty, so that registering does not query the database."""
        return []

    def collect(self) -> Iterator[Metric]:
        load_sums(self._scope, _TALLIED, span="week")
        yield from self._attempts()
        by_priority: Known = {"state": InterventionState, "priority": Priority}
        yield _family("interventions", "Work for reviewers.", by_priority, self._interventions())
        yield _family("deliveries", "Events on their way to webhooks.", {"state": DeliveryState}, self._deliveries())
        yield from self._judge_calls()
        yield from self._waiting()
        yield self._latencies()
        yield _seconds_since_heartbeat()
        yield _circuits()

    def _attempts(self) -> Iterator[Metric]:
        waiting = self._own(Attempt.objects.filter(state__in=UNDECIDED)).values_list("state").annotate(n=Count("pk"))
        states = Counter(dict(waiting.order_by())) + self._tallied("attempt_state")
        yield _family("attempts", "Attempts by state.", {"state": AttemptState}, states)
        routes = self._tallied("attempt")
        yield _family("routes", "Attempts by what the pipeline was told to do.", {"route": Route}, routes)
        halts = self._tallied("attempt_halt")
        yield _family("halts", "Attempts that could not be judged, by cause.", {"cause": HaltCause}, halts)
        checks = Counter({tuple(kind.split(":")): n for kind, n in self._tallied("check").items()})
        by_check: Known = {"check": CheckName, "state": CheckState}
        yield _family("checks", "Answers to the checks of judged attempts.", by_check, checks)

    def _judge_calls(self) -> Iterator[Metric]:
        read = self._read("call", "judge", "kind")
        calls = Counter({(*kind.partition(":")[::2], judge): n for (judge, kind), n, *_ in read})
        by_gate: Known = {"gate": (), "cause": (), "judge": ()}
        yield _family("judge_calls", "Questions put to an LLM; no cause where it answered.", by_gate, calls)
        sums = [(way, one) for way in ("in", "out") for one in self._read(f"call_tokens_{way}", "kind")]
        tokens = Counter({(one.key[0], way): int(one.total) for way, one in sums})
        yield _family("judge_tokens", "Tokens of all questions to an LLM.", {"gate": (), "way": ()}, tokens)
        cost = Counter({one.key[0]: float(one.total) for one in self._read("call_cost", "kind")})
        yield _family("judge_cost", "What questions to an LLM cost, by currency.", {"currency": ()}, cost)

    def _own(self, rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows if self._pipeline is None else rows.filter(pipeline=self._pipeline)

    def _read(self, measure: str, *by: str) -> list[TallySum]:
        return tallied(measure, self._scope, *by)

    def _tallied(self, measure: str) -> Counter[Any]:
        return Counter({one.key[0]: one.n for one in self._read(measure, "kind")})

    def _interventions(self) -> Counter[Any]:
        unsettled = self._own(Intervention.objects.filter(state__in=UNSETTLED)).order_by()
        counts = Counter(
            {
                (state, priority): n
                for state, priority, n in unsettled.values_list("state", "priority").annotate(n=Count("pk"))
            }
        )
        return counts + Counter({tuple(kind.split(":")): n for kind, n in self._tallied("intervention_closed").items()})

    def _deliveries(self) -> Counter[Any]:
        """An event of no pipeline, such as a policy's, goes to the webhooks of all."""
        rows = undelivered()
        if self._pipeline is not None:
            rows = rows.filter(Q(webhook__pipeline=self._pipeline) | Q(webhook=None, event__pipeline=self._pipeline))
        arrived = sum(one.n for way in ("webhook", "callback") for one in self._read(f"delivered_{way}"))
        left = dict(rows.order_by().values_list("state").annotate(n=Count("pk")))
        return Counter(left) + Counter({DeliveryState.DELIVERED.value: arrived})

    def _waiting(self) -> Iterator[Metric]:
        """The rows themselves, not the broker's messages: what waits is there even when a message was lost."""
        number = GaugeMetricFamily("countersign_queue_length", "Rows that wait to be judged.", labels=["gate"])
        age = GaugeMetricFamily("countersign_queue_age_seconds", "How long the oldest of them waits.", labels=["gate"])
        now = timezone.now()
        for kind in KINDS.values():
            clock = "submitted_at" if any(field.name == "submitted_at" for field in kind.model._meta.fields) else "at"
            rows = self._own(kind.model._default_manager.filter(state=AttemptState.QUEUED))
            found = rows.aggregate(n=Count("pk"), oldest=Min(clock))
            number.add_metric([kind.gate], found["n"])
            age.add_metric([kind.gate], (now - found["oldest"]).total_seconds() if found["oldest"] else 0.0)
        yield from (number, age)

    def _latencies(self) -> Metric:
        text = "How long judging took, by judge."
        family = HistogramMetricFamily("countersign_judging_seconds", text, labels=["judge"])
        found: defaultdict[str, list[TallySum]] = defaultdict(list)
        for one in self._read("latency", "judge", "bin"):
            found[one.key[0]].append(one)
        for judge, bins in found.items():
            buckets = [(str(edge / 1000), sum(one.n for one in bins if one.key[1] < edge)) for edge in LATENCY_EDGES]
            total = sum(one.n for one in bins)
            family.add_metric([judge], [*buckets, ("+Inf", total)], float(sum(one.total for one in bins)) / 1000)
        return family


def undelivered() -> QuerySet[Delivery]:
    """An index has those of each state, and none has both: `state IN` would read the table."""
    return Delivery.objects.filter(Q(state=DeliveryState.PENDING) | Q(state=DeliveryState.DEAD))


Known = Mapping[str, Iterable[str]]
"""Labels, and the values that are told with 0 from the start: what grows from nothing would not be seen to grow."""


def _family(name: str, text: str, labels: Known, counts: Counter[Any]) -> Metric:
    family = GaugeMetricFamily(f"countersign_{name}", text, labels=list(labels))
    counts_by_labels = {(key,) if isinstance(key, str) else tuple(key): number for key, number in counts.items()}
    for key, number in (dict.fromkeys(product(*labels.values()), 0) | counts_by_labels).items():
        family.add_metric(list(key), number)
    return family


def _seconds_since_heartbeat() -> Metric:
    family = GaugeMetricFamily(
        "countersign_heartbeat_age_seconds", "Since a worker of each queue was seen.", labels=["name"]
    )
    now = timezone.now()
    for state in queue_states(now):
        # The row of a worker that was told to end is gone, and with it the series, which no alert would see.
        age = (now - state.seen_at).total_seconds() if state.seen_at else inf
        family.add_metric([state.queue], age)
    return family


def _circuits() -> Metric:
    text = "1 for the state that a process's circuit breaker is in, towards the LLM."
    family = GaugeMetricFamily("countersign_circuit", text, labels=["process", "state"])
    for one in circuits(timezone.now()).processes:
        for state in Circuit:
            family.add_metric([one.process, state], float(one.circuit == state))
    return family
