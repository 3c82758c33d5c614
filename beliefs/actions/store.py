"""Stores and deletes beliefs and sources, from a checkout or the API."""

from __future__ import annotations

import re
import unicodedata
from datetime import date, datetime
from enum import StrEnum
from typing import Any

from django.db import transaction

from beliefs.domain.belief import Belief
from beliefs.domain.corpus import COMMON, SOURCE_KINDS, Kind
from beliefs.domain.parse import content_hash, normalized_name, targets_of, text_hash
from beliefs.models import BeliefLink, BeliefRecord, BeliefVectors, Origin, Source, SourceVectors
from beliefs.queries.beliefs import find_belief
from beliefs.queries.sources import find_source
from validation.domain.batches import batches
from validation.domain.codes.problems import ProblemCode
from validation.platform import audit
from validation.platform.live import Topic, publish

CHUNK = 500
MAX_MENTIONS = 5000
_MENTION = re.compile(r"(?=[\d_.-]{0,60}+[^\W\d_])\w{1,60}(?:[-.]\w{1,60}){1,20}")
"""Without a link, a name is words with hyphens or dots between them; numbers and dates are none."""

_STAMP = re.compile(r"(\d{4})(\d{2})(\d{2})-\d{6}")
MOVED = "'{id}' was changed while you edited it. Look at it first: storing this one replaces that change as well."


class Change(StrEnum):
    ADDED = "added"
    CHANGED = "changed"
    UNCHANGED = "unchanged"


@transaction.atomic
def put_belief(
    *,
    pipeline: str,
    belief: Belief,
    markdown: str,
    origin: Origin,
    by: str,
    now: datetime,
    path: str = "",
    replaces: str | None = None,
) -> Change:
    """Stores the text and its links. The next audit computes scores and finds the beliefs that depend on it. Raises
    Conflict `confirmation_needed` if the content hash of the text to replace is not `replaces`; empty means none."""
    sha = content_hash(markdown)
    stored = BeliefRecord.objects.select_for_update().filter(pipeline=pipeline, name=belief.id).first()
    if stored is not None and stored.content_sha256 == sha:
        BeliefRecord.objects.filter(pk=stored.pk).update(
            markdown=markdown, path=path or stored.path, origin=origin, assigned=_assigned(belief, stored)
        )
        return Change.UNCHANGED
    moved = ProblemCode.CONFIRMATION_NEEDED.error(detail=MOVED.format(id=belief.id))
    if replaces is not None and replaces != (stored.content_sha256 if stored else ""):
        raise moved
    record, created = BeliefRecord.objects.update_or_create(
        pipeline=pipeline,
        name=belief.id,
        defaults={
            "markdown": markdown,
            "content_sha256": sha,
            "path": path,
            "origin": origin,
            "statement": belief.statement,
            "facets": list(belief.facets),
            "entrenchment": belief.entrenchment,
            "assigned": _assigned(belief, stored),
            "endorsed": belief.endorsed,
            "created": belief.created,
            "revised": belief.revised,
            "updated_at": now,
            "stale": True,
        },
    )
    if replaces == "" and not created:  # another transaction was faster
        raise moved
    _put_links(record, belief)
    change = Change.ADDED if stored is None else Change.CHANGED
    verb, subject = f"belief.{change}", f"belief:{belief.id}"
    audit.record(by=by, verb=verb, subject=subject, now=now, pipeline=pipeline, sha256=sha)
    return change


def _assigned(belief: Belief, stored: BeliefRecord | None) -> float | None:
    """The assigned score. A file with a computed block no longer has it, so the stored value is kept."""
    return belief.assigned if belief.assigned is not None or stored is None else stored.assigned


def _put_links(record: BeliefRecord, belief: Belief) -> None:
    lines = belief.defeated_lines
    record.links.all().delete()
    BeliefLink.objects.bulk_create(
        BeliefLink(
            belief=record,
            target=link.target,
            section=link.section[:200],
            line=link.line,
            defeated=link.line in lines,
        )
        for link in belief.links
    )


@transaction.atomic
def drop_beliefs(*, pipeline: str, names: list[str], by: str, now: datetime) -> int:
    """Deletes these beliefs. Beliefs of `common` with the same names become visible, so their vectors are marked as
    fresh."""
    subjects: dict[str, dict[str, Any]] = {f"belief:{name}": {"pipeline": pipeline} for name in names}
    audit.record_each(by=by, verb="belief.removed", now=now, subjects=subjects)
    for some in batches(names, CHUNK):
        BeliefRecord.objects.filter(pipeline=pipeline, name__in=some).delete()
        BeliefVectors.objects.filter(belief__pipeline=COMMON, belief__name__in=some).update(fresh=True)
    if names:
        publish(Topic.BELIEFS, *names)
    return len(names)


@transaction.atomic
def drop_sources(*, pipeline: str, kind: str, names: list[str], origin: Origin) -> None:
    """Deletes these sources if they have that `origin`."""
    for some in batches(names, CHUNK):
        Source.objects.filter(pipeline=pipeline, kind=kind, origin=origin, name__in=some).delete()
        shown = SourceVectors.objects.filter(source__pipeline=COMMON, source__kind=kind, source__name__in=some)
        shown.update(fresh=True)


@transaction.atomic
def remove_belief(*, pipeline: str, name: str, by: str, now: datetime) -> None:
    """Deletes a belief that did not come from a checkout. Raises NotFound, and Conflict `belief_of_checkout` for one
    that the next sync would restore."""
    record = find_belief(name, pipeline=pipeline)
    if record.pipeline != pipeline:
        raise ProblemCode.BELIEF_NOT_FOUND.error("common", name=record.name, common=COMMON)
    if record.origin == Origin.CHECKOUT:
        raise ProblemCode.BELIEF_OF_CHECKOUT.error(name=record.name, path=record.path, field="id")
    drop_beliefs(pipeline=pipeline, names=[record.name], by=by, now=now)


@transaction.atomic
def put_source(*, pipeline: str, kind: str, name: str, text: str, origin: Origin, by: str, now: datetime) -> Change:
    """Adds or replaces a source; the next audit finds the beliefs that depend on it. Raises InputRejected for an
    unknown kind."""
    check_source_kind(kind)
    name = normalized_name(name)
    fresh = source_row(pipeline=pipeline, kind=kind, name=name, text=text, origin=origin, now=now)
    values = {field: getattr(fresh, field) for field in SOURCE_VALUES}
    own = Source.objects.select_for_update()
    stored, added = own.get_or_create(pipeline=pipeline, kind=kind, name=name, defaults=values)
    if not added:
        if stored.sha256 == fresh.sha256:
            return Change.UNCHANGED
        fresh.pk = stored.pk
        fresh.save(update_fields=SOURCE_VALUES)
    change = Change.ADDED if added else Change.CHANGED
    verb, subject = f"source.{change}", f"{kind}:{name}"[:200]
    audit.record(by=by, verb=verb, subject=subject, now=now, pipeline=pipeline, sha256=fresh.sha256)
    return change


@transaction.atomic
def remove_source(*, pipeline: str, kind: str, name: str, by: str, now: datetime) -> None:
    """Deletes a source that did not come from a checkout. Raises NotFound, and Conflict `source_of_checkout` for one
    that the next sync would restore."""
    source = find_source(kind, name, pipeline=pipeline)
    if source.pipeline != pipeline:
        raise ProblemCode.SOURCE_NOT_FOUND.error("common", name=source.name, common=COMMON)
    if source.origin == Origin.CHECKOUT:
        raise ProblemCode.SOURCE_OF_CHECKOUT.error(name=source.name, field="id")
    drop_sources(pipeline=pipeline, kind=kind, names=[source.name], origin=Origin(source.origin))
    subject = f"{kind}:{source.name}"[:200]
    audit.record(by=by, verb="source.removed", subject=subject, now=now, pipeline=pipeline, sha256=source.sha256)


SOURCE_VALUES = ("text", "sha256", "origin", "dated", "mentions", "updated_at")
"""Fields of a source that a new text replaces."""


def source_row(*, pipeline: str, kind: str, name: str, text: str, origin: Origin, now: datetime) -> Source:
    session = kind == Kind.SESSION
    return Source(
        pipeline=pipeline,
        kind=kind,
        name=name,
        text=text,
        sha256=text_hash(text) if text else "",
        origin=origin,
        dated=_dated(name) if session else None,
        mentions=_mentions(text) if session else [],
        updated_at=now,
    )


def _mentions(text: str) -> list[str]:
    """Distinct names in the text, at most MAX_MENTIONS, those in links first: only a link shows that a word such as
    `simplicity` is the name of a belief."""
    return list(dict.fromkeys([*targets_of(text), *_MENTION.findall(text)]))[:MAX_MENTIONS]


def _dated(name: str) -> date | None:
    """The date of a session, from the start of its name."""
    found = _STAMP.match(name)
    try:
        return date(int(found[1]), int(found[2]), int(found[3])) if found else None
    except ValueError:
        return None


MAX_NAME = 500
_WITH_SLASHES = (Kind.PATH, Kind.TAG, Kind.SPEC)
_INVISIBLE = ("Cc", "Cs", "Zl", "Zp")
_unusable = ProblemCode.SOURCE_NAME_INVALID.error


def check_source_kind(kind: str) -> None:
    """Raises InputRejected `source_kind_unknown`, which names the kinds."""
    if kind not in SOURCE_KINDS:
        raise ProblemCode.SOURCE_KIND_UNKNOWN.error(kind=kind, known=", ".join(SOURCE_KINDS), field="kind")


def check_source_name(kind: str, name: str) -> None:
    """Raises InputRejected `source_name_invalid`. Browsers and proxies normalise empty, `.` and `..` segments of a path
    and backslashes, so the page of a source with such a name could not be opened. Checks the composed Unicode form of
    the name, which is the one stored and can be longer."""
    if len(normalized_name(name)) > MAX_NAME or any(unicodedata.category(one) in _INVISIBLE for one in name):
        raise _unusable("long", field="id", most=MAX_NAME)
    if name != name.strip() or any(part in ("", ".", "..") for part in name.split("/")):
        raise _unusable("parts", field="id")
    if "\\" in name:
        raise _unusable("backslash", field="id")
    if "/" in name and kind in tuple(Kind) and kind not in _WITH_SLASHES:
        raise _unusable("slash", field="id", kind=kind)
