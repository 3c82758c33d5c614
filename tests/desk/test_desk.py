"""The queue and an item on it, without JavaScript."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from tests.desk.people import a_fail, a_group, client_of, text_of
from tests.factories import attempt, decide, intervention, lamp_turn, turn
from tests.texts import GOOD
from tests.verdicts import failed, halted_by
from validation.actions import claims, rulings
from validation.domain.attempt import Route
from validation.domain.intervention import Priority, Ruling
from validation.models import Attempt, AuditEvent, Intervention, RulingRecord
from validation.permissions import Role
from validation.queries import desk_item

pytestmark = pytest.mark.django_db
HTMX = {"HX-Request": "true"}


@pytest.fixture
def reviewer() -> Client:
    return client_of(name="rita")


# --- the queue


def test_urgent_work_comes_first(reviewer: Client) -> None:
    for number, priority in enumerate((Priority.LOW, Priority.CRITICAL, Priority.HIGH)):
        one = attempt(turn(f"turn_{number}"))
        decide(one, Route.FAIL, confidence=0.1)
        intervention(one, priority=priority, title=f"work of {priority.value}")
    page = text_of(reviewer, "/desk/")
    assert page.index("work of critical") < page.index("work of high") < page.index("work of low")


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("is:open", {"fail", "halt"}),
        ("kind:halt", {"halt"}),
        ("kind:fail", {"fail"}),
        ("priority:critical", {"halt"}),
        ("gate:belief", set()),
        ("cause:judge_unavailable", {"halt"}),
        ("pipeline:shop", {"fail", "halt"}),
        ("pipeline:other", set()),
        ("unavailable", {"halt"}),
        ("is:ruled", set()),
        ("unclaimed", {"fail", "halt"}),
        ("mine", set()),
    ],
)
def test_a_search_narrows_the_queue(reviewer: Client, search: str, found: set[str]) -> None:
    ids = {"fail": a_fail().pk, "halt": a_group(1).pk}
    page = text_of(reviewer, f"/desk/?q={search}")
    assert {kind for kind, pk in ids.items() if f"row-{pk}" in page} == found


def test_the_desk_says_that_nothing_waits(reviewer: Client) -> None:
    assert "Nothing waits for a ruling" in text_of(reviewer, "/desk/")


def test_the_desk_says_that_colleagues_hold_all_of_it(reviewer: Client) -> None:
    claims.claim(intervention_id=a_fail().pk, by="otto", now=timezone.now())
    assert "Colleagues hold all of it" in text_of(reviewer, "/desk/?q=is:open+unclaimed")
    assert "Colleagues hold all that is open" in text_of(reviewer, "/desk/")


def test_the_desk_says_that_the_terms_hide_the_work(reviewer: Client) -> None:
    a_fail()
    assert "Nothing matches these terms" in text_of(reviewer, "/desk/?q=kind:halt")


def test_a_term_that_is_not_known_is_named(reviewer: Client) -> None:
    assert "kind:sad" in text_of(reviewer, "/desk/?q=kind:sad")


def test_what_has_a_pending_ruling_leaves_the_open_queue(reviewer: Client) -> None:
    work = a_fail()
    reviewer.post(f"/desk/{work.pk}/rule/", {"ruling": "dismiss"})
    assert f"row-{work.pk}" not in text_of(reviewer, "/desk/")
    assert f"row-{work.pk}" in text_of(reviewer, "/desk/?q=is:pending")


def test_a_long_queue_is_paged_without_loss(reviewer: Client) -> None:
    for number in range(55):
        one = attempt(turn(f"turn_{number}"))
        decide(one, Route.FAIL, confidence=0.1)
        intervention(one)
    first = text_of(reviewer, "/desk/")
    cursor = first.split("cursor=")[1].split('"')[0].split("&")[0]
    second = text_of(reviewer, f"/desk/?cursor={cursor}")
    shown = [str(pk) for pk in Intervention.objects.values_list("pk", flat=True)]
    assert sum(f"row-{pk}" in first for pk in shown) == 50
    assert all((f"row-{pk}" in first) != (f"row-{pk}" in second) for pk in shown)


# --- an item


def test_an_item_shows_the_draft_its_checks_and_what_can_be_done(reviewer: Client) -> None:
    page = text_of(reviewer, f"/desk/{a_fail().pk}/")
    assert all(told in page for told in ("Tarn K2", "Claims Supported", "1 / 1", "Approve", "Dismiss", "Activity"))


def test_an_item_shows_its_evidence_chain(reviewer: Client) -> None:
    first = lamp_turn().attempts.get(number=1)
    page = text_of(reviewer, f"/desk/{intervention(first).pk}/")
    assert all(told in page for told in ("45.90 EUR", "contradicted", "Voices disagree", "its claim"))


def test_a_viewer_sees_an_item_without_its_buttons() -> None:
    page = text_of(client_of(Role.VIEWER), f"/desk/{a_fail().pk}/")
    assert "Tarn K2" in page
    assert 'name="ruling"' not in page
    assert "/claim/" not in page


def test_approving_against_a_failing_check_asks_first(reviewer: Client) -> None:
    work = a_fail()
    bar = text_of(reviewer, f"/desk/{work.pk}/").split('id="desk-foot"')[1]
    assert 'href="?form=approve#desk-form"' in bar
    assert 'value="approve"' not in bar
    assert "Approve although" in text_of(reviewer, f"/desk/{work.pk}/?form=approve")


def test_approving_what_halted_is_offered_at_once(reviewer: Client) -> None:
    bar = text_of(reviewer, f"/desk/{a_group(1).pk}/").split('id="desk-foot"')[1]
    assert 'value="approve"' in bar


def test_an_item_of_ones_own_says_so_instead_of_claimed(reviewer: Client) -> None:
    work = a_fail()
    claims.claim(intervention_id=work.pk, by="rita", now=timezone.now())
    state = text_of(reviewer, f"/desk/{work.pk}/").split('id="desk-state"')[1].split("</div>")[0]
    assert "yours" in state
    assert "claimed" not in state


def test_a_colleagues_item_carries_the_name(reviewer: Client) -> None:
    work = a_fail()
    claims.claim(intervention_id=work.pk, by="otto", now=timezone.now())
    assert "otto" in text_of(reviewer, f"/desk/{work.pk}/").split('id="desk-state"')[1].split("</div>")[0]


def test_a_priority_says_why_it_is_that(reviewer: Client) -> None:
    assert "the judge is away" in text_of(reviewer, f"/desk/{a_group(1).pk}/")


def test_the_message_offered_for_a_group_claims_no_reader(reviewer: Client) -> None:
    form = text_of(reviewer, f"/desk/{a_group(2).pk}/").split('id="message"')[1].split("</textarea>")[0]
    assert "person" not in form
    assert "stand behind" in form


def test_one_undo_stands_on_the_page_of_an_item_just_ruled(reviewer: Client) -> None:
    work = a_fail()
    reviewer.post(f"/desk/{work.pk}/rule/", {"ruling": "dismiss"})
    assert text_of(reviewer, f"/desk/{work.pk}/").count(f'action="/desk/{work.pk}/undo/') == 1


def test_an_item_that_is_judged_again_says_what_it_waits_for(reviewer: Client) -> None:
    work = a_group(1)
    reviewer.post(f"/desk/{work.pk}/judge-again/")
    assert "Not judged yet" in text_of(reviewer, f"/desk/{work.pk}/")


def test_an_unknown_item_is_not_found(reviewer: Client) -> None:
    assert reviewer.get("/desk/00000000-0000-4000-8000-000000000000/").status_code == 404


def test_a_ruling_leads_to_the_next_item(reviewer: Client) -> None:
    first, second = a_fail("turn_a"), a_fail("turn_b")
    response = reviewer.post(f"/desk/{first.pk}/rule/?q=is:open", {"ruling": "approve"})
    assert response.headers["Location"] == f"/desk/{second.pk}/?q=is%3Aopen"


def test_the_next_item_is_one_that_no_colleague_holds(reviewer: Client) -> None:
    first, second, third = a_fail("turn_a"), a_fail("turn_b"), a_fail("turn_c")
    claims.claim(intervention_id=second.pk, by="otto", now=timezone.now())
    response = reviewer.post(f"/desk/{first.pk}/rule/", {"ruling": "approve"})
    assert response.headers["Location"] == f"/desk/{third.pk}/"


def test_the_last_ruling_leads_back_to_the_desk(reviewer: Client) -> None:
    response = reviewer.post(f"/desk/{a_fail().pk}/rule/", {"ruling": "approve"})
    assert response.headers["Location"] == "/desk/"


def test_a_ruling_can_be_undone_from_any_page_of_the_desk(reviewer: Client) -> None:
    work = a_fail()
    reviewer.post(f"/desk/{work.pk}/rule/", {"ruling": "approve"})
    assert f"/desk/{work.pk}/undo/" in text_of(reviewer, "/desk/")
    reviewer.post(f"/desk/{work.pk}/undo/")
    assert RulingRecord.objects.get().state == "undone"
    assert f"row-{work.pk}" in text_of(reviewer, "/desk/")


@pytest.mark.parametrize(
    ("sent", "kept"),
    [
        ({"ruling": "approve"}, {}),
        ({"ruling": "approve_edited", "response_md": "It is\r\n54.90."}, {"response_md": "It is\n54.90."}),
        ({"ruling": "revise", "hints_revise": "Give the price."}, {"hints": "Give the price."}),
        ({"ruling": "retry", "hints_retry": "Search again.", "hints_revise": "no"}, {"hints": "Search again."}),
        ({"ruling": "confirm_fail", "message": "Sorry."}, {"message": "Sorry."}),
        ({"ruling": "dismiss", "note": "a test"}, {"note": "a test"}),
        ({"ruling": "dismiss", "wrong_checks": ["coherent_format", "taste"]}, {"wrong_checks": ["coherent_format"]}),
    ],
)
def test_each_ruling_is_written_with_what_belongs_to_it(
    reviewer: Client, sent: dict[str, str], kept: dict[str, str]
) -> None:
    assert reviewer.post(f"/desk/{a_fail().pk}/rule/", sent).status_code == 302
    ruling = RulingRecord.objects.get()
    assert ruling.ruling == sent["ruling"]
    assert {name: getattr(ruling, name) for name in kept} == kept


@pytest.mark.parametrize(
    ("sent", "told"),
    [
        ({"ruling": "revise", "hints_revise": " "}, "Say what synthesis should change."),
        ({"ruling": "retry", "hints_retry": ""}, "Say what the planner should do differently."),
        ({"ruling": "confirm_fail", "message": ""}, "Write the message that the user gets"),
        ({"ruling": "approve_edited", "response_md": GOOD}, "The response is unchanged."),
        ({"ruling": "promote"}, "Choose one of the rulings."),
    ],
)
def test_an_incomplete_ruling_comes_back_with_its_text_and_reason(
    reviewer: Client, sent: dict[str, str], told: str
) -> None:
    response = reviewer.post(f"/desk/{a_fail().pk}/rule/", {**sent, "note": "my note"})
    page = response.content.decode()
    assert response.status_code in (409, 422)
    assert told in page
    assert "my note" in page


def test_a_colleagues_claim_blocks_the_ruling_and_names_the_colleague(reviewer: Client) -> None:
    work = a_fail()
    claims.claim(intervention_id=work.pk, by="otto", now=timezone.now())
    response = reviewer.post(f"/desk/{work.pk}/rule/", {"ruling": "approve"})
    assert response.status_code == 409
    assert "otto works on this" in response.content.decode()
    assert not RulingRecord.objects.exists()


def test_a_closed_item_says_so_instead_of_ruling_twice(reviewer: Client) -> None:
    work = a_fail()
    rulings.rule(intervention_id=work.pk, ruling=Ruling.DISMISS, by="otto", now=timezone.now())
    rulings.settle_due(now=timezone.now() + timedelta(minutes=1))
    response = reviewer.post(f"/desk/{work.pk}/rule/", {"ruling": "approve"})
    assert response.status_code == 409
    assert "ruled already" in response.content.decode()


def test_htmx_gets_the_form_alone_when_a_ruling_is_refused(reviewer: Client) -> None:
    headers = {**HTMX, "HX-Target": "desk-item"}
    response = reviewer.post(f"/desk/{a_fail().pk}/rule/", {"ruling": "revise", "hints_revise": ""}, headers=headers)
    assert response.headers["HX-Retarget"] == "#desk-form"
    assert b"desk-list" not in response.content.split(b"</form>")[0]


# --- claims


def test_claiming_and_releasing(reviewer: Client) -> None:
    work = a_fail()
    reviewer.post(f"/desk/{work.pk}/claim/")
    assert Intervention.objects.get().claimed_by == "rita"
    reviewer.post(f"/desk/{work.pk}/release/")
    assert Intervention.objects.get().claimed_by is None


def test_a_page_that_is_left_releases_without_an_answer(reviewer: Client) -> None:
    assert reviewer.post(f"/desk/{a_fail().pk}/release/?quiet=1").status_code == 204


def test_a_heartbeat_answers_with_the_foot(reviewer: Client) -> None:
    work = a_fail()
    reviewer.post(f"/desk/{work.pk}/claim/")
    response = reviewer.post(f"/desk/{work.pk}/heartbeat/", headers={**HTMX, "HX-Target": "desk-foot"})
    assert b"desk-foot" in response.content
    assert b"desk-list" not in response.content


@pytest.mark.parametrize("work", [a_fail, lambda: a_group(1)], ids=["fail", "halt"])
def test_the_activity_says_each_deed_in_words(reviewer: Client, work: Callable[[], Intervention]) -> None:
    page = text_of(reviewer, f"/desk/{work().pk}/")
    assert "submitted the attempt" in page
    assert "attempt received" not in page


def test_claims_are_folded_in_the_activity(reviewer: Client) -> None:
    work = a_fail()
    for _ in range(3):
        reviewer.post(f"/desk/{work.pk}/claim/")
        reviewer.post(f"/desk/{work.pk}/release/")
    assert "claimed it (3 times)" in text_of(reviewer, f"/desk/{work.pk}/")


# --- halt groups


def test_a_group_lists_what_halted(reviewer: Client) -> None:
    page = text_of(reviewer, f"/desk/{a_group(3).pk}/")
    assert all(f"halted_{index}" in page for index in range(3))
    assert "3 of 3 wait" in page


def test_a_group_offers_only_what_holds_for_all_of_it(reviewer: Client) -> None:
    page = text_of(reviewer, f"/desk/{a_group(2).pk}/")
    assert all(told in page for told in ("Judge all again", 'value="confirm_fail"', 'value="dismiss"'))
    assert 'value="approve"' not in page


def test_one_of_a_group_can_be_ruled_and_the_next_opens(reviewer: Client) -> None:
    work = a_group(2)
    first, second = work.occurrences.values_list("subject_id", flat=True)
    response = reviewer.post(f"/desk/{work.pk}/rule/?subject={first}", {"ruling": "approve"})
    assert RulingRecord.objects.get().subject_id == first
    assert response.headers["Location"] == f"/desk/{work.pk}/?subject={second}"


def test_a_group_is_judged_again_whole(reviewer: Client) -> None:
    work = a_group(2)
    page = reviewer.post(f"/desk/{work.pk}/judge-again/", follow=True).content.decode()
    assert "2 attempts are judged again." in page
    assert set(Attempt.objects.values_list("state", flat=True)) == {"queued"}


def test_a_group_is_dismissed_whole(reviewer: Client) -> None:
    reviewer.post(f"/desk/{a_group(3).pk}/rule/", {"ruling": "dismiss"})
    assert RulingRecord.objects.count() == 3
    assert "Dismissed (3)" in text_of(reviewer, "/desk/")


def test_failing_a_group_needs_a_message(reviewer: Client) -> None:
    response = reviewer.post(f"/desk/{a_group(2).pk}/rule/", {"ruling": "confirm_fail", "message": ""})
    assert response.status_code == 422
    assert not RulingRecord.objects.exists()


def test_a_long_group_shows_the_occurrence_that_was_asked_for(reviewer: Client) -> None:
    work = a_group(1)
    last = halted_by("judge_unavailable", turn_id="the_last")
    page = text_of(reviewer, f"/desk/{work.pk}/?subject={last.pk}")
    assert "the_last" in page
    assert "All 2 of this group" in page


# --- bounded work


def test_the_queue_takes_a_fixed_number_of_statements(django_assert_max_num_queries: object) -> None:
    client = client_of()
    for number in range(30):
        failed(f"turn_{number}")
    with django_assert_max_num_queries(10):  # type: ignore[operator]
        assert client.get("/desk/").status_code == 200


def test_an_item_takes_a_fixed_number_of_statements(django_assert_max_num_queries: object) -> None:
    client, work = client_of(), intervention(lamp_turn().attempts.get(number=1))
    with django_assert_max_num_queries(34):  # type: ignore[operator]
        assert client.get(f"/desk/{work.pk}/").status_code == 200


def test_a_live_list_takes_few_statements(django_assert_max_num_queries: object) -> None:
    client = client_of()
    a_fail()
    with django_assert_max_num_queries(7):  # type: ignore[operator]
        client.get("/desk/", headers={**HTMX, "HX-Target": "desk-list"})


def test_no_list_reads_bodies(reviewer: Client, django_assert_max_num_queries: object) -> None:
    a_fail()
    with django_assert_max_num_queries(20) as told:  # type: ignore[operator]
        reviewer.get("/desk/")
    assert not [one for one in told.captured_queries if "attempttext" in one["sql"] or "judgementtext" in one["sql"]]


def test_looking_at_an_item_changes_nothing(reviewer: Client) -> None:
    work = a_fail()
    before = AuditEvent.objects.count()
    reviewer.get(f"/desk/{work.pk}/")
    assert AuditEvent.objects.count() == before


def test_a_subject_of_a_large_group_shows_the_ruling_on_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(desk_item, "_RULINGS_SHOWN", 1)
    first, last = (str(halted_by("judge_refused", turn_id=f"turn_{number}").pk) for number in range(2))
    work, now = Intervention.objects.get(), timezone.now()
    for later, subject in enumerate((first, last)):
        rulings.rule(
            intervention_id=work.pk,
            ruling=Ruling.DISMISS,
            by="rita",
            now=now + timedelta(seconds=later),
            subject_id=subject,
        )
    item = desk_item.load_item(work.pk, now=now, subject_id=first)
    assert item is not None
    assert [line.subject_id for line in item.rulings] == [first]
