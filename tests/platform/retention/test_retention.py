"""What is forgotten after a time, and what never is."""

from __future__ import annotations

import json
from datetime import timedelta
from io import StringIO
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.utils import timezone

from config import env
from tests.factories import attempt, decide, halt, intervention, pipeline, turn
from validation.domain.attempt import Route
from validation.domain.operations.retention import PruneResult
from validation.models import (
    Attempt,
    AuditEvent,
    ClaimRecord,
    Event,
    HeldPrompt,
    IdempotencyRecord,
    Intervention,
    Judgement,
    Occurrence,
    Pipeline,
    QueryAnalysisRecord,
    Turn,
)
from validation.models.policy import Policy
from validation.platform.events import events
from validation.platform.retention import preview_prune, prune, retained_kinds

pytestmark = pytest.mark.django_db
NOW = timezone.now()
LONG_AGO = NOW - timedelta(days=100)
KEEP = {"turns": 90}


def old_turn(turn_id: str = "old", *, route: Route = Route.FAIL) -> Attempt:
    made = decide(attempt(turn(turn_id, at=LONG_AGO), at=LONG_AGO), route).attempt
    Turn.objects.filter(pk=made.turn_id).update(updated_at=LONG_AGO)
    return made


def close(work: Intervention, *, days_ago: int) -> None:
    at = NOW - timedelta(days=days_ago)
    Intervention.objects.filter(pk=work.pk).update(state="ruled", closed_at=at)


def pruned(keep: dict[str, int] = KEEP) -> dict[str, PruneResult]:
    return {one.name: one for one in prune(keep=keep, by="test", now=NOW)}


def test_conversations_that_gateways_told_go_when_no_response_can_come_any_more() -> None:
    for name, minutes in (("old", 61), ("young", 59)):
        at = NOW - timedelta(minutes=minutes)
        HeldPrompt.objects.create(pipeline=pipeline(), call_id=name, created_at=at)
    prune(keep={}, by="test", now=NOW)
    assert [one.call_id for one in HeldPrompt.objects.all()] == ["young"]


def test_what_is_older_than_it_is_kept_goes_with_all_that_hangs_on_it() -> None:
    made = old_turn()
    close(intervention(made), days_ago=95)
    IdempotencyRecord.objects.create(
        pipeline=made.turn.pipeline, key="k", body_hash="h", resource_id=str(made.pk), created_at=LONG_AGO
    )
    assert pruned()["turns"].going == 1
    gone = (Turn, Attempt, Judgement, ClaimRecord, Intervention, Occurrence, IdempotencyRecord)
    assert not any(model.objects.exists() for model in gone)


def test_what_is_younger_stays() -> None:
    decide(attempt(turn("young", at=NOW - timedelta(days=89))), Route.APPROVE)
    assert pruned()["turns"].going == 0


def test_a_kind_without_a_time_is_kept_for_good() -> None:
    old_turn()
    assert pruned({"events": 1})["turns"].days is None
    assert Turn.objects.count() == 1


def test_open_work_is_never_forgotten() -> None:
    intervention(old_turn())
    told = pruned()["turns"]
    assert (told.going, told.kept_for_work) == (0, 1)


def test_work_that_was_closed_since_keeps_what_it_was_about() -> None:
    close(intervention(old_turn()), days_ago=10)
    assert (pruned()["turns"].kept_for_work, Turn.objects.count()) == (1, 1)


def test_what_still_waits_for_its_judge_stays() -> None:
    made = attempt(turn("waits", at=LONG_AGO), at=LONG_AGO)
    Turn.objects.filter(pk=made.turn_id).update(updated_at=LONG_AGO)
    assert pruned()["turns"].going == 0


def test_a_closed_group_goes_with_the_last_of_what_it_held() -> None:
    first, second = (halt(attempt(turn(name, at=LONG_AGO), at=LONG_AGO)).attempt for name in ("a", "b"))
    group = intervention(first)
    Occurrence.objects.create(intervention=group, subject_id=str(second.pk), at=LONG_AGO)
    close(group, days_ago=95)
    Turn.objects.filter(pk=first.turn_id).update(updated_at=LONG_AGO)
    Turn.objects.filter(pk=second.turn_id).update(updated_at=NOW)
    prune(keep=KEEP, by="test", now=NOW)
    assert [one.subject_id for one in group.occurrences.all()] == [str(second.pk)]
    Turn.objects.filter(pk=second.turn_id).update(updated_at=LONG_AGO)
    prune(keep=KEEP, by="test", now=NOW)
    assert not Intervention.objects.exists()


def test_the_audit_trail_stays_and_says_what_went() -> None:
    AuditEvent.objects.create(at=LONG_AGO, by="gate", verb="attempt.decided", subject="attempt:1", data={})
    old_turn()
    pruned()
    (row,) = AuditEvent.objects.filter(verb="retention.pruned")
    assert (row.subject, row.data["count"], row.data["days"]) == ("retention:turns", 1, 90)
    assert AuditEvent.objects.filter(verb="attempt.decided").exists()


def test_more_than_a_batch_goes_around_what_stays(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("validation.platform.retention.BATCH", 2)
    for number in range(5):
        old_turn(f"old_{number}")
    intervention(Attempt.objects.get(turn__turn_id="old_2"))
    told = pruned()["turns"]
    assert (told.going, told.kept_for_work, Turn.objects.get().turn_id) == (4, 1, "old_2")


def test_a_survey_says_what_pruning_does_and_deletes_nothing() -> None:
    old_turn()
    intervention(old_turn("held"))
    surveyed = {one.name: (one.going, one.kept_for_work) for one in preview_prune(keep=KEEP, now=NOW)}
    assert Turn.objects.count() == 2
    assert surveyed == {name: (one.going, one.kept_for_work) for name, one in pruned().items()}


def test_a_place_in_the_feed_is_never_given_twice() -> None:
    def happened() -> int:
        events.emit(type="x", subject_kind="attempt", subject_id=str(uuid4()), pipeline=None, now=LONG_AGO)
        events.number_events()
        return Event.objects.get().position or 0

    first = happened()
    assert pruned({"events": 1})["events"].going == 1
    assert not Event.objects.exists()
    assert happened() == first + 1


def test_analyses_go_by_their_own_age() -> None:
    made = old_turn()
    for at in (LONG_AGO, NOW):
        QueryAnalysisRecord.objects.create(
            pipeline=Pipeline.objects.get(), turn_id="t", status="pass", confidence=1.0, retry_allowed=True,
            state="decided", judge="rules", policy=Policy.objects.get(pk=made.policy_id), elapsed_ms=1, at=at,
        )  # fmt: skip
    assert pruned({"query_analyses": 30})["query_analyses"].going == 1
    assert [row.at for row in QueryAnalysisRecord.objects.all()] == [NOW]


def test_the_setting_knows_every_kind() -> None:
    assert tuple(kind.name for kind in retained_kinds()) == env.RETAINED


def test_the_command_prints_what_would_go() -> None:
    old_turn()
    out = StringIO()
    call_command("prune", "--dry-run", "--keep", "turns=90", "--json", stdout=out)
    turns = next(kind for kind in json.loads(out.getvalue())["kinds"] if kind["kind"] == "turns")
    assert (turns["going"], turns["days"], Turn.objects.count()) == (1, 90, 1)


@pytest.mark.any_database
@pytest.mark.parametrize("keep", ["turns", "turns=0", "turns=x", "moons=3", "turns=99999", f"turns={'9' * 5000}"])
def test_a_time_that_cannot_be_used_is_refused(keep: str, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        call_command("prune", "--keep", keep)
    assert ended.value.code == 2
    assert "KIND=DAYS" in capsys.readouterr().err
