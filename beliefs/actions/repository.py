"""Lists commits, tags and indexed paths of a checkout's git repository."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path

from dulwich.errors import ChecksumMismatch, NotGitRepository
from dulwich.objects import Commit, Tag
from dulwich.repo import Repo

from beliefs.domain.corpus import Kind
from beliefs.domain.parse import normalized_name

_PARTIAL_INDEXES = {
    b"link".hex(): "its index is split; join it with 'git update-index --no-split-index'",
    b"sdir".hex(): "its index is sparse; expand it with 'git sparse-checkout reapply --no-sparse-index'",
}
"""By the signature of a required index extension that the library does not know and takes for the checksum."""


class RepositoryBroken(Exception):
    """The repository exists but cannot be read."""


def known_to_git(root: Path) -> list[tuple[Kind, str]]:
    """Empty without a repository. Raises RepositoryBroken if it cannot be read: continuing without its commits would
    invalidate every belief that cites one."""
    if not (root / ".git").exists():
        return []
    try:
        with Repo(str(root)) as repo:
            if not (Path(repo.controldir()) / "HEAD").is_file():  # a work tree whose repository lies on another machine
                raise RepositoryBroken("'.git' leads to no repository")
            return list(_entries(repo))
    except RepositoryBroken:
        raise
    except NotGitRepository as error:
        raise RepositoryBroken("'.git' is no repository") from error
    except ChecksumMismatch as error:
        raise RepositoryBroken(_PARTIAL_INDEXES.get(error.got[:8], str(error))) from error
    except Exception as error:  # the library raises whatever its parsers run into, AssertionError among it
        raise RepositoryBroken(f"{type(error).__name__}: {error}"[:300]) from error


def _entries(repo: Repo) -> Iterator[tuple[Kind, str]]:
    refs = repo.get_refs()
    heads: list[bytes] = []
    for ref, sha in refs.items():
        if ref.startswith(b"refs/tags/"):
            yield Kind.TAG, ref.removeprefix(b"refs/tags/").decode("utf-8", "replace")
        found = _peeled(repo, sha)
        if found is not None:
            heads.append(found)
    if b"HEAD" in refs and not heads:
        raise RepositoryBroken("no commit of any branch is there")
    for step in repo.get_walker(include=list(dict.fromkeys(heads))) if heads else ():
        yield Kind.COMMIT, step.commit.id.decode()
    for path in repo.open_index():
        yield Kind.PATH, normalized_name(path.decode("utf-8", "replace"))


def _peeled(repo: Repo, sha: bytes) -> bytes | None:
    """The commit that a ref points to; None if a tag points to another object, or one that a shallow clone lacks."""
    try:
        found = repo[sha]
        while isinstance(found, Tag):
            found = repo[found.object[1]]
    except KeyError:
        return None
    return found.id if isinstance(found, Commit) else None
