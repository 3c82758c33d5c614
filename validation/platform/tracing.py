"""OpenTelemetry spans and trace context. Without an SDK (`config.ops.telemetry`) spans are no-ops of some microseconds,
but a caller's trace context is still stored with what it submitted."""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import contextmanager
from time import time_ns

from opentelemetry import _logs, trace
from opentelemetry.context import Context, attach
from opentelemetry.trace.propagation.tracecontext import TraceContextTextMapPropagator

HEADER = "traceparent"
Value = str | int | float | bool

_W3C = TraceContextTextMapPropagator()
_tracer = trace.get_tracer("countersign")
_events = _logs.get_logger("countersign")


def begin_request(traceparent: str) -> None:
    """Makes this request part of its caller's trace, or of none."""
    attach(_context_of(traceparent))


def carried_context() -> dict[str, str]:
    """The current trace context, to store with work that is done later; empty without one."""
    return _carried(None)


def caller_context() -> dict[str, str]:
    """The caller's trace context from the request, else ours. Stored in the metadata of a submission, so that results
    are recorded on the caller's span."""
    parent = getattr(trace.get_current_span(), "parent", None)
    if parent is None or not parent.is_remote:
        return _carried(None)
    return _carried(trace.set_span_in_context(trace.NonRecordingSpan(parent), Context()))


def _carried(context: Context | None) -> dict[str, str]:
    carrier: dict[str, str] = {}
    _W3C.inject(carrier, context=context)
    return {HEADER: carrier[HEADER]} if HEADER in carrier else {}


def trace_ids() -> dict[str, str]:
    """The ids of the current span, for log lines."""
    span = trace.get_current_span().get_span_context()
    if not span.is_valid:
        return {}
    return {"trace_id": trace.format_trace_id(span.trace_id), "span_id": trace.format_span_id(span.span_id)}


@contextmanager
def span(name: str, *, traceparent: object = None, link: str = "", **attributes: Value) -> Iterator[None]:
    """A child span of `traceparent` if given, else of the current span. `link` is the trace that caused it, if that may
    have ended long before."""
    parent = _context_of(traceparent) if traceparent is not None else None
    named = {_attribute(key): value for key, value in attributes.items()}
    led = trace.get_current_span(_context_of(link)).get_span_context()
    links = [trace.Link(led)] if led.is_valid else []
    with _tracer.start_as_current_span(name, context=parent, attributes=named, links=links):
        yield


def describe(**attributes: Value) -> None:
    """Sets attributes of the current span."""
    trace.get_current_span().set_attributes({_attribute(key): value for key, value in attributes.items()})


def record_evaluation(
    name: str, *, label: str, score: float | None = None, reason: str = "", traceparent: object, **attributes: Value
) -> None:
    """Adds an event `gen_ai.evaluation.result` to the span `traceparent`, else to the current one, following
    OpenTelemetry's conventions for generative AI."""
    evaluation: dict[str, Value] = {"gen_ai.evaluation.name": name, "gen_ai.evaluation.score.label": label}
    if score is not None:
        evaluation["gen_ai.evaluation.score.value"] = score
    if reason:
        evaluation["gen_ai.evaluation.explanation"] = reason
    evaluation |= {_attribute(key): value for key, value in attributes.items()}
    judged = _context_of(traceparent)
    known = trace.get_current_span(judged).get_span_context().is_valid
    _events.emit(
        timestamp=time_ns(),
        context=judged if known else None,
        severity_number=_logs.SeverityNumber.INFO,
        event_name="gen_ai.evaluation.result",
        attributes=evaluation,
    )


def _context_of(traceparent: object) -> Context:
    return _W3C.extract({HEADER: traceparent} if isinstance(traceparent, str) else {}, context=Context())


def _attribute(name: str) -> str:
    return f"countersign.{name}"
