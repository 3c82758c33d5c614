"""Live updates: what many changes at once become on their way to many pages."""

from __future__ import annotations

import asyncio
import json
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from asgiref.sync import sync_to_async
from asgiref.testing import ApplicationCommunicator
from channels.routing import URLRouter
from django.contrib.auth.models import AnonymousUser, User
from django.db import connections, transaction
from django.utils import timezone

from beliefs.actions.audits import refresh
from beliefs.actions.precheck import create
from beliefs.actions.store import remove_belief
from beliefs.domain.corpus import COMMON
from config.urls import websocket_urlpatterns
from tests.desk.people import work_on
from tests.factories import person
from tests.verdicts import an_attempt, decided_as
from validation.models import Attempt
from validation.platform import live_hub
from validation.platform.live import MOST_IDS, Topic, publish
from validation.platform.live_hub import UNAUTHORIZED, LiveConsumer
from validation.platform.permissions import Role

pytestmark = pytest.mark.django_db(transaction=True)


class Page(ApplicationCommunicator):
    """An open page of a person."""

    def __init__(self, user: Any) -> None:
        scope = {"type": "websocket", "path": "/ws/live/", "headers": [], "subprotocols": [], "user": user}
        super().__init__(LiveConsumer.as_asgi(), scope)

    async def open(self) -> dict[str, Any]:
        await self.send_input({"type": "websocket.connect"})
        return dict(await self.receive_output(5))

    async def hears(self) -> Any:
        """The next change."""
        while (heard := await self.hears_anything())["topic"] == "heartbeat":
            pass
        return heard

    async def hears_anything(self) -> Any:
        return json.loads((await self.receive_output(5))["text"])

    async def close(self) -> None:
        await self.send_input({"type": "websocket.disconnect", "code": 1000})
        await self.wait(5)


def run(work: Callable[[], Awaitable[Any]]) -> Any:
    """In a thread of its own: the browser's driver may have left an event loop running in this one."""

    def in_thread() -> Any:
        try:
            return asyncio.run(work())
        finally:
            connections.close_all()

    with ThreadPoolExecutor(max_workers=1) as pool:
        return pool.submit(in_thread).result()


def test_changes_of_one_moment_are_one_push() -> None:
    rita = person("rita", Role.REVIEWER)

    async def heard() -> Any:
        page = Page(rita)
        await page.open()
        for key in ("b", "a", "b"):
            publish(Topic.ATTEMPTS, key)
        told = await page.hears()
        await page.close()
        return told

    told = run(heard)
    own = [key for key in told["ids"] if key in ("a", "b")]  # an earlier test's last change may come along
    assert (told["topic"], own, told["spread"]) == ("attempts", ["a", "b"], 0)


def test_a_change_is_told_once_it_is_committed() -> None:
    rita = person("rita", Role.REVIEWER)

    @sync_to_async
    def change() -> None:
        for key, kept in (("taken_back", False), ("kept", True)):
            with transaction.atomic():
                publish(Topic.BELIEFS, key)
                transaction.set_rollback(not kept)

    async def heard() -> Any:
        page = Page(rita)
        await page.open()
        await change()
        told = await page.hears()
        await page.close()
        return told

    assert run(heard)["ids"] == ["kept"]


def test_beliefs_are_told_of_by_whoever_assesses_or_removes_them() -> None:
    rita = person("rita", Role.REVIEWER)
    now = timezone.now()

    @sync_to_async
    def store() -> None:
        markdown = "---\nid: quay\n---\n# quay\nThe lamp is lit at noon.\n"
        create(pipeline=COMMON, markdown=markdown, name=None, confirm=True, by="test", now=now)
        refresh(pipeline=COMMON, now=now)

    @sync_to_async
    def remove() -> None:
        remove_belief(pipeline=COMMON, name="quay", by="test", now=now)

    async def heard() -> Any:
        page = Page(rita)
        await page.open()
        told = []
        for change in (store, remove):
            await change()
            told.append(await page.hears())
        await page.close()
        return told

    assert [(one["topic"], "quay" in one["ids"]) for one in run(heard)] == [("beliefs", True), ("beliefs", True)]


def test_the_page_of_a_fail_is_told_that_its_turn_went_on() -> None:
    rita = person("rita", Role.REVIEWER)

    @sync_to_async
    def fail() -> tuple[str, Attempt]:
        earlier, later = an_attempt(), an_attempt(draft="a new draft")
        return str(work_on(decided_as("FAIL", earlier)).pk), later

    @sync_to_async
    def go_on(later: Attempt) -> None:
        decided_as("APPROVE", later)

    async def heard() -> Any:
        work, later = await fail()
        page = Page(rita)
        await page.open()
        await go_on(later)
        told = await page.hears()
        await page.close()
        return told["topic"], work in told["ids"]

    assert run(heard) == ("interventions", True)


def test_what_a_page_says_is_passed_over_and_it_hears_on() -> None:
    rita = person("rita", Role.REVIEWER)

    async def work() -> Any:
        page = Page(rita)
        await page.open()
        for said in ({"text": "{}"}, {"bytes": b"\xff"}, {"text": "[" * 100_000}, {"text": "x"}):
            await page.send_input({"type": "websocket.receive", **said})
        publish(Topic.ATTEMPTS, "a1")
        heard = await page.hears()
        await page.close()
        return heard

    assert run(work)["ids"] == ["a1"]


def test_very_many_changes_name_no_ids() -> None:
    rita = person("rita", Role.REVIEWER)

    async def heard() -> Any:
        page = Page(rita)
        await page.open()
        for number in range(MOST_IDS + 1):
            publish(Topic.ATTEMPTS, str(number))
        told = await page.hears()
        await page.close()
        return told["ids"]

    assert run(heard) is None


def test_a_page_hears_that_it_is_connected_and_again_while_nothing_changes(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_hub, "HEARTBEAT_S", 0.01)
    rita = person("rita", Role.REVIEWER)

    async def heard() -> Any:
        page = Page(rita)
        await page.open()
        topics = [(await page.hears_anything())["topic"] for _ in range(3)]
        await page.close()
        return topics

    assert run(heard) == ["heartbeat"] * 3


def test_somebody_who_lost_their_role_hears_nothing_more() -> None:
    rita = person("rita", Role.REVIEWER)

    async def heard() -> Any:
        page = Page(rita)
        await page.open()
        await sync_to_async(User.objects.filter(pk=rita.pk).update)(is_active=False)
        await page.hears_anything()
        publish(Topic.ATTEMPTS, "a")
        return await page.receive_output(5)

    assert run(heard) == {"type": "websocket.close", "code": UNAUTHORIZED}


@pytest.mark.parametrize("path", ["/ws/", "/ws/live", "/ws/wait/"])
def test_a_socket_that_is_not_there_is_turned_away(path: str) -> None:
    async def heard() -> Any:
        scope = {"type": "websocket", "path": path, "headers": [], "subprotocols": []}
        page = ApplicationCommunicator(URLRouter(websocket_urlpatterns), scope)
        await page.send_input({"type": "websocket.connect"})
        return await page.receive_output(5)

    assert run(heard)["type"] == "websocket.close"


def test_nobody_signed_in_is_turned_away() -> None:
    async def heard() -> Any:
        return await Page(AnonymousUser()).open()

    assert run(heard) == {"type": "websocket.close", "code": UNAUTHORIZED}


def test_a_page_that_is_open_for_days_goes_on_hearing(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(live_hub, "HEARTBEAT_S", 0.01)
    rita = person("rita", Role.REVIEWER)

    async def heard() -> Any:
        page = Page(rita)
        await page.open()
        groups: Any = live_hub.channel_layer().groups
        async with asyncio.timeout(10):
            while not groups.get(live_hub.LIVE):
                await asyncio.sleep(0)
            members = groups[live_hub.LIVE]
            joined = {name: at - 2 * 86_400 for name, at in members.items()}
            members |= joined
            while members == joined:  # until it has joined again
                await asyncio.sleep(0)
            publish(Topic.ATTEMPTS, "a1")
            told = await page.hears()
        await page.close()
        return told["ids"]

    assert "a1" in run(heard)
