"""The pages of retrievals: what they show, to whom, and with how many statements."""

from __future__ import annotations

import re
from html import unescape
from typing import Any

import pytest
from django.test import Client
from django.utils.html import escape
from hypothesis import given
from hypothesis import strategies as st

from retrieval.actions.configured import RetrievalJudge
from retrieval.models import RetrievalFeedback
from retrieval.web.chunk_details import MOST
from retrieval.web.passages import CARDS, UNFOLDED, segments
from tests.api_client import ApiClient
from tests.retrieval.gate.sets import FOUNDED
from tests.retrieval.gate.test_llm_judge import ScriptedLlmClient, at, reply
from tests.retrieval.site.conftest import FOUNDED_WHEN, Judged, UseJudge, submission
from tests.texts import submission as draft
from validation.embeddings.local import fast_embedder

pytestmark = pytest.mark.django_db

UNKNOWN = "00000000-0000-4000-8000-000000000000"


def _page(client: Client, told: dict[str, Any]) -> str:
    return client.get(f"/retrievals/{told['id']}/").content.decode()


def _say(client: Client, told: dict[str, Any], position: object, holds: str) -> int:
    return client.post(f"/retrievals/{told['id']}/feedback/", {"position": position, "holds": holds}).status_code


def test_the_list_shows_each_verdict_in_words(viewer: Client, of_quality: Judged) -> None:
    for quality in ("Good", "Partial", "Poor"):
        of_quality(quality)
    shown = viewer.get("/retrievals/").content.decode()
    assert all(word in shown for word in ("Good</span>", "Partial</span>", "Poor</span>", "Answer present</span>"))


@pytest.mark.parametrize("asked", ["quality=Poor", "answer=Yes", "has=feedback", "q=nothing", "cursor=x", "quality=x"])
def test_every_filter_and_every_nonsense_opens_the_list(viewer: Client, of_quality: Judged, asked: str) -> None:
    of_quality("Good")
    assert viewer.get(f"/retrievals/?{asked}").status_code == 200


@pytest.mark.parametrize("asked", ["", "answer=No", "has=feedback", "q=nothing", "quality=Good", "range=all"])
def test_a_figure_leads_to_as_many_rows_as_it_counts(viewer: Client, of_quality: Judged, asked: str) -> None:
    of_quality("Good"), of_quality("Poor")
    shown = viewer.get(f"/retrievals/?{asked}").content.decode()
    figures = re.findall(r'<a class="figure .*?href="(.*?)".*?figure-value">(\d+)<', shown, re.DOTALL)
    rows = [viewer.get(unescape(path)).content.decode().count("<tr data-row") for path, _ in figures]
    assert rows == [int(n) for _, n in figures] == [1, 0, 1, 0]


def test_quotes_are_marked_in_their_chunk(viewer: Client, of_quality: Judged) -> None:
    assert f"<mark>{FOUNDED[0]}</mark>" in _page(viewer, of_quality("Good"))


def test_a_turn_leads_to_its_retrievals_and_back(viewer: Client, api: ApiClient, of_quality: Judged) -> None:
    api.post("/attempts", draft(turn_id="turn_7"))
    told = of_quality("Partial", turn_id="turn_7")
    of_quality("Good", turn_id="turn_8")
    (address,) = re.findall(r'href="(/turns/\d+/)"', _page(viewer, told))
    shown = viewer.get(address).content.decode()
    assert re.findall(r"/retrievals/([0-9a-f-]{36})/", shown) == [told["id"]]
    assert "Partial</span>" in shown


def test_hostile_chunks_are_shown_as_text(viewer: Client, judged: Judged) -> None:
    text = "<script>alert(1)</script> The company was founded in 1995."
    shown = _page(viewer, judged({"query": FOUNDED_WHEN, "chunks": [{"id": "<img src=x>", "text": text}]}))
    assert "<script>alert" not in shown
    assert "<img src=x>" not in shown
    assert escape("<script>alert(1)</script>") in shown


@pytest.mark.parametrize(
    "chunk",
    [
        {"id": "c1", "text": FOUNDED[0], "metadata": {"source": "https://mill.example/about", "page": 3}},
        {"id": 7, "score": 0.8312345, "payload": {"page_content": FOUNDED[0], "metadata": {"source": "about.md"}}},
        {"id": 7, "payload": {"text": FOUNDED[0], "document": "about.pdf", "tags": ["a"], "seen": True}},
    ],
)
def test_a_card_shows_where_its_chunk_is_from(viewer: Client, judged: Judged, chunk: dict[str, Any]) -> None:
    shown = _page(viewer, judged({"query": FOUNDED_WHEN, "chunks": [chunk]}))
    told = dict(re.findall(r"<dt>(.*?)</dt><dd class=\"wrap\">(?:<a [^>]*>)?(.*?)<", shown))
    wanted = {"source": "https://mill.example/about", "page": "3"}, {"score": "0.8312", "source": "about.md"}
    assert told in (*wanted, {"document": "about.pdf"})


def test_a_long_address_of_a_chunk_is_followed_whole(viewer: Client, judged: Judged) -> None:
    address = "https://mill.example/annual.pdf?sig=" + "a" * 200
    chunk = {"id": "c1", "text": FOUNDED[0], "metadata": {"source": address}}
    assert f'href="{address}"' in _page(viewer, judged({"query": FOUNDED_WHEN, "chunks": [chunk]}))


def test_an_address_of_a_chunk_is_followed_only_where_a_browser_may(viewer: Client, judged: Judged) -> None:
    chunk = {"id": "c1", "text": FOUNDED[0], "metadata": {"a": "https://mill.example/", "b": "javascript:alert(1)"}}
    shown = _page(viewer, judged({"query": FOUNDED_WHEN, "chunks": [chunk]}))
    assert 'href="https://mill.example/"' in shown
    assert 'href="javascript' not in shown


def test_a_card_shows_some_of_very_many_details_and_cuts_long_ones(viewer: Client, judged: Judged) -> None:
    details = {f"key {number} {'k' * 90}": "v" * 90_000 for number in range(40)}
    shown = _page(viewer, judged({"query": FOUNDED_WHEN, "chunks": [{"id": "c1", "text": FOUNDED[0], **details}]}))
    assert (shown.count("<dt>key"), "v" * 161 in shown) == (MOST, False)


def test_a_search_that_found_nothing_is_said_to_have(viewer: Client, judged: Judged) -> None:
    page = _page(viewer, judged(submission([])))
    assert "The search of the pipeline found nothing to judge." in page


def test_dropped_quotes_are_listed(viewer: Client, judged: Judged, use_judge: UseJudge) -> None:
    answers = [{"part": 1, "quotes": [at("C1", FOUNDED[0]), at("C2", "It was 1996.")]}]
    use_judge(RetrievalJudge(fast_embedder(), ScriptedLlmClient(reply(answers=answers)), "scripted"))
    shown = _page(viewer, judged())
    assert "Dropped quotes" in shown
    assert "A quote of the judge does not stand in the chunk; it was dropped." in shown


@pytest.mark.usefixtures("nobody_answers")
def test_a_halt_shows_its_cause_and_leads_to_the_desk(viewer: Client, judged: Judged) -> None:
    told = judged()
    shown = _page(viewer, told)
    assert "Halted: judge unavailable" in shown
    assert f"/desk/{told['intervention_id']}/" in shown


def test_a_retrieval_that_waits_says_so(viewer: Client, api: ApiClient) -> None:
    assert "Not judged yet" in _page(viewer, api.post("/retrievals", submission()).json())


def test_a_large_set_is_shown_in_pages(viewer: Client, judged: Judged) -> None:
    chunks = [{"id": f"d{n}", "text": f"Room {n} is free."} for n in range(CARDS + 5)]
    told = judged({"query": FOUNDED_WHEN, "chunks": chunks})
    first = _page(viewer, told)
    rest = viewer.get(f"/retrievals/{told['id']}/?after={CARDS}").content.decode()
    assert (first.count("<article"), rest.count("<article")) == (CARDS, 5)


@pytest.mark.parametrize("after", [0, CARDS])
def test_a_quote_leads_to_the_page_that_holds_its_chunk(viewer: Client, judged: Judged, after: int) -> None:
    founded = {"id": "founded", "text": "The company was founded in 1995 by two sisters."}
    chunks = [founded, *({"id": f"d{n}", "text": f"Room {n} is free."} for n in range(CARDS + 5))]
    address = f"/retrievals/{judged({'query': FOUNDED_WHEN, 'chunks': chunks})['id']}/"
    page = viewer.get(f"{address}?after={after}").content.decode()
    (link,) = re.findall(r'href="([^"]*)#chunk-1"', page.split('id="quotes-title"')[1])
    assert 'id="chunk-1"' in (viewer.get(link).content.decode() if link else page)


def test_a_long_chunk_can_be_read_to_its_end(viewer: Client, judged: Judged) -> None:
    long = "Rooms are free. " * 400 + "The company was founded in 1995 by two sisters."
    told = judged({"query": "How many rooms?", "chunks": [{"id": "d1", "text": long}, {"id": "d2", "text": long}]})
    offer = f'href="/retrievals/{told["id"]}/?whole=2#chunk-2"'
    assert offer in _page(viewer, told)
    opened = viewer.get(f"/retrievals/{told['id']}/?whole=2").content.decode()
    assert (opened.count(long), opened.count(offer)) == (1, 0)


def test_of_a_long_chunk_the_beginning_is_shown_and_the_rest_folded(viewer: Client, judged: Judged) -> None:
    long = "Rooms are free. " * 200
    shown = _page(viewer, judged({"query": FOUNDED_WHEN, "chunks": [{"id": "d1", "text": long}]}))
    (text,) = re.findall(r'chunk-text">(.*?)</div>', shown, re.DOTALL)
    before, rest = re.split(r"<details.*?</summary>", text)
    assert (before + rest.removesuffix("</details>"), "<details open" in text) == (long, False)
    assert len(before) < UNFOLDED


def test_a_quote_in_a_long_chunk_is_not_folded(viewer: Client, judged: Judged) -> None:
    long = "Rooms are free. " * 100 + FOUNDED[0] + " Rooms are free." * 100
    shown = _page(viewer, judged({"query": FOUNDED_WHEN, "chunks": [{"id": "d1", "text": long}]}))
    assert re.search(rf"</details>[^<]*<mark>{FOUNDED[0]}</mark>[^<]*<details", shown)


def test_a_text_of_many_short_lines_is_folded_by_its_lines() -> None:
    shown = segments("Room 7\n" * 50, ())
    assert [(one.text.count("\n"), one.kind) for one in shown] == [(6, ""), (44, "fold")]


@pytest.mark.parametrize(("text", "spans"), [("a " * 320, []), ("a" * 650, [(260, 400)])])
def test_what_is_short_is_not_folded(text: str, spans: list[tuple[int, int]]) -> None:
    assert all(one.kind != "fold" for one in segments(text, spans))


@pytest.mark.parametrize(("whole", "cards"), [("1", 1), ("9", 0)])
def test_htmx_gets_the_one_chunk_whole(viewer: Client, judged: Judged, whole: str, cards: int) -> None:
    told = judged({"query": FOUNDED_WHEN, "chunks": [{"id": "d1", "text": "Rooms are free. " * 400}]})
    headers = {"HX-Request": "true", "HX-Target": f"chunk-{whole}"}
    answer = viewer.get(f"/retrievals/{told['id']}/?whole={whole}", headers=headers)
    assert (answer.status_code, answer.content.decode().count("<article")) == (200 if cards else 404, cards)


def test_a_viewer_sees_no_buttons_and_may_not_press_them(viewer: Client, of_quality: Judged) -> None:
    told = of_quality("Good")
    assert "Not relevant</button>" not in _page(viewer, told)
    assert _say(viewer, told, 1, "yes") == 403
    assert not RetrievalFeedback.objects.exists()


def test_a_reviewer_says_that_a_chunk_is_not_relevant(reviewer: Client, of_quality: Judged) -> None:
    told = of_quality("Good")
    assert _say(reviewer, told, 1, "no") == 302
    (said,) = RetrievalFeedback.objects.all()
    assert (said.position, said.holds, said.gate_said, said.by) == (1, False, True, "rita")


def test_a_second_word_replaces_the_first_and_none_takes_it_back(reviewer: Client, of_quality: Judged) -> None:
    told = of_quality("Good")
    _say(reviewer, told, 0, "no")
    _say(reviewer, told, 0, "yes")
    assert [one.holds for one in RetrievalFeedback.objects.all()] == [True]
    _say(reviewer, told, 0, "none")
    assert not RetrievalFeedback.objects.exists()


@pytest.mark.parametrize("position", ["9", "-1", "x", "", "99999999999"])
def test_feedback_on_no_chunk_is_not_found(reviewer: Client, of_quality: Judged, position: str) -> None:
    assert _say(reviewer, of_quality("Good"), position, "yes") == 404


def test_feedback_before_the_verdict_is_refused(reviewer: Client, api: ApiClient) -> None:
    told = api.post("/retrievals", submission()).json()
    assert (_say(reviewer, told, 1, "yes"), RetrievalFeedback.objects.count()) == (302, 0)


def test_htmx_gets_the_pressed_buttons_back(reviewer: Client, of_quality: Judged) -> None:
    told = of_quality("Good")
    headers = {"HX-Request": "true", "HX-Target": "feedback-1"}
    address = f"/retrievals/{told['id']}/feedback/"
    answer = reviewer.post(address, {"position": 1, "holds": "yes"}, headers=headers).content.decode()
    assert (answer.count("<form"), 'aria-pressed="true"' in answer, "1 yes, 0 no" in answer) == (1, True, True)


def test_the_list_takes_as_many_statements_for_many_as_for_one(
    viewer: Client, of_quality: Judged, django_assert_max_num_queries
) -> None:
    for number in range(12):
        of_quality("Good", turn_id=f"turn_{number}")
    with django_assert_max_num_queries(22):
        viewer.get("/retrievals/")


def test_a_retrieval_takes_as_many_statements_for_many_chunks_as_for_one(
    viewer: Client, judged: Judged, django_assert_max_num_queries
) -> None:
    told = judged({"query": FOUNDED_WHEN, "chunks": [{"id": f"d{n}", "text": f"Room {n}."} for n in range(60)]})
    with django_assert_max_num_queries(10):
        _page(viewer, told)


SPANS = st.lists(
    st.tuples(st.integers(0, 5_000), st.integers(0, 400)).map(lambda pair: (pair[0], sum(pair))), max_size=6
)


@given(text=st.text(min_size=0, max_size=300), times=st.integers(1, 40), spans=SPANS)
def test_marked_text_is_the_text_itself_apart_from_what_is_left_out(
    text: str, times: int, spans: list[tuple[int, int]]
) -> None:
    whole = text * times
    inside = [(start, end) for start, end in spans if end <= len(whole)]
    cut = segments(whole, inside)
    at_place = 0
    for segment in cut:
        if segment.kind == "gap":
            at_place += int(segment.text.split()[0].replace(",", ""))
        else:
            assert whole[at_place : at_place + len(segment.text)] == segment.text
            at_place += len(segment.text)
    assert at_place == len(whole)
