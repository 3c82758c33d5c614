"""The list of what was sent and what was not."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.desk.people import client_of
from tests.notifications.adding import ADDRESS
from validation.models import NotificationRecord
from validation.platform.paging.keyset import PAGE
from validation.platform.permissions import Role

pytestmark = pytest.mark.django_db
OWN = "/settings/your-notifications/"


def write(target: str, outcome: str = "sent", person: str = "", number: int = 1) -> None:
    now = timezone.now()
    NotificationRecord.objects.bulk_create(
        NotificationRecord(target=target, outcome=outcome, person=person, at=now - timedelta(minutes=minute))
        for minute in range(number)
    )


def test_lines_are_found_by_their_outcome(admin: Client) -> None:
    write("arrived.example.com/…")
    write("refused.example.com/…", "failed")
    page = admin.get(f"{ADDRESS}?outcome=failed").content.decode()
    assert ("refused.example.com" in page, "arrived.example.com" in page) == (True, False)


def test_older_lines_are_on_the_next_page(admin: Client) -> None:
    write("chat.example.com/…", number=PAGE + 1)
    first = admin.get(ADDRESS)
    assert len(first.context["page"].rows) == PAGE
    assert len(admin.get(f"{ADDRESS}?cursor={first.context['page'].next}").context["page"].rows) == 1


def test_the_file_of_ones_own_log_holds_no_line_of_others() -> None:
    write("vera.example.com/…", person="vera")
    write("otto.example.com/…", person="otto")
    answer = client_of(Role.VIEWER, "vera").get(f"{OWN}?format=csv")
    told = b"".join(answer.streaming_content).decode()  # type: ignore[attr-defined]
    assert ("vera.example.com" in told, "otto.example.com" in told) == (True, False)
