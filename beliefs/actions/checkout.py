"""Reading a checkout: its belief files, what they can cite, its commits and tags.

An export without a repository works too: `commits.txt`, `tags.txt` and `paths.txt` beside the files, one entry a line.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import chain
from pathlib import Path

from beliefs.actions.folder import MAX_PATH, Skipped, files_of, read_text
from beliefs.actions.repository import RepositoryBroken, known_to_git
from beliefs.domain.belief import BeliefUnreadable
from beliefs.domain.corpus import Kind
from beliefs.domain.front_matter import read_front_matter
from beliefs.domain.links import composed
from validation.domain.errors import FieldError, InputRejected

LAYER = "layer/"
BELIEFS = "layer/surface/epistemic/beliefs/"
SESSIONS = "layer/sessions/"
CORE = "layer/core/"
SPECS = "layer/surface/build/"


@dataclass(frozen=True, slots=True)
class Entry:
    kind: Kind
    name: str
    path: str


@dataclass(frozen=True, slots=True)
class Checkout:
    """`skipped` are beliefs, and what they may cite, that are there and cannot be taken in."""

    root: Path
    beliefs: tuple[str, ...]
    sources: tuple[Entry, ...]
    skipped: tuple[Skipped, ...]

    def read(self, path: str) -> str:
        """Raises BeliefUnreadable and OSError."""
        return read_text(self.root / path)


def open_checkout(folder: Path) -> Checkout:
    """Raises InputRejected: `checkout_empty` when there are no beliefs below the folder, `checkout_unreadable` when
    what they cite cannot be listed."""
    try:
        root = _root(folder)
        listing = files_of(root, needed=LAYER)
    except OSError as error:
        message = f"{error.filename} cannot be opened: {error.strerror}. Nothing was synced."
        raise InputRejected("checkout_unreadable", message, (FieldError("dir", message),)) from error
    beliefs = tuple(path for path in listing.found if path.startswith(BELIEFS) and path.endswith(".md"))
    skipped = tuple(one for one in listing.skipped if one.path.startswith(LAYER) and one.path.endswith(".md"))
    if not beliefs and not skipped:
        message = f"There is no file {BELIEFS}*.md below {folder}."
        raise InputRejected("checkout_empty", message, (FieldError("dir", message),))
    named: dict[tuple[Kind, str], Entry] = {}
    # A file comes before the same path in a list or in the index, which have no text.
    for one in chain(_of_files(root, listing.found), _listed(root, listing.found), _of_git(root)):
        if len(one.name) <= MAX_PATH:
            named.setdefault((one.kind, one.name), one)
    return Checkout(root, beliefs, tuple(named.values()), skipped)


def _root(folder: Path) -> Path:
    """The folder itself, or the one folder in it that holds the beliefs."""
    below = [one for one in sorted(folder.iterdir()) if one.is_dir()] if folder.is_dir() else []
    return next((one for one in (folder, *below) if (one / BELIEFS).is_dir()), folder)


def _of_files(root: Path, files: list[str]) -> Iterator[Entry]:
    for path in files:
        name = composed(path)
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
        return composed(read_front_matter(read_text(place)).text("id"))
    except (BeliefUnreadable, OSError):
        return ""


def _listed(root: Path, files: list[str]) -> Iterator[Entry]:
    """A commit or tag ends at the first space, a path at the end of its line."""
    for name, kind in (("commits.txt", Kind.COMMIT), ("tags.txt", Kind.TAG), ("paths.txt", Kind.PATH)):
        if name in files:
            for line in (root / name).read_text(encoding="utf-8", errors="replace").splitlines():
                if line.strip():
                    yield Entry(kind, composed(line.strip()) if kind is Kind.PATH else line.split()[0], "")


def _of_git(root: Path) -> Iterator[Entry]:
    try:
        return (Entry(kind, name, "") for kind, name in known_to_git(root))
    except RepositoryBroken as error:
        message = f"The repository in {root} cannot be read ({error}). Nothing was synced; 'git fsck' says more."
        raise InputRejected("checkout_unreadable", message, (FieldError("dir", message),)) from error
