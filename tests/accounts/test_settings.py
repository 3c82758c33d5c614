"""People and keys."""

from __future__ import annotations

import re

import pytest
from django.contrib.auth.models import User
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from tests.desk.people import a_fail, client_of, text_after, text_of
from tests.factories import person
from tests.verdicts import a_pipeline
from validation.accounts.actions import people
from validation.desk.actions.planning import assign
from validation.domain.errors import Conflict, InputRejected
from validation.models import ApiKey, AuditEvent
from validation.platform.permissions import Role, role_of

pytestmark = pytest.mark.django_db
NOW = timezone.now()


# --- people


def test_somebody_added_signs_in_by_the_link_that_is_shown(admin: Client) -> None:
    page = text_after(admin, "/settings/people/", {"name": "nadja", "role": "viewer"})
    link = re.search(r'value="http://testserver(/sign-in/[^"]+)"', page)
    assert link
    other = Client()
    other.post(link[1])
    assert other.get("/").status_code == 200
    assert role_of(User.objects.get(username="nadja")) is Role.VIEWER


def test_the_link_is_shown_once(admin: Client) -> None:
    text_after(admin, "/settings/people/", {"name": "nadja", "role": "viewer"})
    assert "/sign-in/" not in text_of(admin, "/settings/people/")


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


def test_a_name_that_differs_only_in_case_is_taken() -> None:
    people.add_person(name="Ünal", role="viewer", by="system", now=NOW)
    with pytest.raises(Conflict, match="already"):
        people.add_person(name="ünal", role="viewer", by="system", now=NOW)


def test_open_work_of_a_deactivated_person_is_nobodys() -> None:
    user, work = person("otto", Role.REVIEWER), a_fail()
    assign(intervention_id=work.pk, to="otto", by="anna", now=NOW)
    people.set_active(user_id=user.pk, active=False, by="anna", now=NOW)
    work.refresh_from_db()
    assert (work.assigned_to, work.assigned_at) == ("", None)


def test_the_record_says_that_work_was_taken_from_a_deactivated_person() -> None:
    user, work = person("otto", Role.REVIEWER), a_fail()
    assign(intervention_id=work.pk, to="otto", by="anna", now=NOW)
    people.set_active(user_id=user.pk, active=False, by="anna", now=NOW)
    line = AuditEvent.objects.filter(verb="intervention.assigned", subject=f"intervention:{work.pk}").latest("pk")
    assert (line.by, line.data["to"]) == ("anna", None)


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
    secret = re.search(r'value="(cs_[^"]+)"', text_after(admin, "/settings/keys/", sent))
    assert secret
    assert secret[1] not in text_of(admin, "/settings/keys/")
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
    assert "by anna" in text_of(admin, "/settings/keys/")


def test_a_key_with_a_name_that_no_column_holds_is_refused_in_the_shell(capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        call_command("create_api_key", "k" * 101)
    assert (ended.value.code, "at most 100 characters" in capsys.readouterr().err) == (2, True)
