"""What no form of ours sends and no link of ours holds: told in place, never a page that broke."""

from __future__ import annotations

import base64
import json

import pytest
from django.test import Client

from tests.api_client import ApiClient
from tests.described_answers import document_as_sent
from tests.desk.people import a_fail
from tests.verdicts import a_pipeline
from validation.models import Webhook

pytestmark = pytest.mark.django_db
NUL = "a\x00b"
HUGE = "9" * 30
PROFILE = {"name": "own", "statuses": "done", "completed_statuses": "done", "summary_tokens": "100"}
DEEP = base64.urlsafe_b64encode(b"[" * 6000).decode()
ENDLESS = base64.urlsafe_b64encode(b'["2026-01-01T00:00:00Z", 1e400]').decode()


@pytest.mark.parametrize(
    ("address", "sent", "status"),
    [
        ("/settings/people/", {"name": NUL, "role": "viewer"}, 422),
        ("/settings/people/", {"name": "nadja", "role": NUL}, 422),
        ("/settings/people/1/role/", {"role": NUL}, 302),
        ("/settings/keys/", {"name": NUL, "pipeline": "shop", "scopes": ["read"]}, 422),
        ("/settings/keys/", {"name": "key", "pipeline": NUL, "scopes": ["read"]}, 422),
        ("/settings/keys/", {"name": "key", "pipeline": "shop", "scopes": [NUL]}, 422),
        ("/settings/webhooks/", {"url": f"https://hook.example/{NUL}", "pipeline": "shop"}, 422),
        ("/settings/webhooks/", {"url": "https://hook.example/", "pipeline": NUL}, 422),
        ("/settings/webhooks/", {"url": "https://hook.example/", "pipeline": "shop", "types": [NUL]}, 422),
        ("/policies/edit/", {"step": "publish", "based_on": "1", "reason": NUL, "response.approve": "0.9"}, 302),
        ("/policies/edit/", {"step": "publish", "based_on": "1", "reason": "x", "response.approve": NUL}, 422),
        ("/policies/edit/replay/", {"response.approve": NUL}, 200),
        ("/policies/1/roll-back/", {"reason": NUL}, 302),
        ("/orchestration/profiles/add/", {"name": NUL, "statuses": "done", "required_fields": ["status"]}, 422),
        ("/orchestration/profiles/add/", {**PROFILE, "required_fields": ["status", NUL]}, 302),
        ("/orchestration/profiles/%00/remove/", {}, 302),
        ("/desk/views/save/", {"q": NUL, "name": NUL}, 302),
        ("/desk/bulk/rule/", {"ids": NUL, "ruling": NUL, "as_of": NUL}, 302),
        ("/sign-in/", {"username": NUL, "password": NUL}, 302),
        ("/sign-in/%00/", {}, 410),
    ],
)
def test_a_nul_character_in_a_form_is_told_in_place(
    admin: Client, address: str, sent: dict[str, object], status: int
) -> None:
    a_pipeline()
    assert admin.post(address, sent).status_code == status
    assert not Webhook.objects.exclude(url="https://hook.example/ab").exists()


def test_a_nul_character_in_a_ruling_is_left_out(admin: Client) -> None:
    work = a_fail()
    sent = {"ruling": "confirm_fail", "message": NUL, "note": NUL}
    assert admin.post(f"/desk/{work.pk}/rule/", sent).status_code == 302
    assert work.rulings.get().message == "ab"


@pytest.mark.parametrize(
    "address",
    [
        *(
            f"{path}?cursor={cursor}"
            for path in (
                "/turns/", "/attempts/", "/settings/audit/", "/insights/principles/", "/query-analyses/log/",
                "/orchestration/preflights/", "/retrievals/", "/desk/",
            )
            for cursor in (DEEP, ENDLESS, "%00")
        ),
        f"/policies/?before={HUGE}",
        f"/attempts/?policy={HUGE}&slow_ms={HUGE}",
        "/attempts/?policy=999999999&slow_ms=999999999&judge=%00&pipeline=%00",
        "/settings/webhooks/?webhook=%00&after=%00&state=%00",
        "/insights/?judge=%00",
        "/search/?q=%00",
        "/query-analyses/log/?issue=%00&topic=%00",
        "/retrievals/?has=%00&q=%00",
        "/beliefs/?q=%00",
    ],
)  # fmt: skip
def test_an_address_that_nobody_linked_to_opens(admin: Client, address: str) -> None:
    assert admin.get(address).status_code == 200


@pytest.mark.parametrize(
    "address", [f"/turns/{HUGE}/", f"/turns/{HUGE}/context.md", f"/policies/{HUGE}/", "/beliefs/nothing%00/"]
)
def test_an_address_of_nothing_is_not_found(admin: Client, address: str) -> None:
    assert admin.get(address).status_code == 404


@pytest.mark.parametrize("action", ["settings/people/{}/link", "policies/{}/roll-back", "desk/views/{}/delete"])
def test_a_number_that_no_row_can_have_is_not_found(admin: Client, action: str) -> None:
    assert admin.post(f"/{action.format(HUGE)}/").status_code == 404


LIMITED = [
    path.removeprefix("/api/v1")
    for path, methods in json.loads(document_as_sent())["paths"].items()
    if any(one["name"] == "limit" for one in methods.get("get", {}).get("parameters", ())) and "{" not in path
]


@pytest.mark.parametrize("address", [*(f"{path}?limit={HUGE}" for path in LIMITED), f"/policies?before={HUGE}"])
def test_the_api_answers_a_number_that_no_column_holds(api: ApiClient, address: str) -> None:
    assert api.get(address).status_code in (200, 422)


def test_the_api_knows_no_policy_of_a_number_that_no_column_holds(api: ApiClient) -> None:
    assert api.post(f"/policies/{HUGE}/rollback").status_code == 404
    assert api.post("/policies", {"document": {}, "reason": "Fewer.", "based_on": int(HUGE)}).status_code == 409
