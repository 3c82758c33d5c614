"""People, keys and webhooks."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.utils import timezone
from django.utils.html import conditional_escape

from tests.desk.people import client_of
from tests.factories import person
from tests.verdicts import a_pipeline, decided_as
from validation.accounts.actions import people
from validation.accounts.queries.people import DeliveryFilter, list_deliveries
from validation.domain.errors import Conflict, InputRejected
from validation.domain.event import EventType
from validation.models import ApiKey, Delivery, Event, Webhook
from validation.platform.events.targets import add_webhook
from validation.platform.permissions import Role, role_of

pytestmark = pytest.mark.django_db
NOW = timezone.now()


@pytest.fixture
def admin() -> Client:
    return client_of(Role.ADMIN, "anna")


def page_of(client: Client, address: str) -> str:
    return client.get(address).content.decode()


def page_after(client: Client, address: str, sent: dict[str, object]) -> str:
    return client.post(address, sent, follow=True).content.decode()


# --- people


def test_somebody_added_signs_in_by_the_link_that_is_shown(admin: Client) -> None:
    page = page_after(admin, "/settings/people/", {"name": "nadja", "role": "viewer"})
    link = re.search(r'value="http://testserver(/sign-in/[^"]+)"', page)
    assert link
    other = Client()
    other.post(link[1])
    assert other.get("/").status_code == 200
    assert role_of(User.objects.get(username="nadja")) is Role.VIEWER


def test_the_link_is_shown_once(admin: Client) -> None:
    page_after(admin, "/settings/people/", {"name": "nadja", "role": "viewer"})
    assert "/sign-in/" not in page_of(admin, "/settings/people/")


@pytest.mark.parametrize(
    ("name", "role", "told"),
    [
        ("", "viewer", "Give a name."),
        ("an na", "viewer", "Use letters, digits and . @ + - _ only, and no space."),
        ("n" * 151, "viewer", "Use at most 150 characters."),
        ("Anna", "viewer", "named Anna already"),
        ("nadja", "boss", "Choose one of"),
    ],
)
def test_a_person_that_cannot_be_added_is_refused_in_place(admin: Client, name: str, role: str, told: str) -> None:
    response = admin.post("/settings/people/", {"name": name, "role": role})
    assert response.status_code == 422
    assert told in response.content.decode()


def test_a_role_can_be_given(admin: Client) -> None:
    user = person("otto", Role.VIEWER)
    admin.post(f"/settings/people/{user.pk}/role/", {"role": "reviewer"})
    assert role_of(User.objects.get(pk=user.pk)) is Role.REVIEWER


def test_a_deactivated_person_is_out_at_once(admin: Client) -> None:
    other = client_of(Role.REVIEWER, "otto")
    admin.post(f"/settings/people/{User.objects.get(username='otto').pk}/active/", {"active": "no"})
    assert other.get("/").status_code == 302


def test_nobody_takes_their_own_role_away(admin: Client) -> None:
    own = User.objects.get(username="anna")
    page = admin.post(f"/settings/people/{own.pk}/role/", {"role": "viewer"}, follow=True).content.decode()
    assert "You cannot change your own role" in page


@pytest.mark.parametrize(
    "act",
    [
        lambda user: people.give_role(user_id=user.pk, role="viewer", by="system", now=NOW),
        lambda user: people.set_active(user_id=user.pk, active=False, by="system", now=NOW),
    ],
    ids=["role", "active"],
)
def test_the_last_admin_stays(act: object) -> None:
    user = person("anna", Role.ADMIN)
    with pytest.raises(Conflict, match="only admin"):
        act(user)  # type: ignore[operator]


def test_an_unknown_role_is_refused() -> None:
    with pytest.raises(InputRejected):
        people.add_person(name="otto", role="boss", by="system", now=NOW)


# --- keys


def test_a_key_is_shown_once(admin: Client) -> None:
    sent = {"name": "staging", "pipeline": "shop", "scopes": ["ingest", "read"]}
    secret = re.search(r'value="(cs_[^"]+)"', page_after(admin, "/settings/keys/", sent))
    assert secret
    assert secret[1] not in page_of(admin, "/settings/keys/")
    assert ApiKey.objects.get().scopes == ["ingest", "read"]


@pytest.mark.parametrize(
    ("address", "sent"),
    [
        ("keys", {"name": "staging", "pipeline": "shop", "scopes": ["read"]}),
        ("keys/callback-secret", {"pipeline": "shop"}),
        ("people", {"name": "nadja", "role": "viewer"}),
        ("webhooks", {"url": "https://hook.example/in", "pipeline": "shop"}),
    ],
)
def test_reloading_the_page_of_a_secret_makes_no_second_one(
    admin: Client, address: str, sent: dict[str, object]
) -> None:
    a_pipeline()
    shown = admin.post(f"/settings/{address}/", sent, follow=True)
    assert shown.redirect_chain == [(f"/settings/{address.partition('/')[0]}/", 302)]
    assert shown["Cache-Control"] == "no-store"


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"name": "", "pipeline": "shop", "scopes": ["read"]}, "Name the key"),
        ({"name": "a", "pipeline": "", "scopes": ["read"]}, "Name the pipeline"),
        ({"name": "a", "pipeline": "shop"}, "Give one or more of"),
        ({"name": "a" * 101, "pipeline": "shop", "scopes": ["read"]}, "at most 100"),
    ],
)
def test_an_incomplete_key_is_refused_in_place(admin: Client, sent: dict[str, object], told: str) -> None:
    response = admin.post("/settings/keys/", sent)
    assert response.status_code == 422
    assert told in response.content.decode()
    assert not ApiKey.objects.exists()


def test_a_revoked_key_says_by_whom(admin: Client) -> None:
    a_pipeline()
    admin.post(f"/settings/keys/{ApiKey.objects.get().pk}/revoke/")
    assert ApiKey.objects.get().revoked_by == "anna"
    assert "by anna" in page_of(admin, "/settings/keys/")


# --- webhooks


def a_hook(url: str = "https://example.com/hook") -> Webhook:
    return add_webhook(pipeline=a_pipeline(), url=url, types=[], by="test", now=NOW)


def test_a_webhook_is_added_and_its_secret_shown_once(admin: Client) -> None:
    a_pipeline()
    sent = {"url": "https://example.com/hook", "pipeline": "shop", "types": ["attempt.decided"]}
    page = page_after(admin, "/settings/webhooks/", sent)
    hook = Webhook.objects.get()
    assert hook.secret in page
    assert hook.secret not in page_of(admin, "/settings/webhooks/")


@pytest.mark.parametrize(
    ("url", "told"),
    [("http://127.0.0.1/hook", "private address"), ("ftp://example.com", "starts with https"), ("", "Give a url")],
)
def test_a_target_that_must_not_be_called_is_refused(admin: Client, url: str, told: str) -> None:
    a_pipeline()
    response = admin.post("/settings/webhooks/", {"url": url, "pipeline": "shop"})
    assert response.status_code == 422
    assert told in response.content.decode()


def test_a_test_call_tells_what_came_of_it(admin: Client) -> None:
    hook = a_hook("http://hook.invalid/")
    page = admin.post(f"/settings/webhooks/{hook.pk}/test/", follow=True).content.decode()
    assert "http://hook.invalid/ did not take the test: " in page


def test_the_log_lists_what_was_sent_and_sends_it_again(admin: Client) -> None:
    a_hook()
    decided_as("APPROVE")
    Delivery.objects.update(state="dead", tries=9, last_error="answered 500")
    assert "answered 500" in page_of(admin, "/settings/webhooks/?state=dead")
    assert "answered 500" not in page_of(admin, "/settings/webhooks/?state=delivered")
    admin.post(f"/settings/deliveries/{Delivery.objects.get().pk}/resend/")
    assert Delivery.objects.get().state == "pending"


def test_all_that_was_given_up_is_sent_again_at_once(admin: Client) -> None:
    a_hook()
    decided_as("APPROVE", turn_id="turn_1"), decided_as("APPROVE", turn_id="turn_2")
    Delivery.objects.update(state="dead", tries=9, last_error="answered 500")
    assert "Send all again" in page_of(admin, "/settings/webhooks/?state=dead")
    assert "2 on their way again." in page_after(admin, "/settings/deliveries/resend/", {})
    assert set(Delivery.objects.values_list("state", "tries")) == {("pending", 0)}


def test_what_a_removed_webhook_did_not_take_stays_given_up(admin: Client) -> None:
    hook = a_hook()
    decided_as("APPROVE")
    Delivery.objects.update(state="dead", tries=9)
    admin.post(f"/settings/webhooks/{hook.pk}/remove/")
    assert "Nothing is given up." in page_after(admin, "/settings/deliveries/resend/", {})
    assert Delivery.objects.get().state == "dead"


def test_one_webhook_is_sent_its_own_again(admin: Client) -> None:
    first, second = a_hook(), a_hook("https://pipeline.example/other")
    decided_as("APPROVE")
    Delivery.objects.update(state="dead", tries=9)
    admin.post("/settings/deliveries/resend/", {"webhook": str(first.pk)})
    assert Delivery.objects.get(webhook=first).state == "pending"
    assert Delivery.objects.get(webhook=second).state == "dead"


@pytest.mark.parametrize(("role", "is_told"), [(Role.ADMIN, True), (Role.REVIEWER, False)])
def test_the_overview_tells_admins_of_deliveries_that_were_given_up(role: Role, is_told: bool) -> None:
    a_hook()
    decided_as("APPROVE")
    Delivery.objects.update(state="dead")
    assert ("1 delivery was given up" in page_of(client_of(role), "/")) is is_told


def test_a_delivery_that_failed_and_is_tried_again_says_so(admin: Client) -> None:
    a_hook()
    decided_as("APPROVE")
    assert "retrying" not in page_of(admin, "/settings/webhooks/")
    Delivery.objects.update(tries=1, last_error="answered 500")
    assert "retrying" in page_of(admin, "/settings/webhooks/")


def test_very_many_deliveries_are_not_counted_to_the_end(admin: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    a_hook()
    decided_as("APPROVE")
    assert "1 on their way" in page_of(admin, "/settings/webhooks/")
    for module in ("queries.people", "web.webhooks"):
        monkeypatch.setattr(f"validation.accounts.{module}.COUNTED", 1)
    decided_as("APPROVE", turn_id="turn_2")
    assert "1+ on their way" in page_of(admin, "/settings/webhooks/")


def test_the_log_pages_through_every_call_of_an_event() -> None:
    event = Event.objects.create(type="policy.published", at=NOW, subject_kind="policy", subject_id="1")
    Delivery.objects.bulk_create(Delivery(event=event, url=f"https://{n}.example/", next_at=NOW) for n in range(51))
    first = list_deliveries(DeliveryFilter())
    second = list_deliveries(DeliveryFilter(), cursor=first.next or "")
    assert (len({row.pk for row in (*first.rows, *second.rows)}), second.next) == (51, None)


@pytest.mark.parametrize(
    ("types", "pipeline", "path", "warned"),
    [
        ([], "shop", "in", True),
        (["attempt.halted"], "shop", "in", True),
        (["attempt.decided"], "shop", "in", False),
        ([], "shop", "out", False),
        ([], "other", "in", False),
    ],
)
def test_a_second_webhook_to_the_same_place_says_that_events_arrive_twice(
    admin: Client, types: list[str], pipeline: str, path: str, warned: bool
) -> None:
    add_webhook(pipeline=a_pipeline(), url="https://hook.example/in", types=["attempt.halted"], by="test", now=NOW)
    a_pipeline("other")
    sent = {"url": f"https://hook.example/{path}", "pipeline": pipeline, "types": types}
    page = page_after(admin, "/settings/webhooks/", sent)
    assert ("arrives twice" in page, Webhook.objects.count()) == (warned, 2)


def test_a_page_speaks_of_no_key_when_a_webhook_is_gone(admin: Client) -> None:
    page = admin.post(f"/settings/webhooks/{uuid4()}/remove/", follow=True).content.decode()
    assert ("There is no such webhook. Load the page again." in page, "GET /webhooks" in page) == (True, False)


def test_the_form_of_a_webhook_explains_each_event(admin: Client) -> None:
    form = page_of(admin, "/settings/webhooks/")
    assert all(kind in form and conditional_escape(kind.meaning) in form for kind in EventType)


def test_a_removed_webhook_is_gone_and_its_log_stays(admin: Client) -> None:
    hook = a_hook()
    decided_as("APPROVE")
    admin.post(f"/settings/webhooks/{hook.pk}/remove/")
    page = page_of(admin, "/settings/webhooks/")
    assert "No webhooks" in page
    assert "attempt.decided" in page
    assert "Send again" not in page


def test_a_key_with_a_name_that_no_column_holds_is_refused_in_the_shell(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        call_command("create_api_key", "k" * 101)
    assert (ended.value.code, "at most 100 characters" in capsys.readouterr().err) == (2, True)
