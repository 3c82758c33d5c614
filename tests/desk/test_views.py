"""Saved views: searches that a person keeps under a name."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.desk.people import a_fail, a_group, client_of
from validation.desk.actions import claims
from validation.desk.actions.saved_views import MOST_VIEWS
from validation.models import AuditEvent, SavedView
from validation.platform.permissions import Role

pytestmark = pytest.mark.django_db


def keep(client: Client, name: str, q: str = "kind:halt", *, follow: bool = False) -> Any:
    return client.post("/desk/views/save/", {"name": name, "q": q}, follow=follow)


def save(client: Client, name: str, q: str = "kind:halt") -> Any:
    """With the page that comes of it."""
    return keep(client, name, q, follow=True)


def pills(client: Client, address: str = "/desk/") -> dict[str, str]:
    """The count of each view as it is shown; empty where none is."""
    page = client.get(address).content.decode().partition('class="desk-saved"')[2].partition("</nav>")[0]
    told = re.findall(r'<span class="clip">(.*?)</span>(?:\s*<span class="num">(\d+)</span>)?\s*</a>', page)
    return dict(told)


def test_a_search_is_kept_with_the_number_it_finds(reviewer: Client) -> None:
    a_fail(), a_group(2)
    save(reviewer, "Halts", "kind:halt")
    save(reviewer, "Both", "is:open")
    assert pills(reviewer) == {"Halts": "1", "Both": "2"}


COUNTS = {
    "is:open": "3",
    "mine": "1",
    "unclaimed": "1",
    "is:claimed": "2",
    "kind:fail": "2",
    "kind:fail unclaimed": "0",
    "priority:critical": "1",
    "overdue": "0",
    "pipeline:shop": "3",
    "pipeline:elsewhere": "0",
    "unavailable": "1",
    "nonsense": "0",
    "is:ruled": "",
    "is:pending": "",
    "is:any": "",
}
"""By search, of two failures that rita and otto work on, and a group of halts."""


def test_a_view_counts_what_its_search_lists(reviewer: Client) -> None:
    first, second = a_fail("turn_a"), a_fail("turn_b")
    a_group(2)
    now = timezone.now()
    claims.claim(intervention_id=first.pk, by="rita", now=now)
    claims.claim(intervention_id=second.pk, by="otto", now=now)
    for q in COUNTS:
        keep(reviewer, q, q)
    assert pills(reviewer) == COUNTS
    counted = {q: int(count) for q, count in COUNTS.items() if count}
    pages = {q: reviewer.get("/desk/", {"q": q}).content.decode() for q in counted}
    assert {q: page.count('class="desk-line"') for q, page in pages.items()} == counted


def test_the_same_name_again_takes_the_new_search(reviewer: Client) -> None:
    save(reviewer, "It", "kind:halt")
    save(reviewer, " It ", "kind:fail")
    assert list(SavedView.objects.values_list("name", "q")) == [("It", "kind:fail")]


def test_views_are_ones_own(reviewer: Client) -> None:
    save(reviewer, "Halts")
    otto = client_of(name="otto")
    assert pills(otto) == {}
    pk = SavedView.objects.get().pk
    for path, told in ((f"/desk/views/{pk}/rename/", {"name": "Taken"}), (f"/desk/views/{pk}/delete/", {})):
        assert "You have no such view" in otto.post(path, told, follow=True).content.decode()
    assert pills(reviewer) == {"Halts": "0"}


def test_a_view_is_renamed_and_deleted(reviewer: Client) -> None:
    save(reviewer, "Halts")
    pk = SavedView.objects.get().pk
    reviewer.post(f"/desk/views/{pk}/rename/", {"name": "Stopped"})
    assert pills(reviewer) == {"Stopped": "0"}
    reviewer.post(f"/desk/views/{pk}/delete/")
    assert pills(reviewer) == {}
    assert list(AuditEvent.objects.filter(subject=f"view:{pk}").order_by("id").values_list("verb", flat=True)) == [
        "view.saved",
        "view.renamed",
        "view.deleted",
    ]


def test_a_name_that_is_taken_stays_with_its_view(reviewer: Client) -> None:
    save(reviewer, "One"), save(reviewer, "Two")
    pk = SavedView.objects.get(name="Two").pk
    told = reviewer.post(f"/desk/views/{pk}/rename/", {"name": "One"}, follow=True).content.decode()
    assert "You have a view named One already." in told
    assert set(pills(reviewer)) == {"One", "Two"}


@pytest.mark.parametrize(("name", "told"), [("  ", "Give the view a name."), ("x" * 41, "at most 40 characters")])
def test_a_name_that_cannot_be_kept_says_why(reviewer: Client, name: str, told: str) -> None:
    assert told in save(reviewer, name).content.decode()
    assert not SavedView.objects.exists()


def test_there_are_at_most_twenty(reviewer: Client) -> None:
    for number in range(MOST_VIEWS):
        keep(reviewer, f"View {number}")
    assert "Delete one first." in save(reviewer, "One more").content.decode()
    assert "Saved as View 3" in save(reviewer, "View 3").content.decode()
    assert SavedView.objects.count() == MOST_VIEWS


def test_the_search_that_is_shown_is_marked(reviewer: Client) -> None:
    page = save(reviewer, "Halts", "kind:halt").content.decode()
    assert re.search(r'<a class="desk-view"[^>]*aria-current="true">\s*<span class="clip">Halts', page)


def test_a_hostile_name_is_shown_as_text(reviewer: Client) -> None:
    page = save(reviewer, "<script>x").content.decode()
    assert "&lt;script&gt;x" in page
    assert "<script>x" not in page


def test_a_viewer_keeps_no_views() -> None:
    assert "desk-views-menu" not in client_of(Role.VIEWER).get("/desk/").content.decode()


def test_twenty_views_cost_no_statement_more_than_one_does() -> None:
    client = client_of(name="rita")
    a_fail()
    save(client, "One", "kind:fail word0")
    one = _statements(client)
    for number in range(MOST_VIEWS - 1):
        keep(client, f"View {number}", f"kind:fail word{number}")
    assert _statements(client) == one


def _statements(client: Client) -> int:
    with CaptureQueriesContext(connection) as asked:
        assert client.get("/desk/").status_code == 200
    return len(asked)
