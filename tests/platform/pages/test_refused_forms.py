"""A refused form is answered where it was sent. What its page asks of its own address must be answered there too."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from tests import factories
from tests.platform.test_roles import GUARDED, answer
from validation.platform.pages.access import TAKEN_METHODS

pytestmark = pytest.mark.django_db
_OF_ITSELF = r'href="(?:\?[^"]*)?"|hx-get="{}[?"]|<form(?![^>]*(?:action=|"dialog"))[^>]*>'
"""A link, a part or a form of the page's own address."""
KNOWN = {"web:keys", "web:people", "web:webhooks", "web:gold", "web:comparisons", "web:notifications"}


def test_a_page_of_a_refused_form_asks_nothing_of_an_address_that_takes_no_get(admin: Client) -> None:
    factories.pipeline("shop")
    refused, wrong = set(), {}
    for address in GUARDED:
        if "POST" not in getattr(address.view, TAKEN_METHODS):
            continue
        response = answer(admin, "post", address)
        if response.status_code != 422:
            continue
        refused.add(address.name)
        if "GET" not in getattr(address.view, TAKEN_METHODS):
            wrong[address.name] = re.findall(_OF_ITSELF.format(re.escape(address.path)), response.content.decode())
    assert {name: found for name, found in wrong.items() if found} == {}
    assert refused >= KNOWN
