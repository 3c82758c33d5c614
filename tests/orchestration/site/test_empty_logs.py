"""The call that an empty log tells does what it says: the log is not empty after it."""

from __future__ import annotations

import html
import json
import re

import pytest
from django.test import Client

from tests.api_client import ApiClient

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize(
    ("log", "call"),
    [
        ("/query-analyses/log/", "/query-analyses"),
        ("/orchestration/preflights/", "/preflights"),
        ("/orchestration/returns/", "/returns"),
    ],
)
def test_the_call_of_an_empty_log_fills_it(log: str, call: str, viewer: Client, api: ApiClient) -> None:
    told = re.search(r"-d '(.*?)'</pre>", viewer.get(log).text, re.DOTALL)
    assert told is not None
    answer = api.post(call, json.loads(html.unescape(told[1])))
    assert (answer.status_code, len(viewer.get(log).context["page"].rows)) == (200, 1)
