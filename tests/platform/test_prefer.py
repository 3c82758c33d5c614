"""How long a caller wants to wait, as RFC 7240 lets it be written."""

from __future__ import annotations

import pytest
from django.test import RequestFactory

from tests.api_client import ApiClient
from tests.texts import submission
from validation.models import Pipeline
from validation.platform.http.waiting import wanted_wait


@pytest.mark.parametrize(
    ("header", "seconds"),
    [
        ("wait=20", 20),
        ("Wait=20", 20),
        ("wait = 20", 20),
        ("respond-async, WAIT=5; x=1", 5),
        ('wait="20"', 20),
        ('respond-async, wait = "5"; x="1"', 5),
        ('wait="20', 0),
        ('wait=20"', 0),
        ('wait=""', 0),
        ("wait=999999", 60),
        ("wait=-1", 0),
        ("wait=soon", 0),
        ("await=5", 0),
        ("", 0),
    ],
)
def test_the_seconds_are_read_from_the_header(header: str, seconds: int) -> None:
    assert wanted_wait(RequestFactory().get("/", headers={"prefer": header})) == seconds


@pytest.mark.any_database
@pytest.mark.django_db
@pytest.mark.parametrize(
    ("header", "applied"),
    [
        ("wait=1", "wait=1"),
        ("respond-async, wait=1", "wait=1"),
        ("respond-async", None),
        ("wait=soon", None),
        ("", None),
    ],
)
def test_the_answer_names_the_preference_that_was_applied(api: ApiClient, header: str, applied: str | None) -> None:
    answer = api.post("/attempts", submission("turn_1"), Prefer=header)
    assert (answer.status_code, answer.headers.get("Preference-Applied")) == (202, applied)


@pytest.mark.any_database
@pytest.mark.django_db
@pytest.mark.parametrize(("enforcement", "applied"), [("enforce", "wait=1"), ("observe", None)])
def test_a_gateway_hears_of_its_wait_where_one_is_made(api: ApiClient, enforcement: str, applied: str | None) -> None:
    Pipeline.objects.update(enforcement=enforcement)
    answer = api.post("/guardrails/agentgateway/response", {"body": {"choices": []}}, Prefer="wait=1")
    assert (answer.status_code, answer.headers.get("Preference-Applied")) == (200, applied)
