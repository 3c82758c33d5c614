"""Bringing the store to what a checkout holds: incremental, repeatable; a broken file stops no other."""

from __future__ import annotations

import hashlib
from collections import Counter, defaultdict
from dataclasses import dataclass, field
from datetime import datetime

from django.db import transaction
from django.db.models import QuerySet

from beliefs.actions.checkout import BELIEFS, Checkout, Entry
from beliefs.actions.store import Change, drop_beliefs, drop_sources, put_belief, source_row
from beliefs.actions.vectors import Progress
from beliefs.domain.belief import BeliefUnreadable
from beliefs.domain.corpus import Kind
from beliefs.domain.parse import parse
from beliefs.models import BeliefRecord, Source, UnreadableFile
from beliefs.models.source import Origin
from validation.platform import audit

BATCH = 500
REMOVED = "removed"


@dataclass(slots=True)
class Synced:
    """Counts by kind (`belief`, `session`, ...) and what happened; `unreadable` are (path, line, reason)."""

    counts: dict[str, Counter[str]] = field(default_factory=lambda: defaultdict(Counter))
    unreadable: list[tuple[str, int, str]] = field(default_factory=list)

    def as_data(self) -> dict[str, object]:
        files = [{"path": path, "line": line, "reason": reason} for path, line, reason in self.unreadable]
        return {"counts": {kind: dict(count) for kind, count in self.counts.items()}, "broken": files}


def sync(*, pipeline: str, checkout: Checkout, by: str, now: datetime, progress: Progress | None = None) -> Synced:
    """Sources first, so that links find them. What the checkout no longer holds goes; what the API brought stays."""
    done = Synced(unreadable=[(one.path, 1, one.reason) for one in checkout.skipped])
    grouped: dict[Kind, list[Entry]] = defaultdict(list)
    for entry in checkout.sources:
        grouped[entry.kind].append(entry)
    for kind in (Kind.COMMIT, Kind.TAG, Kind.PATH, Kind.CORE, Kind.SPEC, Kind.SESSION):
        _sync_kind(pipeline, checkout, kind, grouped.get(kind, []), done, now, progress)
    _sync_beliefs(pipeline, checkout, done, by, now, progress)
    with transaction.atomic():
        UnreadableFile.objects.filter(pipeline=pipeline).delete()
        UnreadableFile.objects.bulk_create(
            UnreadableFile(pipeline=pipeline, path=path[:500], line=line, reason=reason, seen_at=now)
            for path, line, reason in {one[0][:500]: one for one in done.unreadable}.values()
        )
        counts = {kind: dict(count) for kind, count in done.counts.items()}
        told = {"pipeline": pipeline, "counts": counts}
        audit.record(by=by, verb="beliefs.synced", subject="beliefs:checkout", now=now, **told)
    return done


def _sync_kind(
    pipeline: str,
    checkout: Checkout,
    kind: Kind,
    entries: list[Entry],
    done: Synced,
    now: datetime,
    progress: Progress | None,
) -> None:
    own = Source.objects.filter(pipeline=pipeline, kind=kind, origin=Origin.CHECKOUT)
    stored = dict(own.values_list("name", "sha256"))
    fresh: list[Source] = []
    for place, entry in enumerate(entries, start=1):
        row = _row(pipeline, checkout, entry, done, now)
        known = entry.name in stored
        change = Change.ADDED if not known else Change.UNCHANGED if stored[entry.name] == row.sha256 else Change.CHANGED
        done.counts[kind][change] += 1
        if change is not Change.UNCHANGED:
            fresh.append(row)
        if progress is not None and (place % BATCH == 0 or place == len(entries)):
            progress(f"{kind} read", place, len(entries))
    gone = sorted(stored.keys() - {entry.name for entry in entries})
    if gone:
        done.counts[kind][REMOVED] += len(gone)
    _save(pipeline, kind, fresh, gone)


@transaction.atomic
def _save(pipeline: str, kind: Kind, fresh: list[Source], gone: list[str]) -> None:
    Source.objects.bulk_create(
        fresh,
        batch_size=BATCH,
        update_conflicts=True,
        unique_fields=["pipeline", "kind", "name"],
        update_fields=["text", "sha256", "origin", "dated", "mentions", "updated_at"],
    )
    drop_sources(pipeline=pipeline, kind=kind, names=gone, origin=Origin.CHECKOUT)


def _row(pipeline: str, checkout: Checkout, entry: Entry, done: Synced, now: datetime) -> Source:
    text = ""
    if entry.path.endswith(".md"):
        try:
            text = checkout.read(entry.path)
        except (BeliefUnreadable, OSError) as error:
            done.unreadable.append(_told(entry.path, error))
    name = entry.name[:500]
    return source_row(pipeline=pipeline, kind=entry.kind, name=name, text=text, origin=Origin.CHECKOUT, now=now)


def _told(path: str, error: Exception) -> tuple[str, int, str]:
    if isinstance(error, BeliefUnreadable):
        return path, error.line, error.reason
    told = error.strerror if isinstance(error, OSError) else None
    return path, 1, f"the file cannot be opened: {told or type(error).__name__}"


def _sync_beliefs(
    pipeline: str, checkout: Checkout, done: Synced, by: str, now: datetime, progress: Progress | None
) -> None:
    count = done.counts["belief"]
    count.update("broken" for one in checkout.skipped if one.path.startswith(BELIEFS))
    seen: dict[str, str] = {}
    own = BeliefRecord.objects.filter(pipeline=pipeline, origin=Origin.CHECKOUT)
    known = _known_files(own)
    for place, path in enumerate(checkout.beliefs, start=1):
        try:
            markdown = checkout.read(path)
            known_name = known.get((path, _hash(markdown)))
            belief = parse(markdown) if known_name is None else None
            name = belief.id if belief is not None else str(known_name)
            if name in seen:
                raise BeliefUnreadable(2, f"the id '{name}' is taken by {seen[name]}")
            seen[name] = path
            if belief is None:
                count[Change.UNCHANGED] += 1
            else:
                put = put_belief(
                    pipeline=pipeline,
                    belief=belief,
                    markdown=markdown,
                    origin=Origin.CHECKOUT,
                    by=by,
                    now=now,
                    path=path,
                )
                count[put] += 1
        except (BeliefUnreadable, OSError) as error:
            done.unreadable.append(_told(path, error))
            count["broken"] += 1
        if progress is not None and (place % 50 == 0 or place == len(checkout.beliefs)):
            progress("belief read", place, len(checkout.beliefs))
    unread = {path for path, _, _ in done.unreadable}
    gone = [name for name, path in own.values_list("name", "path") if name not in seen and path not in unread]
    if gone:
        count[REMOVED] += drop_beliefs(pipeline=pipeline, names=gone, by=by, now=now)


def _known_files(own: QuerySet[BeliefRecord]) -> dict[tuple[str, str], str]:
    """Names by path and hash of the whole file: what is stored as it stands need not be read as a belief again."""
    rows = own.values_list("path", "markdown", "name")
    return {(path, _hash(markdown)): name for path, markdown, name in rows.iterator(chunk_size=BATCH)}


def _hash(text: str) -> str:
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()
