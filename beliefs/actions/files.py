"""Computed confidence into belief files: whole or not at all, and never over words that somebody wrote meanwhile."""

from __future__ import annotations

import os
import stat
import tempfile
from contextlib import suppress
from pathlib import Path

from validation.domain.errors import Conflict, InputRejected


def replace_text(place: Path, *, read: str, written: str) -> None:
    """Puts `written` in the place of `read`, keeping mode and owner; a link of the file system stays one. Raises
    Conflict `file_changed` when the file holds something else by now, InputRejected `file_not_writable`."""
    try:
        _replace(place.resolve(), read.encode(), written.encode(), shown=place)
    except OSError as error:
        raise InputRejected("file_not_writable", f"{place} cannot be written: {error.strerror}.") from error


def _replace(place: Path, read: bytes, written: bytes, *, shown: Path) -> None:
    held = place.stat()
    if not held.st_mode & 0o222 or not os.access(place, os.W_OK):
        message = f"{shown} is read-only; nothing was written. Make it writable first."
        raise InputRejected("file_not_writable", message)
    with tempfile.NamedTemporaryFile(dir=place.parent, prefix=".confidence-", delete=False) as file:
        draft = Path(file.name)
        try:
            file.write(written)
            file.flush()
            os.fsync(file.fileno())
            draft.chmod(stat.S_IMODE(held.st_mode))
            with suppress(PermissionError):
                os.chown(draft, held.st_uid, held.st_gid)
            if place.read_bytes() != read:
                message = f"{shown} was changed while its confidence was computed; nothing was written. Run it again."
                raise Conflict("file_changed", message)
            draft.replace(place)
        except BaseException:
            draft.unlink(missing_ok=True)
            raise
