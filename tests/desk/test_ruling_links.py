"""Rulings by a signed link: what it may do, once, for whom; and every way to misuse one."""

from __future__ import annotations

import re
from collections.abc import Callable
from datetime import timedelta

import pytest
from django.contrib.auth.models import User
from django.core.signing import Signer
from django.test import Client
from django.utils import timezone

from tests.desk.people import a_fail, approval_of, client_of
from tests.factories import person
from tests.verdicts import a_pipeline
from validation.desk.actions.rulings import rule, undo
from validation.domain.desk.approval import ApprovalConcern
from validation.domain.errors import Conflict
from validation.domain.intervention import Priority, Ruling
from validation.models import Attempt, AuditEvent, Intervention, NotificationTarget, RulingRecord
from validation.notifications.queries.ruling_links import links_to_rule
from validation.notifications.queries.targets import COMMITTED
from validation.platform.interventions.ruling_links import LIFETIME, low_risk, make_link, read_link
from validation.platform.permissions import Role
from validation.policies.actions.policies import publish as publish_policy

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def _allowed() -> None:
    allow(True)


def allow(allowed: bool) -> None:
    document = {"interventions": {"rule_by_link": allowed}}
    publish_policy(document=document, reason="links", by="anna", now=timezone.now())


@pytest.fixture
def mara() -> User:
    return person("mara")


def link_of(work: Intervention, user: User) -> str:
    return make_link(work, user, now=timezone.now())


def rulings() -> list[tuple[str, str]]:
    return list(RulingRecord.objects.values_list("ruling", "by"))


def test_whoever_it_was_sent_to_approves_without_signing_in(mara: User) -> None:
    work = a_fail()
    address, stranger = link_of(work, mara), Client(enforce_csrf_checks=True)
    page = stranger.get(address).content.decode()
    assert "You rule as" in page
    assert rulings() == []
    token = re.search(r'csrfmiddlewaretoken" value="(\w+)"', page)
    assert token is not None
    answer = stranger.post(address, {**approval_of(work), "csrfmiddlewaretoken": token[1]})
    assert (answer.status_code, rulings()) == (200, [("approve", "mara")])
    assert AuditEvent.objects.filter(verb="ruling_link.used", by="mara").count() == 1
    assert "_auth_user_id" not in stranger.session


def test_failing_needs_the_message_that_the_user_gets(mara: User) -> None:
    address = link_of(a_fail(), mara)
    empty = Client().post(address, {"ruling": "confirm_fail", "message": " "})
    assert (empty.status_code, rulings()) == (409, [])
    Client().post(address, {"ruling": "confirm_fail", "message": "Sorry."})
    assert rulings() == [("confirm_fail", "mara")]


@pytest.mark.parametrize("method", ["get", "head"])
def test_what_opens_links_by_itself_rules_on_nothing(mara: User, method: str) -> None:
    address = link_of(a_fail(), mara)
    for _ in range(3):
        assert getattr(Client(), method)(address, {"ruling": "approve"}).status_code == 200
    assert rulings() == []


@pytest.mark.any_database
@pytest.mark.parametrize("ruling", ["", "dismiss", "approve_edited", "revise"])
def test_nothing_but_approving_and_failing_goes_by_link(mara: User, ruling: str) -> None:
    address = link_of(a_fail(), mara)
    assert Client().post(address, {"ruling": ruling, "hints": "x", "response_md": "x"}).status_code == 409
    assert rulings() == []


def test_approving_confirms_what_speaks_against_it(mara: User) -> None:
    address = link_of(a_fail(), mara)
    assert Client().post(address, {"ruling": "approve"}).status_code == 409
    assert rulings() == []


def _rule(work: Intervention, by: str = "ben") -> None:
    rule(intervention_id=work.pk, ruling=Ruling.DISMISS, by=by, now=timezone.now())


def _rule_and_undo(work: Intervention) -> None:
    _rule(work, "mara")
    undo(intervention_id=work.pk, by="mara", now=timezone.now())


def _set_password() -> None:
    user = User.objects.get(username="mara")
    user.set_password("another one, longer")
    user.save()


ENDINGS: dict[str, Callable[[Intervention], object]] = {
    "ruled on by a colleague": _rule,
    "ruled on and undone": _rule_and_undo,
    "closed": lambda work: Intervention.objects.filter(pk=work.pk).update(state="expired", closed_at=timezone.now()),
    "more urgent": lambda _: low_risk().update(priority=Priority.CRITICAL),
    "escalated": lambda _: low_risk().update(escalated=True),
    "turned into an audit": lambda _: low_risk().update(kind="audit"),
    "halted": lambda _: low_risk().update(kind="halt"),
    "judged again": lambda work: _attempt(work, judgement_number=2),
    "deleted": lambda work: Intervention.objects.filter(pk=work.pk).delete(),
    "the draft changed": lambda work: _attempt(work, content_hash="0" * 64),
    "links no longer allowed": lambda _: allow(False),
    "person deactivated": lambda _: User.objects.filter(username="mara").update(is_active=False),
    "person a viewer": lambda _: User.objects.get(username="mara").groups.clear(),
    "password changed": lambda _: _set_password(),
}


def _attempt(work: Intervention, **changed: object) -> None:
    Attempt.objects.filter(pk=work.subject_id).update(**changed)


@pytest.mark.parametrize("ending", ENDINGS)
def test_what_changes_item_or_person_ends_the_link(mara: User, ending: str) -> None:
    work = a_fail()
    address, form, client = link_of(work, mara), approval_of(work), Client()
    assert client.get(address).status_code == 200
    ENDINGS[ending](work)
    before = rulings()
    answers = [client.get(address), client.post(address, form)]
    assert [one.status_code for one in answers] == [410, 410]
    assert rulings() == before
    assert "kettle" not in answers[0].content.decode()


def test_a_used_link_is_spent(mara: User) -> None:
    work = a_fail()
    address, form = link_of(work, mara), approval_of(work)
    assert [Client().post(address, form).status_code for _ in range(2)] == [200, 410]


def test_it_ends_after_a_day(mara: User) -> None:
    now = timezone.now()
    token = make_link(a_fail(), mara, now=now).split("/")[2]
    read_link(token, now=now + LIFETIME - timedelta(seconds=2))
    with pytest.raises(Conflict, match="24 hours"):
        read_link(token, now=now + LIFETIME)


def test_another_person_who_is_signed_in_cannot_use_it(mara: User) -> None:
    work = a_fail()
    address, colleague = link_of(work, mara), client_of(Role.ADMIN, "anna")
    assert [colleague.get(address).status_code, colleague.post(address, approval_of(work)).status_code] == [410, 410]
    assert rulings() == []


def test_a_colleague_who_holds_the_item_is_not_overruled(mara: User) -> None:
    work = a_fail()
    address = link_of(work, mara)
    client_of(Role.REVIEWER, "ben").post(f"/desk/{work.pk}/claim/")
    answer = Client().post(address, approval_of(work))
    assert (answer.status_code, "ben is reviewing this" in answer.content.decode()) == (409, True)


@pytest.mark.parametrize("salt", ["", "countersign.other"])
def test_what_we_did_not_sign_for_this_is_refused(mara: User, salt: str) -> None:
    work = a_fail()
    token = link_of(work, mara).split("/")[2]
    content = Signer(salt="countersign.ruling_link").unsign_object(token)
    forged = Signer(salt=salt).sign_object(content) if salt else token[:-3]
    assert Client().post(f"/rule/{forged}/", approval_of(work)).status_code == 410
    assert rulings() == []


def test_a_link_of_one_item_says_nothing_of_another(mara: User) -> None:
    first, second = a_fail("one"), a_fail("two")
    Client().post(link_of(first, mara), approval_of(second))
    assert set(RulingRecord.objects.values_list("intervention", flat=True)) == {first.pk}


def _asked(since: timedelta = timedelta(hours=1)) -> list[str]:
    now = timezone.now() + COMMITTED
    return [one.path for one in links_to_rule("mara", pipeline=None, since=now - since, now=now)]


def test_links_are_offered_for_new_low_items_of_pipelines_that_allow_them(
    mara: User, monkeypatch: pytest.MonkeyPatch
) -> None:
    a_fail()
    assert len(_asked()) == 1
    assert _asked(timedelta()) == []
    allow(False)
    assert _asked() == []
    publish_policy(
        document={"interventions": {"rule_by_link": True}},
        pipeline=a_pipeline(),
        reason="x",
        by="a",
        now=timezone.now(),
    )
    assert len(_asked()) == 1
    risky = (ApprovalConcern("out_of_domain", "x"),)
    monkeypatch.setattr("validation.response.queries.attempts.response_concerns", lambda **_: risky)
    assert _asked() == []
    monkeypatch.undo()
    mara.groups.clear()
    assert _asked() == []


def test_a_link_comes_for_what_was_committed_after_a_look_at_its_time(mara: User) -> None:
    now = timezone.now()
    assert links_to_rule("mara", pipeline=None, since=now - timedelta(hours=1), now=now) == []
    a_fail()
    Intervention.objects.update(opened_at=now - timedelta(seconds=1))
    assert len(links_to_rule("mara", pipeline=None, since=now, now=now + timedelta(minutes=1))) == 1


def test_without_a_person_a_target_gets_no_links(mara: User) -> None:
    a_fail()
    assert not NotificationTarget.objects.exists()
    assert links_to_rule("", pipeline=None, since=timezone.now() - timedelta(hours=1), now=timezone.now()) == []
