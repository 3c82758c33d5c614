"""Words and signs of one meaning are written alike before the reader sees them; what may mean something else stays."""

from __future__ import annotations

import pytest

from tests.evidence.turns import grounded
from validation.evidence.facts.outcome import DerivedFacts
from validation.evidence.reading.canonical import canonical
from validation.evidence.reading.support import build_pair
from validation.judge.embedded import APPROVE_EDGE


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("takes 1 hour 15 minutes", "takes 75 minutes"),
        ("takes an hour and 20 minutes", "takes 80 min"),
        ("gets there in an hour and 20 minutes", "gets there in 80 minutes"),
        ("lasts an hour", "lasts 60 minutes"),
        ("runs for 1 year and 6 months", "runs for 18 months"),
        ("takes a week", "takes 7 days"),
        ("up to an hour", "up to 60 minutes"),
        ("48 EUR a head", "48 EUR per person"),
        ("12 EUR p.p. and", "12 EUR per person and"),
        ("9 EUR apiece", "9 EUR each"),
        ("80 EUR p.n. and", "80 EUR per night and"),
        ("4 % p.a. and", "4 % per year and"),
        ("120 EUR/h", "120 EUR per hour"),
        ("9 EUR pcm", "9 EUR per month"),
        ("£8.15 p.m. and", "8.15 GBP per month and"),
        ("students get half off", "students get 50% off"),
        ("children under 12 pay half the price.", "children under 12 get 50% off."),
        ("students pay half the usual price", "students get 50% off"),
        ("three quarters of users", "75 % of users"),
        ("within a fortnight", "within 14 days"),
        ("is paid once a fortnight", "is paid every two weeks"),
        ("paid fortnightly", "paid every 14 days"),
        ("every other day", "every two days"),
        ("are emptied once a week", "are emptied every week"),
        ("it meets once a month", "it meets every month"),
        ("is billed once a quarter", "is billed every three months"),
        ("is billed every quarter", "is billed every three months"),
        ("open daily.", "open every day."),
        ("reviewed quarterly", "reviewed every three months"),
        ("half a dozen eggs", "six eggs"),
        ("two dozen people", "24 people"),
        ("must be >= 18", "must be at least 18"),
        ("orders > 50 EUR", "orders over 50 EUR"),
        ("bags > 20 kg", "bags over 20 kg"),
        ("files <=10 MB", "files at most 10 MB"),
        ("max. 4 guests", "at most 4 guests"),
        ("a fee is min. 20 EUR", "a fee is at least 20 EUR"),
        ("Min. 2 nights", "At least 2 nights"),
        ("min. age: 18", "minimum age: 18"),
        ("the min. stay", "the minimum stay"),
        ("Min. order 50 EUR; max. weight 30 kg", "Minimum order 50 EUR; maximum weight 30 kg"),
        ("Laundry: N/A on Sundays", "Laundry: not available on Sundays"),
        ("runs 3x daily", "runs 3 times daily"),
        ("emptied 2x per week", "emptied twice per week"),
        ("washed 1 x a month", "washed once a month"),
        ("100 EUR excl. VAT", "100 EUR excluding VAT"),
        ("a room w/o balcony", "a room without balcony"),
        ("open 24 hours a day", "open 24/7"),
        ("open on weekdays", "open Monday to Friday"),
        ("on all weekdays until 17:00", "Monday to Friday until 17:00"),
        ("gets serviced once a year", "gets serviced every year"),
        ("stay min. 3 nights", "stay at least 3 nights"),
        ("students pay half the price", "students get 50% off"),
        ("closed at the weekend", "closed on Saturday and Sunday"),
        ("Open at weekends in May", "Open on Saturday and Sunday in May"),
        ("Mo-Fr", "Mon-Fri"),
        ("Mo-Do", "Mon-Thu"),
        ("Di.-So", "Tue-Sun"),
        ("12k stars", "12,000 stars"),
        ("3 mln EUR", "3 million euros"),
        ("3 mths", "three months"),
        ("2 wks", "two weeks"),
    ],
)
def test_one_meaning_is_written_alike(one: str, other: str) -> None:
    assert canonical(one) == canonical(other)


@pytest.mark.parametrize(
    "text",
    [
        "the daily rate and a weekly pass",
        "once a month has passed",
        "at most once a week",
        "a quarterly report",
        "5 EUR per head of lettuce",
        "half the size of that",
        "a half-day tour",
        "a year earlier",
        "Settings > 2-step verification",
        "a -> 5",
        "> 50",
        "Max 2",
        "dozens of rooms",
        "a weekday ticket",
        "a weekend in Rome",
        "6 ft 3 in",
        "3 EUR an hour and 20 minutes are free",
        "120 EUR a year and 2 months are free",
        "you pay half the price now",
        "customers can cancel once a year",
        "may be used once per month",
        "Withdrawals: once a year",
        "paid once a month has passed",
        "on the weekend of 5 May",
        "some weekends in May",
        "the last weekdays of March",
        "Transfers take some weekdays",
        "Every quarter has a market",
        "a park in every quarter.",
        "in the first half our sales fell",
        "the second half of the year",
        "Basic 10 EUR > 12 EUR",
        "Basic > 3 users > Pro",
        "Settings > 2 step login",
        "a call of some min. at night",
        "wait a min. before you go",
        "per min. of use",
        "It is yours, Max. It is new",
        "sizes: N/A",
        "2x USB cable",
        "is 2x faster",
        "2x per box",
        "1-2x per week",
        "1 to 2x per week",
        "Ouvert Sa-Di",
        "Sa-Do",
        "the band So-So",
    ],
)
def test_what_may_mean_something_else_stays(text: str) -> None:
    assert canonical(text) == text


@pytest.mark.parametrize(
    ("written", "read"),
    [
        ("Reports are due by 30 June. The audit follows.", "Reports are due by 30 June. The audit follows."),
        ("It ends at 5 p.m. Then we go.", "It ends at 17:00. Then we go."),
        ("It ends at 5 p.m.", "It ends at 17:00."),
        ("at 5 p.m. Monday", "at 17:00 Monday"),
        ("by 5 Sept. at noon", "by 5 September at 12:00"),
        ("It is 12 EUR p.p.", "It is 12 EUR per person."),
    ],
)
def test_the_full_stop_of_a_sentence_is_kept(written: str, read: str) -> None:
    assert canonical(written) == read


@pytest.mark.parametrize(
    ("claim", "window", "read"),
    [
        ("It is 90 cents.", "fee: 0.90 EUR", "It is 0.9 EUR."),
        ("It is 90 cents.", "fee: 0.90 EUR or 1.10 USD", "It is 90 cents."),
        ("It is 90 pence.", "fee: 0.90 EUR", "It is 90 cents."),
        ("It is 90 pence.", "fee: 0.90 GBP", "It is 0.9 GBP."),
        ("It is 90 cents.", "fee: 90 ct", "It is 90 cents."),
        ("It is ¥120.", "fee: 120 RMB", "It is 120 CNY."),
        ("It is ¥120.", "fee: 120", "It is 120 JPY."),
    ],
)
def test_cents_and_shared_signs_are_of_the_currency_that_is_named(claim: str, window: str, read: str) -> None:
    assert build_pair(claim, window, "", "", DerivedFacts()).claim == read


@pytest.mark.parametrize(
    ("evidence", "right", "wrong"),
    [
        ("The walk takes 75 minutes.", "The walk takes 1 hour 15 minutes.", "The walk takes 1 hour 45 minutes."),
        ("The menu is 48 EUR a head.", "The menu costs 48 EUR per person.", "The menu costs 58 EUR per person."),
        ("Bags > 20 kg cost extra.", "Bags over 20 kg cost extra.", "Bags under 20 kg cost extra."),
        ("It is a 5-min. walk.", "It is a 5-minute walk.", "It is a 15-minute walk."),
        ("Half of the staff work from home.", "50% of the staff work from home.", "40% of the staff work from home."),
        ("Parking costs 3 EUR an hour and 20 minutes are free.", "20 minutes are free.", "80 minutes are free."),
        ("A plan is 120 EUR a year and two months are free.", "Two months are free.", "14 months are free."),
        ("Customers can cancel once a year.", "Customers can cancel once a year.", "Customers cancel every year."),
        ("Laundry: N/A on Sundays.", "There is no laundry on Sundays.", "Laundry is available on Sundays."),
        ("SSO: N/A for Basic.", "Basic has no SSO.", "Basic has SSO."),
        ("Min. order 50 EUR.", "The minimum order is 50 EUR.", "The maximum order is 50 EUR."),
        ("The bins are emptied twice a week.", "The bins are emptied 2x a week.", "The bins are emptied 3x a week."),
        ("Students get half off.", "Students get 50% off.", "Students get 20% off."),
        ("You have a fortnight to appeal.", "You have 14 days to appeal.", "You have 30 days to appeal."),
        ("Open Mon-Fri.", "It is open on weekdays.", "It is open on weekends."),
        ("Guests must be >= 18.", "Guests must be at least 18.", "Guests must be under 18."),
        ("The show starts at 8.15 p.m.", "The show starts at 20:15.", "The show starts at 20:45."),
        ("call_length: PT1H30M", "The call takes an hour and a half.", "The call takes two hours."),
    ],
)
def test_a_claim_in_another_spelling_is_approved(evidence: str, right: str, wrong: str) -> None:
    assert grounded(evidence, wrong) < APPROVE_EDGE <= grounded(evidence, right)
