"""Once somebody has answered, everyone who may still be asked is kept from the verdict and from that answer."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from django.test import Client

from tests.api_client import MakeApi
from tests.desk.people import client_of, work_on
from tests.factories import NOON
from tests.texts import GOOD
from tests.trust.audits import given, publish, reply
from tests.trust.blind.test_blindness import MARK, audited_with_marks, bodies, judged_with_marks
from tests.verdicts import an_attempt, decided_as
from validation.desk.actions.rulings import RulingText, finalize_due, rule
from validation.domain.intervention import Ruling
from validation.domain.trust.audit import OpinionRole
from validation.domain.verdict import Decision
from validation.models import Attempt, AuditItem, Intervention, Opinion, RulingRecord
from validation.platform.permissions import Role
from validation.trust.actions.answers import answer

pytestmark = pytest.mark.django_db
ANSWERED = "Quokkafish"
"""Stands in what the first person said and nowhere else."""


@pytest.fixture
def people() -> dict[str, Client]:
    return {name: client_of(Role.REVIEWER, name) for name in ("mara", "otto", "anna")}


def a_ruled_fail(people: dict[str, Client]) -> Attempt:
    publish(second_ruling=1.0)
    attempt = judged_with_marks(Decision.FAIL)
    text = RulingText(message=ANSWERED, note=ANSWERED)
    rule(intervention_id=work_on(attempt).pk, ruling=Ruling.APPROVE, by="mara", now=NOON, text=text)
    RulingRecord.objects.update(effective_at=NOON)
    finalize_due(now=NOON)
    return attempt


def an_answered_audit() -> Attempt:
    publish(revise=1.0, second_opinion=1.0)
    attempt = judged_with_marks()
    told = given("FAIL")
    first = Opinion.objects.get(role=OpinionRole.FIRST)
    answer(opinion_id=first.pk, given=type(told)(told.decision, told.checks, (), ANSWERED), by="mara", now=NOON)
    return attempt


def told_to(person: Client, attempt: Attempt) -> dict[str, str]:
    """What the pages answer that show the attempt, its work and the audit of it."""
    told: dict[str, str] = {}
    for work in Intervention.objects.filter(kind="audit"):
        told |= bodies(person, attempt, work, but=told)
    closed = [f"/desk/{work.pk}/" for work in Intervention.objects.exclude(kind="audit")]
    for path in ("/desk/?q=is:ruled", "/desk/?q=is:ruled mine", *closed):
        for part in ("", "desk-item", "desk-foot", "desk-list"):
            headers = {"HX-Request": "true", "HX-Target": part} if part else {}
            told[f"{path} {part}"] = person.get(path, headers=headers, follow=True).content.decode()
    told["set"] = b"".join(person.get("/insights/trust/disagreements/audits.jsonl?all=1")).decode()  # type: ignore[arg-type]
    return told


@pytest.mark.parametrize("name", ["otto", "anna"])
def test_a_ruling_is_kept_from_everyone_who_may_give_the_second_opinion(people: dict[str, Client], name: str) -> None:
    attempt = a_ruled_fail(people)
    for address, body in told_to(people[name], attempt).items():
        assert MARK not in body.replace(f"q={MARK}", ""), address
        assert ANSWERED not in body, address


def test_who_ruled_reads_on_and_so_do_all_when_it_has_ended(people: dict[str, Client]) -> None:
    attempt = a_ruled_fail(people)
    page = f"/desk/{work_on(attempt).pk}/"
    assert ANSWERED in people["mara"].get(page).content.decode()
    reply(AuditItem.objects.get(), "otto", "APPROVE", OpinionRole.SECOND)
    for person in people.values():
        assert ANSWERED in person.get(page).content.decode()


@pytest.mark.parametrize("name", ["otto", "anna"])
def test_a_first_answer_is_kept_from_everyone_who_may_give_the_second(people: dict[str, Client], name: str) -> None:
    attempt = an_answered_audit()
    for address, body in told_to(people[name], attempt).items():
        assert MARK not in body.replace(f"q={MARK}", ""), address
        assert ANSWERED not in body, address
        assert '"truth"' not in body, address


def test_no_address_of_the_api_tells_the_first_answer(people: dict[str, Client], make_api: MakeApi) -> None:
    attempt = an_answered_audit()
    reader = make_api("review", "read", pipeline="shop")
    routes = json.loads((Path(__file__).parents[3] / "docs/openapi.json").read_text())["paths"]
    item = AuditItem.objects.get()
    ids = {"attempt_id": attempt.pk, "audit_id": item.pk, "turn_id": attempt.turn.turn_id, "name": "shop"}
    searched = 0
    for route in (path for path, told in routes.items() if "get" in told):
        for work in Intervention.objects.all():
            path = route.format_map({**dict.fromkeys(_names(route), 1), **ids, "intervention_id": work.pk})
            answered = reader.get(path.removeprefix("/api/v1"))
            body = b"".join(answered) if answered.streaming else answered.content  # type: ignore[arg-type]
            searched += answered.status_code == 200
            assert ANSWERED not in body.decode(errors="replace"), path
    assert searched > 20
    labelled = reader.get("/export/labelled.jsonl?which=all")
    assert b"".join(labelled) == b""  # type: ignore[arg-type]


def test_a_second_attempt_tells_nothing_of_the_first(people: dict[str, Client]) -> None:
    """That there is one says that the first was not approved. Only what the pipeline waits for stays."""
    first = audited_with_marks()
    publish()
    second = decided_as("FAIL", an_attempt(draft=f"{GOOD} It is steel."))
    assert second.turn_id == first.turn_id
    own = f"/attempts/{second.pk}/"
    for address in ("/attempts/", own, f"{own}evidence/", f"/desk/{work_on(second).pk}/"):
        page = people["otto"].get(address).content.decode()
        assert f"/attempts/{first.pk}/" not in page, address
        assert (own in page) == address.startswith("/desk/"), address


def _names(route: str) -> list[str]:
    return [part.split("}")[0] for part in route.split("{")[1:]]


@pytest.mark.parametrize(("scopes", "blind"), [(("review",), True), (("review", "read"), False)])
def test_what_a_key_answers_that_can_read_verdicts_is_not_blind(
    make_api: MakeApi, scopes: tuple[str, ...], blind: bool
) -> None:
    audited_with_marks()
    told = {"checks": dict(given().checks), "decision": "APPROVE"}
    key = make_api(*scopes, pipeline="shop")
    assert key.post(f"/audits/{AuditItem.objects.get().pk}/answers", told).status_code == 200
    assert Opinion.objects.get().blind is blind
