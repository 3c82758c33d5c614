"""Guessing passwords is stopped by name and by address, and a forged X-Forwarded-For changes neither."""

from __future__ import annotations

import re
from collections.abc import Iterator
from datetime import timedelta

import httpx
import pytest
from axes.models import AccessAttempt
from django.test import Client
from django.utils import timezone

from tests import factories
from tests.live import Site, serving_site

PASSWORD = "a long enough password"
PROXY, OTHER = "127.0.0.1", "203.0.113.7"


def guess(client: Client, name: str = "mara", password: str = "wrong", address: str = PROXY) -> int:
    return client.post("/sign-in/", {"username": name, "password": password}, REMOTE_ADDR=address).status_code


def guess_over_http(url: str, forwarded: str, name: str = "mara") -> int:
    """One wrong password as a browser sends it, with a header that any client can write."""
    with httpx.Client(base_url=url, headers={"X-Forwarded-For": forwarded}, timeout=60) as client:
        found = re.search(r'name="csrfmiddlewaretoken" value="(\w+)"', client.get("/sign-in/").text)
        assert found
        fields = {"username": name, "password": "wrong", "csrfmiddlewaretoken": found[1]}
        return client.post("/sign-in/", data=fields).status_code


@pytest.fixture
def client() -> Client:
    return Client()


@pytest.fixture
def behind_a_proxy(transactional_db: None) -> Iterator[Site]:
    """The site as behind a proxy on this machine that appends the address it sees."""
    from config.asgi import site
    from config.http.client_address import trust_proxies

    with serving_site(trust_proxies(site, (f"{PROXY}/32",))) as running:
        yield running


def test_behind_a_proxy_what_the_client_wrote_itself_is_not_believed(behind_a_proxy: Site) -> None:
    codes = [guess_over_http(behind_a_proxy.url, f"198.51.100.{number}, {OTHER}") for number in range(6)]
    assert codes == [200, 200, 200, 200, 429, 429]


def test_behind_a_proxy_the_address_is_the_one_that_the_proxy_saw(behind_a_proxy: Site) -> None:
    guess_over_http(behind_a_proxy.url, f"198.51.100.1, {OTHER}")
    assert AccessAttempt.objects.get().ip_address == OTHER


def test_without_a_proxy_the_address_is_the_one_of_the_connection(asgi_server: Site) -> None:
    guess_over_http(asgi_server.url, OTHER)
    assert AccessAttempt.objects.get().ip_address == PROXY


def test_what_a_proxy_forwards_that_is_no_address_breaks_nothing(behind_a_proxy: Site) -> None:
    assert guess_over_http(behind_a_proxy.url, "unknown") == 200


@pytest.mark.parametrize(("trusted", "scheme"), [((f"{PROXY}/32",), "https"), ((), "http"), (("10.0.0.0/8",), "http")])
def test_only_a_named_proxy_says_that_a_request_was_encrypted(trusted: tuple[str, ...], scheme: str) -> None:
    from config.http.client_address import trust_proxies

    seen = []

    async def application(scope: dict[str, str], _receive: object, send: object) -> None:
        seen.append(scope["scheme"])
        await send({"type": "http.response.start", "status": 204, "headers": []})  # type: ignore[operator]
        await send({"type": "http.response.body"})  # type: ignore[operator]

    with serving_site(trust_proxies(application, trusted)) as running:
        httpx.get(running.url, headers={"X-Forwarded-Proto": "https"})
    assert seen == [scheme]


@pytest.mark.django_db
def test_twenty_wrong_passwords_from_anywhere_lock_a_name(client: Client) -> None:
    factories.person("mara", password=PASSWORD)
    codes = [guess(client, address=f"198.51.100.{number}") for number in range(20)]
    assert (codes[:19], codes[19]) == ([200] * 19, 429)
    assert guess(client, password=PASSWORD, address=OTHER) == 429


@pytest.mark.django_db
def test_a_locked_name_locks_no_other(client: Client) -> None:
    factories.person("otto", password=PASSWORD)
    for number in range(21):
        guess(client, address=f"198.51.100.{number}")
    assert guess(client, "otto", PASSWORD, OTHER) == 302


@pytest.mark.django_db
@pytest.mark.parametrize("spelling", ["ｍａｒａ", " mara "])
def test_another_spelling_of_a_name_counts_for_it(client: Client, spelling: str) -> None:
    codes = [guess(client, spelling if number % 2 else "mara") for number in range(5)]
    assert codes[-1] == 429


@pytest.mark.django_db
def test_a_hundred_names_tried_from_one_address_lock_the_address(client: Client) -> None:
    factories.person("otto", password=PASSWORD)
    AccessAttempt.objects.bulk_create(
        AccessAttempt(username=f"name{number}", ip_address=OTHER, attempt_time=timezone.now(), failures_since_start=1)
        for number in range(99)
    )
    assert guess(client, "name99", address=OTHER) == 429
    assert (guess(client, "otto", PASSWORD, OTHER), guess(client, "otto", PASSWORD)) == (429, 302)


@pytest.mark.django_db
def test_addresses_of_one_ipv6_network_count_as_one(client: Client) -> None:
    codes = [guess(client, address=f"2001:db8:1:2::{number}") for number in range(5)]
    assert codes[-1] == 429


@pytest.mark.django_db
def test_signing_in_as_oneself_clears_nothing_of_another_name(client: Client) -> None:
    factories.person("otto", password=PASSWORD)
    for _ in range(4):
        guess(client)
    assert guess(client, "otto", PASSWORD) == 302
    assert guess(Client()) == 429


@pytest.mark.django_db
def test_signing_in_clears_ones_own_mistakes_from_there(client: Client) -> None:
    factories.person("mara", password=PASSWORD)
    for _ in range(4):
        guess(client)
    assert (guess(client, password=PASSWORD), guess(Client())) == (302, 200)


@pytest.mark.django_db
def test_a_lock_ends_after_fifteen_minutes_whatever_is_tried_meanwhile(client: Client) -> None:
    factories.person("mara", password=PASSWORD)
    for _ in range(5):
        guess(client)
    AccessAttempt.objects.update(attempt_time=timezone.now() - timedelta(minutes=14))
    assert guess(client) == 429
    assert AccessAttempt.objects.get().attempt_time < timezone.now() - timedelta(minutes=13)
