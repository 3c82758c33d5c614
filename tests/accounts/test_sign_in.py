from __future__ import annotations

from datetime import timedelta
from urllib.parse import urlsplit

import pytest
from django.test import Client
from django.utils import timezone

from tests import factories
from validation.accounts.actions.sign_in import redeem, sign_in_link
from validation.models import SignInLink
from validation.platform.permissions import Role

pytestmark = pytest.mark.django_db
PASSWORD = "a long enough password"


def _token(link: str) -> str:
    return urlsplit(link).path.split("/")[2]


def test_the_right_password_opens_the_overview() -> None:
    factories.person("mara", password=PASSWORD)
    answer = Client().post("/sign-in/", {"username": "mara", "password": PASSWORD})
    assert (answer.status_code, answer["Location"]) == (302, "/")


def test_a_wrong_password_is_told_in_words() -> None:
    factories.person("mara", password=PASSWORD)
    answer = Client().post("/sign-in/", {"username": "mara", "password": "wrong"})
    assert "Name or password is not right" in answer.text


def test_five_wrong_passwords_lock_the_name() -> None:
    factories.person("mara", password=PASSWORD)
    client = Client()
    for _ in range(5):
        client.post("/sign-in/", {"username": "mara", "password": "wrong"})
    assert client.post("/sign-in/", {"username": "mara", "password": PASSWORD}).status_code == 429


@pytest.mark.parametrize("elsewhere", ["https://evil.example/", "//evil.example/"])
def test_signing_in_never_leads_to_another_site(elsewhere: str) -> None:
    factories.person("mara", password=PASSWORD)
    answer = Client().post("/sign-in/", {"username": "mara", "password": PASSWORD, "next": elsewhere})
    assert answer["Location"] == "/"


def test_looking_at_a_link_does_not_use_it_up() -> None:
    link = sign_in_link(user=factories.person(), now=timezone.now(), base_url="http://testserver")
    client = Client()
    client.get(urlsplit(link).path)
    assert client.post(urlsplit(link).path)["Location"] == "/"


def test_a_link_signs_in_once() -> None:
    link = sign_in_link(user=factories.person(), now=timezone.now(), base_url="http://testserver")
    Client().post(urlsplit(link).path)
    assert Client().post(urlsplit(link).path).status_code == 410


def test_a_link_is_spent_after_an_hour() -> None:
    link = sign_in_link(user=factories.person(), now=factories.NOON, base_url="")
    assert redeem(token=_token(link), now=factories.NOON + timedelta(hours=1)) is None


def test_a_link_of_somebody_who_left_signs_nobody_in() -> None:
    user = factories.person()
    link = sign_in_link(user=user, now=factories.NOON, base_url="")
    user.is_active = False
    user.save()
    assert redeem(token=_token(link), now=factories.NOON) is None


def test_the_token_itself_is_not_stored() -> None:
    link = sign_in_link(user=factories.person(), now=factories.NOON, base_url="")
    assert _token(link) not in SignInLink.objects.get().hash


def test_signing_out_asks_for_a_post() -> None:
    client = Client()
    client.force_login(factories.person())
    assert client.get("/sign-out/").status_code == 405


def test_somebody_without_a_role_is_told_whom_to_ask() -> None:
    client = Client()
    client.force_login(factories.person(role=None))
    answer = client.get("/")
    assert (answer.status_code, "Ask an admin for the role viewer" in answer.text) == (403, True)


def test_a_viewer_sees_the_overview() -> None:
    client = Client()
    client.force_login(factories.person(role=Role.VIEWER))
    assert client.get("/").status_code == 200


def test_an_address_that_leads_nowhere_says_so_in_the_house_style(client: Client) -> None:
    answer = client.get("/no/such/page/")
    assert (answer.status_code, "There is nothing here" in answer.text) == (404, True)
