"""A small checkout with a real repository in it, written for the tests."""

from __future__ import annotations

from pathlib import Path

from dulwich import porcelain
from dulwich.repo import Repo

from tests.beliefs.samples import BELIEF, OTHER, SESSIONS


def write(root: Path, path: str, text: str) -> None:
    place = root / path
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_bytes(text.encode())


def belief_path(name: str) -> str:
    return f"layer/surface/epistemic/beliefs/{name}.md"


def make_checkout(root: Path) -> str:
    """Two beliefs, two sessions, one core pattern, one spec, one tag. Returns the commit, which one belief cites."""
    for name, text in SESSIONS.items():
        write(root, f"layer/sessions/{name}.md", text)
    write(root, "layer/core/plain-words.md", "Say it plainly.\n")
    write(root, "layer/surface/build/feat/buoys/SPEC.md", "---\nid: buoys\n---\nBuoys are red.\n")
    repo = Repo.init(str(root))
    porcelain.add(repo, paths=[str(root / "layer/core/plain-words.md")])
    commit = porcelain.commit(repo, message=b"first", author=b"a <a@b>", committer=b"a <a@b>").decode()
    porcelain.tag_create(repo, b"spec/lighthouse")
    repo.close()
    write(root, belief_path("tide-tables-daily"), BELIEF.replace("commit-3f2a9c1d", f"commit-{commit[:8]}"))
    write(root, belief_path("quiet-harbour"), OTHER)
    return commit
