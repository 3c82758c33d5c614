"""Nothing of the verdict reaches a person who has to answer blind: no page, fragment, search, queue or live message."""

from __future__ import annotations

import re
from collections.abc import Container
from dataclasses import replace
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.desk.people import client_of
from tests.trust.audits import publish
from tests.verdicts import a_decision, an_attempt, decided_as
from validation.domain.check import CheckName, CheckResult, CheckState, DecisionSource
from validation.domain.claim import Claim, ClaimState
from validation.domain.finding import Finding, Severity
from validation.domain.verdict import Decision
from validation.evidence.report import EvidenceReport
from validation.models import Attempt, AuditItem, Intervention, Opinion
from validation.platform.permissions import Role
from validation.response.actions.judging import claim
from validation.response.actions.record import record_judgement
from validation.response.gate.gate import EMBEDDED, GateResult
from validation.trust.actions.answers import SubmittedAnswer, answer
from validation.trust.actions.reviews import expire_opinions

pytestmark = pytest.mark.django_db
MARK = "Zebrafinch"
CONFIDENCE = re.compile(r"(?<!\d)0\.63")
"""That of the verdict; the fraction of a second may look like it."""
"""Stands in every text of the verdict and nowhere else."""
PARTS = {
    "/desk/?q=is": ("desk-list",),
    "/desk/?sel": ("desk-item",),
    "/turns/?": ("turn-list",),
    "/attempts/?": ("attempt-list",),
    "/search/": ("palette-list",),
}
"""What htmx asks for of each page."""


@pytest.fixture
def mara() -> Client:
    return client_of(Role.REVIEWER, "mara")


def judged_with_marks(decision: Decision = Decision.REVISE, attempt: Attempt | None = None) -> Attempt:
    """At 0.63, its every text can be told from anything else on a page."""
    attempt = attempt or an_attempt()
    report = EvidenceReport(
        claims=(Claim("c1", attempt.text.response_md[:9], 0, 9, ClaimState.UNSUPPORTED, 0.63, (), (MARK,)),),
        findings=(Finding("money_not_in_evidence", Severity.CERTAIN, CheckName.NO_HALLUCINATIONS, 0, 9, MARK, "c1"),),
        requirements=(),
        checks={},
        grounded=None,
    )
    decided = replace(
        a_decision(decision),
        confidence=0.63,
        raw_confidence=0.63,
        checks=tuple(CheckResult(name, CheckState.FAIL, MARK, (DecisionSource.JUDGE,)) for name in CheckName),
        issues=(MARK,),
        revision_hints=MARK,
        notes=MARK,
        caveat=MARK,
    )
    now = timezone.now()
    claimed = claim(attempt_id=attempt.pk, now=now)
    assert claimed is not None
    assert record_judgement(claimed=claimed, judged=GateResult(decided, None, report, EMBEDDED, MARK), now=now)
    return Attempt.objects.select_related("turn").get(pk=attempt.pk)


def audited_with_marks() -> Attempt:
    publish(revise=1.0)
    return judged_with_marks()


def addresses(attempt: Attempt, work: Intervention) -> list[str]:
    """Every page and fragment that shows attempts, turns or work."""
    item, own = f"/desk/{work.pk}/", f"/attempts/{attempt.pk}/"
    return [
        *("/", "/turns/?q=kettle", "/attempts/?q=kettle", "/search/?q=kettle", "/insights/trust/disagreements/"),
        *(f"/turns/{attempt.turn.pk}/", f"/turns/{attempt.turn.pk}/context.md"),
        *(own, f"{own}?judgement=1", f"{own}evidence/", f"{own}touches/"),
        *("/desk/?q=is:any", f"/desk/?q={attempt.pk}", f"/desk/?selected={work.pk}"),
        *(item, f"{item}?form=approve", f"{item}evidence/"),
    ]


def bodies(client: Client, attempt: Attempt, work: Intervention, *, but: Container[str] = ()) -> dict[str, str]:
    """What each address answers, as a page and as every part that htmx asks for; `but` are known already."""
    told: dict[str, str] = {}
    for address in addresses(attempt, work):
        parts = next((parts for path, parts in PARTS.items() if address.startswith(path)), ())
        if address == f"/desk/{work.pk}/":
            parts = ("desk-item", "desk-foot", "audit-evidence", "desk-list")
        for part in ("", *parts):
            if f"{address} {part}" in but:
                continue
            headers = {"HX-Request": "true", "HX-Target": part} if part else {}
            response = client.get(address, headers=headers, follow=True)
            assert response.status_code == 200, (address, response.status_code)
            told[f"{address} {part}"] = f"{response.headers} {response.content.decode()}"
    return told


def test_no_answer_of_the_server_holds_the_verdict(mara: Client) -> None:
    attempt = audited_with_marks()
    work = Intervention.objects.get()
    for address, body in bodies(mara, attempt, work).items():
        body = body.replace(f"q={MARK}", "").replace(f'value="{MARK}"', "").replace("route=REVISE", "")
        assert MARK not in body, address
        assert not CONFIDENCE.search(body), address
        if address.startswith(f"/desk/{work.pk}"):
            assert str(attempt.pk) not in body, address


def test_the_item_itself_names_no_route_check_state_or_mark(mara: Client) -> None:
    audited_with_marks()
    page = mara.get(f"/desk/{Intervention.objects.get().pk}/", headers={"HX-Request": "true", "HX-Target": "desk-item"})
    item = page.content.decode().split('id="desk-list"')[0]
    for told in ("tone-fail text", "claim-unsupported", "finding-mark", "check-strip", "turn_1", "Attempt 1"):
        assert told not in item


def test_after_the_answer_the_same_pages_show_it(mara: Client) -> None:
    attempt = audited_with_marks()
    sent = {f"check_{name}": "right" for name in CheckName} | {"decision": "APPROVE"}
    mara.post(f"/desk/{Intervention.objects.get().pk}/answer/", sent)
    assert MARK in mara.get(f"/attempts/{attempt.pk}/").content.decode()
    assert MARK in mara.get(f"/desk/{Intervention.objects.get().pk}/").content.decode()


@pytest.mark.parametrize("role", list(Role))
def test_nobody_reads_the_verdict_before_there_is_an_answer(role: Role) -> None:
    """Whoever is not asked may answer all the same, or be asked for the second opinion."""
    client_of(Role.REVIEWER, "anna")
    attempt = audited_with_marks()
    assert Opinion.objects.get().intervention.assigned_to == "anna"
    other = client_of(role, "otto")
    for address, body in bodies(other, attempt, Intervention.objects.get()).items():
        body = body.replace(f"q={MARK}", "").replace(f'value="{MARK}"', "")
        assert MARK not in body, address
        assert not CONFIDENCE.search(body), address


def test_an_audit_that_ended_without_an_answer_hides_nothing() -> None:
    attempt = audited_with_marks()
    expire_opinions(now=timezone.now() + timedelta(days=8))
    assert MARK in client_of(Role.REVIEWER, "otto").get(f"/attempts/{attempt.pk}/").content.decode()


def test_the_order_of_the_queue_says_nothing_of_the_verdict(mara: Client) -> None:
    publish(approve=1.0, revise=1.0, retry=1.0)
    routes = ["REVISE", "APPROVE", "RETRY", "APPROVE", "REVISE"]
    for place, route in enumerate(routes):
        decided_as(route, an_attempt(f"turn_{place}"), now=timezone.now() + timedelta(minutes=place))
    drawn = [str(one.opinions.get().intervention_id) for one in AuditItem.objects.order_by("drawn_at")]
    page = mara.get("/desk/?q=is:open").content.decode()
    assert sorted(drawn, key=lambda pk: page.index(f"row-{pk}")) == drawn
    assert set(Intervention.objects.values_list("priority", "why", "cause")) == {
        ("low", Intervention.objects.all()[0].why, "")
    }


def test_second_opinions_and_adjudications_look_like_any_audit() -> None:
    publish(approve=1.0, second_opinion=1.0)
    decided_as("APPROVE")
    first, second = Opinion.objects.order_by("role")
    told = {"checks": {name.value: "right" for name in CheckName}}
    for opinion, by, decision in ((first, "mara", "APPROVE"), (second, "otto", "REVISE")):
        answer(opinion_id=opinion.pk, given=SubmittedAnswer(decision=decision, **told), by=by, now=timezone.now())
    looks = set(Intervention.objects.values_list("kind", "title", "why", "priority", "cause", "on_expiry"))
    assert Intervention.objects.count() == 3
    assert len(looks) == 1
