"""A reviewer looks at retrievals in a real browser: from a poor one in the list to a word about a chunk."""

from __future__ import annotations

import re

import pytest
from axe_playwright_python.sync_playwright import Axe
from playwright.sync_api import expect

from retrieval.models import Retrieval, RetrievalFeedback
from retrieval.tasks import judge_retrieval
from tests.api.conftest import ApiClient, api, make_api
from tests.journeys.signed_in import Open
from tests.retrieval_site.conftest import Judged, judged, nobody_answers, of_quality, submission, use_judge
from validation.models import Intervention
from validation.permissions import Role

__all__ = ["api", "judged", "make_api", "nobody_answers", "of_quality", "use_judge"]
pytestmark = pytest.mark.browser
GRAVE = ("serious", "critical")


def test_from_a_poor_retrieval_to_a_word_about_a_chunk(open_page: Open, of_quality: Judged) -> None:
    of_quality("Good")
    poor = of_quality("Poor")["id"]
    page = open_page("rita", Role.REVIEWER, "/retrievals/")
    page.locator("select[name=quality]").select_option("Poor")
    expect(page.locator("[data-row]")).to_have_count(1)
    page.locator("[data-row] a").click()
    expect(page).to_have_url(re.compile(f"/retrievals/{poor}/"))
    expect(page.locator("h1 + .chip, .title-row .chip").first).to_contain_text("Poor")
    page.locator("#chunk-1").get_by_role("button", name="Relevant", exact=True).click()
    expect(page.locator("#feedback-1")).to_contain_text("1 yes, 0 no, one of them yours")
    assert RetrievalFeedback.objects.get().gate_said is False


def test_a_quote_leads_to_its_chunk_by_keyboard(open_page: Open, of_quality: Judged) -> None:
    good = of_quality("Good")["id"]
    page = open_page("rita", Role.REVIEWER, f"/retrievals/{good}/")
    page.locator("a[href='#chunk-1']").focus()
    page.keyboard.press("Enter")
    expect(page.locator("#chunk-1:target mark")).to_have_text("The company was founded in 1995.")
    page.keyboard.press("Tab")
    expect(page.locator("#feedback-1 button").first).to_be_focused()


def test_a_halt_shows_its_retrieval_on_the_desk_and_is_judged_again_by_a_key(
    open_page: Open, judged: Judged, nobody_answers: None
) -> None:
    judged()
    page = open_page("rita", Role.REVIEWER, f"/desk/{Intervention.objects.get().pk}/")
    expect(page.locator("#desk-subject")).to_contain_text("The company was founded in 1995.")
    expect(page.locator("#desk-foot")).to_contain_text("Release")
    page.keyboard.press("v")
    expect(page.locator("body")).to_contain_text("1 retrieval is judged again.")
    assert Retrieval.objects.get().state != "halted"


@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_axe_finds_nothing_serious(
    open_page: Open, api: ApiClient, of_quality: Judged, judged: Judged, request: pytest.FixtureRequest, scheme: str
) -> None:
    texts = ("The company was founded in 1995.", "The company was founded in 1997.", "\x01")
    ids = [of_quality(quality)["id"] for quality in ("Poor", "Partial")] + [judged(submission(texts))["id"]]
    waiting = api.post("/retrievals", submission(query="Who waits?")).json()["id"]
    request.getfixturevalue("nobody_answers")
    judge_retrieval(halted := api.post("/retrievals", submission(query="Who is away?")).json()["id"])
    paths = [f"/retrievals/{one}/" for one in (*ids, waiting, halted)]
    paths += ["/retrievals/?range=all", "/retrievals/?q=nothing", f"/desk/{Intervention.objects.get().pk}/"]
    page = open_page("anna", Role.REVIEWER, "/", color_scheme=scheme)
    origin = page.url.rstrip("/")
    found = []
    for path in paths:
        page.goto(origin + path)
        page.wait_for_load_state("networkidle")
        grave = [one for one in Axe().run(page).response["violations"] if one["impact"] in GRAVE]
        found += [f"{path}: {one['id']} {[node['html'][:160] for node in one['nodes'][:3]]}" for one in grave]
    assert not found, "\n".join(found)
