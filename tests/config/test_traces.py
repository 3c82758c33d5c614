"""Spans sent by OTLP to a receiver on this machine: the caller's trace goes on in ours."""

from __future__ import annotations

import gzip
import sys
import threading
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any

import pytest
from opentelemetry.proto.collector.trace.v1.trace_service_pb2 import ExportTraceServiceRequest

from config.env import BadEnvironment
from config.ops.traces import build_provider
from tests.api_client import ApiClient
from tests.texts import CONTEXT, GOOD
from validation.models import AttemptText
from validation.platform import tracing
from validation.platform.tasks import send_due
from validation.response.tasks import judge_attempt

pytestmark = pytest.mark.django_db
TRACE, CALLER = "0af7651916cd43dd8448eb211c80319c", "b7ad6b7169203331"
BODY = {"turn_id": "t", "context_md": CONTEXT, "response_md": GOOD}
TRACEPARENT = f"00-{TRACE}-{CALLER}-01"


@contextmanager
def receiver() -> Iterator[tuple[str, list[Any]]]:
    """The address of a collector, and the spans that it was sent."""
    spans: list[Any] = []

    class Collector(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            body = self.rfile.read(int(self.headers["Content-Length"]))
            plain = gzip.decompress(body) if self.headers.get("Content-Encoding") == "gzip" else body
            told = ExportTraceServiceRequest.FromString(plain)
            spans.extend(one for each in told.resource_spans for scope in each.scope_spans for one in scope.spans)
            self.send_response(200)
            self.end_headers()

        def log_message(self, *_: object) -> None:
            """Nothing to say."""

    server = HTTPServer(("127.0.0.1", 0), Collector)
    threading.Thread(target=server.serve_forever, daemon=True).start()
    try:
        yield f"http://127.0.0.1:{server.server_port}", spans
    finally:
        server.shutdown()
        server.server_close()


@contextmanager
def sending(monkeypatch: pytest.MonkeyPatch) -> Iterator[dict[str, Any]]:
    """Gathers the spans of what is done inside, by name."""
    found: dict[str, Any] = {}
    with receiver() as (address, spans):
        monkeypatch.setenv("OTEL_EXPORTER_OTLP_ENDPOINT", address)
        provider = build_provider()
        monkeypatch.setattr(tracing, "_tracer", provider.get_tracer("countersign"))
        yield found
        provider.shutdown()
        found.update((span.name, span) for span in spans)


@pytest.fixture
def sent(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> dict[str, Any]:
    """The spans of one attempt, from its submission with a caller's trace to its decision."""
    with sending(monkeypatch) as spans:
        judge_attempt(api.post("/attempts", BODY, traceparent=TRACEPARENT).json()["id"])
    return spans


@pytest.fixture
def sent_with_callback(api: ApiClient, monkeypatch: pytest.MonkeyPatch, settings: Any) -> dict[str, Any]:
    """The same, with a callback that nobody takes."""
    settings.COUNTERSIGN_WEBHOOK_ALLOW = ("127.0.0.1",)
    body = {**BODY, "callback_url": "http://127.0.0.1:9/"}
    with sending(monkeypatch) as spans:
        judge_attempt(api.post("/attempts", body, traceparent=TRACEPARENT).json()["id"])
        send_due()
    return spans


def test_what_happens_to_an_attempt_is_in_its_callers_trace(sent: dict[str, Any]) -> None:
    assert {span.trace_id.hex() for span in sent.values()} == {TRACE}
    parents = {name: span.parent_span_id for name, span in sent.items()}
    assert parents == {
        "receive": bytes.fromhex(CALLER),
        "judge": sent["receive"].span_id,
        "record": sent["judge"].span_id,
    }


def test_the_decision_and_each_check_are_evaluation_events(sent: dict[str, Any]) -> None:
    told = [{one.key: one.value for one in event.attributes} for event in sent["judge"].events]
    labels = {one["gen_ai.evaluation.name"].string_value: one["gen_ai.evaluation.score.label"] for one in told}
    assert labels["decision"].string_value == "APPROVE"
    assert labels["claims_supported"].string_value == "pass"
    assert len(labels) == 6


def test_a_delivery_links_to_the_trace_of_its_event(sent_with_callback: dict[str, Any]) -> None:
    deliver, record = sent_with_callback["deliver"], sent_with_callback["record"]
    assert [(link.trace_id, link.span_id) for link in deliver.links] == [(record.trace_id, record.span_id)]
    assert deliver.trace_id != record.trace_id


def test_no_text_of_anybody_leaves_with_a_span(sent: dict[str, Any]) -> None:
    assert GOOD[:30] not in "".join(str(span) for span in sent.values())


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


def test_a_missing_sdk_is_said_in_one_line(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "opentelemetry.sdk.trace", None)
    with pytest.raises(BadEnvironment, match=r"requirements/otel\.txt"):
        build_provider()
