from __future__ import annotations

from datetime import UTC, datetime, timedelta

import pytest
from django.template import Context, Template
from django.utils import timezone

from tests.factories import NOON
from validation.domain.check import CheckName, CheckState
from validation.domain.estimates.shares import percentile
from validation.domain.text.segments import Mark
from validation.platform.pages.looks import LOOKS, badge_of
from validation.platform.pages.markdown import rendered
from validation.platform.pages.times import due_words, milliseconds, relative, span_words
from validation.response.web.draft import contrast
from validation.templatetags.look import check_marks, clock, confidence, per_cent, web_address


@pytest.mark.parametrize("kind", LOOKS)
def test_every_word_of_the_domain_has_a_look_of_its_own(kind: str) -> None:
    words = type(next(iter(LOOKS[kind])))
    assert set(LOOKS[kind]) == set(words)
    looks = {(look.word, look.icon) for look in LOOKS[kind].values()}
    assert len(looks) == len(words)


def test_an_unknown_word_is_shown_as_it_is() -> None:
    assert badge_of("route", "LATER").word == "LATER"


@pytest.mark.parametrize(
    ("away", "words"),
    [
        (timedelta(seconds=10), "just now"),
        (timedelta(minutes=3), "3 min ago"),
        (timedelta(hours=-2), "in 2 h"),
        (timedelta(days=3), "3 d ago"),
        (timedelta(days=60), "4 Sep 2026"),
    ],
)
def test_a_time_is_said_as_people_say_it(away: timedelta, words: str) -> None:
    assert relative(NOON - away, NOON) == words


@pytest.mark.parametrize(
    ("span", "words"),
    [
        (timedelta(minutes=59.7), "1 hour"),
        (timedelta(hours=4), "4 hours"),
        (timedelta(hours=23.9), "1 day"),
        (timedelta(hours=34), "34 hours"),
        (timedelta(hours=47.9), "2 days"),
        (timedelta(days=7), "7 days"),
    ],
)
def test_a_span_is_said_to_the_nearest(span: timedelta, words: str) -> None:
    assert span_words(span) == words


@pytest.mark.parametrize(("value", "words"), [(85, "85 ms"), (1240, "1.24 s"), (None, "–")])
def test_a_latency_is_said_in_the_unit_that_reads_best(value: float | None, words: str) -> None:
    assert milliseconds(value) == words


@pytest.mark.parametrize(("share", "words"), [(0.5, "50 %"), (0.0312, "3.1 %"), (None, "–")])
def test_a_share_is_said_in_percent(share: float | None, words: str) -> None:
    assert per_cent(share) == words


@pytest.mark.parametrize(
    ("url", "followed"),
    [
        ("https://a.example/x", True),
        ("HTTP://a.example", True),
        ("javascript:alert(1)", False),
        ("data:text/html,x", False),
        (None, False),
    ],
)
def test_only_web_addresses_can_be_followed(url: str | None, followed: bool) -> None:
    assert bool(web_address(url)) is followed


def test_the_marks_say_all_checks_in_one_sentence() -> None:
    marks = check_marks([(CheckName.COHERENT_FORMAT, CheckState.FAIL), (CheckName.CLAIMS_SUPPORTED, CheckState.PASS)])
    assert 'aria-label="Claims supported: pass, Coherent format: fail"' in marks


def test_no_confidence_is_no_bar() -> None:
    assert "svg" not in confidence(None)


@pytest.mark.parametrize(
    ("claim", "quote", "own", "theirs"),
    [
        ("it weighs 286 g", "weighs 268 g", [("differs", 10, 15)], [("differs", 7, 12)]),
        ("129.95 EUR", "129,95 EUR", [("agrees", 0, 10)], [("agrees", 0, 10)]),
        ("it weighs 286 g", "costs 9 EUR", [("differs", 10, 15)], []),
        ("Nord 8 is quiet", "Nord 9 is quiet", [], []),
        ("no figure here", "costs 9 EUR", [], []),
    ],
)
def test_what_differs_is_marked_where_it_answers_the_same_question(
    claim: str, quote: str, own: list[tuple[str, int, int]], theirs: list[tuple[str, int, int]]
) -> None:
    assert contrast(claim, [quote]) == (tuple(Mark(*one) for one in own), (tuple(Mark(*one) for one in theirs),))


def test_a_claim_without_a_quote_has_nothing_to_differ_from() -> None:
    assert contrast("it weighs 286 g", []) == ((), ())


def test_a_table_is_rendered_as_a_table() -> None:
    assert "<td>268 g</td>" in rendered("| shoe | weight |\n|---|---|\n| Ridge | 268 g |\n")


@pytest.mark.parametrize(("values", "share", "found"), [([], 0.5, None), ([3], 0.95, 3), ([4, 1, 3, 2], 0.5, 2)])
def test_a_percentile_is_one_of_the_values(values: list[float], share: float, found: float | None) -> None:
    assert percentile(values, share) == found


@pytest.mark.parametrize(
    ("seconds", "words"),
    [(-10_800, "due in 3 h"), (-20, "due now"), (43 * 60, "43 min overdue"), (3 * 86_400, "3 d overdue")],
)
def test_a_due_time_says_how_long_it_is_overdue(seconds: int, words: str) -> None:
    moment = timezone.now()
    assert due_words(moment, moment + timedelta(seconds=seconds)) == words


def test_a_clock_names_its_moment_for_the_page_to_show_in_local_time() -> None:
    moment = datetime(2026, 11, 22, 5, 44, tzinfo=UTC)
    assert clock(moment) == '<time class="num" datetime="2026-11-22T05:44:00+00:00" data-clock>05:44 UTC</time>'


@pytest.mark.parametrize(
    "block", ['empty_state "desk" "Empty" %}{}{% endempty_state', 'secret_box "s" "Key" %}{}{% endsecret_box']
)
def test_a_box_keeps_the_links_in_its_text(block: str) -> None:
    text = '<a href="/policies/">Policies</a> &lt;key&gt;'
    shown = Template("{% load components %}{% " + block.replace("{}", f" {text} ") + " %}").render(Context())
    assert text in shown
