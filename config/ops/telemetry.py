"""Sends spans, evaluation events and metrics to an OpenTelemetry collector, by OTLP over HTTP, if
OTEL_EXPORTER_OTLP_ENDPOINT is set. The SDK is an optional requirement (`requirements/otel.txt`). Its other variables
(OTEL_EXPORTER_OTLP_HEADERS, OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER, ...) work as documented there; setting
OTEL_TRACES_EXPORTER, OTEL_LOGS_EXPORTER or OTEL_METRICS_EXPORTER to `none` disables one of the three."""

from __future__ import annotations

import os
from collections.abc import Iterator
from contextlib import contextmanager
from typing import TYPE_CHECKING

from opentelemetry import _logs, trace

from config import env
from config.env import BadEnvironment

if TYPE_CHECKING:
    from opentelemetry.sdk._logs import LoggerProvider
    from opentelemetry.sdk.resources import Resource
    from opentelemetry.sdk.trace import TracerProvider

_begun = False


def begin() -> None:
    """Called once per process, before its first span. If the collector is down, only its data is lost."""
    global _begun  # noqa: PLW0603 - the embedded mode is web and worker in one process
    if _begun:
        return
    if is_wanted("TRACES"):
        trace.set_tracer_provider(env.or_exit(build_tracer_provider))
    if is_wanted("LOGS"):
        _logs.set_logger_provider(env.or_exit(build_logger_provider))
    _begun = True


def is_wanted(signal: str) -> bool:
    return bool(env.load().otlp_endpoint) and os.environ.get(f"OTEL_{signal}_EXPORTER") != "none"


def build_tracer_provider() -> TracerProvider:
    """Sends in batches from a background thread. Raises BadEnvironment if the SDK is missing."""
    with needing_sdk():
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    provider = TracerProvider(resource=resource())
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider


def build_logger_provider() -> LoggerProvider:
    """The same for events."""
    with needing_sdk():
        from opentelemetry.exporter.otlp.proto.http._log_exporter import OTLPLogExporter
        from opentelemetry.sdk._logs import LoggerProvider
        from opentelemetry.sdk._logs.export import BatchLogRecordProcessor
    provider = LoggerProvider(resource=resource())
    provider.add_log_record_processor(BatchLogRecordProcessor(OTLPLogExporter()))
    return provider


def resource() -> Resource:
    from opentelemetry.sdk.resources import OTELResourceDetector, Resource

    # `create` lets what it is given win over the environment.
    return Resource.create({"service.name": "countersign"}).merge(OTELResourceDetector().detect())


@contextmanager
def needing_sdk() -> Iterator[None]:
    try:
        yield
    except ImportError:
        raise BadEnvironment(
            "OTEL_EXPORTER_OTLP_ENDPOINT is set, but OpenTelemetry's SDK is missing. Install requirements/otel.txt."
        ) from None
