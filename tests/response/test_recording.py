"""Recording a judgement: how many statements it takes, and that what is told is what is stored."""

from __future__ import annotations

import json
from typing import Any

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.api_client import ApiClient
from tests.texts import WRONG_PRICE, submission
from validation.models import Event
from validation.response.tasks import judge_attempt

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
NOTES = [{"key": "colour", "content": "steel"}]


def taken(api: ApiClient, turn_id: str, **fields: Any) -> str:
    return str(api.post("/attempts", submission(turn_id, **fields)).json()["id"])


def test_judging_reads_nothing_back_that_it_wrote(api: ApiClient) -> None:
    attempt = taken(api, "turn_1", response_md=WRONG_PRICE)
    with CaptureQueriesContext(connection) as seen:
        judge_attempt(attempt)
    wrote = {sql.split()[2] for one in seen if (sql := one["sql"]).startswith("INSERT")}
    read_back = [
        one["sql"] for one in seen if one["sql"].startswith("SELECT") and any(f"FROM {t}" in one["sql"] for t in wrote)
    ]
    assert read_back == []


@pytest.mark.parametrize("fails", [1, 3])
def test_the_event_of_a_decision_shows_what_the_attempt_shows(api: ApiClient, fails: int) -> None:
    """The third REVISE of a turn fails and opens an intervention."""
    for number in range(fails):
        attempt = taken(api, "turn_1", response_md=f"{WRONG_PRICE}\nNote.\n" * (number + 1), memory_candidates=NOTES)
        judge_attempt(attempt)
    event = Event.objects.filter(type="attempt.decided").latest("id")
    assert json.loads(event.data) == api.get(f"/attempts/{attempt}").json()
