"""The registry of sessions under way: one at a time, until its return or expiry, whoever asks at the same moment."""

from __future__ import annotations

from collections import Counter
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connections
from django.utils import timezone

from tests.api_client import ApiClient, MakeApi
from tests.orchestration.site.delegations import a_preflight, a_return, delegation, handed_over, received
from validation.domain.policy import OrchestrationPolicy
from validation.models import ActiveSession
from validation.orchestration.actions.preflights import (
    check_preflight,
    forget_expired_sessions,
    record_preflight,
)
from validation.orchestration.gate.request import read_request

NOW = timezone.now()
LATER = NOW + timedelta(minutes=OrchestrationPolicy().session_minutes)


@pytest.mark.django_db
def test_a_session_under_way_is_refused(api: ApiClient) -> None:
    api.post("/preflights", delegation())
    told = api.post("/preflights", delegation()).json()
    assert [error["code"] for error in told["errors"]] == ["session_active"]


@pytest.mark.django_db
@pytest.mark.parametrize("raw", [None, "not even JSON"])
def test_a_return_ends_its_session_well_formed_or_not(raw: str | None, api: ApiClient) -> None:
    api.post("/preflights", delegation())
    api.post("/returns", handed_over(raw))
    assert api.post("/preflights", delegation()).json()["allowed"] is True


@pytest.mark.django_db
def test_a_return_names_the_preflight_that_its_session_began_with() -> None:
    began = a_preflight()
    assert a_return().preflight_id == began.pk


@pytest.mark.django_db
def test_a_return_without_a_preflight_is_judged_all_the_same() -> None:
    came = a_return()
    assert (came.valid, came.preflight_id) == (True, None)


@pytest.mark.django_db
def test_a_refused_preflight_holds_no_session() -> None:
    a_preflight(delegation_depth=9)
    assert not ActiveSession.objects.exists()


@pytest.mark.django_db
def test_a_session_lasts_until_its_expiry() -> None:
    a_preflight(now=NOW)
    assert a_preflight(now=LATER - timedelta(seconds=1)).allowed is False


@pytest.mark.django_db
def test_an_expired_session_is_free_again() -> None:
    a_preflight(now=NOW)
    assert a_preflight(now=LATER).allowed is True


@pytest.mark.django_db
def test_a_return_after_the_expiry_belongs_to_no_preflight() -> None:
    a_preflight(now=NOW)
    assert a_return(now=LATER).preflight_id is None


@pytest.mark.django_db
def test_the_same_id_in_another_pipeline_is_another_session(api: ApiClient, make_api: MakeApi) -> None:
    api.post("/preflights", delegation())
    other = make_api("ingest", pipeline="elsewhere")
    assert other.post("/preflights", delegation()).json()["allowed"] is True


@pytest.mark.django_db
def test_a_preflight_without_a_session_id_registers_none(api: ApiClient) -> None:
    assert api.post("/preflights", delegation(session_id=None)).json()["allowed"] is True
    assert not ActiveSession.objects.exists()


@pytest.mark.django_db
def test_sessions_that_never_returned_are_forgotten_once_expired() -> None:
    a_preflight(now=NOW)
    a_preflight(now=NOW + timedelta(minutes=1), session_id="sess_2")
    assert forget_expired_sessions(now=LATER) == 1
    assert [session.session_id for session in ActiveSession.objects.all()] == ["sess_2"]


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("expired_before", [False, True])
def test_of_preflights_with_one_id_at_the_same_moment_one_passes(expired_before: bool) -> None:
    """Each has asked the registry before any of them is recorded, so only the database can tell them apart."""
    if expired_before:
        a_preflight(now=NOW)
    at_once, theirs = 8, received(LATER)
    together = Barrier(at_once)
    request = read_request(delegation())
    timed = check_preflight(request, limits=OrchestrationPolicy(), is_active=lambda _: False)

    def record(_: int) -> tuple[str, ...]:
        try:
            together.wait(timeout=20)
            made = record_preflight(theirs, {}, timed)
            return tuple(made.errors.values_list("code", flat=True))
        finally:
            connections.close_all()

    with ThreadPoolExecutor(at_once) as threads:
        told = Counter(threads.map(record, range(at_once)))
    assert told == {(): 1, ("session_active",): at_once - 1}
