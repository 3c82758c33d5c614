"""`/metrics` for Prometheus, counted from the database at each scrape: any web process gives the same answer.

Counters kept in memory would be one web process's share of the truth and would start from zero at each restart. Guarded
by an API key, sent as a bearer token: with the scope `read` it counts the key's pipeline, with `instance` all of them.
"""

from __future__ import annotations

from collections.abc import Iterator

from django.db.models import Count, F, Q, QuerySet, Sum
from django.http import HttpRequest, HttpResponse
from django.utils import timezone
from django.views.decorators.http import require_safe
from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, generate_latest
from prometheus_client.core import GaugeMetricFamily, Metric
from prometheus_client.registry import Collector

from validation.domain.errors import NotAllowed, TooMany
from validation.judge.breaker import Circuit
from validation.models import Attempt, Delivery, Intervention, JudgeCall
from validation.platform.circuits.state import circuits
from validation.platform.http.auth import read
from validation.platform.http.problems import problem_of
from validation.platform.permissions import Scope, has_scope
from validation.platform.workers.state import queue_states


@require_safe
def metrics(request: HttpRequest) -> HttpResponse:
    try:
        key = read(request)
    except (NotAllowed, TooMany) as refusal:
        status = problem_of(refusal)["status"]
        return HttpResponse(f"{refusal.detail}\n", status=status, content_type="text/plain; charset=utf-8")
    if not key:
        detail = "Send a key with the scope read as 'Authorization: Bearer <key>'.\n"
        return HttpResponse(detail, status=401, content_type="text/plain", headers={"WWW-Authenticate": "Bearer"})
    registry = CollectorRegistry()
    registry.register(_Counted(None if has_scope(key.scopes, Scope.INSTANCE) else key.pipeline_id))
    return HttpResponse(generate_latest(registry), content_type=CONTENT_TYPE_LATEST)


class _Counted(Collector):
    """The rows of one pipeline, or of all for None. Heartbeats and circuits are those of the instance."""

    def __init__(self, pipeline_id: int | None) -> None:
        self._pipeline_id = pipeline_id

    def describe(self) -> list[Metric]:
        """Nothing in advance: registering must not ask the database."""
        return []

    def collect(self) -> Iterator[Metric]:
        attempts = self._own(Attempt.objects.all(), "turn__pipeline")
        yield _by("attempts", "Attempts by state.", attempts, state="state")
        decided = attempts.exclude(route="")
        yield _by("routes", "Attempts by what the pipeline was told to do.", decided, route="route")
        halted = attempts.exclude(halt_cause="")
        yield _by("halts", "Attempts that could not be judged, by cause.", halted, cause="halt_cause")
        interventions = self._own(Intervention.objects.all(), "pipeline")
        yield _by("interventions", "Work for reviewers.", interventions, state="state", priority="priority")
        yield _by("deliveries", "Events on their way to webhooks.", self._deliveries(), state="state")
        calls = self._own(JudgeCall.objects.all(), "pipeline")
        labels = {"gate": "gate", "judge": "judge", "cause": "halt_cause"}
        yield _by("judge_calls", "Questions put to an LLM; no cause where it answered.", calls, **labels)
        yield _tokens(calls)
        yield _seconds_since_heartbeat()
        yield _circuits()

    def _own(self, rows: QuerySet, path: str) -> QuerySet:  # type: ignore[type-arg]
        return rows if self._pipeline_id is None else rows.filter(**{path: self._pipeline_id})

    def _deliveries(self) -> QuerySet[Delivery]:
        """An event of no pipeline, such as a policy's, goes to the webhooks of all."""
        rows = Delivery.objects.all()
        if self._pipeline_id is None:
            return rows
        return rows.filter(Q(webhook__pipeline=self._pipeline_id) | Q(webhook=None, event__pipeline=self._pipeline_id))


def _by(name: str, text: str, rows: QuerySet, **labels: str) -> Metric:  # type: ignore[type-arg]
    family = GaugeMetricFamily(f"countersign_{name}", text, labels=list(labels))
    fields = {f"label_{label}": F(field) for label, field in labels.items()}
    for row in rows.order_by().values(**fields).annotate(number=Count("pk")):
        family.add_metric([str(row[f"label_{label}"]) for label in labels], row["number"])
    return family


def _tokens(calls: QuerySet[JudgeCall]) -> Metric:
    family = GaugeMetricFamily("countersign_judge_tokens", "Tokens of all questions to an LLM.", labels=["gate", "way"])
    for row in calls.order_by().values("gate").annotate(read=Sum("tokens_in"), written=Sum("tokens_out")):
        family.add_metric([row["gate"], "in"], row["read"])
        family.add_metric([row["gate"], "out"], row["written"])
    return family


def _seconds_since_heartbeat() -> Metric:
    family = GaugeMetricFamily(
        "countersign_heartbeat_age_seconds", "Since a worker of each queue was seen.", labels=["name"]
    )
    now = timezone.now()
    for state in queue_states(now):
        if state.seen_at is not None:
            family.add_metric([state.queue], (now - state.seen_at).total_seconds())
    return family


def _circuits() -> Metric:
    text = "1 for the state that a process's circuit breaker is in, towards the LLM."
    family = GaugeMetricFamily("countersign_circuit", text, labels=["process", "state"])
    for one in circuits(timezone.now()).processes:
        for state in Circuit:
            family.add_metric([f"{one.role}@{one.place}", state], float(one.circuit is state))
    return family
