"""A draft over what query analysis, orchestration and retrieval had decided."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

import pytest
from django.utils import timezone

from retrieval.actions.configured import configured_judge
from retrieval.domain.result import Quality
from retrieval.queries.retrievals import stored_retrievals
from retrieval.tasks import judge_retrieval
from tests.api_client import ApiClient
from tests.orchestration.site.delegations import a_preflight, a_return, returned
from tests.query_analysis.site.analyses import body as analysis_body
from tests.retrieval.site.conftest import ASKED, submission
from validation.domain.policy import PolicyDocument, RetrievalPolicy
from validation.models import Pipeline, Policy
from validation.platform.replay import ReplayScope
from validation.policies.actions.policies import override
from validation.policies.queries.gate_replay import GateReplay, drafts_of_pipelines, replay_gates

pytestmark = pytest.mark.django_db


def replayed(**draft: Any) -> tuple[GateReplay, ...]:
    base = Policy.objects.order_by("-number")[0].read()
    return replay_gates(PolicyDocument.model_validate(draft), base, ReplayScope())


def flows(**draft: Any) -> list[tuple[str, str, str, int, dict[str, int]]]:
    return [
        (one.noun, flow.before, flow.after, flow.count, flow.settings)
        for one in replayed(**draft)
        for flow in one.flows
    ]


def test_a_gate_whose_settings_stay_is_not_replayed() -> None:
    assert replayed(response={"approve": 0.9}) == ()


def test_a_second_retry_is_allowed_under_a_higher_limit(api: ApiClient) -> None:
    for _ in range(2):
        api.post("/query-analyses", analysis_body(turn_id="t1", mode="nonsense"))
    setting = "query_analysis.retry_limit"
    assert flows(query_analysis={"retry_limit": 2}) == [
        ("query analysis retries", "retries used up", "phase 1 runs again", 1, {setting: 1})
    ]
    assert flows(query_analysis={"retry_limit": 0}) == [
        ("query analysis retries", "phase 1 runs again", "retries used up", 1, {setting: 1})
    ]


def test_depth_and_summary_are_held_against_other_limits() -> None:
    a_preflight(delegation_depth=2)
    a_preflight(delegation_depth=9, session_id="sess_2")
    a_preflight(delegation_depth=2, session_id="sess_3", task_number="999")  # refused under any limit
    a_return(returned(summary="one two three four five"))
    both = {"max_depth": 1, "summary_tokens": 4}
    assert flows(orchestration=both) == [
        ("preflights", "allowed", "refused", 1, {"orchestration.max_depth": 1}),
        ("returns", "valid", "not valid", 1, {"orchestration.summary_tokens": 1}),
    ]
    assert flows(orchestration={"max_depth": 10}) == [
        ("preflights", "refused", "allowed", 1, {"orchestration.max_depth": 1})
    ]


def test_a_pipeline_keeps_its_own_settings_of_a_gate_under_a_common_draft() -> None:
    a_preflight(delegation_depth=2)
    shop, own = Pipeline.objects.get(), {"orchestration": {"max_depth": 5}}
    override(pipeline=shop, overrides=own, reason="Deeper.", by="anna", now=timezone.now())
    draft = PolicyDocument.model_validate({"orchestration": {"max_depth": 1}})
    (preflights, _) = replay_gates(draft, PolicyDocument(), ReplayScope(), drafts_of_pipelines(draft))
    assert (preflights.judged, preflights.flipped) == (1, 0)


def test_a_session_ends_earlier_or_later_under_another_limit() -> None:
    begun = timezone.now()
    for hours in (0, 3, 30):  # begins, is active, begins anew
        a_preflight(now=begun + timedelta(hours=hours))
    setting = "orchestration.session_minutes"
    assert flows(orchestration={"session_minutes": 120}) == [("preflights", "refused", "allowed", 1, {setting: 1})]
    assert flows(orchestration={"session_minutes": 2400}) == [("preflights", "allowed", "refused", 1, {setting: 1})]


def test_a_session_that_was_ended_by_a_return_is_never_active() -> None:
    begun = timezone.now()
    a_preflight(now=begun)
    a_return(now=begun + timedelta(hours=1))
    a_preflight(now=begun + timedelta(hours=2))
    assert flows(orchestration={"session_minutes": 2400}) == []


@pytest.mark.parametrize("quality", ASKED)
@pytest.mark.parametrize(
    "limits", [{"relevant": 0.99}, {"answer_present": 0.999}, {"relevant": 0.05}, {"answer_present": 0.1}]
)
def test_scores_that_were_kept_give_what_judging_anew_would(
    api: ApiClient, quality: str, limits: dict[str, float]
) -> None:
    query, texts = ASKED[quality]
    sent = submission(texts, query)
    judge_retrieval(api.post("/retrievals", sent).json()["id"])
    policy = RetrievalPolicy(**limits)
    anew = configured_judge().judge(query, sent["chunks"], policy)
    ((kept,),) = (gate.outcomes for gate in stored_retrievals(ReplayScope()))
    assert kept.outcome(PolicyDocument(retrieval=policy)) == f"{anew.retrieval_quality}, answer {anew.answer_present}"


def test_a_retrieval_that_flips_names_the_threshold(api: ApiClient) -> None:
    query, texts = ASKED["Good"]
    taken = api.post("/retrievals", submission(texts, query)).json()
    judge_retrieval(taken["id"])
    ((noun, before, after, count, settings),) = flows(retrieval={"relevant": 0.6, "answer_present": 1.0})
    assert (noun, before, count) == ("retrievals", f"{Quality.GOOD}, answer Yes", 1)
    assert (after, settings) == (f"{Quality.PARTIAL}, answer No", {"retrieval.answer_present": 1})


def test_the_api_tells_of_the_other_gates(api: ApiClient) -> None:
    shallow = a_preflight(delegation_depth=2)
    answer = api.post("/policies/replay", {"document": {"orchestration": {"max_depth": 1}}}).json()
    (flip,) = answer["gates"][0]["flips"]
    assert (answer["gates"][0]["gate"], flip["from"], flip["to"]) == ("orchestration", "allowed", "refused")
    assert [subject["id"] for subject in flip["subjects"]] == [str(shallow.pk)]
