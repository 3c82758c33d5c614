"""Syncs the stored beliefs and sources with a checkout: incremental and idempotent; a broken file is skipped."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass, field
from datetime import datetime
from itertools import chain
from typing import NamedTuple

from django.db import transaction
from django.db.models import QuerySet

from beliefs.actions.checkout import BELIEFS, Checkout, Entry
from beliefs.actions.store import SOURCE_VALUES, Change, drop_beliefs, drop_sources, put_belief, source_row
from beliefs.actions.vectors import Progress, with_progress
from beliefs.domain.belief import BeliefUnreadable
from beliefs.domain.corpus import Kind
from beliefs.domain.parse import parse, text_hash
from beliefs.models import BeliefRecord, Origin, Source, UnreadableFile
from validation.platform import audit

BATCH = 500
BELIEFS_AT_ONCE = 50
"""Smaller batches than for sources, because a belief takes longer to parse."""
REMOVED = "removed"
BROKEN = "broken"


@dataclass(slots=True)
class SyncResult:
    """Counts by kind (`belief`, `session`, ...) and what happened; `unreadable` are (path, line, reason)."""

    counts: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    unreadable: list[tuple[str, int, str]] = field(default_factory=list)

    def as_data(self) -> dict[str, object]:
        files = [{"path": path, "line": line, "reason": reason} for path, line, reason in self.unreadable]
        return {"counts": {kind: dict(count) for kind, count in self.counts.items()}, "broken": files}


def sync(*, pipeline: str, checkout: Checkout, by: str, now: datetime, progress: Progress | None = None) -> SyncResult:
    """Stores sources first, so that links resolve. Deletes what is no longer in the checkout. Neither replaces nor
    deletes sources that came by API; a belief that came by API becomes one of the checkout once its file is there."""
    run = _Run(pipeline, checkout, by, now, progress)
    for kind in (Kind.COMMIT, Kind.TAG, Kind.PATH, Kind.CORE, Kind.SPEC, Kind.SESSION):
        run.sync_sources(kind)
    run.sync_beliefs()
    done = run.done
    with transaction.atomic():
        UnreadableFile.objects.filter(pipeline=pipeline).delete()
        UnreadableFile.objects.bulk_create(
            UnreadableFile(pipeline=pipeline, path=path[:500], line=line, reason=reason, seen_at=now)
            for path, line, reason in {one[0][:500]: one for one in done.unreadable}.values()
        )
        details = {"pipeline": pipeline, "counts": done.as_data()["counts"]}
        audit.record(by=by, verb="beliefs.synced", subject="beliefs:checkout", now=now, **details)
    return done


class _Stored(NamedTuple):
    origin: str
    sha256: str


class _Run:
    def __init__(self, pipeline: str, checkout: Checkout, by: str, now: datetime, progress: Progress | None) -> None:
        self.pipeline, self.checkout, self.by, self.now, self.progress = pipeline, checkout, by, now, progress
        self.done = SyncResult(unreadable=[(one.path, 1, one.reason) for one in checkout.skipped])

    def sync_sources(self, kind: Kind) -> None:
        entries = [entry for entry in self.checkout.sources if entry.kind == kind]
        unread = [entry for entry in self.checkout.skipped_sources if entry.kind == kind]
        count = self.done.counts[kind]
        count.update(BROKEN for _ in unread)
        rows = Source.objects.filter(pipeline=self.pipeline, kind=kind).values_list("name", "origin", "sha256")
        stored = {name: _Stored(origin, sha256) for name, origin, sha256 in rows}
        fresh: list[Source] = []
        for entry in chain.from_iterable(with_progress(entries, BATCH, f"{kind} read", self.progress)):
            text = self._read(entry)
            row = source_row(
                pipeline=self.pipeline,
                kind=kind,
                name=entry.name,
                text=text or "",
                origin=Origin.CHECKOUT,
                now=self.now,
            )
            change = self._change_of(entry, row, stored.get(entry.name))
            if text is None:
                change = BROKEN
                unread.append(entry)
            count[change] += 1
            if change is Change.CHANGED or entry.name not in stored:
                fresh.append(row)
        own = {name for name, row in stored.items() if row.origin == Origin.CHECKOUT}
        gone = sorted(own - {entry.name for entry in (*entries, *unread)})
        if kind is Kind.SPEC and unread:  # the id of a specification is in its text
            gone = []
        if gone:
            count[REMOVED] += len(gone)
        with transaction.atomic():
            Source.objects.bulk_create(
                fresh,
                batch_size=BATCH,
                update_conflicts=True,
                unique_fields=["pipeline", "kind", "name"],
                update_fields=SOURCE_VALUES,
            )
            drop_sources(pipeline=self.pipeline, kind=kind, names=gone, origin=Origin.CHECKOUT)

    def _read(self, entry: Entry) -> str | None:
        """Empty without a text; None if it cannot be read, which leaves the stored text as it is."""
        if not entry.path.endswith(".md"):
            return ""
        try:
            return self.checkout.read(entry.path)
        except (BeliefUnreadable, OSError) as error:
            self.done.unreadable.append(_unreadable(entry.path, error))
            return None

    def _change_of(self, entry: Entry, row: Source, stored: _Stored | None) -> str:
        """BROKEN if a source that did not come from a checkout has another text; it stays as it is."""
        if stored is None:
            return Change.ADDED
        if row.sha256 == stored.sha256:
            return Change.UNCHANGED
        if stored.origin == Origin.CHECKOUT:
            return Change.CHANGED
        if not row.text:
            return Change.UNCHANGED
        reason = f"the {entry.kind} '{entry.name}' was sent with another text, which is kept; remove it, then sync"
        self.done.unreadable.append((entry.path, 1, reason))
        return BROKEN

    def sync_beliefs(self) -> None:
        count = self.done.counts["belief"]
        count.update(BROKEN for one in self.checkout.skipped if one.path.startswith(BELIEFS))
        seen: dict[str, str] = {}
        own = BeliefRecord.objects.filter(pipeline=self.pipeline, origin=Origin.CHECKOUT)
        known = _known_files(own)
        batches = with_progress(self.checkout.beliefs, BELIEFS_AT_ONCE, "belief read", self.progress)
        for path in chain.from_iterable(batches):
            try:
                count[self._put(path, known, seen)] += 1
            except (BeliefUnreadable, OSError) as error:
                self.done.unreadable.append(_unreadable(path, error))
                count[BROKEN] += 1
        unread = {path for path, _, _ in self.done.unreadable}
        gone = [name for name, path in own.values_list("name", "path") if name not in seen and path not in unread]
        if gone:
            count[REMOVED] += drop_beliefs(pipeline=self.pipeline, names=gone, by=self.by, now=self.now)

    def _put(self, path: str, known: Mapping[tuple[str, str], str], seen: dict[str, str]) -> Change:
        """`seen` are paths by id. Raises BeliefUnreadable and OSError."""
        markdown = self.checkout.read(path)
        known_name = known.get((path, text_hash(markdown)))
        belief = parse(markdown) if known_name is None else None
        name = belief.id if belief is not None else str(known_name)
        if name in seen:
            raise BeliefUnreadable(2, f"the id '{name}' is taken by {seen[name]}")
        seen[name] = path
        if belief is None:
            return Change.UNCHANGED
        return put_belief(
            pipeline=self.pipeline,
            belief=belief,
            markdown=markdown,
            origin=Origin.CHECKOUT,
            by=self.by,
            now=self.now,
            path=path,
        )


def _unreadable(path: str, error: Exception) -> tuple[str, int, str]:
    if isinstance(error, BeliefUnreadable):
        return path, error.line, error.reason
    reason = error.strerror if isinstance(error, OSError) else None
    return path, 1, f"the file cannot be opened: {reason or type(error).__name__}"


def _known_files(own: QuerySet[BeliefRecord]) -> dict[tuple[str, str], str]:
    """Names by path and hash of the file, so that unchanged files are not parsed again."""
    rows = own.values_list("path", "markdown", "name")
    return {(path, text_hash(markdown)): name for path, markdown, name in rows.iterator(chunk_size=BATCH)}
