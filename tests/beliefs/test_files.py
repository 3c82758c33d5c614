"""Writing a belief file in place."""

from __future__ import annotations

from contextlib import suppress
from pathlib import Path

import pytest

from beliefs.actions.computed_files import replace_text
from validation.domain.errors import Conflict, InputRejected


@pytest.fixture
def place(tmp_path: Path) -> Path:
    found = tmp_path / "belief.md"
    found.write_bytes(b"one\r\n")
    return found


def test_what_was_read_is_replaced_and_the_mode_stays(place: Path) -> None:
    place.chmod(0o640)
    replace_text(place, read="one\r\n", written="two\r\n")
    assert (place.read_bytes(), place.stat().st_mode & 0o777) == (b"two\r\n", 0o640)


def test_words_that_somebody_wrote_meanwhile_stay(place: Path) -> None:
    with pytest.raises(Conflict, match="was changed"):
        replace_text(place, read="an older text", written="two")
    assert place.read_bytes() == b"one\r\n"


def test_a_read_only_file_stays_as_it_is(place: Path) -> None:
    place.chmod(0o444)
    with pytest.raises(InputRejected, match="read-only"):
        replace_text(place, read="one\r\n", written="two")
    assert place.read_bytes() == b"one\r\n"


def test_a_file_that_is_gone_is_said_in_words(place: Path) -> None:
    place.unlink()
    with pytest.raises(InputRejected, match="No such file"):
        replace_text(place, read="one\r\n", written="two")


def test_a_link_of_the_file_system_stays_one(place: Path) -> None:
    link = place.with_name("link.md")
    link.symlink_to(place)
    replace_text(link, read="one\r\n", written="two")
    assert (link.is_symlink(), place.read_bytes()) == (True, b"two")


@pytest.mark.parametrize("read", ["one\r\n", "an older text"])
def test_nothing_is_left_beside_the_file(place: Path, read: str) -> None:
    with suppress(Conflict):
        replace_text(place, read=read, written="two")
    assert [one.name for one in place.parent.iterdir()] == ["belief.md"]
