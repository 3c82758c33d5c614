"""The feed of events and webhooks over HTTP."""

from __future__ import annotations

import pytest

from tests.api_client import ApiClient
from tests.verdicts import failed

pytestmark = pytest.mark.django_db


def test_the_feed_tells_what_happened_in_order(api: ApiClient) -> None:
    failed()
    items = api.get("/events").json()["items"]
    assert [item["type"] for item in items] == ["attempt.decided", "intervention.opened"]


def test_the_feed_goes_on_where_it_was_left(api: ApiClient) -> None:
    failed()
    first = api.get("/events?limit=1").json()
    rest = api.get(f"/events?after={first['next']}").json()["items"]
    assert [item["type"] for item in rest] == ["intervention.opened"]


def test_a_webhook_shows_its_secret_once(api: ApiClient) -> None:
    made = api.post("/webhooks", {"url": "https://pipeline.example/hook"})
    listed = api.get("/webhooks").json()["items"]
    assert (made.status_code, made.json()["secret"][:6], "secret" in listed[0]) == (201, "whsec_", False)


def test_a_webhook_can_be_removed(api: ApiClient) -> None:
    made = api.post("/webhooks", {"url": "https://pipeline.example/hook"}).json()
    assert (api.delete(f"/webhooks/{made['id']}").status_code, api.get("/webhooks").json()["items"]) == (204, [])


@pytest.mark.parametrize(
    ("types", "path", "overlaps"),
    [([], "in", True), (["attempt.halted"], "in", True), (["attempt.decided"], "in", False), ([], "out", False)],
)
def test_a_new_webhook_names_those_that_are_sent_the_same_events(
    api: ApiClient, types: list[str], path: str, overlaps: bool
) -> None:
    first = api.post("/webhooks", {"url": "https://pipeline.example/in", "types": ["attempt.halted"]}).json()
    made = api.post("/webhooks", {"url": f"https://pipeline.example/{path}", "types": types}).json()
    assert (first["overlaps"], made["overlaps"]) == ([], [first["id"]] if overlaps else [])


@pytest.mark.parametrize("url", ["http://10.0.0.1/", "file:///etc/passwd"])
def test_a_webhook_reaches_nothing_but_public_web_servers(api: ApiClient, url: str) -> None:
    answer = api.post("/webhooks", {"url": url})
    assert (answer.status_code, answer.json()["code"]) == (422, "target_refused")


def test_an_unknown_event_type_is_refused_by_name(api: ApiClient) -> None:
    answer = api.post("/webhooks", {"url": "https://pipeline.example/hook", "types": ["attempt.eaten"]})
    assert (answer.status_code, "attempt.eaten" in answer.json()["detail"]) == (422, True)
