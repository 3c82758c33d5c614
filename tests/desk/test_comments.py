"""What colleagues say about an item, and who reads it."""

from __future__ import annotations

import pytest
from django.test import Client
from django.utils import timezone

from tests.api_client import ApiClient, MakeApi
from tests.desk.people import a_fail, client_of, text_of, work_on
from tests.factories import NOON, person
from tests.trust.audits import publish, reply
from tests.trust.blind.test_blindness import judged_with_marks
from validation.desk.actions.planning import LONGEST, add_comment
from validation.domain.trust.audit import OpinionRole
from validation.domain.verdict import Decision
from validation.models import AuditEvent, AuditItem, Comment, Event, Intervention, Mention
from validation.platform.permissions import Role
from validation.trust.actions.draws import draw_by_hand

pytestmark = pytest.mark.django_db
SAID = "Quokkaword"
HTMX = {"HX-Request": "true", "HX-Target": "desk-comments"}


def say(work: Intervention, text: str = SAID, by: str = "mara") -> Comment:
    return add_comment(intervention_id=work.pk, text=text, by=by, now=timezone.now())


def test_a_comment_is_shown_with_whom_it_names(reviewer: Client) -> None:
    person("otto")
    work = a_fail()
    shown = reviewer.post(f"/desk/{work.pk}/comment/", {"text": "@otto <b>hm</b>?"}, headers=HTMX).content.decode()
    assert '<strong class="talk-name">@otto</strong> &lt;b&gt;hm&lt;/b&gt;?' in shown
    assert ">\n</textarea>" in shown  # the field is empty again
    assert Mention.objects.get().person == "otto"
    assert "commented" in text_of(reviewer, f"/desk/{work.pk}/")


@pytest.mark.any_database
@pytest.mark.parametrize("text", ["", " \n", "x" * (LONGEST + 1)])
def test_what_cannot_be_said_is_refused_and_stays_typed(reviewer: Client, text: str) -> None:
    work = a_fail()
    answer = reviewer.post(f"/desk/{work.pk}/comment/", {"text": text}, headers=HTMX)
    assert (answer.status_code, answer["HX-Retarget"]) == (422, "#desk-comments")
    assert "comment-error" in answer.content.decode()
    assert text in answer.content.decode()
    assert not Comment.objects.exists()


def test_a_comment_is_in_the_feed_and_in_the_audit_log_without_its_words_there() -> None:
    work = a_fail()
    say(work)
    assert SAID in Event.objects.get(type="intervention.commented").data
    assert SAID not in str(AuditEvent.objects.get(verb="intervention.commented").data)


def test_the_api_comments(api: ApiClient) -> None:
    person("mara")
    path = f"/interventions/{a_fail().pk}"
    said = api.post(f"{path}/comments", {"text": "for @mara"})
    assert (said.status_code, said.json()["mentions"]) == (201, ["mara"])
    assert [one["text"] for one in api.get(path).json()["comments"]] == ["for @mara"]
    assert api.post(f"{path}/comments", {"text": " "}).json()["code"] == "comment_invalid"


def parts(client: Client, work: Intervention) -> str:
    """All that the page of an item answers with."""
    address = f"/desk/{work.pk}/"
    asked = [{}, *({"HX-Request": "true", "HX-Target": part} for part in ("desk-item", "desk-foot", "desk-thread"))]
    return "".join(text_of(client, address, **headers) for headers in asked)


def test_nobody_reads_comments_on_an_audit_before_answering_it() -> None:
    publish(revise=1.0, second_opinion=1.0)
    people = {name: client_of(Role.REVIEWER, name) for name in ("mara", "otto", "anna")}
    judged_with_marks()
    first, second = Intervention.objects.filter(kind="audit").order_by("opened_at")
    say(first)
    assert SAID in parts(people["mara"], first)
    assert SAID not in parts(people["otto"], first) + parts(people["anna"], first)
    item = AuditItem.objects.get()
    reply(item, "otto", "APPROVE", OpinionRole.SECOND)
    assert SAID in parts(people["otto"], first)
    assert SAID not in parts(people["anna"], first) + parts(people["anna"], second)
    assert not Event.objects.filter(type="intervention.commented").exists()


def test_who_must_answer_first_reads_no_comment_on_the_failure(make_api: MakeApi) -> None:
    publish(second_ruling=1.0)
    attempt = judged_with_marks(Decision.FAIL)
    work = work_on(attempt)
    otto = client_of(Role.REVIEWER, "otto")
    say(work)
    assert SAID in parts(otto, work)
    draw_by_hand(attempt_id=attempt.pk, pipeline=attempt.turn.pipeline, by="boss", now=NOON)
    assert SAID not in parts(otto, work)
    otto.post(f"/desk/{work.pk}/comment/", {"text": "peek"}, headers=HTMX)
    assert Comment.objects.count() == 1
    blind, reader = make_api("review", pipeline="shop"), make_api("review", "read", pipeline="shop")
    assert SAID not in blind.post(f"/interventions/{work.pk}/claim").content.decode()
    assert SAID in reader.get(f"/interventions/{work.pk}").content.decode()
