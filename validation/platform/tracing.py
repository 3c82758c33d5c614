"""Spans and trace context of OpenTelemetry. Without an SDK (`config.ops.traces`) a span costs some microseconds and
goes nowhere; a caller's trace context is kept with what it submitted all the same."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager

from opentelemetry import trace
from opentelemetry.context import Context, attach
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

HEADER = "traceparent"
Value = str | int | float | bool

_W3C = TraceContextTextMapPropagator()
_tracer = trace.get_tracer("countersign")


def begin_request(traceparent: str) -> None:
    """What this request does belongs to its caller's trace, or to none."""
    attach(_context_of(traceparent))


def carried_context() -> dict[str, str]:
    """The trace context of now, to be kept in the metadata of what is judged later; empty where there is none."""
    carrier: dict[str, str] = {}
    _W3C.inject(carrier)
    return {HEADER: carrier[HEADER]} if HEADER in carrier else {}


def trace_ids() -> dict[str, str]:
    """What a log line says of the span that it belongs to."""
    told = trace.get_current_span().get_span_context()
    if not told.is_valid:
        return {}
    return {"trace_id": trace.format_trace_id(told.trace_id), "span_id": trace.format_span_id(told.span_id)}


@contextmanager
def span(name: str, *, traceparent: object = None, link: str = "", **attributes: Value) -> Iterator[None]:
    """A child of `traceparent` if given, else of the span that is open. `link` is the trace that led to it, where that
    may have ended long before."""
    parent = _context_of(traceparent) if traceparent is not None else None
    named = {_attribute(key): value for key, value in attributes.items()}
    led = trace.get_current_span(_context_of(link)).get_span_context()
    links = [trace.Link(led)] if led.is_valid else []
    with _tracer.start_as_current_span(name, context=parent, attributes=named, links=links):
        yield


def describe(**attributes: Value) -> None:
    """Adds to the open span what is known by now."""
    trace.get_current_span().set_attributes({_attribute(key): value for key, value in attributes.items()})


def evaluated(name: str, *, label: str, score: float | None = None, reason: str = "") -> None:
    """An event `gen_ai.evaluation.result` of the open span, by OpenTelemetry's conventions for generative AI."""
    told: dict[str, Value] = {"gen_ai.evaluation.name": name, "gen_ai.evaluation.score.label": label}
    if score is not None:
        told["gen_ai.evaluation.score.value"] = score
    if reason:
        told["gen_ai.evaluation.explanation"] = reason
    trace.get_current_span().add_event("gen_ai.evaluation.result", told)


def _context_of(traceparent: object) -> Context:
    return _W3C.extract({HEADER: traceparent} if isinstance(traceparent, str) else {}, context=Context())


def _attribute(name: str) -> str:
    return f"countersign.{name}"
