"""A pipeline's own settings on top of the common policy."""

from __future__ import annotations

import json
from datetime import UTC, datetime, timedelta
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.api_client import ApiClient
from tests.policies.test_policies import typed
from tests.verdicts import a_pipeline, decided_as, failed
from validation.desk.actions.bulk_rulings import BulkRulingCommand, rule_many
from validation.desk.actions.claims import claim, heartbeat
from validation.desk.actions.rulings import RulingText, rule
from validation.domain.errors import Conflict, InputRejected
from validation.domain.intervention import Ruling
from validation.domain.policy import PolicyDocument, overridden, overrides_of
from validation.models import Intervention, Pipeline, Policy, RulingRecord
from validation.platform.policies import policy_in_force
from validation.policies.actions import policies as actions
from validation.policies.actions.policies import override, publish

pytestmark = pytest.mark.django_db
NOON = datetime(2026, 11, 22, 12, tzinfo=UTC)
STRICT = {"response": {"approve": 0.95}}


@pytest.fixture
def shop() -> Pipeline:
    return a_pipeline("shop")


def override_of(pipeline: Pipeline, settings: dict[str, Any]) -> Policy:
    return override(pipeline=pipeline, overrides=settings, reason="Prices.", by="anna", now=NOON)


def publish_common(settings: dict[str, Any]) -> Policy:
    document = overridden(policy_in_force().read(), settings).model_dump(mode="json")
    return publish(document=document, reason="All of them.", by="anna", now=NOON)


def approve_of(pipeline: Pipeline | None) -> float:
    return policy_in_force(pipeline).read().response.approve


def test_they_hold_for_that_pipeline_only(shop: Pipeline) -> None:
    override_of(shop, STRICT)
    assert (approve_of(shop), approve_of(a_pipeline("other")), approve_of(None)) == (0.95, 0.80, 0.80)


def test_they_stay_when_the_common_policy_changes(shop: Pipeline) -> None:
    override_of(shop, STRICT)
    publish_common({"response": {"approve": 0.85, "revise": 0.60}})
    own = policy_in_force(shop).read().response
    assert (own.approve, own.revise) == (0.95, 0.60)


def test_once_given_up_the_common_policy_holds_again(shop: Pipeline) -> None:
    override_of(shop, STRICT)
    override_of(shop, {})
    publish_common({"response": {"approve": 0.85}})
    assert approve_of(shop) == 0.85


def test_a_common_policy_that_does_not_go_with_them_is_refused_and_names_the_pipeline(shop: Pipeline) -> None:
    override_of(shop, {"response": {"approve": 0.60}})
    with pytest.raises(InputRejected, match="pipeline shop"):
        publish_common({"response": {"revise": 0.70}})


def test_then_nothing_is_published(shop: Pipeline) -> None:
    last = override_of(shop, {"response": {"approve": 0.60}}).number
    with pytest.raises(InputRejected):
        publish_common({"response": {"revise": 0.70}})
    assert policy_in_force(shop).number == last


@pytest.mark.parametrize("many", [False, True])
def test_the_time_to_undo_is_that_of_the_pipeline(many: bool) -> None:
    work = Intervention.objects.get(subject_id=str(failed().pk))
    assert work.pipeline is not None
    override_of(work.pipeline, {"interventions": {"undo_seconds": 300}})
    text = RulingText(message="Sorry.")
    if many:
        command = BulkRulingCommand(Ruling.CONFIRM_FAIL, text, as_of=timezone.now())
        rule_many(intervention_ids=[work.pk], command=command, by="rita", now=NOON)
    else:
        rule(intervention_id=work.pk, ruling=Ruling.CONFIRM_FAIL, by="rita", now=NOON, text=text)
    assert RulingRecord.objects.get().effective_at == NOON + timedelta(minutes=5)


def test_a_claim_lasts_as_long_as_the_pipeline_says() -> None:
    work = Intervention.objects.get(subject_id=str(failed().pk))
    assert work.pipeline is not None
    override_of(work.pipeline, {"interventions": {"lease_minutes": 60}})
    hour = timedelta(hours=1)
    assert claim(intervention_id=work.pk, by="rita", now=NOON).claimed_until == NOON + hour
    assert heartbeat(intervention_id=work.pk, by="rita", now=NOON + hour).claimed_until == NOON + 2 * hour


def test_an_attempt_is_decided_by_its_pipelines_policy(shop: Pipeline) -> None:
    own = override_of(shop, STRICT)
    assert decided_as("APPROVE").policy_id == own.number


def test_they_stay_although_the_common_policy_comes_to_say_the_same(shop: Pipeline) -> None:
    override_of(shop, STRICT)
    publish_common(STRICT)
    override_of(shop, STRICT | {"interventions": {"lease_minutes": 7}})
    publish_common({"response": {"approve": 0.80}})
    assert approve_of(shop) == 0.95


def test_one_can_be_set_to_what_the_common_policy_says(shop: Pipeline) -> None:
    override_of(shop, {"response": {"approve": 0.80}})
    publish_common({"response": {"approve": 0.85}})
    assert approve_of(shop) == 0.80


def test_one_can_be_given_up_while_the_common_policy_says_the_same(shop: Pipeline) -> None:
    override_of(shop, STRICT)
    publish_common(STRICT)
    override_of(shop, {})
    publish_common({"response": {"approve": 0.80}})
    assert approve_of(shop) == 0.80


def test_what_differs_is_what_is_kept() -> None:
    own = overridden(PolicyDocument(), STRICT)
    assert overrides_of(PolicyDocument(), own) == STRICT


def test_the_api_sets_and_shows_them(api: ApiClient) -> None:
    api.patch("/pipelines/shop", {"policy": STRICT})
    assert api.get("/pipelines/shop").json()["policy"] == STRICT


@pytest.mark.parametrize(
    "settings",
    [{"response": {}}, {"response": {"approve": 0.80}}, {"interventions": {"rules": [{"name": "near misses"}]}}],
)
def test_the_api_takes_the_same_settings_twice(api: ApiClient, settings: dict[str, Any]) -> None:
    first, again = (api.patch("/pipelines/shop", {"policy": settings}) for _ in range(2))
    assert (first.status_code, again.status_code) == (200, 200)
    assert first.json() == again.json()


def test_the_api_names_a_setting_that_does_not_exist(api: ApiClient) -> None:
    refused = api.patch("/pipelines/shop", {"policy": {"response": {"aprove": 0.9}}})
    assert (refused.status_code, refused.json()["errors"][0]["field"]) == (422, "response.aprove")


@pytest.mark.parametrize("text", ["\0", "\ud800"], ids=ascii)
@pytest.mark.parametrize("rule", [{"metadata": {"k": "%s"}}, {"findings": ["%s"]}])
def test_text_that_no_database_holds_is_refused(api: ApiClient, text: str, rule: dict[str, Any]) -> None:
    given = json.loads(json.dumps({"name": "r", **rule}).replace("%s", json.dumps(text)[1:-1]))
    assert api.patch("/pipelines/shop", {"policy": {"interventions": {"rules": [given]}}}).status_code == 422


def test_a_refused_policy_changes_nothing_else(api: ApiClient) -> None:
    api.patch("/pipelines/shop", {"enforcement": "observe", "policy": {"response": {"approve": 2}}})
    assert api.get("/pipelines/shop").json()["enforcement"] == "enforce"


def test_the_page_shows_both_values(admin: Client, shop: Pipeline) -> None:
    override_of(shop, STRICT)
    [own] = admin.get("/policies/?pipeline=shop").context["own"]
    assert (own.before, own.after) == ("0.8", "0.95")


def test_editing_under_a_pipeline_publishes_for_it(admin: Client, shop: Pipeline) -> None:
    admin.post("/policies/edit/?pipeline=shop", typed(response__approve="0.9"))
    assert policy_in_force(shop).overrides == {"response": {"approve": 0.9}}


def test_editing_another_setting_keeps_one_that_the_common_policy_says_too(admin: Client, shop: Pipeline) -> None:
    own = override_of(shop, {"response": {"approve": 0.80}})
    edited = typed(response__revise="0.6", based_on=str(own.number))
    admin.post("/policies/edit/?pipeline=shop", edited)
    assert policy_in_force(shop).overrides == {"response": {"approve": 0.8, "revise": 0.6}}


def test_editing_one_to_what_the_common_policy_says_gives_it_up(admin: Client, shop: Pipeline) -> None:
    own = override_of(shop, {"response": {"approve": 0.90}})
    admin.post("/policies/edit/?pipeline=shop", typed(response__approve="0.8", based_on=str(own.number)))
    assert policy_in_force(shop).overrides == {}


# --- published at the same moment


@pytest.fixture
def stricter_meanwhile(monkeypatch: pytest.MonkeyPatch) -> None:
    """A common policy is published as soon as the one in force was read."""
    read = actions.policy_in_force

    def read_before(pipeline: Pipeline | None = None) -> Policy:
        policy = read(pipeline)
        monkeypatch.setattr(actions, "policy_in_force", read)
        publish_common({"response": {"approve": 0.95}})
        return policy

    monkeypatch.setattr(actions, "policy_in_force", read_before)


@pytest.mark.usefixtures("stricter_meanwhile")
def test_settings_on_a_policy_that_was_replaced_meanwhile_are_refused(shop: Pipeline) -> None:
    with pytest.raises(Conflict) as refused:
        override_of(shop, {"response": {"revise": 0.6}})
    assert (refused.value.code, approve_of(shop)) == ("policy_moved", 0.95)


@pytest.mark.usefixtures("stricter_meanwhile")
def test_a_policy_over_one_that_was_published_meanwhile_is_refused() -> None:
    document = PolicyDocument().model_dump(mode="json") | {"response": {"approve": 0.7}}
    with pytest.raises(Conflict) as refused:
        publish(document=document, reason="Fewer revisions.", by="anna", now=NOON)
    assert refused.value.code == "policy_moved"


def test_a_call_that_names_the_policy_it_is_based_on_never_undoes_a_later_one(api: ApiClient) -> None:
    based_on = api.get("/policies").json()["items"][0]["number"]
    publish_common(STRICT)
    body = {"document": {"response": {"approve": 0.7}}, "reason": "Fewer revisions.", "based_on": based_on}
    refused = api.post("/policies", body)
    assert (refused.status_code, refused.json()["code"], approve_of(None)) == (409, "policy_moved", 0.95)
    assert api.post("/policies", body | {"based_on": based_on + 1}).status_code == 200
