"""Reading a checkout: its belief files, what they can cite, its commits and tags. Git through a library, no shell.

An export without a repository works too: `commits.txt`, `tags.txt` and `paths.txt` beside the files, one entry a line.
Links of the file system are not followed, so that a checkout cannot point outside itself.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path

from dulwich.errors import NotGitRepository
from dulwich.objects import Commit, Tag
from dulwich.repo import Repo

from beliefs.domain.belief import BeliefUnreadable
from beliefs.domain.corpus import Kind
from beliefs.domain.front_matter import read_front_matter
from validation.domain.errors import FieldError, InputRejected

BELIEFS = "layer/surface/epistemic/beliefs/"
SESSIONS = "layer/sessions/"
CORE = "layer/core/"
SPECS = "layer/surface/build/"
MAX_BYTES = 2_000_000
"""A longer file is known by its path, and not read."""


@dataclass(frozen=True, slots=True)
class Entry:
    kind: Kind
    name: str
    path: str


@dataclass(frozen=True, slots=True)
class Checkout:
    root: Path
    beliefs: tuple[str, ...]
    sources: tuple[Entry, ...]

    def read(self, path: str) -> str:
        """UTF-8 text with its line ends. Raises BeliefUnreadable when it is none."""
        place = self.root / path
        if place.stat().st_size > MAX_BYTES:
            raise BeliefUnreadable(1, f"the file is longer than {MAX_BYTES} bytes")
        data = place.read_bytes()
        try:
            text = data.decode("utf-8")
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            raise BeliefUnreadable(line, "the file is no UTF-8 text") from error
        if "\x00" in text:
            raise BeliefUnreadable(text.count("\n", 0, text.index("\x00")) + 1, "it holds a NUL character; remove it")
        return text


def open_checkout(folder: Path) -> Checkout:
    """Raises InputRejected `checkout_empty` when there are no beliefs below the folder."""
    root = _root(folder)
    files = sorted(_files(root))
    beliefs = tuple(path for path in files if path.startswith(BELIEFS) and path.endswith(".md"))
    if not beliefs:
        message = f"There is no file {BELIEFS}*.md below {folder}."
        raise InputRejected("checkout_empty", message, (FieldError("dir", message),))
    repo = _repository(root)
    try:
        named = [*_of_files(root, files), *_listed(root), *(_of_git(repo) if repo else ())]
    finally:
        if repo:
            repo.close()
    return Checkout(root, beliefs, tuple({(one.kind, one.name): one for one in named}.values()))


def _root(folder: Path) -> Path:
    """The folder itself, or the one folder in it that holds the beliefs."""
    below = [one for one in sorted(folder.iterdir()) if one.is_dir()] if folder.is_dir() else []
    return next((one for one in (folder, *below) if (one / BELIEFS).is_dir()), folder)


def _files(root: Path) -> Iterator[str]:
    for folder, folders, names in os.walk(root):
        folders[:] = [name for name in folders if name != ".git" and not (Path(folder) / name).is_symlink()]
        for name in names:
            place = Path(folder) / name
            if not place.is_symlink() and place.is_file():
                yield place.relative_to(root).as_posix()


def _of_files(root: Path, files: list[str]) -> Iterator[Entry]:
    for path in files:
        if not path.startswith((BELIEFS, SESSIONS)):
            yield Entry(Kind.PATH, path, path)
        if not path.endswith(".md"):
            continue
        stem = path.rsplit("/", 1)[-1].removesuffix(".md")
        if path.startswith(SESSIONS):
            yield Entry(Kind.SESSION, stem, path)
        elif path.startswith(CORE):
            yield Entry(Kind.CORE, stem, path)
        elif path.startswith(SPECS) and (stem == "SPEC" or stem.startswith("spec-")):
            yield Entry(Kind.SPEC, _spec_id(root / path) or (path.split("/")[-2] if stem == "SPEC" else stem), path)


def _spec_id(place: Path) -> str:
    try:
        return read_front_matter(place.read_text(encoding="utf-8")[:50_000]).text("id")
    except (BeliefUnreadable, UnicodeDecodeError):
        return ""


def _listed(root: Path) -> Iterator[Entry]:
    for name, kind in (("commits.txt", Kind.COMMIT), ("tags.txt", Kind.TAG), ("paths.txt", Kind.PATH)):
        if (root / name).is_file():
            for line in (root / name).read_text(encoding="utf-8", errors="replace").splitlines():
                if line.strip():
                    yield Entry(kind, line.split()[0], "")


def _repository(root: Path) -> Repo | None:
    try:
        return Repo(str(root))
    except NotGitRepository:
        return None


def _of_git(repo: Repo) -> Iterator[Entry]:
    heads: list[bytes] = []
    for ref, sha in repo.get_refs().items():
        if ref.startswith(b"refs/tags/"):
            yield Entry(Kind.TAG, ref.removeprefix(b"refs/tags/").decode("utf-8", "replace"), "")
        found = _peeled(repo, sha)
        if found is not None:
            heads.append(found)
    for step in repo.get_walker(include=list(dict.fromkeys(heads))) if heads else ():
        yield Entry(Kind.COMMIT, step.commit.id.decode(), "")
    for path in repo.open_index():
        yield Entry(Kind.PATH, path.decode("utf-8", "replace"), "")


def _peeled(repo: Repo, sha: bytes) -> bytes | None:
    """The commit that a ref leads to; a tag may point at something else, or at what a shallow clone lacks."""
    try:
        found = repo[sha]
        while isinstance(found, Tag):
            found = repo[found.object[1]]
    except KeyError:
        return None
    return found.id if isinstance(found, Commit) else None
