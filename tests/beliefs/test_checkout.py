"""Reading a checkout that holds what nobody expects."""

from __future__ import annotations

import hashlib
import os
import shutil
import unicodedata
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from tempfile import TemporaryDirectory

import pytest
from dulwich.repo import Repo

from beliefs.actions.checkout import Checkout, open_checkout
from beliefs.domain.corpus import Kind
from tests.beliefs.checkout import belief_path, make_checkout, write
from tests.beliefs.samples import BELIEF, OTHER
from validation.domain.errors import InputRejected

NOBODY = 65534


@pytest.fixture
def root(tmp_path: Path) -> Path:
    write(tmp_path, belief_path("tide-tables-daily"), BELIEF)
    return tmp_path


def named(checkout: Checkout, kind: Kind) -> set[str]:
    return {entry.name for entry in checkout.sources if entry.kind is kind}


@pytest.mark.parametrize(("file", "kind"), [("commits.txt", Kind.COMMIT), ("paths.txt", Kind.PATH)])
def test_a_list_that_leads_out_of_the_folder_is_not_read(root: Path, file: str, kind: Kind, tmp_path: Path) -> None:
    outside = tmp_path.parent / f"{tmp_path.name}-outside.txt"
    outside.write_text("secret\n")
    (root / file).symlink_to(outside)
    assert "secret" not in named(open_checkout(root), kind)


def test_a_listed_path_may_hold_spaces(root: Path) -> None:
    write(root, "paths.txt", "docs/my plan.md\n")
    assert named(open_checkout(root), Kind.PATH) == {"docs/my plan.md", "paths.txt"}


@pytest.mark.parametrize(
    ("file", "kind"), [("commits.txt", Kind.COMMIT), ("tags.txt", Kind.TAG), ("paths.txt", Kind.PATH)]
)
def test_a_list_that_git_ended_with_nul_holds_the_same_names(root: Path, file: str, kind: Kind) -> None:
    """As `git ls-files -z` writes it; no database keeps a NUL."""
    write(root, file, "v1\0docs/b.md\0")
    assert named(open_checkout(root), kind) - {file} == {"v1", "docs/b.md"}


def test_a_listed_commit_may_be_followed_by_its_subject(root: Path) -> None:
    write(root, "commits.txt", "3f2a9c1d0 Light the lamp\n")
    assert named(open_checkout(root), Kind.COMMIT) == {"3f2a9c1d0"}


def test_a_file_name_that_is_no_text_stops_nothing(root: Path) -> None:
    (root / os.fsdecode(b"lamp-\xff.txt")).write_text("x")
    assert named(open_checkout(root), Kind.PATH) == set()


@pytest.mark.parametrize(
    ("name", "reason"),
    [(os.fsdecode(b"lamp-\xff"), "name is no UTF-8"), ("d" * 200 + "/" + "e" * 200 + "/" + "f" * 100, "longer than")],
)
def test_a_belief_whose_path_cannot_be_kept_is_listed(root: Path, name: str, reason: str) -> None:
    place = root / belief_path(name)
    place.parent.mkdir(parents=True, exist_ok=True)
    place.write_text(OTHER)
    checkout = open_checkout(root)
    told = [one.reason for one in checkout.skipped]
    assert (len(checkout.beliefs), len(told), reason in told[0]) == (1, 1, True)


def test_a_belief_that_is_a_link_of_the_file_system_is_listed(root: Path) -> None:
    (root / belief_path("secret")).symlink_to(root / belief_path("tide-tables-daily"))
    assert [one.path for one in open_checkout(root).skipped] == [belief_path("secret")]


def test_a_file_that_becomes_a_link_before_it_is_read_is_not_followed(root: Path) -> None:
    checkout = open_checkout(root)
    place = root / belief_path("tide-tables-daily")
    place.rename(root / "moved.md")
    place.symlink_to(root / "moved.md")
    with pytest.raises(OSError, match="symbolic links"):
        checkout.read(belief_path("tide-tables-daily"))


def test_names_are_composed_however_the_file_system_keeps_them(root: Path) -> None:
    write(root, unicodedata.normalize("NFD", "docs/café.md"), "x")
    assert unicodedata.normalize("NFC", "docs/café.md") in named(open_checkout(root), Kind.PATH)


def test_a_path_that_git_knows_keeps_the_file_it_is_read_from(tmp_path: Path) -> None:
    make_checkout(tmp_path)
    paths = {entry.name: entry.path for entry in open_checkout(tmp_path).sources if entry.kind is Kind.PATH}
    assert paths["layer/core/plain-words.md"] == "layer/core/plain-words.md"


def test_a_repository_without_a_commit_is_none_that_is_broken(root: Path) -> None:
    Repo.init(str(root)).close()
    assert len(open_checkout(root).beliefs) == 1


@pytest.mark.parametrize(
    "spoil",
    [
        lambda git: (git / "index").write_text("garbage"),
        lambda git: shutil.rmtree(git / "objects"),
        lambda git: [shutil.rmtree(one) for one in (git / "objects").iterdir() if len(one.name) == 2],
        lambda git: (shutil.rmtree(git), git.write_text("gitdir: /nowhere\n")),
    ],
    ids=["index", "all objects", "the objects in it", "elsewhere"],
)
def test_a_broken_repository_stops_the_sync_before_its_commits_are_taken_for_gone(
    tmp_path: Path, spoil: Callable[[Path], object]
) -> None:
    make_checkout(tmp_path)
    spoil(tmp_path / ".git")
    with pytest.raises(InputRejected, match="cannot be read"):
        open_checkout(tmp_path)


@pytest.mark.parametrize(("signature", "said"), [(b"link", "split"), (b"sdir", "sparse")])
def test_an_index_in_parts_is_named_as_the_cause(tmp_path: Path, signature: bytes, said: str) -> None:
    """Written as git does: an extension without data between the entries and their checksum."""
    make_checkout(tmp_path)
    index = tmp_path / ".git/index"
    content = index.read_bytes()[:-20] + signature + bytes(4)
    index.write_bytes(content + hashlib.sha1(content, usedforsecurity=False).digest())
    with pytest.raises(InputRejected, match=f"its index is {said}"):
        open_checkout(tmp_path)


@contextmanager
def somebody() -> Iterator[None]:
    """Not root, who reads every folder."""
    mine = os.geteuid()
    os.seteuid(NOBODY if mine == 0 else mine)
    try:
        yield
    finally:
        os.seteuid(mine)


def test_a_folder_of_the_layer_that_cannot_be_opened_stops_the_sync() -> None:
    with TemporaryDirectory() as folder:
        root = Path(folder)
        root.chmod(0o755)
        (root / "layer/sessions").mkdir(parents=True)
        (root / "layer/sessions").chmod(0)
        with somebody(), pytest.raises(InputRejected, match="layer/sessions cannot be opened: Permission denied"):
            open_checkout(root)
