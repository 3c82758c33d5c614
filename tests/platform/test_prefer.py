"""How long a caller wants to wait, as RFC 7240 lets it be written."""

from __future__ import annotations

import pytest
from django.test import RequestFactory

from validation.platform.http.waiting import wanted_wait


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("wait=20", 20),
        ("Wait=20", 20),
        ("wait = 20", 20),
        ("respond-async, WAIT=5; x=1", 5),
        ("wait=999999", 60),
        ("wait=-1", 0),
        ("wait=soon", 0),
        ("await=5", 0),
        ("", 0),
    ],
)
def test_the_seconds_are_read_from_the_header(header: str, seconds: int) -> None:
    assert wanted_wait(RequestFactory().get("/", headers={"prefer": header})) == seconds
