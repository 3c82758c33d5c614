"""The files of a folder that somebody else made: links of the file system are not followed, so that nothing outside
it is read, and names that cannot be kept are told apart."""

from __future__ import annotations

import os
from dataclasses import dataclass, field
from pathlib import Path

from beliefs.domain.belief import BeliefUnreadable

MAX_BYTES = 2_000_000
"""A longer file is known by its path, and not read."""

MAX_PATH = 500
_LINK = "it is a link of the file system, which is not followed; put the file itself there"


@dataclass(frozen=True, slots=True)
class Skipped:
    """`path` as it can be shown."""

    path: str
    reason: str


@dataclass(slots=True)
class Listing:
    """`found` are sorted paths with `/`, relative to the folder."""

    found: list[str] = field(default_factory=list)
    skipped: list[Skipped] = field(default_factory=list)


def files_of(root: Path, *, needed: str) -> Listing:
    """Raises OSError when a folder below `needed` cannot be opened; any other one is passed over."""
    listing = Listing()

    def refuse(error: OSError) -> None:
        if (Path(error.filename).relative_to(root).as_posix() + "/").startswith(needed):
            raise error

    for folder, folders, names in os.walk(root, onerror=refuse):
        folders[:] = [name for name in folders if name != ".git" and not (Path(folder) / name).is_symlink()]
        for name in names:
            if name == ".git":  # of a work tree or a submodule
                continue
            place = Path(folder) / name
            path = place.relative_to(root).as_posix()
            shown = os.fsencode(path).decode("utf-8", "replace")
            if place.is_symlink():
                listing.skipped.append(Skipped(shown, _LINK))
            elif shown != path:
                listing.skipped.append(Skipped(shown, "its name is no UTF-8 text; rename it"))
            elif len(path) > MAX_PATH:
                listing.skipped.append(Skipped(shown, f"its path is longer than {MAX_PATH} characters; shorten it"))
            elif place.is_file():
                listing.found.append(path)
    listing.found.sort()
    return listing


def read_text(place: Path) -> str:
    """UTF-8 text with its line ends. Raises BeliefUnreadable when it is none, OSError when `place` became a link."""
    with os.fdopen(os.open(place, os.O_RDONLY | os.O_NOFOLLOW), "rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise BeliefUnreadable(1, f"the file is longer than {MAX_BYTES} bytes")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BeliefUnreadable(line, "the file is no UTF-8 text") from error
    if "\x00" in text:
        raise BeliefUnreadable(text.count("\n", 0, text.index("\x00")) + 1, "it holds a NUL character; remove it")
    return text
