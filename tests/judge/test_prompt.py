"""Prompts are files with front matter, known by the hash of their bytes."""

from __future__ import annotations

import hashlib
from pathlib import Path

import pytest

from validation.judge.prompt import InvalidPrompt, load_prompt

GOOD = "---\nname: p\nversion: 3\nrole: MIND\ntemperature: 0.6\nlabels: YES, NO\n---\nSay YES or NO.\n"


def written(tmp_path: Path, source: str) -> Path:
    path = tmp_path / "p.md"
    path.write_text(source)
    return path


def test_front_matter_and_text_are_told_apart(tmp_path: Path) -> None:
    prompt = load_prompt(written(tmp_path, GOOD))
    assert (prompt.name, prompt.version, prompt.role, prompt.temperature) == ("p", 3, "MIND", 0.6)
    assert prompt.labels == ("YES", "NO")
    assert prompt.text == "Say YES or NO.\n"


def test_the_hash_is_that_of_the_files_bytes(tmp_path: Path) -> None:
    assert load_prompt(written(tmp_path, GOOD)).hash == "sha256:" + hashlib.sha256(GOOD.encode()).hexdigest()


def test_a_rule_in_the_text_does_not_end_the_front_matter_again(tmp_path: Path) -> None:
    assert load_prompt(written(tmp_path, GOOD + "---\nMore.\n")).text.endswith("---\nMore.\n")


@pytest.mark.parametrize(
    "source",
    [
        "",
        "Say YES.",
        GOOD.replace("role: MIND\n", ""),
        GOOD.replace("role: MIND", "role:"),
        GOOD.replace("version: 3", "version: three"),
        GOOD.replace("---\nname", "---\nowner: me\nname"),
        "Words first.\n" + GOOD,
        GOOD.replace("Say YES or NO.", ""),
    ],
)
def test_a_broken_file_is_refused_by_name(tmp_path: Path, source: str) -> None:
    with pytest.raises(InvalidPrompt, match=r"p\.md"):
        load_prompt(written(tmp_path, source))
