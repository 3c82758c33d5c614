"""Resolves link targets. Known ids take precedence over prefixes: `session-git-integration` may be a belief."""

from __future__ import annotations

import re
from bisect import bisect_left
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum


class Kind(StrEnum):
    SESSION = "session"
    COMMIT = "commit"
    TAG = "tag"
    BELIEF = "belief"
    TURN = "turn"
    CORE = "core"
    PATH = "path"
    SPEC = "spec"


COMMON = "common"
"""The corpus visible to every pipeline; a pipeline's own beliefs and sources take precedence over the same id in it."""

SOURCE_KINDS = (Kind.SESSION, Kind.COMMIT, Kind.TAG, Kind.CORE, Kind.SPEC, Kind.PATH)
_STAMP = re.compile(r"\d{8}-\d{6}")
_HEX = re.compile(r"[0-9a-f]{7,64}", re.IGNORECASE)
_SHORT_HEX = re.compile(r"[0-9a-f]{4,6}", re.IGNORECASE)
"""Git accepts four digits. Strings this short can also be words, so they count only if a commit begins with them."""


@dataclass(frozen=True, slots=True)
class Resolution:
    """`kind` is what the target refers to, (`found_kind`, `found_id`) the entry found, both empty if there is none;
    `why` then says why not."""

    kind: Kind
    found_kind: str = ""
    found_id: str = ""
    why: str = ""

    @property
    def resolved(self) -> bool:
        return bool(self.found_id)


class Corpus:
    """All known ids. Lookup takes constant time, for a commit prefix logarithmic time."""

    def __init__(self, known: Iterable[tuple[Kind, str]]) -> None:
        self._ids: dict[Kind, set[str]] = {kind: set() for kind in Kind}
        for kind, name in known:
            self._ids[kind].add(name)
        self._commits = {name.lower(): name for name in self._ids[Kind.COMMIT]}
        self._sorted_commits = sorted(self._commits)
        self._suffixes: dict[str, list[str]] = {}
        for path in self._ids[Kind.PATH]:
            self._suffixes.setdefault(path.rsplit("/", 1)[-1], []).append(path)

    def __contains__(self, entry: tuple[Kind, str]) -> bool:
        return entry[1] in self._ids[entry[0]]

    def resolve(self, target: str) -> Resolution:
        found = self._as_known(target) or self._as_prefixed(target) or self._as_bare(target)
        if found.resolved:
            return found
        path = self._path(target)
        return path if path.resolved else found

    def _as_known(self, target: str) -> Resolution | None:
        for kind in (Kind.BELIEF, Kind.CORE, Kind.SPEC, Kind.SESSION, Kind.TURN):
            if target in self._ids[kind]:
                return Resolution(kind, kind, target)
        return None

    def _as_prefixed(self, target: str) -> Resolution | None:
        prefix, mark, rest = _split(target)
        if not mark:
            return None
        if prefix == "spec":
            return self._spec(target, rest)
        if prefix == "commit":
            if _HEX.fullmatch(rest) or (_SHORT_HEX.fullmatch(rest) and self._beginning(rest)):
                return self._commit(rest)
            return None
        kind = Kind(prefix)
        if rest in self._ids[kind]:
            return Resolution(kind, kind, rest)
        if target in self._ids[Kind.TAG]:
            return Resolution(Kind.TAG, Kind.TAG, target)
        # Without a digit it is a name that begins like an id, such as `session-metadata-only`.
        return Resolution(kind, why=f"no {kind} '{rest}'") if any(map(str.isdigit, rest)) else None

    def _as_bare(self, target: str) -> Resolution:
        if target in self._ids[Kind.TAG]:
            return Resolution(Kind.TAG, Kind.TAG, target)
        if _STAMP.fullmatch(target):
            return Resolution(Kind.SESSION, why=f"no session '{target}'")
        if _HEX.fullmatch(target):
            return self._commit(target)
        path = self._path(target)
        if path.resolved or "/" in target or "." in target:
            return path
        return Resolution(Kind.BELIEF, why=f"nothing is called '{target}'")

    def _spec(self, target: str, rest: str) -> Resolution:
        """Resolves a specification by its id, or by the tag under which it was archived."""
        for name in (rest, f"spec-{rest}"):
            if name in self._ids[Kind.SPEC]:
                return Resolution(Kind.SPEC, Kind.SPEC, name)
        for name in (target, f"spec/{rest}", f"spec-{rest}"):
            if name in self._ids[Kind.TAG]:
                return Resolution(Kind.SPEC, Kind.TAG, name)
        return Resolution(Kind.SPEC, why=f"no specification and no tag '{target}'")

    def _beginning(self, prefix: str) -> list[str]:
        """At most two commits that begin with `prefix`."""
        prefix = prefix.lower()
        at = bisect_left(self._sorted_commits, prefix)
        return [self._commits[one] for one in self._sorted_commits[at : at + 2] if one.startswith(prefix)]

    def _commit(self, prefix: str) -> Resolution:
        found = self._beginning(prefix)
        if len(found) == 1:
            return Resolution(Kind.COMMIT, Kind.COMMIT, found[0])
        return Resolution(Kind.COMMIT, why=f"{'more than one' if found else 'no'} commit begins with '{prefix}'")

    def _path(self, target: str) -> Resolution:
        """Resolves an exact path, then a unique path suffix; each also with `.md` appended."""
        plain = target.removeprefix("./").lstrip("/")
        for name in (plain, f"{plain}.md"):
            if name in self._ids[Kind.PATH]:
                return Resolution(Kind.PATH, Kind.PATH, name)
        for name in (plain, f"{plain}.md"):
            ends = [path for path in self._suffixes.get(name.rsplit("/", 1)[-1], ()) if path.endswith(f"/{name}")]
            if len(ends) == 1:
                return Resolution(Kind.PATH, Kind.PATH, ends[0])
            if ends:
                return Resolution(Kind.PATH, why=f"{len(ends)} paths end with '{name}'")
        return Resolution(Kind.PATH, why=f"no path '{target}'")


def _split(target: str) -> tuple[str, str, str]:
    for prefix in ("session", "commit", "turn", "tag", "spec"):
        for mark in "-/" if prefix == "spec" else "-":
            if target.startswith(prefix + mark) and len(target) > len(prefix) + 1:
                return prefix, mark, target[len(prefix) + 1 :]
    return "", "", target
