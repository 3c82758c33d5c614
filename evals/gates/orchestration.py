"""Evaluates the orchestration gate: task look-ups against an oracle, and real returns against independent facts.

DATA is the folder with `task_lookup`, `todo_snapshots` and `returns` (`.jsonl` or `.jsonl.gz`).
"""

from __future__ import annotations

import gzip
from collections import Counter
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, fields
from pathlib import Path
from time import perf_counter
from typing import Any

from pydantic.dataclasses import dataclass as checked_dataclass

from evals.datasets_io import STRICT, DatasetUnreadable, by_dataset, read_items
from evals.metrics import measured_set
from validation.domain.estimates.agreement import share
from validation.domain.policy import OrchestrationPolicy
from validation.orchestration.gate.gate import preflight, validate_return
from validation.orchestration.gate.profiles import FLEET, V1, Profile
from validation.orchestration.gate.request import PreflightRequest
from validation.orchestration.gate.result import ErrorCode, ReturnResult, Task

EXPLAINED = {
    "summary_over_400_chars": "the gate counts tokens, the file characters; 400 of them can be just under 100 tokens",
}
"""Facts that measure something different from the gate, with the difference."""

_FORM = {ErrorCode.NOT_JSON, ErrorCode.FIELD_MISSING, ErrorCode.STATUS_UNKNOWN}


@checked_dataclass(frozen=True, slots=True, config=STRICT)
class _Lookup:
    """A row of `task_lookup`."""

    todo_file: str
    task_number: Any
    kind: str
    heading_exists: bool
    title: str | None
    todo_status: str | None
    language: str | None


_LOOKUP = tuple(field.name for field in fields(_Lookup))


@checked_dataclass(frozen=True, slots=True, config=STRICT)
class _Return:
    """A row of `returns`; `artifacts` are paths and whether they exist."""

    raw: str
    artifacts: tuple[tuple[str, bool], ...]
    facts: dict[str, Any]


@dataclass(frozen=True, slots=True)
class ScoredItem:
    """An item: its group, whether the gate agreed, and the facts that differ."""

    task: str
    positive: bool
    right: bool
    differs: tuple[str, ...] = ()


def measure(data: Path) -> list[dict[str, Any]]:
    """One entry per kind of look-up and one for returns, in the format of `run_evals --json`; `differences` counts the
    facts that differ, including explained ones. Raises DatasetUnreadable."""
    lookups, lookup_seconds = _timed(_lookups(data))
    returns, return_seconds = _timed(_returns(data))
    return [
        *_entries("task_lookup", "lookups_right", lookups, lookup_seconds),
        *_entries("returns", "facts_right", returns, return_seconds),
    ]


def _lookups(data: Path) -> Iterator[ScoredItem]:
    read: dict[str, str] = {}
    for row in read_items(_file(data, "task_lookup"), lambda row: _Lookup(*(row[name] for name in _LOOKUP))):
        if row.todo_file not in read:
            read = {row.todo_file: _snapshot(data / row.todo_file)}
        request = PreflightRequest(task_number=row.task_number, todo_md=read[row.todo_file])
        result = preflight(request, limits=OrchestrationPolicy(), active_sessions_check=lambda _: False)
        yield ScoredItem(row.kind, row.heading_exists, _lookup_right(row, result.task, allowed=result.allowed))


def _lookup_right(row: _Lookup, task: Task | None, *, allowed: bool) -> bool:
    """Compares existence, and for an existing task its title, its status as stated, and its language if the oracle
    knows one."""
    if task is None or not row.heading_exists:
        return allowed is row.heading_exists and task is None
    stated = row.todo_status
    has_status = stated is None or (task.status is not None and _folded(task.status) in _folded(stated))
    return allowed and task.title == row.title and has_status and row.language in (None, task.language)


def _returns(data: Path) -> Iterator[ScoredItem]:
    yield from read_items(_file(data, "returns"), _scored_return)


def _scored_return(row: dict[str, Any]) -> ScoredItem:
    read = _Return(row["raw"], tuple(map(tuple, row["artifact_exists_at_commit"] or ())), row["facts"])
    found = _facts(read)
    differs = tuple(fact for fact, value in found.items() if value != read.facts[fact])
    return ScoredItem("all", bool(read.facts["json_valid"]), not set(differs) - EXPLAINED.keys(), differs)


def _facts(row: _Return) -> dict[str, bool | None]:
    """The file's facts, derived from the gate's results under both profiles."""
    existing = [path for path, exists in row.artifacts if exists]
    v1, fleet = _judged(row.raw, V1, existing), _judged(row.raw, FLEET, existing)
    missing = {error.field for error in v1.errors if error.code is ErrorCode.FIELD_MISSING}
    v1_codes, fleet_codes = _codes(v1), _codes(fleet)
    in_metadata = _session_in_metadata(v1)
    return {
        "json_valid": ErrorCode.NOT_JSON not in v1_codes,
        **{f"has_{field}": field not in missing for field in V1.required_fields},
        "session_id_in_metadata": in_metadata,
        "status_in_v1_enum": ErrorCode.STATUS_UNKNOWN not in v1_codes,
        "status_in_v2_enum": ErrorCode.STATUS_UNKNOWN not in fleet_codes,
        "summary_over_400_chars": ErrorCode.SUMMARY_TOO_LONG in v1_codes,
        "artifacts_all_exist_at_commit": _artifacts_exist(row, fleet, existing),
        "v1_required_fields_and_enum_ok": not v1_codes & _FORM,
        "v2_file_schema_ok": _fleet_form_ok(fleet) and in_metadata,
    }


def _fleet_form_ok(fleet: ReturnResult) -> bool:
    """The file's schema for fleet returns does not cover the summary."""
    return not any(error.code in _FORM and error.field != "summary" for error in fleet.errors)


def _artifacts_exist(row: _Return, fleet: ReturnResult, existing: list[str]) -> bool | None:
    """Treats every status as completed, since the fact is about files, not about the status."""
    status = (fleet.value or {}).get("status")
    if not row.artifacts or not isinstance(status, str):
        return None
    all_complete = FLEET.model_copy(update={"statuses": (status,), "completed_statuses": (status,)})
    return ErrorCode.ARTIFACT_MISSING not in _codes(_judged(row.raw, all_complete, existing))


def _judged(raw: str, profile: Profile, existing: list[str]) -> ReturnResult:
    return validate_return(raw, expected_session_id="", profile=profile, existing_artifacts=existing)


def _codes(result: ReturnResult) -> set[ErrorCode]:
    return {error.code for error in result.errors}


def _session_in_metadata(result: ReturnResult) -> bool:
    metadata = (result.value or {}).get("metadata")
    return isinstance(metadata, dict) and bool(metadata.get("session_id"))


def _entries(dataset: str, metric: str, scored: list[ScoredItem], seconds: float) -> Iterator[dict[str, Any]]:
    groups = by_dataset(scored, lambda item: item.task)
    for task, items in {**{items[0].task: items for items in groups}, "all": scored}.items():
        figures = {metric: share(sum(item.right for item in items), len(items))}
        yield {
            **measured_set(dataset, task, len(items), seconds_per_item=seconds, figures=figures),
            "prevalence": sum(item.positive for item in items) / len(items) if items else None,
            "differences": dict(Counter(fact for item in items for fact in item.differs)),
        }


def _timed(items: Iterable[ScoredItem]) -> tuple[list[ScoredItem], float]:
    """Seconds per item include reading the files, which the gate never does."""
    started = perf_counter()
    scored = list(items)
    return scored, (perf_counter() - started) / max(1, len(scored))


def _folded(text: str) -> str:
    return "".join(letter for letter in text.casefold() if letter.isalnum())


def _file(data: Path, name: str) -> Path:
    found = next((path for path in (data / f"{name}.jsonl", data / f"{name}.jsonl.gz") if path.exists()), None)
    if found is None:
        raise DatasetUnreadable(f"{data} holds no {name}.jsonl or {name}.jsonl.gz")
    return found


def _snapshot(path: Path) -> str:
    packed = path.with_name(path.name + ".gz")
    try:
        return gzip.decompress(packed.read_bytes()).decode() if packed.exists() else path.read_text()
    except (OSError, UnicodeDecodeError, EOFError) as error:
        raise DatasetUnreadable(f"{path}: {error}") from error
