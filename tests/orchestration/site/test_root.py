"""Artifacts are looked for under the root alone, whatever a subagent calls them."""

from __future__ import annotations

import json
from pathlib import Path
from unicodedata import normalize

import pytest
from hypothesis import given
from hypothesis import strategies as st

from validation.management.commands.validate_return import existing_artifacts


@pytest.fixture(scope="module")
def root(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A root with a file, a folder, and links that lead out of it, round in a circle and nowhere."""
    root = tmp_path_factory.mktemp("outside") / "root"
    (root / "in").mkdir(parents=True)
    (root / "in" / "a.md").touch()
    (root.parent / "a.md").touch()
    for name, target in {"out": root.parent, "round": root / "round", "nowhere": root / "gone", "back": "in"}.items():
        (root / name).symlink_to(target)
    return root


_PARTS = (
    "in",
    "out",
    "round",
    "nowhere",
    "back",
    "a.md",
    "root",
    "..",
    ".",
    "",
    "~",
    "C:",
    "\\",
    "\0",
    "x" * 300,
    "\ud800",
)


@given(
    parts=st.lists(st.sampled_from(_PARTS) | st.text(max_size=4), max_size=6),
    slash=st.sampled_from("/\\"),
    whole=st.booleans(),
)
def test_no_path_is_taken_to_exist_that_is_not_under_the_root(
    parts: list[str], slash: str, whole: bool, root: Path
) -> None:
    path = slash.join([str(root), *parts] if whole else parts)
    taken = list(existing_artifacts(json.dumps({"artifacts": [path, {"path": path}]}), root))
    assert all((root / found).resolve(strict=True).is_relative_to(root.resolve()) for found in taken)


@pytest.mark.parametrize("path", ["in/a.md", "back/a.md", "in/../in/a.md", "./in"])
def test_a_path_under_the_root_is_taken_to_exist_however_it_is_written(path: str, root: Path) -> None:
    assert list(existing_artifacts(json.dumps({"artifacts": [path]}), root))


@pytest.mark.parametrize("path", [".", "in/.."])
def test_the_root_itself_is_not_taken_to_exist(path: str, root: Path) -> None:
    assert list(existing_artifacts(json.dumps({"artifacts": [path]}), root)) == []


@pytest.mark.parametrize("forms", [("NFC", "NFD"), ("NFD", "NFC")])
def test_a_file_is_found_however_its_accents_are_encoded(forms: tuple[str, str], tmp_path: Path) -> None:
    named, stored = (normalize(form, "prüfung.md") for form in forms)
    (tmp_path / stored).touch()
    assert list(existing_artifacts(json.dumps({"artifacts": [named]}), tmp_path)) == [named]
