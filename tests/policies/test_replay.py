"""A draft over stored verdicts: what flips, what reviewers had said about it, and what it costs."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from tests.factories import NOON, attempt, decide, final_ruling, finding, goal, lamp_turn, pipeline, turn
from validation.domain.attempt import Route
from validation.domain.check import CheckName
from validation.domain.policy import PolicyDocument, ResponsePolicy
from validation.models import Attempt, CheckRecord
from validation.platform.replay import ReplayScope
from validation.policies.actions.policies import override
from validation.policies.queries.gate_replay import drafts_of_pipelines
from validation.policies.queries.replay import Replay, replay_policy

pytestmark = pytest.mark.django_db
STRICTER = ResponsePolicy(approve=0.95)
LENIENT = ResponsePolicy(approve=0.60)


def told(draft: ResponsePolicy, **scope: object) -> Replay:
    return replay_policy(PolicyDocument(response=draft), ReplayScope(**scope), in_force=1)  # type: ignore[arg-type]


def flows(draft: ResponsePolicy) -> dict[tuple[str, str], int]:
    return {(flow.before.value, flow.after.value): flow.count for flow in told(draft).flows}


def approved(turn_id: str = "a", confidence: float = 0.9, *, judge: str = "embedded") -> Attempt:
    voices = [{"voice": "judge", "decision": "APPROVE", "reason": "its own"}]
    return decide(attempt(turn(turn_id)), Route.APPROVE, confidence=confidence, voices=voices, judge=judge).attempt


def test_a_higher_threshold_flips_what_lies_under_it() -> None:
    approved("a", 0.9)
    approved("b", 0.97)
    assert flows(STRICTER) == {("APPROVE", "REVISE"): 1}


def test_a_lower_threshold_does_not_silence_the_other_voices() -> None:
    lamp_turn()
    assert flows(LENIENT) == {}


def test_a_loop_limit_flips_the_route_of_a_decision_that_stays() -> None:
    lamp_turn()
    assert flows(ResponsePolicy(revise_limit=0, total_limit=1)) == {("REVISE", "FAIL"): 1}


def test_goal_scores_are_weighed_anew() -> None:
    voices = [{"voice": "goals", "decision": "APPROVE", "reason": ""}, {"voice": "judge", "decision": "APPROVE"}]
    judgement = decide(attempt(turn()), Route.APPROVE, voices=voices)
    goal(judgement, "GOAL_1", 0.8, "PASS")
    goal(judgement, "GOAL_2", 0.45, "PARTIAL")
    assert flows(ResponsePolicy(goal_partial=0.5)) == {("APPROVE", "REVISE"): 1}


def test_what_the_goals_held_goes_under_a_lower_bar_of_the_goals() -> None:
    voices = [
        {"voice": "confidence", "decision": "APPROVE", "reason": "confidence 0.94"},
        {"voice": "goals", "decision": "RETRY", "reason": ""},
        {"voice": "judge", "decision": "APPROVE", "reason": ""},
    ]
    judgement = decide(attempt(turn()), Route.RETRY, confidence=0.499, voices=voices)
    for name in ("GOAL_1", "GOAL_2"):
        goal(judgement, name, 0.2, "FAIL")
    assert flows(ResponsePolicy(goal_pass=0.2, goal_partial=0.1)) == {("RETRY", "APPROVE"): 1}


def sources(draft: ResponsePolicy) -> list[dict[str, int]]:
    return [flow.sources for flow in told(draft).flows]


def test_a_flip_says_what_made_it() -> None:
    approved("a", 0.9)
    assert sources(STRICTER) == [{"threshold": 1}]
    lamp_turn()
    assert {"limits": 1} in sources(ResponsePolicy(revise_limit=0, total_limit=1))


def explained(draft: ResponsePolicy) -> list[tuple[dict[str, int], list[str]]]:
    return [(flow.settings, [item.blocked_by for item in flow.items]) for flow in told(draft).flows]


def test_a_flip_names_its_settings_and_what_blocks_it() -> None:
    approved("a", 0.9)
    moved = ResponsePolicy(approve=0.95, revise=0.4, goal_pass=0.9)
    assert explained(moved) == [({"response.approve": 1}, ["threshold"])]


def test_a_draft_that_a_check_still_holds_says_so() -> None:
    lamp_turn()
    (flow,) = told(ResponsePolicy(revise_limit=0, total_limit=1)).flows
    assert [(item.blocked_by, flow.settings) for item in flow.items] == [("limit", {"response.revise_limit": 1})]
    approved("b", 0.45)
    voices = [{"voice": "claims_supported", "decision": "REVISE", "reason": ""}]
    decide(attempt(turn("c")), Route.RETRY, confidence=0.45, voices=voices)
    assert ({"response.revise": 1}, ["check"]) in explained(ResponsePolicy(revise=0.4))
    either_would_do = {"response.approve": 1, "response.revise": 1}
    assert (either_would_do, ["check"]) in explained(ResponsePolicy(approve=0.42, revise=0.4))


def test_goals_are_named_where_they_made_it() -> None:
    voices = [{"voice": "goals", "decision": "APPROVE", "reason": ""}, {"voice": "judge", "decision": "APPROVE"}]
    judgement = decide(attempt(turn()), Route.APPROVE, voices=voices)
    goal(judgement, "GOAL_1", 0.8, "PASS")
    goal(judgement, "GOAL_2", 0.45, "PARTIAL")
    assert sources(ResponsePolicy(goal_partial=0.5)) == [{"goals": 1}]


def test_what_a_check_holds_is_counted_where_thresholds_would_let_it_pass() -> None:
    lamp_turn()
    assert (told(ResponsePolicy()).held_by_checks, told(LENIENT).held_by_checks) == (0, 1)


def test_a_draft_that_reads_other_sections_says_of_how_many_it_knows_nothing() -> None:
    approved()
    assert [told(ResponsePolicy(writes_no_evidence=one)).read_otherwise for one in (False, True)] == [0, 1]


def test_an_llm_that_would_have_contradicted_itself_halts() -> None:
    approved("a", 0.82, judge="vllm")
    draft = ResponsePolicy(approve=0.95, revise=0.90, retry=0.5)
    assert flows(draft) == {("APPROVE", "HALT"): 1}
    assert sources(draft) == [{"contradiction": 1}]


def test_a_certain_finding_keeps_its_cap_under_a_lower_threshold() -> None:
    said = {"voice": "judge", "decision": "APPROVE", "reason": ""}
    judgement = decide(
        attempt(turn()),
        Route.REVISE,
        confidence=0.55,
        failed=[CheckName.NO_HALLUCINATIONS],
        voices=[said],
        judge="vllm",
    )
    CheckRecord.objects.filter(judgement=judgement, name="no_hallucinations").update(said_by=["evidence"])
    assert flows(ResponsePolicy(approve=0.52, revise=0.5)) == {("REVISE", "APPROVE"): 1}
    finding(judgement, "54.90 EUR", "No evidence holds it.")
    assert flows(ResponsePolicy(approve=0.52, revise=0.5)) == {}


def test_flips_say_which_way_a_reviewer_had_ruled() -> None:
    final_ruling(approved("a"), "confirm_fail")
    final_ruling(approved("b"), "approve")
    approved("c")
    (flow,) = told(STRICTER).flows
    assert (flow.count, flow.ruled) == (3, {"confirm_fail": 1, "approve": 1})


def test_only_the_newest_are_read_and_that_is_said() -> None:
    for name in "abc":
        approved(name)
    replay = told(STRICTER, most=2)
    assert (replay.judged, replay.more) == (2, True)


def test_a_replay_takes_the_same_few_statements_however_many_there_are() -> None:
    approved("z")
    with CaptureQueriesContext(
        connection,
    ) as few:
        told(STRICTER)
    for name in "abcdefgh":
        approved(name)
    with CaptureQueriesContext(connection) as many:
        told(STRICTER)
    assert len(few) == len(many) <= 4
    assert not any("attempttext" in statement["sql"] for statement in many)


def of_pipeline(name: str, confidence: float) -> None:
    voices = [{"voice": "judge", "decision": "APPROVE", "reason": "its own"}]
    decide(attempt(turn(f"of {name}", of=name)), Route.APPROVE, confidence=confidence, voices=voices)


def published_flips(draft: PolicyDocument) -> int:
    """What a common draft flips, over all pipelines."""
    return replay_policy(draft, ReplayScope(), in_force=1, own=drafts_of_pipelines(draft)).flipped


@pytest.fixture
def _strict() -> None:
    """One pipeline approves from 0.95 on, whatever the common policy says."""
    own = {"response": {"approve": 0.95}}
    override(pipeline=pipeline("strict"), overrides=own, reason="Surer.", by="anna", now=NOON)


@pytest.mark.usefixtures("_strict")
def test_a_common_draft_leaves_pipelines_the_settings_of_their_own() -> None:
    of_pipeline("strict", 0.96)
    of_pipeline("shop-assistant", 0.96)
    assert published_flips(PolicyDocument(response=ResponsePolicy(approve=0.97))) == 1


@pytest.mark.usefixtures("_strict")
def test_a_draft_that_a_pipeline_cannot_take_changes_nothing_there() -> None:
    """Publishing it is refused."""
    of_pipeline("strict", 0.96)
    assert published_flips(PolicyDocument(response=ResponsePolicy(approve=0.99, revise=0.98))) == 0
