"""Sources that a sync leaves as they are stored: their file cannot be read, or they did not come from the checkout."""

from __future__ import annotations

from collections.abc import Callable
from datetime import UTC, datetime
from pathlib import Path

import pytest

from beliefs.actions.checkout import MAX_BYTES, open_checkout
from beliefs.actions.store import put_source
from beliefs.actions.sync import SyncResult, sync
from beliefs.domain.corpus import COMMON
from beliefs.models import Origin, Source, UnreadableFile
from tests.beliefs.checkout import make_checkout
from tests.beliefs.samples import SESSION

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 1, 21, 12, tzinfo=UTC)
NAME = "20251101-080000"
FILE = f"layer/sessions/{NAME}.md"
SPEC = "layer/surface/build/feat/buoys/SPEC.md"


@pytest.fixture
def root(tmp_path: Path) -> Path:
    make_checkout(tmp_path)
    return tmp_path


def synced(root: Path) -> SyncResult:
    return sync(pipeline=COMMON, checkout=open_checkout(root), by="test", now=NOON)


def send(text: str, *, kind: str = "session", name: str = NAME) -> None:
    put_source(pipeline=COMMON, kind=kind, name=name, text=text, origin=Origin.API, by="test", now=NOON)


def stored(name: str = NAME) -> list[tuple[str, str]]:
    """(text, origin)"""
    return list(Source.objects.filter(kind="session", name=name).values_list("text", "origin"))


def add_latin(place: Path) -> None:
    place.write_bytes(place.read_bytes() + b"caf\xe9\n")


def replace_by_link(place: Path) -> None:
    place.rename(place.with_suffix(".txt"))
    place.symlink_to(place.with_suffix(".txt"))


UNREADABLE: dict[str, Callable[[Path], object]] = {
    "no UTF-8": add_latin,
    "too long": lambda place: place.write_text("x" * (MAX_BYTES + 1)),
    "a link": replace_by_link,
}


@pytest.mark.parametrize("spoil", UNREADABLE.values(), ids=UNREADABLE)
def test_a_session_that_can_no_longer_be_read_keeps_its_text(root: Path, spoil: Callable[[Path], object]) -> None:
    synced(root)
    spoil(root / FILE)
    synced(root)
    assert stored() == [(SESSION, "checkout")]


def test_a_session_that_cannot_be_opened_keeps_its_text(root: Path) -> None:
    synced(root)
    checkout = open_checkout(root)
    (root / FILE).unlink()
    sync(pipeline=COMMON, checkout=checkout, by="test", now=NOON)
    assert stored() == [(SESSION, "checkout")]


@pytest.mark.parametrize("spoil", UNREADABLE.values(), ids=UNREADABLE)
def test_a_session_that_cannot_be_read_is_counted_as_broken(root: Path, spoil: Callable[[Path], object]) -> None:
    spoil(root / FILE)
    assert dict(synced(root).counts["session"]) == {"added": 1, "broken": 1}


def test_a_session_that_could_never_be_read_can_be_cited_without_its_text(root: Path) -> None:
    add_latin(root / FILE)
    synced(root)
    assert stored() == [("", "checkout")]


def test_a_session_that_can_be_read_again_is_taken_in(root: Path) -> None:
    add_latin(root / FILE)
    synced(root)
    (root / FILE).write_text(SESSION)
    synced(root)
    assert stored() == [(SESSION, "checkout")]


@pytest.mark.parametrize("spoil", UNREADABLE.values(), ids=UNREADABLE)
def test_a_specification_that_can_no_longer_be_read_keeps_its_id(root: Path, spoil: Callable[[Path], object]) -> None:
    place = root / SPEC
    place.write_text(place.read_text().replace("id: buoys", "id: red-buoys"))
    synced(root)
    spoil(place)
    synced(root)
    assert "red-buoys" in Source.objects.filter(kind="spec").values_list("name", flat=True)


def test_a_session_that_the_api_sent_keeps_its_text(root: Path) -> None:
    send("What the API sent.")
    synced(root)
    assert stored() == [("What the API sent.", "api")]


def test_a_session_that_the_api_sent_outlives_its_file(root: Path) -> None:
    send(SESSION)
    synced(root)
    (root / FILE).unlink()
    synced(root)
    assert stored() == [(SESSION, "api")]


def test_another_text_than_the_api_sent_is_reported(root: Path) -> None:
    send("What the API sent.")
    counts = synced(root).counts["session"]
    assert (dict(counts), UnreadableFile.objects.get().path) == ({"added": 1, "broken": 1}, FILE)


@pytest.mark.parametrize(("kind", "name", "text"), [("session", NAME, SESSION), ("tag", "spec/lighthouse", "Lit.")])
def test_a_source_of_the_api_that_the_checkout_does_not_contradict_is_not_reported(
    root: Path, kind: str, name: str, text: str
) -> None:
    send(text, kind=kind, name=name)
    result = synced(root)
    assert (result.counts[kind]["unchanged"], result.unreadable) == (1, [])
