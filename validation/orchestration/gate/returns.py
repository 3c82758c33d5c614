"""Validates a subagent's return against a profile (spec 4: return format validation).

Artifacts are checked only for completed statuses, and only for existence, not for content.
"""

from __future__ import annotations

import json
import re
from collections.abc import Collection, Iterator
from itertools import islice
from math import isfinite
from posixpath import normpath
from typing import Any
from unicodedata import category, normalize

from rapidfuzz import process

from validation.domain.strict_json import refuse_constant
from validation.domain.text.letters import compose_accents
from validation.domain.text.shown import shown
from validation.orchestration.gate.profiles import SHIPPED, Profile
from validation.orchestration.gate.result import ErrorCode, GateError, listed

_KINDS: dict[str, tuple[type, str]] = {
    "status": (str, "a text"),
    "summary": (str, "a text"),
    "artifacts": (list, "a list"),
    "metadata": (dict, "an object"),
}
_FIELDS = frozenset((*_KINDS, "session_id"))
_LONGEST_FIELD = 200
_FENCE = "```"
_CLOSE = 75
_MOST_FAULTS = 20
_UNSPACED = r"[\u0e00-\u0eff\u1000-\u109f\u1780-\u17ff\u2e80-\u9fff\uac00-\ud7a3\uf900-\ufaff\U00020000-\U0003ffff]"
_PIECE = re.compile(rf"[0-9]{{1,3}}|{_UNSPACED}|(?:(?!{_UNSPACED})[^\W\d_]){{1,8}}|[^\s]")


class _KeyTwice(ValueError):
    """A repeated key, which JSON parsers resolve differently, so that the return would be ambiguous."""


def parse_return(raw: str) -> dict[str, Any] | GateError:
    try:
        value = json.loads(raw, parse_constant=refuse_constant, parse_float=_finite, object_pairs_hook=_each_key_once)
    except RecursionError:
        return _not_json("it is nested too deeply")
    except json.JSONDecodeError as error:
        return _not_json(_why_not(raw, error))
    except _KeyTwice as error:
        return ErrorCode.NOT_JSON.error("raw", "repeated_key", key=shown(error.args[0]))
    except ValueError as error:
        return _not_json(str(error)[:120])
    if not isinstance(value, dict):
        return _not_json(f"it is JSON, but {shown(value)} instead of an object")
    return value


def check_fields(value: dict[str, Any], profile: Profile) -> Iterator[GateError]:
    """Errors for required fields that are missing, null, empty or of the wrong type; optional ones may be missing."""
    for field in profile.required_fields:
        if field != "session_id" and _absent(value.get(field)):
            yield ErrorCode.FIELD_MISSING.error(field, "missing", field=field, expected=_right_kind(field))
    for field, (kind, name) in _KINDS.items():
        given = value.get(field)
        if not _absent(given) and not isinstance(given, kind):
            yield ErrorCode.FIELD_MISSING.error(field, "kind", field=field, value=shown(given), expected=name)


def check_status(value: dict[str, Any], profile: Profile) -> Iterator[GateError]:
    status = value.get("status")
    if not isinstance(status, str) or not status.strip() or status in profile.statuses:
        return
    close = process.extractOne(status.strip().lower()[:64], profile.statuses, score_cutoff=_CLOSE)
    other = next((other.name for other in SHIPPED.values() if status in other.statuses), None)
    fields = {
        "status": shown(status),
        "profile": shown(profile.name),
        "known": listed(list(profile.statuses), joined="or"),
    }
    if close:
        yield ErrorCode.STATUS_UNKNOWN.error("status", "misspelt", close=shown(close[0]), **fields)
    elif other:
        yield ErrorCode.STATUS_UNKNOWN.error("status", "of_another", other=shown(other), **fields)
    else:
        yield ErrorCode.STATUS_UNKNOWN.error("status", "unknown", **fields)


def check_session_id(value: dict[str, Any], profile: Profile, expected: str) -> Iterator[GateError]:
    """The id may be at top level, in the metadata, or both; each must equal the expected one."""
    given = dict(_session_ids(value))
    if not given and "session_id" in profile.required_fields:
        yield ErrorCode.FIELD_MISSING.error("session_id", "session")
    for field, found in given.items():
        if found != expected:
            yield ErrorCode.SESSION_MISMATCH.error(field, field=field, value=shown(found), expected=shown(expected))


def check_summary(value: dict[str, Any], profile: Profile) -> Iterator[GateError]:
    summary = value.get("summary")
    if isinstance(summary, str) and reaches_tokens(summary, profile.summary_tokens):
        yield ErrorCode.SUMMARY_TOO_LONG.error("summary", characters=len(summary), limit=profile.summary_tokens)


def is_completed(value: dict[str, Any], profile: Profile) -> bool:
    status = value.get("status")
    return isinstance(status, str) and status in profile.completed_statuses


def check_artifacts(value: dict[str, Any], profile: Profile, existing: Collection[str] | None) -> Iterator[GateError]:
    """Errors of a completed return, at most 20. `existing` holds paths relative to the root; None skips the existence
    check, but paths outside the root and missing artifacts are still errors."""
    artifacts = value.get("artifacts")
    if _absent(artifacts) and "artifacts" not in profile.required_fields:
        artifacts = []
    if not isinstance(artifacts, list):
        return  # `check_fields` reports it
    if not artifacts:
        yield ErrorCode.ARTIFACT_MISSING.error("artifacts", "none", status=shown(value.get("status")))
    known = None if existing is None else {compose_accents(normpath(path)) for path in existing}
    errors = (_artifact_error(f"artifacts[{index}]", artifact, known) for index, artifact in enumerate(artifacts))
    yield from islice(filter(None, errors), _MOST_FAULTS)


def artifact_path(artifact: object) -> str | None:
    """The normalized path of an artifact, which is a string or an object with `path`; None if it has none, or only
    names the root."""
    path = artifact.get("path") if isinstance(artifact, dict) else artifact
    plain = normpath(path) if isinstance(path, str) and path.strip() else "."
    return None if plain == "." else plain


def leaves_root(path: str) -> bool:
    """Whether the path leads outside its root, with either kind of slash."""
    plain = normpath(path.replace("\\", "/"))
    return plain.startswith(("/", "~")) or plain.split("/", 1)[0] == ".." or plain[1:2] == ":" or "\0" in plain


def _artifact_error(field: str, artifact: object, known: set[str] | None) -> GateError | None:
    path = artifact_path(artifact)
    if path is None:
        return ErrorCode.ARTIFACT_MISSING.error(field, "unnamed", value=shown(artifact))
    if leaves_root(path):
        return ErrorCode.ARTIFACT_MISSING.error(field, "outside", path=shown(path))
    path = compose_accents(path)
    if known is None or path in known:
        return None
    name = path.rpartition("/")[2]
    other = min((other for other in known if other.rpartition("/")[2] == name), default=None)
    if other is None:
        return ErrorCode.ARTIFACT_MISSING.error(field, "absent", path=shown(path))
    return ErrorCode.ARTIFACT_MISSING.error(field, "elsewhere", path=shown(path), other=shown(other))


def _session_ids(value: dict[str, Any]) -> Iterator[tuple[str, object]]:
    metadata = value.get("metadata")
    if not _absent(value.get("session_id")):
        yield "session_id", value["session_id"]
    if isinstance(metadata, dict) and not _absent(metadata.get("session_id")):
        yield "metadata.session_id", metadata["session_id"]


def _absent(value: object) -> bool:
    return value is None or (isinstance(value, str) and not value.strip())


def _right_kind(field: str) -> str:
    return _KINDS[field][1] if field in _KINDS else "a value"


def _each_key_once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    """Builds the object. The known fields must also be unique ignoring case, blanks, width and invisible characters,
    which some JSON parsers ignore and people do not see."""
    found: dict[str, Any] = {}
    fields: set[str] = set()
    for key, value in pairs:
        field = _folded(key) if len(key) <= _LONGEST_FIELD else key
        if key in found or field in fields:
            raise _KeyTwice(key)
        if field in _FIELDS:
            fields.add(field)
        found[key] = value
    return found


def _folded(key: str) -> str:
    plain = normalize("NFKC", key).casefold()
    return "".join(sign for sign in plain if not sign.isspace() and category(sign) != "Cf")


def _finite(digits: str) -> float:
    value = float(digits)
    if not isfinite(value):
        raise ValueError(f"{digits[:40]} is beyond what a number can hold")
    return value


def _not_json(why: str) -> GateError:
    return ErrorCode.NOT_JSON.error("raw", "unreadable", problem=why)


def _why_not(raw: str, error: json.JSONDecodeError) -> str:
    text = raw.lstrip()
    if not text:
        return "it is empty"
    if text.startswith("\ufeff"):
        return "it begins with a byte-order mark"
    if text.startswith(_FENCE):
        return "it is wrapped in a code fence"
    return f"{error.msg} at line {error.lineno}, column {error.colno}"


def reaches_tokens(text: str, limit: int) -> bool:
    """Whether the text has at least `limit` tokens. Spec 4 names no tokenizer; this counts a token per started 8
    letters of a word, per started 3 digits of a number, per letter of a script without spaces, and per other character.
    So 99 plain words are under a limit of 100, as with common byte-pair vocabularies. Stops at `limit` tokens."""
    pieces = _PIECE.finditer(compose_accents(text))
    return sum(1 for _ in zip(range(limit), pieces, strict=False)) >= limit
