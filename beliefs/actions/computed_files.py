"""Writes the computed confidence into all belief files of a checkout, replacing assigned scores."""

from __future__ import annotations

import os
import stat
import tempfile
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass, field
from datetime import datetime
from pathlib import Path
from typing import Any

from beliefs.actions.assess import BATCH, embedded, nearest_of
from beliefs.domain.parse import parse
from beliefs.domain.write_back import write_back
from beliefs.gate import Assessment, assess
from beliefs.models import BeliefRecord, Origin
from beliefs.queries.known import read_known, read_space
from beliefs.queries.texts import StoredTexts
from validation.domain.batches import batches
from validation.domain.codes.problems import ProblemCode
from validation.domain.errors import DomainError
from validation.embeddings.configured import configured_embedder
from validation.platform import audit as trail
from validation.platform.policies import policy_in_force


@dataclass(slots=True)
class WriteResult:
    """`refused` holds (path, reason) of files that were not changed."""

    written: int = 0
    unchanged: int = 0
    refused: list[tuple[str, str]] = field(default_factory=list)

    def as_data(self) -> dict[str, Any]:
        refused = [{"path": path, "reason": reason} for path, reason in self.refused]
        return {"written": self.written, "unchanged": self.unchanged, "refused": refused}


def write_computed(root: Path, *, pipeline: str, by: str, now: datetime) -> WriteResult:
    """Updates the confidence block of each file, after a sync of `root` and an audit. A file that cannot be written is
    skipped."""
    done = WriteResult()
    for record, found in _assessed(pipeline, now):
        try:
            written = write_back(record.markdown, found.file_schema(now))
            if written == record.markdown:
                done.unchanged += 1
                continue
            replace_text(root / record.path, read=record.markdown, written=written)
        except DomainError as error:
            done.refused.append((record.path, error.detail))
        else:
            done.written += 1
            BeliefRecord.objects.filter(pk=record.pk, content_sha256=record.content_sha256).update(markdown=written)
    details = {"pipeline": pipeline, "written": done.written}
    trail.record(by=by, verb="beliefs.written", subject="beliefs:checkout", now=now, **details)
    return done


def _assessed(pipeline: str, now: datetime) -> Iterator[tuple[BeliefRecord, Assessment]]:
    """Repeats the audit's assessments, with neighbours only if the audit measured them."""
    rows = BeliefRecord.objects.filter(pipeline=pipeline, origin=Origin.CHECKOUT).order_by("name")
    embedder, policy = configured_embedder(), policy_in_force().read().belief
    measured = embedder is not None and not rows.exclude(made_by__endswith=embedder.name).exists()
    space = read_space(pipeline=pipeline, embedder=embedder.name) if embedder is not None and measured else None
    known, texts = read_known(pipeline=pipeline), StoredTexts(pipeline)
    names = list(rows.values_list("pk", flat=True))
    for some in batches(names, BATCH):
        batch = list(rows.filter(pk__in=some))
        batch = batch if space is None else embedded(batch)
        for record, nearest in zip(batch, nearest_of(batch, space), strict=True):
            belief = parse(record.markdown)
            yield record, assess(belief, known=known, texts=texts, nearest=nearest, today=now.date(), policy=policy)


def replace_text(place: Path, *, read: str, written: str) -> None:
    """Replaces the content `read` by `written`, keeping mode, owner and symbolic links. Raises Conflict `file_changed`
    if the file has changed since, InputRejected `file_not_writable`."""
    try:
        _replace(place.resolve(), read.encode(), written.encode(), shown=place)
    except OSError as error:
        raise ProblemCode.FILE_NOT_WRITABLE.error(path=place, error=error.strerror) from error


def _replace(place: Path, read: bytes, written: bytes, *, shown: Path) -> None:
    status = place.stat()
    if not status.st_mode & 0o222 or not os.access(place, os.W_OK):
        raise ProblemCode.FILE_NOT_WRITABLE.error("read_only", path=shown)
    with tempfile.NamedTemporaryFile(dir=place.parent, prefix=".confidence-", delete=False) as file:
        draft = Path(file.name)
        try:
            file.write(written)
            file.flush()
            os.fsync(file.fileno())
            draft.chmod(stat.S_IMODE(status.st_mode))
            with suppress(PermissionError):
                os.chown(draft, status.st_uid, status.st_gid)
            if place.read_bytes() != read:
                raise ProblemCode.FILE_CHANGED.error(path=shown)
            draft.replace(place)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
