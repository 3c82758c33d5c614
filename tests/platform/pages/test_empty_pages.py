"""The call that an empty page tells does what it says: the page is not empty after it."""

from __future__ import annotations

import html
import json
import re

import pytest
from django.test import Client

from tests.api_client import ApiClient

pytestmark = pytest.mark.django_db
CALL = re.compile(r"curl -X POST http://testserver/api/v1/([a-z-]+).*? -d '(.*?)'</pre>", re.DOTALL)


@pytest.mark.parametrize(
    ("page", "call"),
    [
        ("/turns/", "attempts"),
        ("/attempts/", "attempts"),
        ("/retrievals/", "retrievals"),
        ("/query-analyses/", "query-analyses"),
        ("/query-analyses/log/", "query-analyses"),
        ("/orchestration/", "preflights"),
        ("/orchestration/preflights/", "preflights"),
        ("/orchestration/returns/", "returns"),
    ],
)
def test_the_call_of_an_empty_page_fills_it(page: str, call: str, viewer: Client, api: ApiClient) -> None:
    told = CALL.search(viewer.get(page).text)
    assert told is not None
    assert told[1] == call
    assert api.post(f"/{call}", json.loads(html.unescape(told[2]))).status_code in (200, 202)
    assert CALL.search(viewer.get(page).text) is None
