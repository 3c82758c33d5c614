"""Reads a checkout: its belief files and the sources that they can cite.

The files are untrusted: symbolic links are not followed, so that nothing outside the folder is read, and names that
cannot be stored are skipped and reported. Without a git repository, `commits.txt`, `tags.txt` and `paths.txt` next to
the files list these sources, one per line.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import chain
from pathlib import Path

from beliefs.actions.repository import RepositoryBroken, known_to_git
from beliefs.domain.belief import BeliefUnreadable, refuse_nul
from beliefs.domain.corpus import Kind
from beliefs.domain.front_matter import read_front_matter
from beliefs.domain.parse import normalized_name
from validation.domain.codes.problems import ProblemCode

LAYER = "layer/"
BELIEFS = "layer/surface/epistemic/beliefs/"
SESSIONS = "layer/sessions/"
CORE = "layer/core/"
SPECS = "layer/surface/build/"
MAX_BYTES = 2_000_000
"""Larger files can be cited by path, but are not read."""

MAX_PATH = 500
_LINK = "it is a link of the file system, which is not followed; put the file itself there"


@dataclass(frozen=True, slots=True)
class Entry:
    kind: Kind
    name: str
    path: str


@dataclass(frozen=True, slots=True)
class SkippedFile:
    """`path` is made printable."""

    path: str
    reason: str


@dataclass(frozen=True, slots=True)
class Checkout:
    """`skipped` are files of beliefs and sources that cannot be stored, `skipped_sources` the sources among them."""

    root: Path
    beliefs: tuple[str, ...]
    sources: tuple[Entry, ...]
    skipped: tuple[SkippedFile, ...]
    skipped_sources: tuple[Entry, ...]

    def read(self, path: str) -> str:
        """Raises BeliefUnreadable and OSError."""
        return read_text(self.root / path)


def open_checkout(folder: Path) -> Checkout:
    """Raises InputRejected: `checkout_empty` without beliefs in the folder, `checkout_unreadable` if its files cannot
    be listed."""
    try:
        root = _root(folder)
        listing = files_of(root)
    except OSError as error:
        raise ProblemCode.CHECKOUT_UNREADABLE.error(path=error.filename, error=error.strerror, field="dir") from error
    beliefs = tuple(path for path in listing.found if path.startswith(BELIEFS) and path.endswith(".md"))
    skipped = tuple(one for one in listing.skipped if one.path.startswith(LAYER) and one.path.endswith(".md"))
    if not beliefs and not skipped:
        raise ProblemCode.CHECKOUT_EMPTY.error(files=f"{BELIEFS}*.md", folder=folder, field="dir")
    named: dict[tuple[Kind, str], Entry] = {}
    # Files take precedence over the same path in a list or in git's index, which have no text.
    for one in chain(_of_files(root, listing.found), _listed(root, listing.found), _of_git(root)):
        if len(one.name) <= MAX_PATH:
            named.setdefault((one.kind, one.name), one)
    skipped_sources = tuple(_of_files(root, [one.path for one in skipped]))
    return Checkout(root, beliefs, tuple(named.values()), skipped, skipped_sources)


def _root(folder: Path) -> Path:
    """The folder itself, or the one folder in it that holds the beliefs."""
    below = [one for one in sorted(folder.iterdir()) if one.is_dir()] if folder.is_dir() else []
    return next((one for one in (folder, *below) if (one / BELIEFS).is_dir()), folder)


def _of_files(root: Path, files: list[str]) -> Iterator[Entry]:
    for path in files:
        name = normalized_name(path)
        if not path.startswith((BELIEFS, SESSIONS)):
            yield Entry(Kind.PATH, name, path)
        if not path.endswith(".md"):
            continue
        stem = name.rsplit("/", 1)[-1].removesuffix(".md")
        if path.startswith(SESSIONS):
            yield Entry(Kind.SESSION, stem, path)
        elif path.startswith(CORE):
            yield Entry(Kind.CORE, stem, path)
        elif path.startswith(SPECS) and (stem == "SPEC" or stem.startswith("spec-")):
            yield Entry(Kind.SPEC, _spec_id(root / path) or (name.split("/")[-2] if stem == "SPEC" else stem), path)


def _spec_id(place: Path) -> str:
    try:
        return normalized_name(read_front_matter(read_text(place)).text("id"))
    except (BeliefUnreadable, OSError):
        return ""


def _listed(root: Path, files: list[str]) -> Iterator[Entry]:
    """A commit or tag ends at the first space, a path at the end of its line or, as git can write them, at a NUL."""
    for name, kind in (("commits.txt", Kind.COMMIT), ("tags.txt", Kind.TAG), ("paths.txt", Kind.PATH)):
        if name in files:
            for line in (root / name).read_text(encoding="utf-8", errors="replace").replace("\x00", "\n").splitlines():
                if line.strip():
                    yield Entry(kind, normalized_name(line.strip()) if kind is Kind.PATH else line.split()[0], "")


def _of_git(root: Path) -> Iterator[Entry]:
    try:
        return (Entry(kind, name, "") for kind, name in known_to_git(root))
    except RepositoryBroken as error:
        raise ProblemCode.CHECKOUT_UNREADABLE.error("repository", path=root, error=error, field="dir") from error


@dataclass(slots=True)
class Listing:
    """`found` are sorted paths with `/`, relative to the folder."""

    found: list[str] = field(default_factory=list)
    skipped: list[SkippedFile] = field(default_factory=list)

    def take(self, root: Path, place: Path) -> None:
        path = place.relative_to(root).as_posix()
        shown = os.fsencode(path).decode("utf-8", "replace")
        if place.is_symlink():
            self.skipped.append(SkippedFile(shown, _LINK))
        elif shown != path:
            self.skipped.append(SkippedFile(shown, "its name is no UTF-8 text; rename it"))
        elif len(path) > MAX_PATH:
            self.skipped.append(SkippedFile(shown, f"its path is longer than {MAX_PATH} characters; shorten it"))
        elif place.is_file():
            self.found.append(path)


def files_of(root: Path) -> Listing:
    """Raises OSError if a folder below LAYER cannot be opened; other unreadable folders are skipped."""
    listing = Listing()

    def refuse(error: OSError) -> None:
        if (Path(error.filename).relative_to(root).as_posix() + "/").startswith(LAYER):
            raise error

    for folder, folders, names in os.walk(root, onerror=refuse):
        folders[:] = [name for name in folders if name != ".git" and not (Path(folder) / name).is_symlink()]
        for name in names:
            if name != ".git":  # of a work tree or a submodule
                listing.take(root, Path(folder) / name)
    listing.found.sort()
    return listing


def read_text(place: Path) -> str:
    """The UTF-8 text with its line endings. Raises BeliefUnreadable for other text, OSError if `place` is a link."""
    with os.fdopen(os.open(place, os.O_RDONLY | os.O_NOFOLLOW), "rb") as file:
        data = file.read(MAX_BYTES + 1)
    if len(data) > MAX_BYTES:
        raise BeliefUnreadable(1, f"the file is longer than {MAX_BYTES} bytes")
    try:
        text = data.decode("utf-8")
    except UnicodeDecodeError as error:
        line = data.count(b"\n", 0, error.start) + 1
        raise BeliefUnreadable(line, "the file is no UTF-8 text") from error
    refuse_nul(text)
    return text
