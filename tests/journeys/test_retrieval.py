"""A reviewer looks at retrievals in a real browser: from a poor one in the list to a word about a chunk."""

from __future__ import annotations

import re

import pytest
from django.utils import timezone
from playwright.sync_api import Route, expect

from retrieval.actions.configured import embedded_judge
from retrieval.actions.receive import RetrievalSubmission, receive_retrieval
from retrieval.actions.record import record_result
from retrieval.domain.output.assembly import assemble_halt
from retrieval.models import Retrieval, RetrievalFeedback
from tests.accessibility import walk_for_faults
from tests.journeys.signed_in import Open
from tests.retrieval.site.conftest import ASKED, submission
from tests.verdicts import a_pipeline
from validation.domain.halt import Halt, HaltCause
from validation.models import Intervention
from validation.platform.permissions import Role
from validation.platform.policies import policy_in_force
from validation.platform.work.leased_work import claim_queued

pytestmark = pytest.mark.browser
LATE = Halt(HaltCause.JUDGE_TIMEOUT, "The judge did not answer in time.")


def retrieved(quality: str = "Good", *, texts: tuple[str, ...] = (), halt: Halt | None = None) -> str:
    """Judged by the actions themselves: Playwright's event loop lets no call of the API run in this thread."""
    query, usual = ASKED[quality]
    chunks = submission(texts or usual)["chunks"]
    policy, judge, now = policy_in_force(), embedded_judge(), timezone.now()
    address = judge.address(query, chunks, policy.read().retrieval)
    given = RetrievalSubmission(query, chunks, turn_id=f"turn_{quality}")
    one = receive_retrieval(
        pipeline=a_pipeline(), submission=given, address=address, policy=policy, by="test", now=now
    ).retrieval
    claimed = claim_queued(Retrieval, one.pk, now=now)
    assert claimed is not None
    result = assemble_halt(halt, judge=judge.name) if halt else judge.judge(query, chunks, policy.read().retrieval)
    record_result(claimed=claimed, result=result, address=address, made_by=judge.name, elapsed_ms=9.0, now=now)
    return str(one.pk)


def test_from_a_poor_retrieval_to_a_word_about_a_chunk(open_page: Open) -> None:
    retrieved("Good")
    poor = retrieved("Poor")
    page = open_page("rita", Role.REVIEWER, "/retrievals/")
    page.locator("select[name=quality]").select_option("Poor")
    expect(page.locator("[data-row]")).to_have_count(1)
    page.locator("[data-row] a").click()
    expect(page).to_have_url(re.compile(f"/retrievals/{poor}/"))
    expect(page.locator(".title-row .chip").first).to_contain_text("Poor")
    page.wait_for_load_state()  # before its scripts are there, the press sends the form and loads the page anew
    relevant = page.locator("#chunk-1").get_by_role("button", name="Relevant", exact=True)
    relevant.press("Enter")
    expect(page.locator("#feedback-1")).to_contain_text("1 yes, 0 no, one of them yours")
    expect(relevant).to_be_focused()
    assert RetrievalFeedback.objects.get().gate_said is False


def test_news_that_overtake_an_answer_leave_the_focus_where_it_was(open_page: Open) -> None:
    page = open_page("rita", Role.REVIEWER, f"/retrievals/{retrieved('Poor')}/")
    page.evaluate("htmx.config.defaultSettleDelay = 2000")
    relevant = page.locator("#chunk-1").get_by_role("button", name="Relevant", exact=True)
    relevant.press("Enter")
    expect(page.locator("#feedback-1")).to_contain_text("1 yes")
    page.evaluate("document.querySelector('#feedback-1').dataset.answered = 'yes'")
    page.evaluate("htmx.trigger('#retrieval-body', 'live')")
    expect(page.locator("#feedback-1[data-answered]")).to_have_count(0)
    expect(relevant).to_be_focused()


def test_news_that_come_while_an_answer_is_on_its_way_leave_the_focus_where_it_was(open_page: Open) -> None:
    page = open_page("rita", Role.REVIEWER, f"/retrievals/{retrieved('Poor')}/")
    held: list[Route] = []
    page.route("**/feedback/", lambda request: held.append(request), times=1)  # noqa: PLW0108
    relevant = page.locator("#chunk-1").get_by_role("button", name="Relevant", exact=True)
    relevant.press("Enter")
    page.evaluate("document.querySelector('#feedback-1').dataset.asked = 'yes'")
    page.evaluate("document.querySelector('#retrieval-body').dispatchEvent(new CustomEvent('live'))")
    expect(page.locator("#feedback-1[data-asked]")).to_have_count(0)
    held[0].continue_()
    expect(page.locator("#feedback-1")).to_contain_text("1 yes")
    expect(relevant).to_be_focused()


def test_a_quote_leads_to_its_chunk_by_keyboard(open_page: Open) -> None:
    page = open_page("rita", Role.REVIEWER, f"/retrievals/{retrieved('Good')}/")
    page.locator("a[href='#chunk-1']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#chunk-1:target mark")).to_have_text("The company was founded in 1995.")
    page.keyboard.press("Tab")
    expect(page.locator("#feedback-1 button").first).to_be_focused()


ROOMS = "Rooms are free. " * 120
LONG = f"{ROOMS}The company was founded in 1995. {ROOMS}Breakfast is at seven."


def test_a_long_chunk_takes_a_part_of_a_phone(open_page: Open) -> None:
    page = open_page("rita", Role.REVIEWER, f"/retrievals/{retrieved(texts=(LONG,))}/", width=390, height=844)
    expect(page.locator("#chunk-1 mark")).to_have_text("The company was founded in 1995.")
    height = page.locator("#chunk-1").evaluate("card => card.getBoundingClientRect().height")
    assert height < 600
    folds = page.locator("#chunk-1 summary").all()
    assert min(fold.evaluate("one => one.getBoundingClientRect().height") for fold in folds) >= 44
    page.locator("#chunk-1 summary").last.click()
    expect(page.get_by_text("Breakfast is at seven.")).to_be_visible()


def test_the_search_of_the_browser_opens_the_fold_it_finds_a_text_in(open_page: Open) -> None:
    found = "#:~:text=Breakfast%20is%20at%20seven"
    page = open_page("rita", Role.REVIEWER, f"/retrievals/{retrieved(texts=(LONG,))}/{found}")
    expect(page.locator("#chunk-1 details").first).not_to_have_attribute("open", "")
    expect(page.locator("#chunk-1 details").last).to_have_attribute("open", "")


def test_a_halt_shows_its_retrieval_on_the_desk_and_is_judged_again_by_a_key(open_page: Open) -> None:
    retrieved("Good", halt=LATE)
    page = open_page("rita", Role.REVIEWER, f"/desk/{Intervention.objects.get().pk}/")
    expect(page.locator("#desk-subject")).to_contain_text("The company was founded in 1995.")
    expect(page.locator("#desk-foot")).to_contain_text("Release")
    page.keyboard.press("v")
    expect(page.locator("body")).to_contain_text("Judging 1 retrieval again.")
    assert Retrieval.objects.get().halt_cause == ""


def test_axe_finds_nothing_serious(open_page: Open) -> None:
    contradicting = ("The company was founded in 1995.", "The company was founded in 1997.", "\x01")
    ids = [retrieved("Poor"), retrieved("Partial"), retrieved("Good", texts=contradicting), retrieved(halt=LATE)]
    paths = [f"/retrievals/{one}/" for one in ids]
    paths += ["/retrievals/?range=all", "/retrievals/?q=nothing", f"/desk/{Intervention.objects.get().pk}/"]
    page = open_page("anna", Role.REVIEWER, "/")
    assert walk_for_faults(page, page.url.rstrip("/"), paths) == []
