"""Logs one line per event to stderr, as JSON or readable text, with the request id on every line of a request.

structlog also renders the records that libraries log through the standard library. Tracebacks are plain, because rich
ones print local variables, which may contain secrets.
"""

from __future__ import annotations

import logging
from typing import Any

import structlog
from django.db.utils import OperationalError
from structlog.typing import EventDict, Processor

from validation.platform import tracing


def add_trace_ids(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Adds the ids of the current span, the caller's or ours."""
    return {**tracing.trace_ids(), **event}


OURS = ("config", "validation", "beliefs", "retrieval", "evals")
_add_extra = structlog.stdlib.ExtraAdder()


def add_facts(logger: Any, method: str, event: EventDict) -> EventDict:
    """Adds the `extra` of our own records. Those of libraries contain whole requests and tasks, and so secrets."""
    record = event.get("_record")
    is_ours = record is not None and record.name.partition(".")[0] in OURS
    return _add_extra(logger, method, event) if is_ours else event


_BROKER_AWAY = {
    "celery.beat.SchedulingError",
    "kombu.exceptions.OperationalError",
    "redis.exceptions.ConnectionError",
    "redis.exceptions.TimeoutError",
}
_SQLSTATES_AWAY = ("08", "57P")
"""Failed connections, and a server that stops or starts. A refused connection has no SQLSTATE."""


def shorten_outages(_logger: Any, _method: str, event: EventDict) -> EventDict:
    """Replaces the traceback by its message if the database or the broker is down: every tick of every process would
    log the same one, ten kilobytes a second."""
    found = event.get("exc_info")
    error = found[1] if isinstance(found, tuple) else None
    if error is None or not _is_outage(error):
        return event
    rest = {name: value for name, value in event.items() if name != "exc_info"}
    return {"error": f"{type(error).__name__}: {error}", **rest}


def _is_outage(error: BaseException) -> bool:
    if f"{type(error).__module__}.{type(error).__qualname__}" in _BROKER_AWAY:
        return True
    cause = error.__cause__
    if not isinstance(error, OperationalError) or not type(cause).__module__.startswith("psycopg"):
        return False
    state = getattr(cause, "sqlstate", None)
    return state is None or str(state).startswith(_SQLSTATES_AWAY)


SHARED: tuple[Processor, ...] = (
    structlog.contextvars.merge_contextvars,
    add_trace_ids,
    structlog.stdlib.add_logger_name,
    structlog.stdlib.add_log_level,
    structlog.processors.TimeStamper(fmt="iso", utc=True),
)


def without_trace(record: logging.LogRecord) -> bool:
    """A filter that drops the traceback, for errors that anybody can cause from outside at will."""
    record.exc_info = None
    return True


def configure(*, as_json: bool, level: str) -> dict[str, Any]:
    """Set structlog up and return Django's LOGGING."""
    structlog.configure(
        processors=[
            structlog.stdlib.filter_by_level,
            *SHARED,
            structlog.stdlib.ProcessorFormatter.wrap_for_formatter,
        ],
        logger_factory=structlog.stdlib.LoggerFactory(),
        wrapper_class=structlog.stdlib.BoundLogger,
        cache_logger_on_first_use=True,
    )
    return {
        "version": 1,
        "disable_existing_loggers": False,
        "formatters": {"structured": {"()": _formatter, "as_json": as_json}},
        "filters": {"no_trace": {"()": lambda: without_trace}},
        "handlers": {"stderr": {"class": "logging.StreamHandler", "formatter": "structured"}},
        "root": {"handlers": ["stderr"], "level": level},
        "loggers": {
            # We log each request ourselves; these would repeat it, without its id.
            "uvicorn.access": {"level": "WARNING"},
            "django.request": {"level": "ERROR"},
            "django.server": {"level": "WARNING"},
            "httpx": {"level": "WARNING"},
            "httpx2": {"level": "WARNING"},
            "django.security.DisallowedHost": {"filters": ["no_trace"]},
            "axes": {"level": "WARNING"},
            "uvicorn": {"level": "WARNING"},
            "celery": {"level": "WARNING"},
            "kombu": {"level": "ERROR"},
        },
    }


def _formatter(*, as_json: bool) -> structlog.stdlib.ProcessorFormatter:
    last: list[Processor] = (
        [structlog.processors.format_exc_info, structlog.processors.JSONRenderer()]
        if as_json
        else [structlog.dev.ConsoleRenderer(colors=False, exception_formatter=structlog.dev.plain_traceback)]
    )
    return structlog.stdlib.ProcessorFormatter(
        foreign_pre_chain=(*SHARED, add_facts, shorten_outages),
        processors=[structlog.stdlib.ProcessorFormatter.remove_processors_meta, *last],
    )
