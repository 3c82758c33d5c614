"""Rolling back under a pipeline, and the history of its policies."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from tests.api_client import MakeApi
from tests.desk.people import text_of
from tests.policies.test_policies import typed
from tests.policies.test_policies_of_pipelines import NOON, STRICT, approve_of, override_of, publish_common
from tests.verdicts import a_pipeline
from validation.domain.errors import NotFound
from validation.models import Pipeline
from validation.platform.policies import policy_in_force
from validation.policies.actions.policies import roll_back

pytestmark = pytest.mark.django_db


@pytest.fixture
def shop() -> Pipeline:
    return a_pipeline("shop")


def test_rolling_back_brings_back_one_that_the_common_policy_says_too(shop: Pipeline) -> None:
    first = override_of(shop, {"response": {"approve": 0.80}})
    override_of(shop, {"response": {"approve": 0.90}})
    roll_back(number=first.number, by="anna", now=NOON)
    assert policy_in_force(shop).overrides == first.overrides


def test_rolling_back_one_of_a_pipeline_leaves_the_common_policy(shop: Pipeline) -> None:
    first = override_of(shop, STRICT)
    override_of(shop, {"response": {"approve": 0.90}})
    roll_back(number=first.number, by="anna", now=NOON)
    assert (approve_of(shop), approve_of(None)) == (0.95, 0.80)


def test_rolling_back_a_common_policy_for_a_pipeline_leaves_all_others(shop: Pipeline) -> None:
    override_of(a_pipeline("other"), {"response": {"approve": 0.90}})
    publish_common(STRICT)
    roll_back(number=1, by="anna", now=NOON, pipeline=shop)
    assert (approve_of(shop), approve_of(a_pipeline("other")), approve_of(None)) == (0.80, 0.90, 0.95)


def test_rolling_back_a_pipeline_to_the_common_policy_in_force_gives_up_its_own_settings(shop: Pipeline) -> None:
    override_of(shop, STRICT)
    roll_back(number=1, by="anna", now=NOON, pipeline=shop)
    assert policy_in_force(shop).overrides == {}


def test_rolling_back_a_pipeline_to_the_policy_of_another_is_refused(shop: Pipeline) -> None:
    number = override_of(a_pipeline("other"), STRICT).number
    with pytest.raises(NotFound):
        roll_back(number=number, by="anna", now=NOON, pipeline=shop)


def test_an_instance_key_rolls_back_no_policy_of_another_pipeline(make_api: MakeApi, shop: Pipeline) -> None:
    number = override_of(shop, STRICT).number
    override_of(shop, {"response": {"approve": 0.90}})
    answers = [make_api("instance", pipeline=name).post(f"/policies/{number}/rollback") for name in ("other", "shop")]
    assert [answer.status_code for answer in answers] == [404, 200]
    assert approve_of(shop) == 0.95


@pytest.mark.parametrize(("pipeline_only", "common"), [(False, 0.80), (True, 0.95)])
def test_an_instance_key_rolls_back_for_all_or_for_its_pipeline(
    make_api: MakeApi, shop: Pipeline, pipeline_only: bool, common: float
) -> None:
    publish_common(STRICT)
    make_api("instance", pipeline="shop").post("/policies/1/rollback", {"pipeline_only": pipeline_only})
    assert (approve_of(shop), approve_of(None)) == (0.80, common)


def test_each_policy_shown_under_a_pipeline_is_rolled_back_to_for_it(admin: Client, shop: Pipeline) -> None:
    publish_common(STRICT)
    buttons = re.findall(
        r'action="([^"]*/roll-back/[^"]*)".*?</form>', text_of(admin, "/policies/?pipeline=shop"), re.S
    )
    admin.post(unescape(buttons[-1]))
    assert (approve_of(shop), approve_of(None)) == (0.80, 0.95)


@pytest.mark.parametrize("address", ["/policies/?pipeline=shop", "/policies/1/?pipeline=shop", "/policies/2/"])
def test_the_button_names_the_pipeline_that_is_rolled_back(admin: Client, shop: Pipeline, address: str) -> None:
    override_of(shop, STRICT)
    override_of(shop, {"response": {"approve": 0.90}})
    assert re.search(r"Roll back to [12] for shop\s*</button>", text_of(admin, address))


def test_the_policy_of_a_pipeline_is_rolled_back_to_for_it_whichever_is_chosen(admin: Client, shop: Pipeline) -> None:
    a_pipeline("other")
    override_of(shop, STRICT)
    override_of(shop, {"response": {"approve": 0.90}})
    action = re.search(r'action="([^"]*/roll-back/[^"]*)"', text_of(admin, "/policies/2/?pipeline=other"))
    assert action
    admin.post(unescape(action[1]))
    assert approve_of(shop) == 0.95


@pytest.mark.parametrize("act", ["/policies/1/roll-back/", "/policies/edit/"])
def test_nothing_is_published_for_all_under_a_pipeline_that_does_not_exist(admin: Client, act: str) -> None:
    last = publish_common(STRICT).number
    admin.post(f"{act}?pipeline=gone", typed(response__approve="0.9", based_on=str(last)))
    assert policy_in_force().number == last


# --- what each changed


def changed(admin: Client, address: str) -> dict[int, list[tuple[str, str]]]:
    """What each policy of the list changed, by its number."""
    rows = admin.get(address).context["page"].rows
    return {row.policy.number: [(one.before, one.after) for one in row.changes] for row in rows}


def test_a_common_policy_is_compared_with_the_common_one_before_it(admin: Client, shop: Pipeline) -> None:
    override_of(shop, {"response": {"approve": 0.90}})
    publish_common(STRICT)
    assert changed(admin, "/policies/?pipeline=shop")[3] == [("0.8", "0.95")]


def test_a_policy_of_a_pipeline_is_compared_with_what_was_in_force_for_it(admin: Client, shop: Pipeline) -> None:
    override_of(shop, {"response": {"approve": 0.90}})
    publish_common(STRICT | {"interventions": {"lease_minutes": 7}})
    assert changed(admin, "/policies/?pipeline=shop")[4] == [("5", "7")]


def test_settings_after_none_are_compared_with_the_common_policy_of_then(admin: Client, shop: Pipeline) -> None:
    override_of(shop, {"response": {"approve": 0.90}})
    override_of(shop, {})
    publish_common(STRICT)
    override_of(shop, {"response": {"approve": 0.85}})
    assert changed(admin, "/policies/?pipeline=shop")[5] == [("0.95", "0.85")]


@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_the_page_of_a_policy_tells_the_same_change_as_the_list(admin: Client, shop: Pipeline, number: int) -> None:
    override_of(shop, {"response": {"approve": 0.90}})
    publish_common(STRICT)
    override_of(shop, {"response": {"approve": 0.85}})
    shown = admin.get(f"/policies/{number}/?pipeline=shop").context["version"].changes
    assert [(one.before, one.after) for one in shown] == changed(admin, "/policies/?pipeline=shop")[number]


def test_the_last_policy_of_a_page_is_compared_with_one_of_the_next(admin: Client, shop: Pipeline) -> None:
    publish_common({"response": {"approve": 0.85}})
    for number in range(24):
        override_of(shop, {"response": {"approve": 0.90 + number / 1000}})
    publish_common(STRICT)
    assert changed(admin, "/policies/?pipeline=shop")[27] == [("0.85", "0.95")]
