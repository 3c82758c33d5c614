"""Notifications to the incoming webhook of a chat."""

from __future__ import annotations

from typing import Any

import pytest
from django.test import Client

from tests.notifications.adding import add
from tests.verdicts import halted_by
from validation.notifications import tasks
from validation.notifications.tasks import notify

pytestmark = pytest.mark.django_db


def test_a_chat_hears_that_the_judge_is_away(admin: Client, chat: tuple[str, list[Any]]) -> None:
    url, bodies = chat
    add(admin, "chat", f"{url}/services/secret")
    halted_by("judge_unavailable")
    notify()
    [body] = bodies
    assert body["text"].startswith("The judge does not answer. 1 item on the review desk waits for it. http")


def test_a_target_hears_only_what_it_asked_for(admin: Client, chat: tuple[str, list[Any]]) -> None:
    add(admin, "chat", chat[0], "drift_found")
    halted_by("judge_unavailable")
    assert (notify(), chat[1]) == (0, [])


def test_slow_targets_take_no_third_thread(admin: Client, chat: tuple[str, list[Any]]) -> None:
    add(admin, "chat", chat[0])
    halted_by("judge_unavailable")
    taken = [tasks._lanes.acquire(blocking=False) for _ in range(tasks.AT_ONCE)]
    assert (taken, notify()) == ([True] * tasks.AT_ONCE, 0)
    for _ in taken:
        tasks._lanes.release()
    assert (notify(), len(chat[1])) == (1, 1)
