"""More requests than a key may send."""

from __future__ import annotations

import os
import uuid

import pytest
from pytest_django import Settings

from tests.api_client import ApiClient, MakeApi
from validation.domain.errors import TooMany
from validation.domain.operations.rate import WINDOW_S
from validation.platform.http import rate
from validation.platform.http.rate import Counters, LocalCounters, RedisCounters, check_rate

pytestmark = pytest.mark.django_db


@pytest.fixture
def limit(settings: Settings) -> int:
    settings.COUNTERSIGN_RATE_LIMIT = 3
    rate._counters.cache_clear()
    return 3


@pytest.fixture(params=["local", "redis"])
def counters(request: pytest.FixtureRequest) -> Counters:
    return LocalCounters() if request.param == "local" else RedisCounters(os.environ["COUNTERSIGN_TEST_REDIS_URL"])


def refused(key: str, at: float) -> int:
    try:
        check_rate(key, now=at)
    except TooMany as error:
        return error.retry_after
    return 0


@pytest.mark.usefixtures("limit")
def test_one_more_than_allowed_is_429_and_says_when_to_go_on(api: ApiClient) -> None:
    answers = [api.get("/policies") for _ in range(4)]
    assert [answer.status_code for answer in answers] == [200, 200, 200, 429]
    assert 1 <= int(answers[-1]["Retry-After"]) <= 2 * WINDOW_S  # what passed weighs on the window after, too
    assert answers[-1].json()["code"] == "rate_limited"


@pytest.mark.usefixtures("limit")
def test_each_key_has_its_own_count(make_api: MakeApi) -> None:
    first, second = make_api("read"), make_api("read")
    assert [first.get("/policies").status_code for _ in range(4)][-1] == 429
    assert second.get("/policies").status_code == 200


@pytest.mark.usefixtures("limit")
@pytest.mark.parametrize("path", ["/metrics", "/status"])
def test_a_refused_monitor_is_told_when_to_go_on_too(path: str, api: ApiClient) -> None:
    headers = {"Authorization": f"Bearer {api.secret}"}
    answer = [api._client.get(path, headers=headers) for _ in range(4)][-1]
    assert (answer.status_code, int(answer["Retry-After"]) >= 1) == (429, True)


def test_without_a_limit_nobody_is_counted(api: ApiClient, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(rate, "_counters", lambda _: pytest.fail("counted"))
    assert api.get("/policies").status_code == 200


def test_a_count_knows_the_window_before(counters: Counters) -> None:
    key = uuid.uuid4().hex
    assert [counters.count(key, 7) for _ in range(2)] == [(1, 0), (2, 0)]
    assert counters.count(key, 8) == (1, 2)
    assert counters.count(key, 10) == (1, 0)


def test_what_is_taken_back_was_never_counted(counters: Counters) -> None:
    key = uuid.uuid4().hex
    counters.count(key, 7)
    counters.take_back(key, 7)
    assert counters.count(key, 7) == (1, 0)


def test_a_client_that_hammers_on_is_let_in_when_it_was_told(limit: int) -> None:
    assert [refused("hammer", 0.0) for _ in range(limit)] == [0, 0, 0]
    wait = refused("hammer", 0.0)
    assert all(refused("hammer", at) for at in range(1, wait))
    assert refused("hammer", float(wait)) == 0


def test_a_redis_that_is_away_lets_everything_pass_and_is_left_alone_for_a_while() -> None:
    now = [0.0]
    away = RedisCounters("redis://127.0.0.1:1/0", clock=lambda: now[0])
    assert away.count("key", 7) == (0, 0)
    away._redis = None  # type: ignore[assignment]
    assert away.count("key", 7) == (0, 0)
