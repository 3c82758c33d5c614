"""What a page for a refused request leaves behind."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor

import httpx
import pytest
from django.db import connection

from config.asgi import application
from tests.desk.people import client_of
from tests.live import Site, serving_site
from validation.platform.permissions import Role

pytestmark = [pytest.mark.django_db(transaction=True), pytest.mark.postgres]
AT_ONCE = 8


def test_unknown_pages_keep_no_connection_of_the_pool() -> None:
    cookies = {name: morsel.value for name, morsel in client_of(Role.VIEWER).cookies.items()}
    connection.close()
    with serving_site(application) as site:
        ask_for_unknown_pages(site, cookies)
    figures = connection.pool.get_stats()
    assert figures["pool_available"] == figures["pool_size"]


def ask_for_unknown_pages(site: Site, cookies: dict[str, str]) -> None:
    with httpx.Client(base_url=str(site), cookies=cookies) as client, ThreadPoolExecutor(AT_ONCE) as askers:
        answers = askers.map(lambda number: client.get(f"/unknown/{number}/"), range(3 * AT_ONCE))
        assert {answer.status_code for answer in answers} == {404}
