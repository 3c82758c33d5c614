"""Sends spans to an OpenTelemetry collector, by OTLP over HTTP, where OTEL_EXPORTER_OTLP_ENDPOINT names one. The SDK is
no part of the product's own requirements: `requirements/otel.txt`. Its other variables (OTEL_EXPORTER_OTLP_HEADERS,
OTEL_SERVICE_NAME, OTEL_TRACES_SAMPLER ...) hold as it documents them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from opentelemetry import trace

from config import env
from config.env import BadEnvironment

if TYPE_CHECKING:
    from opentelemetry.sdk.trace import TracerProvider

_begun = False


def begin() -> None:
    """Once a process, before its first span. A collector that is away costs spans and nothing else."""
    global _begun  # noqa: PLW0603 - the embedded mode is web and worker in one process
    if env.load().otlp_endpoint and not _begun:
        _begun = True
        trace.set_tracer_provider(env.or_exit(build_provider))


def build_provider() -> TracerProvider:
    """Sends in batches from a thread of its own. Raises BadEnvironment where the SDK is missing."""
    try:
        from opentelemetry.exporter.otlp.proto.http.trace_exporter import OTLPSpanExporter
        from opentelemetry.sdk.resources import Resource
        from opentelemetry.sdk.trace import TracerProvider
        from opentelemetry.sdk.trace.export import BatchSpanProcessor
    except ImportError:
        raise BadEnvironment(
            "OTEL_EXPORTER_OTLP_ENDPOINT is set, but OpenTelemetry's SDK is missing. Install requirements/otel.txt."
        ) from None
    provider = TracerProvider(resource=Resource.create({"service.name": "countersign"}))
    provider.add_span_processor(BatchSpanProcessor(OTLPSpanExporter()))
    return provider
