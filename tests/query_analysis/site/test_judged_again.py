"""A halted analysis judged again from the desk: the new validation is in force, the old one kept, the pipeline told."""

from __future__ import annotations

import json
from unittest.mock import patch

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests.api_client import ApiClient
from tests.query_analysis.gate.test_judge import ASKS, PASS, Says
from tests.query_analysis.site.analyses import recorded
from tests.verdicts import an_observing_pipeline
from validation.domain.halt import Halt, HaltCause
from validation.insights.queries.calls import tries_of_calls
from validation.insights.queries.insights import InsightScope
from validation.judge.protocol import LlmCallFailed, LlmCallRecord
from validation.models import AuditEvent, Event, Intervention, QueryAnalysisRecord
from validation.platform.events.events import encode, event_resource
from validation.platform.interventions.recovery import awaits_recovery, requeue_recovered
from validation.platform.retention import erase_turn
from validation.platform.work.leased_work import KINDS, LEASE, MAX_TRIES, claim_queued, free_expired
from validation.query_analysis.actions import query_analyses_again as again
from validation.query_analysis.queries.query_analyses import analysis_resources, load_analysis
from validation.query_analysis.schemas import QueryAnalysisOut
from validation.query_analysis.tasks import judge_query_analysis_again

pytestmark = pytest.mark.django_db
AWAY = LlmCallFailed(
    Halt(HaltCause.JUDGE_UNAVAILABLE, "Connection refused."), record=LlmCallRecord("vllm", "m", tries=3)
)


def halted(turn_id: str = "", reply: object = AWAY, **changed: object) -> QueryAnalysisRecord:
    return recorded(turn_id=turn_id, llm_client=Says(reply), **changed).record


def judged_again(record: QueryAnalysisRecord, reply: object | None = None) -> QueryAnalysisRecord:
    """By the rules alone when there is no reply."""
    KINDS[QueryAnalysisRecord].requeue([str(record.pk)], now=timezone.now())
    with patch("validation.query_analysis.tasks.configured_llm_client", return_value=Says(reply) if reply else None):
        judge_query_analysis_again(str(record.pk))
    record.refresh_from_db()
    return record


def resource(record: QueryAnalysisRecord) -> dict[str, object]:
    return QueryAnalysisOut.of(load_analysis(record.pk))


@pytest.mark.parametrize(
    ("count", "told"), [(1, "Judging 1 query analysis again."), (3, "Judging 3 query analyses again.")]
)
def test_the_desk_puts_what_halted_back_in_the_queue(reviewer: Client, count: int, told: str) -> None:
    for number in range(count):
        halted(f"turn_{number}")
    page = reviewer.post(f"/desk/{Intervention.objects.get().pk}/judge-again/", follow=True).content.decode()
    assert told in page
    assert {record.state for record in QueryAnalysisRecord.objects.all()} == {"queued"}


def test_the_item_closes_when_all_of_it_is_judged(reviewer: Client) -> None:
    records = [halted(f"turn_{number}") for number in range(2)]
    reviewer.post(f"/desk/{Intervention.objects.get().pk}/judge-again/")
    states = []
    for record in records:
        judge_query_analysis_again(str(record.pk))
        states.append(Intervention.objects.get().state)
    assert states == ["open", "ruled"]


def test_the_audit_line_of_a_settled_group_names_its_gate() -> None:
    judged_again(halted(), PASS)
    assert AuditEvent.objects.get(verb="intervention.settled").by == "gate:query_analysis"


def test_the_new_validation_is_in_force_and_the_old_one_is_kept() -> None:
    record = judged_again(halted(), ASKS)
    told = resource(record)
    assert (record.status, told["validation"]["clarification_question"]) == ("clarify", "Which one?")
    assert [one["halt"]["cause"] for one in told["earlier"]] == ["judge_unavailable"]
    assert [issue.message for issue in load_analysis(record.pk).issues.all()] == ASKS["issues"]


def test_each_judging_is_kept_with_its_number() -> None:
    record = judged_again(judged_again(halted(), AWAY), PASS)
    assert [one["number"] for one in resource(record)["earlier"]] == [2, 1]


def test_the_pipeline_is_told_with_the_whole_resource() -> None:
    record = judged_again(halted(), PASS)
    event = Event.objects.get(type="query_analysis.judged")
    assert event_resource(event)["data"] == json.loads(encode(resource(record)))


def test_one_that_halts_again_for_the_same_cause_stays_the_same_work() -> None:
    record = judged_again(halted(), AWAY)
    assert [(work.state, work.count) for work in Intervention.objects.all()] == [("open", 1)]
    assert record.state == "halted"


def test_one_that_halts_for_another_cause_moves_to_its_group() -> None:
    judged_again(halted(), "no JSON at all")
    works = Intervention.objects.order_by("opened_at")
    assert [(work.cause, work.state) for work in works] == [
        ("judge_unavailable", "ruled"),
        ("verdict_malformed", "open"),
    ]


def test_a_retry_is_numbered_within_its_turn() -> None:
    recorded(turn_id="turn_7", user_purpose="")
    retry = {**PASS, "status": "retry", "issues": ["It contradicts itself."], "retry_guidance": ["set mode=code"]}
    record = judged_again(halted("turn_7"), retry)
    assert (record.retry_number, record.retry_allowed) == (2, False)
    assert Intervention.objects.filter(kind="fail", priority="high").exists()


def test_a_message_that_comes_twice_judges_once() -> None:
    record = judged_again(halted(), PASS)
    judge_query_analysis_again(str(record.pk))
    assert record.earlier.count() == 1


def test_what_was_decided_is_not_put_back() -> None:
    assert KINDS[QueryAnalysisRecord].requeue([str(recorded().record.pk)], now=timezone.now()) == []


def test_one_that_breaks_our_own_code_stays_halted_and_is_left_to_a_person() -> None:
    record = halted()
    KINDS[QueryAnalysisRecord].requeue([str(record.pk)], now=timezone.now())
    states = []
    with patch("validation.query_analysis.tasks.judge_query_analysis", side_effect=RuntimeError("a bug")):
        for _ in range(MAX_TRIES):
            judge_query_analysis_again(str(record.pk))
            record.refresh_from_db()
            states.append(record.state)
    assert states == [*["queued"] * (MAX_TRIES - 1), "halted"]
    assert (record.state, record.halt_cause, awaits_recovery(KINDS[QueryAnalysisRecord])) == (
        "halted",
        "input_malformed",
        False,
    )


def test_one_that_its_workers_die_of_again_and_again_is_left_to_a_person() -> None:
    record = halted()
    KINDS[QueryAnalysisRecord].requeue([str(record.pk)], now=timezone.now())
    QueryAnalysisRecord.objects.update(tries=MAX_TRIES)
    judge_query_analysis_again(str(record.pk))
    record.refresh_from_db()
    assert (record.state, record.halt_cause) == ("halted", "input_malformed")


def test_the_late_result_of_a_lost_lease_changes_nothing() -> None:
    record, now = halted(), timezone.now()
    KINDS[QueryAnalysisRecord].requeue([str(record.pk)], now=now)
    lost = claim_queued(QueryAnalysisRecord, record.pk, now=now)
    free_expired(QueryAnalysisRecord, now=now + 2 * LEASE)
    assert lost is not None
    assert again.record_again(claimed=lost, timed=again.halted(Halt(HaltCause.JUDGE_TIMEOUT, "late")), now=now) is None
    record.refresh_from_db()
    assert (record.state, record.halt_cause) == ("queued", "judge_unavailable")


def test_the_halt_stays_in_force_while_it_is_judged_again() -> None:
    record, now = halted(), timezone.now()
    KINDS[QueryAnalysisRecord].requeue([str(record.pk)], now=now)
    claim_queued(QueryAnalysisRecord, record.pk, now=now)
    record.refresh_from_db()
    assert (record.state, record.halt_cause) == ("judging", "judge_unavailable")


def test_a_judge_that_answers_again_gets_back_what_its_absence_halted() -> None:
    away, malformed = halted("turn_1"), halted("turn_2", "no JSON at all")
    assert awaits_recovery(KINDS[QueryAnalysisRecord])
    assert requeue_recovered(KINDS[QueryAnalysisRecord], now=timezone.now()) == [str(away.pk)]
    assert malformed.state == "halted"


def test_one_that_the_judge_cannot_cope_with_is_left_to_a_person_after_three_judgings() -> None:
    record = halted()
    for _ in range(2):
        record = judged_again(record, AWAY)
    assert requeue_recovered(KINDS[QueryAnalysisRecord], now=timezone.now()) == [str(record.pk)]
    record = judged_again(record, AWAY)
    assert requeue_recovered(KINDS[QueryAnalysisRecord], now=timezone.now()) == []


def test_the_page_shows_what_was_said_before(reviewer: Client) -> None:
    record = judged_again(halted(), ASKS)
    page = reviewer.get(f"/query-analyses/{record.pk}/").content.decode()
    assert all(told in page for told in ("Which one?", "Judged before", "Connection refused."))


def test_a_group_tells_its_analyses_by_turn_and_query(reviewer: Client) -> None:
    for number in range(2):
        halted(f"turn_{number}")
    page = reviewer.get(f"/desk/{Intervention.objects.get().pk}/").content.decode()
    assert all(told in page for told in ("Judge all again", "turn_0", "turn_1", "which kettle"))


def test_the_api_tells_that_nothing_came_before(api: ApiClient) -> None:
    record = halted()
    assert resource(record)["earlier"] == []


def test_what_the_earlier_judging_cost_is_still_counted() -> None:
    judged_again(halted(), PASS)
    rows = tries_of_calls(InsightScope(now=timezone.now()))
    assert [(row.tries, row.halted) for row in rows] == [(3, 1)]


def test_events_about_many_analyses_take_as_many_statements_as_about_one() -> None:
    ids = [str(judged_again(halted(f"turn_{number}"), PASS).pk) for number in range(3)]
    taken = []
    for told in (ids[:1], ids):
        with CaptureQueriesContext(connection) as statements:
            assert set(analysis_resources(told)) == set(told)
        taken.append(len(statements))
    assert taken[0] == taken[1]


def test_of_a_pipeline_that_observes_it_opens_no_work_and_is_judged_when_the_judge_is_back() -> None:
    an_observing_pipeline()
    record = halted()
    assert not Intervention.objects.exists()
    assert awaits_recovery(KINDS[QueryAnalysisRecord])
    assert requeue_recovered(KINDS[QueryAnalysisRecord], now=timezone.now()) == [str(record.pk)]


def test_of_a_pipeline_that_observes_used_up_retries_open_no_work() -> None:
    an_observing_pipeline()
    records = [recorded(turn_id="t", mode="nonsense") for _ in range(3)]
    assert [one.record.retry_allowed for one in records] == [True, False, False]
    assert not Intervention.objects.exists()


def test_what_was_told_of_an_analysis_goes_with_its_turn() -> None:
    record = halted("turn_q")
    judged_again(record)
    assert Event.objects.filter(subject_kind="query_analysis").exists()
    erase_turn(pipeline=record.pipeline.name, turn_id="turn_q", by="test", now=timezone.now())
    assert not Event.objects.filter(subject_kind="query_analysis").exists()
