"""What concerns every pipeline needs the scope `instance`; every other scope ends at the key's own pipeline."""

from __future__ import annotations

from typing import Any

import pytest
from django.core.management import call_command
from django.test import Client
from django.utils import timezone

from tests.api_client import MakeApi
from tests.desk.people import client_of
from tests.factories import NOON, pipeline
from tests.verdicts import decided_as
from validation.models import Attempt, Delivery, Event, Intervention, Policy, ReturnProfile, Turn
from validation.platform.permissions import Role

pytestmark = pytest.mark.django_db
PROFILE = {"name": "mine", "required_fields": ["status"], "statuses": ["done"], "completed_statuses": ["done"]}
THRESHOLDS = {"document": {"response": {"approve": 0.9}}, "reason": "stricter"}


def act_on_everybody(call: str, api: Any) -> int:
    """Each of the four calls that change what all pipelines share; returns the status."""
    calls = {
        "publish": lambda: api.post("/policies", THRESHOLDS),
        "roll back": lambda: api.post("/policies/1/rollback", {"reason": "back"}),
        "add profile": lambda: api.post("/return-profiles", PROFILE),
        "remove profile": lambda: api.delete("/return-profiles/theirs"),
    }
    return int(calls[call]().status_code)


CALLS = ["publish", "roll back", "add profile", "remove profile"]


@pytest.fixture
def shared() -> None:
    """A policy to roll back to, and a return profile that another pipeline relies on."""
    document = Policy.objects.get(number=1).document | {"response": {"approve": 0.95}}
    Policy.objects.create(number=2, document=document, author="a", reason="r", published_at=NOON)
    ReturnProfile.objects.create(name="theirs", document={**PROFILE, "name": "theirs"}, created_by="a", created_at=NOON)


@pytest.mark.parametrize("call", CALLS)
def test_an_admin_key_changes_nothing_that_all_share(make_api: MakeApi, shared: None, call: str) -> None:
    assert act_on_everybody(call, make_api("ingest", "read", "review", "admin")) == 403
    assert (Policy.objects.count(), list(ReturnProfile.objects.values_list("name", flat=True))) == (2, ["theirs"])


@pytest.mark.parametrize("call", CALLS)
def test_an_instance_key_changes_it(make_api: MakeApi, shared: None, call: str) -> None:
    assert act_on_everybody(call, make_api("instance")) in (200, 201, 204)


def test_the_refusal_names_the_scope(make_api: MakeApi) -> None:
    answer = make_api("admin").post("/policies", THRESHOLDS).json()
    assert (answer["code"], "'instance'" in answer["detail"]) == ("scope_missing", True)


@pytest.mark.parametrize("scope", ["admin", "instance"])
def test_a_greater_scope_includes_the_lesser_ones(make_api: MakeApi, scope: str) -> None:
    api = make_api(scope)
    statuses = [
        api.get("/turns").status_code,
        api.post("/preflights", {"delegation_depth": 0}).status_code,
        api.get("/webhooks").status_code,
    ]
    assert statuses == [200, 200, 200]


# --- metrics


@pytest.fixture
def work_of_two() -> None:
    """One attempt, intervention and delivery of `shop`; two of each of `help`."""
    for turn_id in ("first", "second", "third"):
        decided_as("FAIL", turn_id=turn_id, callback_url="https://pipeline.example/")
    theirs = pipeline("help")
    Turn.objects.exclude(turn_id="first").update(pipeline=theirs)
    Attempt.objects.exclude(turn__turn_id="first").update(pipeline=theirs)
    for rows in (Intervention.objects.all(), Event.objects.filter(type="attempt.decided")):
        kept = rows.order_by("pk").first()
        assert kept
        rows.exclude(pk=kept.pk).update(pipeline=theirs)
    Delivery.objects.exclude(event__type="attempt.decided").delete()


def counted(make_api: MakeApi, *scopes: str) -> dict[str, float]:
    """The sum of each family, as a key of `shop` reads it."""
    headers = {"Authorization": f"Bearer {make_api(*scopes).secret}"}
    lines = Client().get("/metrics", headers=headers).content.decode().splitlines()
    sums: dict[str, float] = {}
    for line in lines:
        if not line.startswith("#"):
            name, _, value = line.rpartition(" ")
            family = name.split("{")[0].removeprefix("countersign_")
            sums[family] = sums.get(family, 0) + float(value)
    return sums


@pytest.mark.parametrize(("scope", "number"), [("read", 1), ("admin", 1), ("instance", 3)])
def test_metrics_count_the_keys_own_pipeline_unless_it_is_for_the_instance(
    make_api: MakeApi, work_of_two: None, scope: str, number: int
) -> None:
    found = counted(make_api, scope)
    assert [found[name] for name in ("attempts", "interventions", "deliveries")] == [number] * 3


# --- where keys are made


def test_the_shell_and_the_page_make_such_a_key() -> None:
    call_command("create_api_key", "ops", "--scope", "instance", "--json")
    sent = {"name": "ops", "pipeline": "shop", "scopes": ["instance"]}
    assert client_of(Role.ADMIN).post("/settings/keys/", sent).status_code == 302


def test_the_key_of_an_earlier_start_is_replaced_when_it_lacks_a_scope(tmp_path: Any) -> None:
    from config.embedded import owner
    from validation.models import ApiKey

    first = owner.api_key(tmp_path, now=timezone.now())
    assert owner.api_key(tmp_path, now=timezone.now()) == first
    ApiKey.objects.update(scopes=["admin", "ingest", "read", "review"])
    assert owner.api_key(tmp_path, now=timezone.now()) != first
