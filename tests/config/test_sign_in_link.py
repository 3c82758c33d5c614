"""The shell lets people in: the first admin of a production instance, and the last one who lost the way in."""

from __future__ import annotations

from urllib.parse import urlsplit

import pytest
from django.contrib.auth.models import User
from django.test import Client

from tests import factories
from tests.shell import run, run_json
from validation.platform.permissions import Role, role_of

pytestmark = pytest.mark.django_db


def test_the_first_admin_is_made_and_signs_in_by_the_link() -> None:
    code, told = run_json("create_sign_in_link", "mara", "--url", "https://desk.example/")
    assert code == 0
    assert told["link"].startswith("https://desk.example/sign-in/")
    assert role_of(User.objects.get(username="mara")) is Role.ADMIN
    client = Client()
    client.post(urlsplit(told["link"]).path)
    assert client.get("/settings/people/").status_code == 200


def test_somebody_who_is_there_keeps_the_role() -> None:
    factories.person("nils", Role.VIEWER)
    code, told = run_json("create_sign_in_link", "nils", "--url", "https://desk.example")
    assert (code, told["role"]) == (0, "viewer")


def test_another_role_can_be_named() -> None:
    assert run_json("create_sign_in_link", "ida", "--role", "reviewer", "--url", "http://h")[1]["role"] == "reviewer"


def test_somebody_deactivated_is_let_in_by_nobody(capsys: pytest.CaptureFixture[str]) -> None:
    person = factories.person("olga")
    person.is_active = False
    person.save()
    assert run("create_sign_in_link", "olga", "--url", "http://h") == (2, "")
    assert "deactivated" in capsys.readouterr().err


def test_without_an_address_the_first_host_is_meant() -> None:
    assert run_json("create_sign_in_link", "mara")[1]["link"].startswith("http://testserver/sign-in/")
