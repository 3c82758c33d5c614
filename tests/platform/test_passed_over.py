"""What a page could not understand in its address it names, and shows the rest."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django.asserts import assertContains, assertNotContains

from tests.desk.people import client_of
from validation.platform.permissions import Role

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]


@pytest.fixture
def reader() -> Client:
    return client_of(Role.REVIEWER, "mara")


@pytest.mark.parametrize(
    ("address", "named"),
    [
        ("/turns/?route=WRONG&range=7d", "route=WRONG"),
        ("/attempts/?policy=many", "policy=many"),
        ("/turns/?looped=yes", "looped=yes"),
        ("/?range=fortnight", "range=fortnight"),
        ("/desk/?range=fortnight", "range=fortnight"),
        ("/turns/?check=<b>&range=x", "check=&lt;b&gt;"),
    ],
)
def test_a_value_that_is_not_understood_is_named(reader: Client, address: str, named: str) -> None:
    assertContains(reader.get(address), f'<span class="mono">{named}</span>', html=True)


@pytest.mark.parametrize("address", ["/turns/?route=FAIL&looped=1&range=7d", "/attempts/?policy=1&slow_ms=&state="])
def test_nothing_is_named_where_all_is_understood(reader: Client, address: str) -> None:
    assertNotContains(reader.get(address), "Not understood")


FILES = ("/retrievals/?quality=WRONG&format=csv", "/insights/decisions.csv?range=x", "/policies/?range=x&format=csv")


@pytest.mark.parametrize("address", FILES)
def test_no_file_is_sent_for_an_address_that_is_not_understood(reader: Client, address: str) -> None:
    answer = reader.get(address)
    assertContains(answer, "Correct or remove", status_code=400)
    assert not answer.has_header("Content-Disposition")
