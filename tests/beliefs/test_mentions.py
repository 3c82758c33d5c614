"""The names in the text of a session, by which a belief counts as referenced."""

from __future__ import annotations

from datetime import UTC, date, datetime

import pytest

from beliefs.actions.store import MAX_MENTIONS, source_row
from beliefs.domain.corpus import COMMON
from beliefs.models import Origin
from beliefs.queries.known import read_known
from tests.beliefs.test_views import put, put_words


def mentions(text: str) -> list[str]:
    now = datetime(2026, 1, 21, 12, tzinfo=UTC)
    return source_row(pipeline=COMMON, kind="session", name="x", text=text, origin=Origin.API, now=now).mentions


@pytest.mark.parametrize(
    "text",
    [
        "We spoke of [[simplicity]].",
        "See [[simplicity#statement|the old rule]].",
        "See [[layer/surface/epistemic/beliefs/simplicity.md]].",
    ],
)
def test_a_link_mentions_a_name_without_hyphen_or_dot(text: str) -> None:
    assert "simplicity" in mentions(text)


def test_a_name_without_a_link_is_a_mention() -> None:
    assert "sync-first" in mentions("We call it sync-first.")


def test_links_come_before_the_other_names() -> None:
    names = " ".join(f"a-{number}" for number in range(MAX_MENTIONS))
    assert "sync-first" in mentions(f"{names} [[sync-first]]")


def test_numbers_are_no_names() -> None:
    assert mentions("1.25 2026-01-21 sync-first") == ["sync-first"]


@pytest.mark.django_db
def test_a_session_with_a_link_is_a_reference() -> None:
    put(COMMON, "simplicity", "Simple things last.", "")
    put_words(COMMON, "We spoke of [[simplicity]].")
    name = "20260101-080000"
    put_words(COMMON, "We spoke of [[simplicity]].", name=name)
    assert read_known(pipeline=COMMON).last_referenced["simplicity"] == date(2026, 1, 1)
