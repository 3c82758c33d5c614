"""The judge, the audit log, retention, the sample, and what all pages of the settings share."""

from __future__ import annotations

import re
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from tests.desk.people import client_of, text_of
from tests.factories import a_hook, person
from tests.verdicts import decided_as, failed
from validation.models import AuditEvent, Turn
from validation.platform.permissions import Role
from validation.templatetags.desk import detail_text

pytestmark = pytest.mark.django_db
NOW = timezone.now()


def test_everybody_sees_which_judge_decides() -> None:
    assert "The embedded judge" in text_of(client_of(Role.VIEWER), "/settings/judge/")


def test_there_is_nothing_to_probe_without_an_endpoint(admin: Client) -> None:
    assert "nothing to probe" in admin.post("/settings/judge/probe/", follow=True).content.decode()


@pytest.mark.parametrize(("role", "address"), [(Role.VIEWER, "/settings/judge/"), (Role.ADMIN, "/settings/people/")])
def test_settings_open_on_the_first_page_that_is_allowed(role: Role, address: str) -> None:
    assert client_of(role).get("/settings/").headers["Location"] == address


def test_the_audit_log_is_filtered_by_person_and_deed(admin: Client) -> None:
    failed()
    AuditEvent.objects.create(
        at=NOW, by="otto", verb="policy.published", subject="policy:2", data={"reason": "why not"}
    )
    assert "why not" in text_of(admin, "/settings/audit/?by=otto")
    assert "why not" in text_of(admin, "/settings/audit/?about=policy")
    assert "why not" not in text_of(admin, "/settings/audit/?about=intervention")


def test_opening_an_item_does_not_drown_the_audit_log(admin: Client) -> None:
    for verb in ("intervention.claimed", "intervention.released"):
        AuditEvent.objects.create(at=NOW, by="otto", verb=verb, subject="intervention:1")
    assert "otto" not in text_of(admin, "/settings/audit/")
    assert text_of(admin, "/settings/audit/?claims=1").count(">otto<") == 2
    assert text_of(admin, "/settings/audit/?about=intervention:1").count(">otto<") == 2


def test_retention_says_what_is_held_and_counts_what_would_go_when_asked(admin: Client, settings: Settings) -> None:
    settings.COUNTERSIGN_RETENTION = {"turns": 30}
    decided_as("APPROVE", turn_id="old")
    Turn.objects.update(updated_at=NOW - timedelta(days=31))
    page = text_of(admin, "/settings/retention/")
    assert "30</span> days" in page
    assert "Would go" not in page
    assert "Would go" in text_of(admin, "/settings/retention/?count=yes")


def test_the_audit_log_shows_the_beginning_of_an_id_and_keeps_all_of_it_at_hand(admin: Client) -> None:
    digest, key = "3f" * 32, "0b6c8f1e-7a25-4d57-9d0e-2f6a3b1c4d5e"
    AuditEvent.objects.create(
        at=NOW, by="otto", verb="file.read", subject=f"source:{key}", data={"hash": digest, "ids": [key]}
    )
    page = text_of(admin, "/settings/audit/?by=otto")
    assert (digest in page, "3f3f3f3f…" in page, "0b6c8f1e…" in page) == (False, True, True)
    assert f'title="source:{key}"' in page


@pytest.mark.parametrize("name", ["items", "keys", "values", "get", "0"])
def test_the_audit_log_shows_a_detail_of_any_name(admin: Client, name: str) -> None:
    AuditEvent.objects.create(at=NOW, by="otto", verb="gold.imported", subject="gold:file", data={name: 4711})
    assert f"{name}</span> 4711" in text_of(admin, "/settings/audit/?by=otto")


@pytest.mark.parametrize(
    ("value", "words"),
    [
        (["read", "ingest"], "read, ingest"),
        ([], "none"),
        ([None, True, False], "none, yes, no"),
        ({"session": {"added": 2}, "core_spec": {"kept": 1}}, "session added 2, core spec kept 1"),
    ],
)
def test_a_detail_of_the_audit_log_is_in_words(value: object, words: str) -> None:
    assert detail_text(value) == words


@pytest.mark.parametrize(
    ("address", "pipeline", "time"),
    [("/settings/people/", False, False), ("/settings/audit/", False, True), ("/turns/", True, True)],
)
def test_the_top_bar_offers_only_what_narrows_the_page(admin: Client, address: str, pipeline: bool, time: bool) -> None:
    page = text_of(admin, address)
    assert ('aria-label="Pipeline: ' in page, 'aria-label="Time range: ' in page) == (pipeline, time)


def test_a_long_audit_log_is_paged(admin: Client) -> None:
    for number in range(130):
        AuditEvent.objects.create(at=NOW, by="otto", verb="tested", subject=f"thing:{number}")
    first = text_of(admin, "/settings/audit/?by=otto")
    cursor = re.search(r"cursor=([\w-]+)", first)
    assert cursor
    second = text_of(admin, f"/settings/audit/?by=otto&cursor={cursor[1]}")
    assert (first.count('"mono link-plain">tested') or first.count(">tested<"), second.count(">tested<")) == (100, 30)


def test_the_sample_story_goes_with_one_click(admin: Client) -> None:
    decided_as("APPROVE", turn_id="real")
    failed("invented")
    Turn.objects.filter(turn_id="invented").update(sample=True)
    assert "Remove the sample story" in text_of(admin, "/settings/sample/")
    page = admin.post("/settings/sample/", follow=True).content.decode()
    assert "1 sample turn is removed" in page
    assert "No sample data" in page
    assert list(Turn.objects.values_list("turn_id", flat=True)) == ["real"]


@pytest.mark.parametrize(
    ("address", "most"),
    [("people", 9), ("keys", 9), ("webhooks", 8), ("judge", 11), ("audit", 6), ("sample", 13), ("retention", 18)],
)
def test_a_page_takes_a_fixed_number_of_statements(
    admin: Client, django_assert_max_num_queries: object, address: str, most: int
) -> None:
    for number in range(10):
        person(f"person{number}")
        a_hook(f"https://example.com/{number}")
    with django_assert_max_num_queries(most):  # type: ignore[operator]
        admin.get(f"/settings/{address}/")
