"""Two sides over cases whose truth is known: which cases, judged off the request path, and the pages for admins."""

from __future__ import annotations

from datetime import datetime, timedelta
from typing import Any

import pytest
from django.utils import timezone

from tests.desk.people import client_of, text_of, work_on
from tests.factories import NOON, policy
from tests.trust.audits import answered, decided, drawn, publish, reply
from tests.trust.test_gold import a_gold
from tests.verdicts import decided_as, failed
from validation.desk.actions.rulings import RulingText, finalize_due, rule
from validation.domain.errors import InputRejected
from validation.domain.intervention import Ruling
from validation.domain.trust.audit import OpinionRole
from validation.domain.verdict import Decision
from validation.models import Attempt, AuditItem, ComparedItem, Comparison, GoldItem, PromptVersion
from validation.platform.permissions import Role
from validation.policies.actions.policies import publish as publish_policy
from validation.trust.actions.comparisons import Side, judge_waiting_cases, start_comparison
from validation.trust.actions.gold import gold_from_adjudicated
from validation.trust.actions.questions import ask
from validation.trust.queries.known_cases import Cases, known_cases
from validation.trust.queries.prompts import attempts_in_examples

pytestmark = pytest.mark.django_db
ROOT = "/insights/trust/comparisons/"
THEN = Side("recorded")


def audited(turn_id: str, route: str, truth: Decision) -> Attempt:
    """A decision with an ended audit."""
    made = decided_as(route, turn_id=turn_id)
    answered(drawn(made), decision=truth)
    return made


def adjudicated() -> AuditItem:
    publish(approve=1.0, second_opinion=1.0)
    decided_as("APPROVE", turn_id="disputed")
    item = AuditItem.objects.get(attempt__turn__turn_id="disputed")
    reply(item, "mara", "APPROVE")
    reply(item, "otto", "REVISE", OpinionRole.SECOND)
    return reply(item, "rita", "REVISE", OpinionRole.ADJUDICATOR)


def compared(cases: Cases = Cases.ALL) -> Comparison:
    """What was decided against the embedded judge, judged to the end."""
    made = start_comparison(
        first=THEN, second=Side("embedded", policy=policy().number), cases=cases, pipeline=None, by="anna", now=NOON
    )
    judge_waiting_cases(now=timezone.now, limit=100)
    return made


def test_cases_are_gold_ended_audits_and_final_rulings() -> None:
    a_gold()
    audited("a", "APPROVE", Decision.REVISE)
    drawn(decided_as("APPROVE", turn_id="open"))
    ruled = failed("ruled")
    rule(
        intervention_id=work_on(ruled).pk,
        ruling=Ruling.CONFIRM_FAIL,
        by="mara",
        now=NOON,
        text=RulingText(message="No."),
    )
    finalize_due(now=NOON + timedelta(minutes=5))
    assert sorted(case.truth for case in known_cases(Cases.ALL, None)) == ["FAIL", "REVISE", "REVISE"]
    assert [case.truth for case in known_cases(Cases.GOLD, None)] == ["REVISE"]


def test_a_case_is_claimed_for_as_long_as_both_judges_may_take(settings: Any) -> None:
    settings.COUNTERSIGN_JUDGE_DEADLINE = 600
    audited("a", "APPROVE", Decision.REVISE)
    embedded = Side("embedded", policy=policy().number)
    start_comparison(first=THEN, second=embedded, cases=Cases.ALL, pipeline=None, by="anna", now=NOON)
    claims: list[datetime | None] = []

    def clock() -> datetime:
        claims.append(ComparedItem.objects.get().claimed_until)
        return NOON

    judge_waiting_cases(now=clock, limit=1)
    assert max(filter(None, claims)) > NOON + timedelta(minutes=20)


def test_an_attempt_and_the_gold_item_made_of_it_are_one_case() -> None:
    adjudicated()
    gold_from_adjudicated(by="anna", now=NOON)
    assert [case.gold for case in known_cases(Cases.ALL, None)] == [None]


@pytest.mark.parametrize(("audits", "gold"), [(20, 280), (160, 150)])
def test_gold_items_leave_room_for_audits(audits: int, gold: int) -> None:
    GoldItem.objects.bulk_create(
        GoldItem(name=f"kettle-{number}", decision="REVISE", added_by="anna", added_at=NOON) for number in range(300)
    )
    for number in range(audits):
        drawn(decided(f"turn_{number}"))
    AuditItem.objects.update(state="settled", truth_route="FAIL", truth_source="single")
    found = [case.gold for case in known_cases(Cases.ALL, None)]
    assert (len(found), sum(one is not None for one in found)) == (300, gold)


def test_both_sides_judge_every_case_and_no_decision_changes() -> None:
    made = audited("a", "FAIL", Decision.APPROVE)
    a_gold()
    compared()
    told = ComparedItem.objects.get(attempt=made)
    assert told.first is not None
    assert told.second is not None
    assert (told.first["decision"], told.second["model"]) == ("FAIL", "evidence")
    assert set(told.second["checks"]) == {check.name for check in made.judgements.get().checks.all()}
    made.refresh_from_db()
    assert (made.decision, made.judgements.count()) == ("FAIL", 1)
    assert not ComparedItem.objects.filter(first__isnull=True).exists()


def test_one_worker_at_a_time() -> None:
    audited("a", "APPROVE", Decision.APPROVE)
    audited("b", "APPROVE", Decision.APPROVE)
    start_comparison(
        first=THEN, second=Side("embedded", policy=policy().number), cases=Cases.ALL, pipeline=None, by="anna", now=NOON
    )
    first = ComparedItem.objects.earliest("pk")
    ComparedItem.objects.filter(pk=first.pk).update(claimed_until=NOON + timedelta(minutes=1))
    assert judge_waiting_cases(now=lambda: NOON, limit=5) == 0
    assert judge_waiting_cases(now=lambda: NOON + timedelta(minutes=2), limit=5) == 2


@pytest.mark.parametrize(
    ("second", "field"),
    [
        (THEN, "second"),
        (Side("oracle"), "second"),
        (Side("vllm", policy=1), "second"),
        (Side("embedded", policy=99), "second"),
    ],
)
def test_a_side_that_cannot_be_is_refused(second: Side, field: str) -> None:
    policy()
    audited("a", "APPROVE", Decision.APPROVE)
    with pytest.raises(InputRejected) as refused:
        start_comparison(first=THEN, second=second, cases=Cases.ALL, pipeline=None, by="anna", now=NOON)
    assert [error.field for error in refused.value.fields] == [field]


def test_without_a_case_nothing_is_started() -> None:
    answer = client_of(Role.ADMIN, "anna").post(
        ROOT, {"first_judge": "recorded", "second_judge": "embedded", "second_policy": policy().number}
    )
    assert (answer.status_code, Comparison.objects.count()) == (422, 0)
    assert "No case has a known truth yet" in answer.content.decode()


def test_an_admin_starts_one_and_reads_where_the_sides_differ() -> None:
    made = audited("turn_a", "FAIL", Decision.APPROVE)
    admin = client_of(Role.ADMIN, "anna")
    sent = {"first_judge": "recorded", "second_judge": "embedded", "second_policy": policy().number, "cases": "people"}
    page = admin.post(ROOT, sent).headers["Location"]
    assert "1 case not judged yet" in text_of(admin, page)
    judge_waiting_cases(now=timezone.now, limit=5)
    told = text_of(admin, f"{page}?show=differ")
    assert "No side is shown to be better" in told
    assert "turn_a #1" in told
    case = text_of(admin, f"{page}1/?show=differ")
    assert f"/attempts/{made.pk}/" in case
    assert "Embedded judge" in text_of(admin, ROOT)


def test_what_could_not_be_judged_is_told_listed_and_judged_again() -> None:
    audited("turn_a", "FAIL", Decision.APPROVE)
    page = f"{ROOT}{compared().pk}/"
    case = ComparedItem.objects.get()
    case.second = {"decision": "HALT", "confidence": None, "checks": {}, "reason": "No answer."}
    case.save()
    admin = client_of(Role.ADMIN, "anna")
    told = text_of(admin, f"{page}?show=halted")
    assert "The second could not judge 1: counted as not approved." in told
    assert "turn_a #1" in told
    admin.post(f"{page}again/")
    case.refresh_from_db()
    assert (case.first, case.second) == (None, None)
    judge_waiting_cases(now=timezone.now, limit=5)
    assert "turn_a" not in text_of(admin, f"{page}?show=halted")


def test_what_a_reader_has_to_answer_blind_is_left_out() -> None:
    made = audited("turn_a", "FAIL", Decision.APPROVE)
    audited("turn_b", "FAIL", Decision.APPROVE)
    page = f"{ROOT}{compared().pk}/"
    AuditItem.objects.filter(attempt=made).update(state="open")
    item = AuditItem.objects.get(attempt=made)
    ask(item, OpinionRole.SECOND, now=NOON)
    admin = client_of(Role.ADMIN, "anna")
    told = text_of(admin, f"{page}?show=all")
    assert ("turn_b" in told, "turn_a" in told, "1 case judged," in told) == (True, False, True)
    position = ComparedItem.objects.get(attempt=made).position
    assert admin.get(f"{page}{position}/").status_code == 404


# --- prompts


ADD = "/insights/trust/prompts/add/"


def test_a_version_holds_its_examples_and_they_are_no_cases_of_a_comparison() -> None:
    audited("other", "APPROVE", Decision.APPROVE)
    item = adjudicated()
    admin = client_of(Role.ADMIN, "anna")
    sent = {"instructions": "Judge it.", "note": "stricter", "examples": [str(item.pk)]}
    page = admin.post(ADD, sent).headers["Location"]
    stored = PromptVersion.objects.get()
    assert "Decision: REVISE" in stored.examples[0]["text"]
    assert "The block examples" in stored.text
    assert "Decision: REVISE" in text_of(admin, page)
    left = known_cases(Cases.ALL, None, but=attempts_in_examples([stored.number]))
    assert [case.truth for case in left] == ["APPROVE"]


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"instructions": ""}, "Write the instructions."),
        ({"instructions": "word " * 2000}, "the limit is 1500. Shorten them."),
        ({"note": " "}, "Say what this version tries"),
        ({"examples": ["x"] * 9}, "Choose at most"),
    ],
)
def test_a_prompt_that_cannot_be_is_refused_and_shown_again(changed: dict[str, object], told: str) -> None:
    sent = {"instructions": "Judge it. \0", "note": "stricter", "examples": [], **changed}
    sent["examples"] = [str(AuditItem().pk) for _ in sent["examples"]]  # type: ignore[attr-defined]
    answer = client_of(Role.ADMIN, "anna").post("/insights/trust/prompts/add/", sent)
    assert (answer.status_code, PromptVersion.objects.count()) == (422, 0)
    assert 'role="alert"' in answer.content.decode()
    assert told in answer.content.decode()


def test_the_same_version_is_stored_once() -> None:
    admin = client_of(Role.ADMIN, "anna")
    sent = {"instructions": "Judge it.", "note": "stricter"}
    assert [admin.post(ADD, sent).status_code for _ in range(2)] == [302, 422]


def test_a_policy_names_a_prompt_that_is_there() -> None:
    policy()
    with pytest.raises(InputRejected) as refused:
        publish_policy(document={"response": {"prompt": 7}}, reason="Try.", by="anna", now=NOON)
    assert [error.field for error in refused.value.fields] == ["response.prompt"]
