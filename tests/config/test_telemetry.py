"""Spans, events and metrics sent by OTLP to a receiver on this machine: the caller's trace goes on in ours."""

from __future__ import annotations

import gzip
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone
from opentelemetry.proto.collector.logs.v1.logs_service_pb2 import ExportLogsServiceRequest
from opentelemetry.proto.collector.metrics.v1.metrics_service_pb2 import ExportMetricsServiceRequest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest
from prometheus_client.parser import text_string_to_metric_families

from config.env import BadEnvironment
from config.ops import otlp_metrics, telemetry
from config.ops.otlp_metrics import send_metrics
from tests.api_client import ApiClient
from tests.texts import CONTEXT, GOOD, WRONG_PRICE
from validation.models import AttemptText
from validation.platform import tracing
from validation.platform.keys import create_api_key
from validation.platform.tasks import send_due
from validation.response.tasks import judge_attempt

pytestmark = pytest.mark.django_db
TRACE, CALLER = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
BODY = {"turn_id": "t", "context_md": CONTEXT, "response_md": GOOD}
TRACEPARENT = f"00-{TRACE}-{CALLER}-01"


class Received:
    """What a collector was sent."""

    def __init__(self) -> None:
        self.spans: dict[str, Any] = {}
        self.events: list[Any] = []
        self.metrics: dict[str, Any] = {}

    def take(self, path: str, body: bytes) -> None:
        match path:
            case "/v1/traces":
                for sent in ExportTraceServiceRequest.FromString(body).resource_spans:
                    self.spans |= {span.name: span for scope in sent.scope_spans for span in scope.spans}
            case "/v1/logs":
                for logs in ExportLogsServiceRequest.FromString(body).resource_logs:
                    self.events += [record for scope in logs.scope_logs for record in scope.log_records]
            case "/v1/metrics":
                for told in ExportMetricsServiceRequest.FromString(body).resource_metrics:
                    self.metrics |= {metric.name: metric for scope in told.scope_metrics for metric in scope.metrics}


@pytest.fixture
def received(monkeypatch: pytest.MonkeyPatch) -> Iterator[Received]:
    """A receiver of OTLP over HTTP that the environment names."""
    told = Received()

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            plain = gzip.decompress(body) if self.headers.get("Content-Encoding") == "gzip" else body
            told.take(self.path, plain)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nothing to say."""

    server = HTTPServer(("127.0.0.1", 0), Collector)
    threading.Thread(target=server.serve_forever, args=(0.02,), daemon=True).start()
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", f"http://127.0.0.1:{server.server_port}")
    try:
        yield told
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def sending(monkeypatch: pytest.MonkeyPatch) -> Iterator[None]:
    """What is done inside is with the collector at the end."""
    spans, events = telemetry.build_tracer_provider(), telemetry.build_logger_provider()
    monkeypatch.setattr(tracing, "_tracer", spans.get_tracer("countersign"))
    monkeypatch.setattr(tracing, "_events", events.get_logger("countersign"))
    yield
    spans.shutdown()
    events.shutdown()


@pytest.fixture
def judged(api: ApiClient, received: Received, monkeypatch: pytest.MonkeyPatch) -> Received:
    """One attempt, from its submission with a caller's trace to its decision."""
    with sending(monkeypatch):
        judge_attempt(api.post("/attempts", BODY, traceparent=TRACEPARENT).json()["id"])
    return received


def test_what_happens_to_an_attempt_is_in_its_callers_trace(judged: Received) -> None:
    assert {span.trace_id.hex() for span in judged.spans.values()} == {TRACE}
    parents = {name: span.parent_span_id for name, span in judged.spans.items()}
    caller = bytes.fromhex(CALLER)
    assert parents == {"receive": caller, "judge": caller, "record": judged.spans["judge"].span_id}


def test_the_decision_and_each_check_are_evaluation_events_of_the_callers_span(judged: Received) -> None:
    assert {(one.event_name, one.trace_id.hex(), one.span_id.hex()) for one in judged.events} == {
        ("gen_ai.evaluation.result", TRACE, CALLER)
    }
    told = [{one.key: one.value for one in event.attributes} for event in judged.events]
    labels = {one["gen_ai.evaluation.name"].string_value: one["gen_ai.evaluation.score.label"] for one in told}
    assert labels["decision"].string_value == "APPROVE"
    assert labels["claims_supported"].string_value == "pass"
    assert len(labels) == len(told) == 6


def test_what_came_without_a_trace_is_one_trace(
    api: ApiClient, received: Received, monkeypatch: pytest.MonkeyPatch
) -> None:
    with sending(monkeypatch):
        judge_attempt(api.post("/attempts", BODY).json()["id"])
    receive = received.spans["receive"]
    assert received.spans["judge"].parent_span_id == receive.span_id
    assert {event.span_id for event in received.events} == {receive.span_id}


def test_a_delivery_links_to_the_trace_of_its_event(
    api: ApiClient, received: Received, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    settings.COUNTERSIGN_WEBHOOK_ALLOW = ("127.0.0.1",)
    body = {**BODY, "callback_url": "http://127.0.0.1:9/"}
    with sending(monkeypatch):
        judge_attempt(api.post("/attempts", body, traceparent=TRACEPARENT).json()["id"])
        send_due()
    deliver, record = received.spans["deliver"], received.spans["record"]
    assert [(link.trace_id, link.span_id) for link in deliver.links] == [(record.trace_id, record.span_id)]
    assert deliver.trace_id != record.trace_id


def test_no_text_of_anybody_leaves_with_a_span_or_an_event(judged: Received) -> None:
    assert GOOD[:30] not in "".join(map(str, [*judged.spans.values(), *judged.events]))


def test_metrics_sent_are_those_that_a_scrape_reads(api: ApiClient, client: Client, received: Received) -> None:
    for turn, text in enumerate((GOOD, WRONG_PRICE)):
        judge_attempt(api.post("/attempts", {**BODY, "turn_id": f"t{turn}", "response_md": text}).json()["id"])
    assert send_metrics()
    _, secret = create_api_key(name="scraper", pipeline="p", scopes=["instance"], by="test", now=timezone.now())
    page = client.get("/metrics", headers={"Authorization": f"Bearer {secret}"}).content.decode()
    scraped = {family.name: family for family in text_string_to_metric_families(page)}
    assert set(received.metrics) == {name for name, family in scraped.items() if family.samples}
    for name in ("countersign_routes", "countersign_checks", "countersign_queue_length"):
        points = received.metrics[name].gauge.data_points
        assert {
            (frozenset((one.key, one.value.string_value) for one in point.attributes), point.as_double)
            for point in points
        } == {(frozenset(sample.labels.items()), sample.value) for sample in scraped[name].samples}
    (point,) = received.metrics["countersign_judging_seconds"].histogram.data_points
    buckets = [one.value for one in scraped["countersign_judging_seconds"].samples if one.name.endswith("_bucket")]
    assert [sum(point.bucket_counts[: place + 1]) for place in range(len(buckets))] == buckets
    assert point.count == 2


def test_a_collector_that_is_away_costs_a_line_in_the_log(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", "http://127.0.0.1:9")
    monkeypatch.setattr(otlp_metrics, "WITHIN_S", 0.2)
    assert not send_metrics()
    assert "Failed to export metrics" in caplog.text


@pytest.mark.parametrize("variable", ["OTEL_EXPORTER_OTLP_ENDPOINT", "OTEL_METRICS_EXPORTER"])
def test_metrics_are_sent_only_where_they_are_wanted(
    received: Received, monkeypatch: pytest.MonkeyPatch, variable: str
) -> None:
    monkeypatch.setenv(variable, "" if variable.endswith("ENDPOINT") else "none")
    assert not send_metrics()
    assert not received.metrics


def test_a_trace_is_kept_also_where_nothing_is_sent(api: ApiClient) -> None:
    api.post("/attempts", BODY, traceparent=TRACEPARENT)
    assert AttemptText.objects.get().metadata == {"traceparent": TRACEPARENT}


@pytest.mark.parametrize("traceparent", ["", "00-1-2-03", f"00-{'0' * 32}-{CALLER}-01", "\ud800"])
def test_what_is_no_trace_is_none(traceparent: str) -> None:
    with tracing.span("judge", traceparent=traceparent):
        assert tracing.carried_context() == {}


def test_a_repeat_in_another_span_is_the_same_attempt(api: ApiClient) -> None:
    told = [
        api.post("/attempts", BODY, Idempotency_Key="k", traceparent=f"00-{TRACE}-{number:016x}-01").json()["id"]
        for number in (1, 2)
    ]
    assert told[0] == told[1]


@pytest.mark.parametrize(
    ("variables", "name"),
    [
        ({}, "countersign"),
        ({"OTEL_SERVICE_NAME": ""}, "countersign"),
        ({"OTEL_SERVICE_NAME": "desk"}, "desk"),
        ({"OTEL_RESOURCE_ATTRIBUTES": "service.name=desk"}, "desk"),
        ({"OTEL_RESOURCE_ATTRIBUTES": "deployment.environment=test"}, "countersign"),
    ],
)
def test_the_service_is_named_as_the_environment_says(
    variables: dict[str, str], name: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    for variable, value in variables.items():
        monkeypatch.setenv(variable, value)
    assert telemetry.resource().attributes["service.name"] == name


def test_a_missing_sdk_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)
    with pytest.raises(BadEnvironment, match=r"requirements/otel\.txt"):
        telemetry.build_tracer_provider()
