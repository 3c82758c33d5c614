"""Notification targets over the API, by the rules of the page."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest

from tests.api_client import ApiClient, MakeApi
from validation.domain.operations.notices import Notice
from validation.models import AuditEvent, NotificationTarget

pytestmark = pytest.mark.django_db
CHAT = {"channel": "chat", "address": "https://hooks.example.com/services/secret"}


def test_an_added_target_is_told_of_everything_until_it_is_removed(api: ApiClient) -> None:
    added = api.post("/notifications", CHAT)
    assert (added.status_code, api.get("/notifications").json()["items"]) == (201, [added.json()])
    assert added.json()["notices"] == list(Notice)
    assert NotificationTarget.objects.get().site == "http://testserver"
    assert api.delete(f"/notifications/{added.json()['id']}").status_code == 204
    assert api.get("/notifications").json() == {"items": [], "next": None}
    gone = api.delete(f"/notifications/{added.json()['id']}")
    assert (gone.status_code, gone.json()["code"]) == (404, "notification_target_unknown")


def test_a_target_is_changed_without_its_address(api: ApiClient) -> None:
    added = api.post("/notifications", CHAT).json()
    changed = api.put(f"/notifications/{added['id']}", {"notices": ["drift_found"], "digest_at": "08:00"})
    assert changed.json() == {**added, "notices": ["drift_found"], "digest_at": "08:00"}
    missing = api.put(f"/notifications/{uuid4()}", {})
    assert (missing.status_code, missing.json()["code"]) == (404, "notification_target_unknown")


def test_a_value_of_the_wrong_form_is_told_in_plain_words(api: ApiClient) -> None:
    wrong = {"channel": "pigeon", "address": "https://hooks.example.com/" + "x" * 2000}
    assert [(one["field"], one["message"]) for one in api.post("/notifications", wrong).json()["errors"]] == [
        ("channel", "must be one of 'mail', 'chat' or 'apprise'"),
        ("address", "must be at most 2000 characters"),
    ]
    unknown = api.delete("/notifications/nobody").json()["errors"][0]["message"]
    assert unknown.startswith("must be an id, such as ")


def test_who_added_and_removed_it_is_recorded(api: ApiClient) -> None:
    api.delete(f"/notifications/{api.post('/notifications', CHAT).json()['id']}")
    told = AuditEvent.objects.filter(verb__startswith="notification_target.").order_by("pk")
    assert [(one.verb, one.by[:4]) for one in told] == [
        ("notification_target.added", "key:"),
        ("notification_target.removed", "key:"),
    ]


@pytest.mark.parametrize("end", ["/services/secret", "?token=secret", "#secret"])
def test_the_secret_part_of_a_chats_address_is_never_answered(api: ApiClient, end: str) -> None:
    added = api.post("/notifications", {**CHAT, "address": f"https://hooks.example.com{end}"})
    assert added.json()["address"] == "hooks.example.com/…"
    assert "secret" not in added.content.decode() + api.get("/notifications").content.decode()


def test_of_a_service_only_the_scheme_and_the_end_are_answered(api: ApiClient) -> None:
    secret = "slack://T1JJ3T3L2/A1BRTD4JD/TIiajkdnlazkcOXrIdevi7FQ/?footer=no"
    added = api.post("/notifications", {"channel": "apprise", "address": secret})
    assert (added.status_code, added.json()["address"]) == (201, "slack://…7FQ")
    assert "TIiaj" not in added.content.decode() + api.get("/notifications").content.decode()


def test_the_list_is_read_in_pages(api: ApiClient) -> None:
    made = [api.post("/notifications", {**CHAT, "notices": ["audit_due"]}).json()["id"] for _ in range(3)]
    first = api.get("/notifications?limit=2").json()
    second = api.get(f"/notifications?limit=2&cursor={first['next']}").json()
    assert [one["id"] for one in first["items"] + second["items"]] == made[::-1]
    assert second["next"] is None


def test_a_key_of_one_pipeline_sees_and_changes_nothing_of_others(api: ApiClient, make_api: MakeApi) -> None:
    admin = make_api("admin", pipeline="shop")
    of_all = api.post("/notifications", CHAT).json()["id"]
    of_one = admin.post("/notifications", {**CHAT, "pipeline": "shop"}).json()
    assert [one["id"] for one in admin.get("/notifications").json()["items"]] == [of_one["id"]]
    assert of_one["pipeline"] == "shop"
    shop, other = {"pipeline": "shop"}, make_api("admin", pipeline="bank")
    answers = [
        admin.post("/notifications", CHAT),
        admin.post("/notifications", {**CHAT, "pipeline": "bank"}),
        admin.post("/notifications", {**CHAT, **shop, "person": "anna"}),
        admin.put(f"/notifications/{of_one['id']}", {}),
        admin.put(f"/notifications/{of_all}", shop),
        other.delete(f"/notifications/{of_one['id']}"),
    ]
    assert [one.status_code for one in answers] == [403, 403, 403, 403, 404, 404]
    assert [one["id"] for one in api.get("/notifications").json()["items"]] == [of_one["id"], of_all]


def test_a_pipeline_shows_the_targets_that_hear_of_it_alone(api: ApiClient, make_api: MakeApi) -> None:
    admin = make_api("admin", pipeline="shop")
    api.post("/notifications", CHAT)
    own = admin.post("/notifications", {**CHAT, "pipeline": "shop"}).json()
    assert admin.get("/pipelines/shop").json()["notifications"] == [own]
    assert admin.patch("/pipelines/shop", {"enforcement": "observe"}).json()["notifications"] == [own]


def test_a_key_that_only_reads_sees_no_targets_of_its_pipeline(make_api: MakeApi) -> None:
    make_api("admin", pipeline="shop").post("/notifications", {**CHAT, "pipeline": "shop"})
    assert make_api("read", pipeline="shop").get("/pipelines/shop").json()["notifications"] is None


@pytest.mark.parametrize(
    ("changed", "code", "field"),
    [
        ({"address": "http://10.0.0.1/hook"}, "target_refused", "address"),
        ({"channel": "mail", "address": "team"}, "notification_target_invalid", "address"),
        ({"notices": []}, "notification_target_invalid", "notices"),
        ({"quiet_from": "22:00"}, "notification_target_invalid", "quiet_until"),
        ({"digest_at": "08:00+02:00"}, "notification_target_invalid", "digest_at"),
        ({"person": "anna"}, "notification_target_invalid", "person"),
        ({"channel": "apprise", "address": "gopher://example.com"}, "notification_target_invalid", "address"),
        ({"zone": "Moon/Sea"}, "notification_target_invalid", "zone"),
    ],
)
def test_what_the_page_refuses_is_refused(
    api: ApiClient, settings: Any, changed: dict[str, Any], code: str, field: str
) -> None:
    settings.EMAIL_HOST = "127.0.0.1"
    refused = api.post("/notifications", {**CHAT, **changed})
    assert (refused.status_code, refused.json()["code"]) == (422, code)
    assert [error["field"] for error in refused.json()["errors"]] == [field]
    assert not NotificationTarget.objects.exists()
