"""What is selected in the queue, and the pane that speaks about it."""

from __future__ import annotations

import re
import uuid
from typing import Any

import pytest
from django.test import Client
from django.utils import timezone

from tests.desk.people import a_fail, a_group, a_shared_belief, client_of, text_of
from tests.verdicts import failed
from validation.desk.actions import claims, rulings
from validation.domain.intervention import Ruling
from validation.models import Intervention, RulingRecord
from validation.platform.permissions import Role

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
NOW = {"as_of": "2099-01-01T00:00:00Z"}
HTMX = {"HX-Request": "true", "HX-Target": "desk-item"}


def selected(*items: Intervention, more: str = "") -> str:
    return "/desk/?" + "&".join([*(f"selected={one.pk}" for one in items), *([more] if more else [])])


def ticked(page: str) -> set[str]:
    return set(re.findall(r'value="([0-9a-f-]{36})" form="desk-selection" autocomplete="off" data-pick checked', page))


def sent(page: str, name: str) -> list[str]:
    told = re.search(rf'name="{name}" value="([^"]*)"', page)
    return [one for one in (told.group(1) if told else "").split(",") if one]


def test_a_link_selects_the_items_it_names(reviewer: Client) -> None:
    first, second, third = a_fail("turn_a"), a_fail("turn_b"), a_fail("turn_c")
    page = text_of(reviewer, selected(first, third))
    assert ticked(page) == {str(first.pk), str(third.pk)}
    assert "2 items selected" in page
    assert second.pk.hex not in sent(page, "ids")


def test_a_link_selects_all_that_matches(reviewer: Client) -> None:
    fail, halt = a_fail(), a_group(1)
    page = text_of(reviewer, "/desk/?q=kind:fail&selected=all")
    assert "All 1 that match" in page
    assert "no longer there" not in page
    assert sent(page, "ids") == [fail.pk.hex]
    assert halt.pk.hex not in page


@pytest.mark.parametrize("bad", ["nothing", "", "00000000-0000-4000-8000-000000000000", "%00", "all%27--", "1" * 5000])
def test_a_bad_value_in_the_address_is_harmless(reviewer: Client, bad: str) -> None:
    work = a_fail()
    assert f"row-{work.pk}" in text_of(reviewer, f"/desk/?selected={bad}")
    assert f"row-{work.pk}" in text_of(reviewer, f"/desk/{work.pk}/?selected={bad}")


def test_an_item_that_is_gone_is_counted_as_such(reviewer: Client) -> None:
    page = text_of(reviewer, selected(a_fail(), more=f"selected={uuid.uuid4()}"))
    assert '<span class="strong num">1</span> no longer there' in page


def test_an_address_names_at_most_a_hundred(reviewer: Client) -> None:
    many = "&".join(f"selected={uuid.uuid4()}" for _ in range(150))
    assert len(re.findall("data-elsewhere", text_of(reviewer, f"/desk/?{many}"))) == 100


def test_what_is_selected_on_another_page_stays_selected(reviewer: Client) -> None:
    for number in range(52):
        failed(f"turn_{number}")
    *most, fiftieth, _, last = Intervention.objects.order_by("priority_rank", "due_at", "pk")
    page = text_of(reviewer, selected(last))
    assert len(most) == 49
    assert f'value="{last.pk}" form="desk-selection" data-elsewhere' in page
    assert ticked(text_of(reviewer, selected(last, more=f"cursor={fiftieth.pk}"))) == {str(last.pk)}


def test_an_item_opened_out_of_a_selection_leads_back_to_it(reviewer: Client) -> None:
    first, second = a_fail("turn_a"), a_fail("turn_b")
    page = text_of(reviewer, f"/desk/{first.pk}/?selected={second.pk}")
    assert "for this item alone" in page
    assert f'href="/desk/?selected={second.pk}"' in page


def test_the_pane_alone_is_sent_while_marks_are_set(reviewer: Client) -> None:
    page = text_of(reviewer, selected(a_fail()), **HTMX, **{"HX-Trigger": "desk-selection"})
    assert "1 item selected" in page
    assert 'id="desk-list"' not in page


def test_a_viewer_marks_nothing_and_rules_on_nothing() -> None:
    page = text_of(client_of(Role.VIEWER), selected(a_fail()))
    assert "data-pick" not in page
    assert "desk-form" not in page
    assert "Ruling needs the role reviewer" in page


def test_what_cannot_be_ruled_on_is_named_with_its_reason(reviewer: Client) -> None:
    held, pending, free = a_fail("turn_a"), a_fail("turn_b"), a_fail("turn_c")
    claims.claim(intervention_id=held.pk, by="otto", now=timezone.now())
    rulings.rule(intervention_id=pending.pk, ruling=Ruling.DISMISS, by="mara", now=timezone.now())
    page = text_of(reviewer, selected(held, pending, free))
    assert "held by otto" in page
    assert "ruled by mara just now" in page
    assert sent(page, "ids") == [free.pk.hex]


def test_each_ruling_says_how_many_it_reaches(reviewer: Client) -> None:
    fail, group = a_fail(), a_group(3)
    page = text_of(reviewer, selected(fail, group))
    reach = dict(re.findall(r'data-ruling="(\w+)">.*?<span class="num">(\d+)</span>', page, re.DOTALL))
    assert reach == {"judge_again": "1", "dismiss": "2", "confirm_fail": "2", "revise": "1", "retry": "1"}


def test_attempts_are_counted_where_a_group_has_many(reviewer: Client) -> None:
    fail, group, belief = a_fail(), a_group(3), a_shared_belief()
    page = text_of(reviewer, selected(fail, group, belief))
    assert '<span class="num">4</span> attempts in all' in page
    assert '<span class="num">1</span> from belief' in page
    assert "attempts in all" not in text_of(reviewer, selected(fail, belief))


def test_attempts_are_counted_of_what_can_be_ruled_on(reviewer: Client) -> None:
    held, group = a_fail(), a_group(3)
    claims.claim(intervention_id=held.pk, by="otto", now=timezone.now())
    head, card, below = text_of(reviewer, selected(held, group)).partition("1 can be ruled on")
    assert [card, "attempts in all" in head] == ["1 can be ruled on", False]
    assert '<span class="num">3</span> attempts in all' in below


def test_approving_is_not_offered(reviewer: Client) -> None:
    page = text_of(reviewer, selected(a_fail()))
    assert 'value="approve' not in page
    assert "Nothing is approved in bulk" in page


def rule(client: Client, page: str, **told: str) -> Any:
    return client.post(
        "/desk/bulk/rule/?q=is:open",
        {
            "as_of": sent(page, "as_of")[0],
            "ids": ",".join(sent(page, "ids")),
            "others": ",".join(sent(page, "others")),
            **told,
        },
    )


def test_a_ruling_reaches_all_that_was_confirmed(reviewer: Client) -> None:
    page = text_of(reviewer, selected(a_fail("turn_a"), a_fail("turn_b")))
    response = rule(reviewer, page, ruling="dismiss", note="a test")
    assert response.headers["Location"] == "/desk/?q=is%3Aopen"
    assert list(RulingRecord.objects.values_list("ruling", "note")) == [("dismiss", "a test")] * 2
    assert "Dismissed: 2 items" in text_of(reviewer, "/desk/")


def test_what_matches_only_since_then_is_not_ruled_on(reviewer: Client) -> None:
    a_fail("turn_a")
    page = text_of(reviewer, "/desk/?selected=all")
    late = a_fail("turn_late")
    rule(reviewer, page, ruling="dismiss")
    assert not RulingRecord.objects.filter(intervention=late).exists()


def test_what_colleagues_took_meanwhile_is_left_named_and_still_selected(reviewer: Client) -> None:
    held, taken, ruled, free = (a_fail(f"turn_{name}") for name in "abcd")
    claims.claim(intervention_id=held.pk, by="mara", now=timezone.now())
    page = text_of(reviewer, selected(held, taken, ruled, free))
    claims.claim(intervention_id=taken.pk, by="mara", now=timezone.now())
    rulings.rule(intervention_id=ruled.pk, ruling=Ruling.DISMISS, by="otto", now=timezone.now())
    address = rule(reviewer, page, ruling="dismiss").headers["Location"]
    assert set(re.findall("selected=([0-9a-f-]+)", address)) == {str(one.pk) for one in (held, taken, ruled)}
    assert "1 dismissed, 3 left: 2 held by mara, 1 ruled by otto just now." in text_of(reviewer, address)
    assert list(RulingRecord.objects.filter(by="rita").values_list("intervention", flat=True)) == [free.pk]


@pytest.mark.parametrize(
    ("told", "status", "said"),
    [
        ({"ruling": "confirm_fail", "message": " "}, 422, "Write the message."),
        ({"ruling": "revise", "hints_revise": ""}, 422, "Say what synthesis should change."),
        ({"ruling": "approve"}, 409, "Choose one of the rulings."),
    ],
)
def test_a_ruling_that_cannot_be_made_says_why_and_keeps_the_selection(
    reviewer: Client, told: dict[str, str], status: int, said: str
) -> None:
    work = a_fail()
    page = text_of(reviewer, selected(work))
    response = rule(reviewer, page, note="my note", **told)
    assert response.status_code == status
    assert said in response.content.decode()
    assert not RulingRecord.objects.exists()
    assert sent(response.content.decode(), "ids") == [work.pk.hex]
    assert "my note" in response.content.decode()


@pytest.mark.parametrize(
    "broken", [{"ids": ""}, {"ids": "rubbish"}, {"ids": ",,,"}, {"as_of": ""}, {"as_of": "2026-99-99T00:00:00Z"}]
)
def test_a_ruling_that_says_not_what_was_seen_rules_on_nothing(reviewer: Client, broken: dict[str, str]) -> None:
    told = {**NOW, "ids": a_fail().pk.hex, "ruling": "dismiss", **broken}
    response = reviewer.post("/desk/bulk/rule/", told, follow=True)
    assert "Nothing of the selection can be ruled on." in response.content.decode()
    assert not RulingRecord.objects.exists()


def test_htmx_gets_the_form_alone_when_a_ruling_is_refused(reviewer: Client) -> None:
    response = reviewer.post(
        "/desk/bulk/rule/", {**NOW, "ids": a_fail().pk.hex, "ruling": "confirm_fail", "message": ""}, headers=HTMX
    )
    assert response.headers["HX-Retarget"] == "#desk-form"
    assert b"desk-foot" not in response.content


def test_halts_are_judged_again_together(reviewer: Client) -> None:
    page = text_of(reviewer, selected(a_fail(), a_group(2)))
    after = reviewer.get(rule(reviewer, page, ruling="judge_again").headers["Location"]).content.decode()
    assert "1 judged again, 1 left: 1 not halted." in after


def test_undoing_takes_all_of_it_back_and_selects_it_again(reviewer: Client) -> None:
    items = [a_fail("turn_a"), a_fail("turn_b")]
    rule(reviewer, text_of(reviewer, selected(*items)), ruling="dismiss")
    [address] = re.findall(r'action="(/desk/bulk/[0-9a-f-]+/undo/)"', text_of(reviewer, "/desk/"))
    after = text_of(reviewer, reviewer.post(address).headers["Location"])
    assert ticked(after) == {str(one.pk) for one in items}
    assert set(RulingRecord.objects.values_list("state", flat=True)) == {"undone"}


def test_more_than_one_ruling_reaches_is_said_and_stays_selected(
    reviewer: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("validation.desk.queries.selection.MOST_ITEMS", 2)
    for number in range(3):
        failed(f"turn_{number}")
    page = text_of(reviewer, "/desk/?selected=all")
    assert "The 2 most urgent of 3" in page
    again = rule(reviewer, page, ruling="confirm_fail", message="", beyond=sent(page, "beyond")[0]).content.decode()
    assert "The 2 most urgent of 3" in again
    response = rule(reviewer, again, ruling="dismiss", beyond=sent(again, "beyond")[0])
    assert response.headers["Location"] == "/desk/?q=is%3Aopen&selected=all"
    assert RulingRecord.objects.count() == 2


def test_a_selection_takes_a_fixed_number_of_statements(reviewer: Client, django_assert_max_num_queries: Any) -> None:
    for number in range(20):
        failed(f"turn_{number}")
    with django_assert_max_num_queries(12):
        reviewer.get("/desk/?selected=all")
    with django_assert_max_num_queries(5):
        reviewer.get("/desk/?selected=all", headers={**HTMX, "HX-Trigger": "desk-selection"})


@pytest.mark.parametrize(
    ("works", "fields"),
    [
        ((a_fail,), {"message"}),
        ((a_shared_belief,), {"pipeline_message"}),
        ((a_fail, a_shared_belief), {"message", "pipeline_message"}),
    ],
)
def test_a_fail_asks_for_a_message_to_each_kind_of_reader(reviewer: Client, works: Any, fields: set[str]) -> None:
    page = text_of(reviewer, selected(*(work() for work in works), more="form=confirm_fail"))
    assert {name for name in ("message", "pipeline_message") if f'name="{name}"' in page} == fields


def test_a_fail_sends_no_apology_where_no_user_waits(reviewer: Client) -> None:
    fail, belief = a_fail(), a_shared_belief()
    page = text_of(reviewer, selected(fail, belief))
    rule(reviewer, page, ruling="confirm_fail", message="We are sorry.", pipeline_message="Mend the links.")
    told = dict(RulingRecord.objects.values_list("intervention_id", "message"))
    assert told == {fail.pk: "We are sorry.", belief.pk: "Mend the links."}
    assert RulingRecord.objects.values("batch").distinct().count() == 1


def test_a_fail_without_a_message_to_the_pipelines_reaches_nothing(reviewer: Client) -> None:
    page = text_of(reviewer, selected(a_fail(), a_shared_belief()))
    response = rule(reviewer, page, ruling="confirm_fail", message="We are sorry.")
    assert response.status_code == 422
    assert "Write the message to the pipelines." in response.content.decode()
    assert not RulingRecord.objects.exists()
