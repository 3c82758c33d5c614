"""What is tallied of the orchestration gate: preflights and returns by outcome, and their faults by rule."""

from __future__ import annotations

from typing import Any

from django.db.models import Case, CharField, Model, Value, When

from validation.models import Preflight, PreflightError, ReturnError, ReturnRecord
from validation.platform.tallies.source import Measure, Source


def _passed(field: str) -> Case:
    return Case(When(**{field: True}, then=Value("passed")), default=Value("refused"), output_field=CharField())


def _records(name: str, measure: str, model: type[Model], passed: str) -> Source:
    rows: Any = model._default_manager.all
    return Source(name=name, rows=rows, clock=model, at="at", measures={measure: Measure(kind=_passed(passed))})


def _faults(name: str, measure: str, faults: type[Model], model: type[Model], path: str) -> Source:
    """A rule refuses a record once, however many faults it finds there: `records` counts those."""
    rows: Any = faults._default_manager.all
    return Source(
        name=name,
        rows=rows,
        clock=model,
        at=f"{path}__at",
        pipeline=f"{path}__pipeline",
        measures={measure: Measure(kind="code", distinct=path)},
    )


SOURCES = (
    _records("preflights", "preflight", Preflight, "allowed"),
    _faults("preflight_faults", "preflight_fault", PreflightError, Preflight, "preflight"),
    _records("returns", "return", ReturnRecord, "valid"),
    _faults("return_faults", "return_fault", ReturnError, ReturnRecord, "record"),
)
