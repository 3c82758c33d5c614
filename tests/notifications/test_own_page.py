"""A person's own notification page: targets, a test and a log that nobody else sees or changes."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.desk.people import client_of
from tests.verdicts import failed, halted_by
from validation.models import Intervention, NotificationRecord, NotificationTarget, Pipeline
from validation.notifications.actions import targets
from validation.notifications.tasks import notify
from validation.platform.permissions import Role
from validation.policies.actions.policies import publish

pytestmark = pytest.mark.django_db
ADDRESS = "/settings/your-notifications/"


@pytest.fixture
def vera() -> Client:
    return client_of(Role.VIEWER, "vera")


def add(client: Client, address: str, *notices: str, **more: str) -> Any:
    wanted = notices or ("judge_away",)
    return client.post(ADDRESS, {"channel": "chat", "address": address, "notices": wanted, **more})


def test_a_viewer_is_told_in_a_chat_of_their_own(vera: Client, chat: tuple[str, list[Any]]) -> None:
    add(vera, chat[0])
    assert NotificationTarget.objects.get().person == "vera"
    halted_by("judge_unavailable")
    notify()
    assert chat[1][0]["text"].startswith("The judge does not answer.")
    assert "Sent" in vera.get(ADDRESS).content.decode()


def test_whose_it_is_cannot_be_said(vera: Client) -> None:
    client_of(Role.ADMIN, "anna")
    add(vera, "https://hooks.example.com/vera", person="anna")
    assert NotificationTarget.objects.get().person == "vera"


def test_nobody_sees_tests_changes_or_removes_what_is_anothers(vera: Client, chat: tuple[str, list[Any]]) -> None:
    otto = client_of(Role.REVIEWER, "otto")
    add(otto, f"{chat[0]}/otto")
    own = f"{ADDRESS}{NotificationTarget.objects.get().pk}/"
    otto.post(f"{own}test/")
    answers = [
        vera.get(own),
        *(vera.post(f"{own}{act}", {"notices": ["drift_found"]}) for act in ("", "test/", "remove/")),
    ]
    assert [one.status_code for one in answers] == [302] * 4
    page = vera.get(ADDRESS).content.decode()
    assert ("There is no such target." in page, "127.0.0.1" in page, "A test by otto." in page) == (True, False, False)
    assert (NotificationTarget.objects.get().notices, len(chat[1])) == (["judge_away"], 1)
    assert "A test by otto." in otto.get(ADDRESS).content.decode()


def test_a_target_of_a_person_is_on_the_page_of_all_and_on_theirs(vera: Client) -> None:
    add(vera, "https://hooks.example.com/vera")
    admin = client_of(Role.ADMIN, "anna")
    assert "hooks.example.com" in admin.get("/settings/notifications/").content.decode()
    assert "hooks.example.com" not in admin.get(ADDRESS).content.decode()


def test_a_target_is_not_tested_twice_in_a_moment(vera: Client, chat: tuple[str, list[Any]]) -> None:
    add(vera, chat[0])
    test = f"{ADDRESS}{NotificationTarget.objects.get().pk}/test/"
    answers = [vera.post(test, follow=True).content.decode() for _ in range(2)]
    assert (len(chat[1]), "It was tested just now." in answers[1]) == (1, True)


def test_two_targets_of_one_host_are_tested_one_after_the_other(vera: Client, chat: tuple[str, list[Any]]) -> None:
    for name in ("first", "second"):
        add(vera, f"{chat[0]}/{name}")
    for target in NotificationTarget.objects.all():
        vera.post(f"{ADDRESS}{target.pk}/test/")
    assert len(chat[1]) == 2


def test_one_person_has_so_many_targets(vera: Client, monkeypatch: Any) -> None:
    monkeypatch.setattr(targets, "MOST_OF_ONE", 1)
    refused = [add(vera, f"https://hooks.example.com/{number}") for number in range(2)][1]
    assert (refused.status_code, "There are 1 targets already." in refused.content.decode()) == (422, True)
    assert add(client_of(Role.VIEWER, "otto"), "https://hooks.example.com/otto").status_code == 302


def test_a_target_of_one_pipeline_hears_of_no_other(vera: Client, chat: tuple[str, list[Any]]) -> None:
    halted_by("judge_unavailable")
    mill = Pipeline.objects.create(name="mill", created_at=Intervention.objects.get().opened_at)
    add(vera, chat[0], pipeline="mill")
    assert (notify(), chat[1]) == (0, [])
    Intervention.objects.update(pipeline=mill)
    assert notify() == 1
    unknown = add(vera, chat[0], pipeline="nowhere")
    assert "There is no such pipeline." in unknown.content.decode()


def test_a_critical_item_is_told_with_a_link_that_opens_it(vera: Client, chat: tuple[str, list[Any]]) -> None:
    failed()
    Intervention.objects.update(priority="critical")
    add(vera, chat[0], "critical_open")
    notify()
    path = f"/desk/{Intervention.objects.get().pk}/"
    assert chat[1] == [{"text": f"1 critical item is on the review desk. http://testserver{path}"}]


def test_a_chat_gets_no_links_that_rule(chat: tuple[str, list[Any]]) -> None:
    publish(document={"interventions": {"rule_by_link": True}}, reason="x", by="a", now=timezone.now())
    add(client_of(Role.REVIEWER, "otto"), chat[0], "ruling_asked")
    failed()
    assert (notify(), NotificationRecord.objects.count()) == (0, 0)
