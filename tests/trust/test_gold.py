"""Gold items: added from a file or of adjudicated audits, planted blind, counted for people and for nothing else."""

from __future__ import annotations

import json
from datetime import timedelta
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.utils import timezone

from tests.desk.people import client_of, text_of
from tests.factories import NOON, person
from tests.texts import CONTEXT, GOOD
from tests.trust.audits import answered as answered_by
from tests.trust.audits import given, publish, reply
from tests.verdicts import a_pipeline, decided_as
from validation.domain.errors import InputRejected
from validation.domain.trust.audit import OpinionRole
from validation.domain.trust.gold import read_gold
from validation.models import AuditItem, GoldItem, Intervention, Opinion, Turn
from validation.platform.permissions import Role
from validation.platform.tallies.read import TallyScope
from validation.trust.actions.answers import answer
from validation.trust.actions.gold import gold_from_adjudicated, import_gold, judge_waiting
from validation.trust.actions.questions import GOLD_WITHIN, plant_due_gold
from validation.trust.queries.reviewers import reviewer_figures
from validation.trust.queries.trust_report import gold_counts, read_trust
from validation.trust.queries.truth_rows import audited_decisions, truth_rows

pytestmark = pytest.mark.django_db


def a_line(name: str = "kettle-1", **changed: Any) -> str:
    told = {"name": name, "query": "which?", "context_md": CONTEXT, "response_md": GOOD, "decision": "REVISE"}
    return json.dumps({**told, **changed})


def a_gold(name: str = "kettle-1", pipeline: str = "") -> GoldItem:
    home = a_pipeline(pipeline) if pipeline else None
    import_gold(read_gold(a_line(name)), pipeline=home, by="anna", now=NOON)
    GoldItem.objects.filter(name=name).update(
        verdict={"decision": "APPROVE", "confidence": 0.9, "checks": {}, "doubted": []}
    )
    return GoldItem.objects.get(name=name)


def planted() -> Opinion:
    plant_due_gold(now=timezone.now() + GOLD_WITHIN)
    return Opinion.objects.get(item__source="gold")


def test_a_file_is_added_once() -> None:
    lines = read_gold(a_line("a", checks={"claims_supported": "wrong"}, unsupported=[[0, 4]]) + "\n\n" + a_line("b"))
    assert import_gold(lines, pipeline=None, by="anna", now=NOON) == 2
    assert import_gold(lines, pipeline=None, by="anna", now=NOON) == 0
    assert GoldItem.objects.get(name="a").checks == {"claims_supported": "wrong"}


@pytest.mark.parametrize(
    "line",
    [
        "{",
        "[]",
        a_line(decision="HALT"),
        a_line(response_md=""),
        a_line(checks={"kindness": "right"}),
        a_line(unsupported=[[5, 5]]),
        a_line(unsupported=[[0, 10**6]]),
    ],
)
def test_a_line_that_is_no_item_is_named_and_nothing_is_added(line: str) -> None:
    with pytest.raises(InputRejected) as refused:
        read_gold(a_line("good") + "\n" + line)
    assert [error.field for error in refused.value.fields] == ["line 2"]


def test_a_gold_item_follows_a_question_and_looks_like_any_audit() -> None:
    person("mara")
    a_gold()
    publish(approve=1.0, gold=1.0)
    decided_as("APPROVE")
    assert planted().intervention.assigned_to == "mara"
    looks = set(Intervention.objects.values_list("kind", "why", "priority", "pipeline__name", "cause"))
    assert (Intervention.objects.count(), len(looks)) == (2, 1)
    opened, due = zip(*Intervention.objects.values_list("opened_at", "due_at"), strict=True)
    assert opened[0] != opened[1]  # which of two came together would tell
    assert due[1] - opened[1] == due[0] - opened[0]


def test_a_gold_item_follows_at_a_moment_of_its_own_and_once() -> None:
    person("mara")
    a_gold()
    publish(approve=1.0, gold=1.0)
    decided_as("APPROVE")
    (asked,) = Opinion.objects.all()
    assert asked.gold_at is not None
    assert asked.asked_at < asked.gold_at <= asked.asked_at + GOLD_WITHIN
    assert plant_due_gold(now=asked.gold_at - timedelta(microseconds=1)) == 0
    assert (plant_due_gold(now=asked.gold_at), plant_due_gold(now=asked.gold_at)) == (1, 0)
    assert planted().asked_at == asked.gold_at


def test_a_gold_item_of_another_pipeline_or_without_a_verdict_is_not_planted() -> None:
    a_gold("elsewhere", pipeline="travel")
    import_gold(read_gold(a_line("unjudged")), pipeline=None, by="anna", now=NOON)
    publish(approve=1.0, gold=1.0)
    decided_as("APPROVE")
    assert plant_due_gold(now=timezone.now() + GOLD_WITHIN) == 0
    assert not Opinion.objects.filter(item__source="gold").exists()


def test_nobody_is_asked_the_same_gold_item_twice() -> None:
    person("mara")
    a_gold()
    publish(approve=1.0, gold=1.0)
    for index in range(3):
        decided_as("APPROVE", turn_id=f"turn_{index}")
    plant_due_gold(now=timezone.now() + GOLD_WITHIN)
    assert Opinion.objects.filter(item__source="gold").count() == 1


def test_an_answered_gold_item_shows_a_verdict_and_counts_for_the_person_alone() -> None:
    client = client_of(Role.REVIEWER, "mara")
    a_gold()
    publish(approve=1.0, gold=1.0)
    decided_as("APPROVE")
    opinion = planted()
    answer(opinion_id=opinion.pk, given=given("REVISE"), by="mara", now=timezone.now())
    assert "Your answer and the verdict" in text_of(client, f"/desk/{opinion.intervention_id}/")
    assert [row.source for row in truth_rows(audited_decisions())] == ["draw"]
    (today,) = reviewer_figures(now=timezone.now(), since=None)
    assert (today.gold.n, today.answered) == (0, 1)  # a figure that moves at once tells that it was a gold item
    (figures,) = reviewer_figures(now=timezone.now() + timedelta(days=1), since=None)
    assert (figures.gold.value, figures.gold.n, figures.answered, figures.open) == (1, 1, 1, 1)


def test_gold_items_are_judged_before_they_are_planted() -> None:
    import_gold(read_gold(a_line()), pipeline=None, by="anna", now=NOON)
    assert judge_waiting() == 1
    assert GoldItem.objects.get().verdict["decision"] in ("APPROVE", "REVISE", "RETRY", "FAIL")
    assert judge_waiting() == 0


def an_adjudicated_audit(turn_id: str = "turn_1", pipeline: str = "shop") -> AuditItem:
    """Settled by mara, otto and rita."""
    publish(approve=1.0, second_opinion=1.0)
    item = AuditItem.objects.get(attempt=decided_as("APPROVE", turn_id=turn_id, pipeline=pipeline))
    reply(item, "mara", "APPROVE")
    reply(item, "otto", "REVISE", OpinionRole.SECOND)
    return reply(item, "rita", "REVISE", OpinionRole.ADJUDICATOR)


def test_adjudicated_audits_become_gold_of_their_pipeline() -> None:
    an_adjudicated_audit()
    assert gold_from_adjudicated(by="anna", now=NOON) == 1
    assert gold_from_adjudicated(by="anna", now=NOON) == 0
    made = GoldItem.objects.get()
    assert made.pipeline is not None
    assert (made.decision, made.pipeline.name, made.verdict["decision"]) == ("REVISE", "shop", "APPROVE")


def test_long_names_of_pipeline_and_turn_make_a_gold_item_too() -> None:
    an_adjudicated_audit("t" * 200, pipeline="p" * 100)
    assert gold_from_adjudicated(by="anna", now=NOON) == 1


def test_an_attempt_adjudicated_twice_becomes_one_gold_item_of_the_newer_truth() -> None:
    first = an_adjudicated_audit()
    of = {"attempt": first.attempt, "pipeline": first.pipeline, "drawn_at": NOON, "due_at": NOON, "closed_at": NOON}
    truth = {"state": "settled", "truth_route": "FAIL", "truth_source": "adjudicated"}
    AuditItem.objects.create(judgement_number=(first.judgement_number or 0) + 1, source="manual", **of, **truth)
    assert gold_from_adjudicated(by="anna", now=NOON) == 1
    assert GoldItem.objects.get().decision == "FAIL"


def test_a_turn_id_that_is_used_again_makes_another_gold_item() -> None:
    gold_of_an_adjudicated_audit()
    Turn.objects.all().delete()
    an_adjudicated_audit()
    assert gold_from_adjudicated(by="anna", now=NOON) == 1


def gold_of_an_adjudicated_audit() -> GoldItem:
    an_adjudicated_audit()
    gold_from_adjudicated(by="anna", now=NOON)
    return GoldItem.objects.get()


@pytest.mark.parametrize("name", ["mara", "otto", "rita"])
def test_who_settled_an_audit_is_not_asked_the_gold_item_made_of_it(name: str) -> None:
    gold_of_an_adjudicated_audit()
    person(name)
    publish(approve=1.0, gold=1.0)
    decided_as("APPROVE", turn_id="turn_2")
    assert Opinion.objects.get(gold_at__isnull=False).intervention.assigned_to == name
    assert plant_due_gold(now=timezone.now() + GOLD_WITHIN) == 0


def test_a_colleague_is_asked_the_gold_item_made_of_an_audit() -> None:
    gold_of_an_adjudicated_audit()
    person("theo")
    publish(approve=1.0, gold=1.0)
    decided_as("APPROVE", turn_id="turn_2")
    assert planted().intervention.assigned_to == "theo"


@pytest.mark.parametrize(("by", "counted"), [("otto", 0), ("theo", 1)])
def test_an_answer_of_who_settled_the_audit_says_nothing_of_what_reviewers_miss(by: str, counted: int) -> None:
    gold = gold_of_an_adjudicated_audit()
    item = AuditItem.objects.create(
        gold=gold, pipeline=gold.pipeline, source="gold", drawn_at=timezone.now(), drawn_by="", due_at=timezone.now()
    )
    answered_by(item, by)
    assert gold_counts(TallyScope(), now=timezone.now() + timedelta(days=2)).wrong == counted


def test_figures_of_trust_count_a_gold_answer_from_the_next_day_on() -> None:
    """A figure that moves with an answer would tell that it was of a gold item."""
    noon, gold = timezone.now().replace(hour=12), a_gold()
    for by, days in (("mara", 1), ("otto", 0)):
        drawn_at = noon - timedelta(days=days)
        answered_by(
            AuditItem.objects.create(gold=gold, source="gold", drawn_at=drawn_at, due_at=drawn_at, drawn_by=""), by
        )
    counted = [read_trust(TallyScope(), now=noon + timedelta(hours=2, days=days)).gold.wrong for days in (0, 1)]
    assert counted == [1, 2]


# --- pages


def test_adding_no_adjudicated_audit_is_no_success() -> None:
    page = client_of(Role.ADMIN, "anna").post("/insights/trust/gold/adjudicated/", follow=True)
    (message,) = page.context["messages"]
    assert (message.level_tag, str(message)[:12]) == ("info", "None to add:")


def test_an_admin_adds_a_file_and_retires_an_item() -> None:
    admin = client_of(Role.ADMIN, "anna")
    sent = SimpleUploadedFile("gold.jsonl", a_line().encode())
    assert "kettle-1" in admin.post("/insights/trust/gold/", {"file": sent}, follow=True).content.decode()
    gold = GoldItem.objects.get()
    admin.post(f"/insights/trust/gold/{gold.pk}/active/", {"active": "0"})
    gold.refresh_from_db()
    assert not gold.active


@pytest.mark.parametrize("body", [b"{", b"\xff\xfe", b"", a_line("\0").encode(), a_line(query="\0").encode()])
def test_a_file_that_cannot_be_read_is_refused_with_a_reason(body: bytes) -> None:
    sent = SimpleUploadedFile("gold.jsonl", body)
    response = client_of(Role.ADMIN, "anna").post("/insights/trust/gold/", {"file": sent})
    assert response.status_code == 422
    assert 'aria-invalid="true"' in response.content.decode()


def test_a_refused_file_names_its_lines_and_keeps_the_choice() -> None:
    a_pipeline("travel")
    body = "\n".join([a_line("a"), a_line("b", decision="HALT"), a_line("c", response_md="")])
    sent = {"file": SimpleUploadedFile("gold.jsonl", body.encode()), "pipeline": "travel"}
    page = client_of(Role.ADMIN, "anna").post("/insights/trust/gold/", sent).content.decode()
    for told in ("Nothing was added.", "Line 2: decision:", "Line 3: response_md:", '<option value="travel" selected>'):
        assert told in page


def test_a_pipeline_that_is_not_there_gets_no_gold_and_neither_does_everybody() -> None:
    sent = {"file": SimpleUploadedFile("gold.jsonl", a_line().encode()), "pipeline": "shpo"}
    response = client_of(Role.ADMIN, "anna").post("/insights/trust/gold/", sent)
    assert (response.status_code, GoldItem.objects.count()) == (422, 0)


def test_people_see_their_own_figures_and_admins_those_of_all() -> None:
    publish(approve=1.0, second_opinion=1.0)
    decided_as("APPROVE")
    item = AuditItem.objects.get()
    reply(item, "mara", "APPROVE")
    reply(item, "otto", "APPROVE", OpinionRole.SECOND)
    Opinion.objects.update(answered_at=timezone.now() - timedelta(days=1))
    own = text_of(client_of(Role.REVIEWER, "mara"), "/insights/trust/reviewers/")
    everybody = text_of(client_of(Role.ADMIN, "anna"), "/insights/trust/reviewers/")
    assert ("mara" in own, ">otto<" in own) == (True, False)
    assert ">otto<" in everybody
    assert "1 of 1" in everybody
