"""Figures, names and superlatives that stand nowhere as they are told and follow from what does, or do not."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.domain.claim import ClaimState
from validation.evidence.check_response import check_response

METER = "last reading: 8,241 kWh\ncurrent reading: 9,116 kWh\nlimit: 12,000 kWh"
STOCK = "sku,site,on_hand,reserved\nK-112,Oslo,318,184\nK-125,Oslo,96,20\nK-112,Hull,180,15"
FLAT = "Flat 3: cold rent 785, extras 142, heating 88. Free from 1 June."
SPENT = '{"budget": 52000, "spent": {"staff": 28415, "travel": 3150, "paper": 212}}'
PALLETS = "Packing list: 17 pallets of roof tiles, gross 1,145 kg each. Maximum payload 21,700 kg."
LEDGER = "date,shop,kind,amount\n3 May,Korn,food,84.15\n5 May,Voss,power,61.30\n9 May,Abel,food,47.62\n"
SERVICE = "last service: at 41,250 km\nservice interval: 15,000 km\nodometer: 54,930 km"
LIFE = "Ada Brenner, born on 3 May 1861, died on 17 November 1934 in Thun."
COUNCIL = "The council first voted against moving (1785) and for it two years later. The move ended in 1793."
EVENING = "Monday 2 November 2026. The parents' evening is in the week of 16 November: 4a on Tuesday, 4b on Thursday."
CHAT = "14 May\nnils: I'll add the test tomorrow morning."
JOB = "Contract: start date 1 September 2025. After three months of service you may join the pension scheme."
FERRY = "Ferry Dara to Corra, crossing 35 min. From Corra on Sundays: 11:00, 17:15. Cars board 30 minutes before."
FILMS = "| Film | Start | Length |\n|---|---|---|\n| Salt | 18:00 | 142 min |\n| Lions | 19:15 | 98 min |\n"
TRAILERS = FILMS + "\nBefore each film 15 minutes of trailers are shown."
ZONES = "The call is on 5 November, 8:00-9:30 UTC. In winter Madrid is UTC+1 and Tokyo UTC+9."
LOG = "09:42 error rates rise\n10:12 back to normal\nCause: faulty push at 09:38"
SECONDS = "08:02:40 failed password for obi\n08:02:52 accepted password for obi\n01:22:48 backup of crm aborted"
RUNS = '{"runs": [{"time": "0:42:30", "shoes": "Kite"}, {"time": "0:44:10", "shoes": "Kite"}]}'
TICKET = "02-Jun 11:20 Lin: cannot reproduce. 03-Jun 09:10 Marek took over."
ROUTER = "Open http://192.168.8.1 and choose a password."
REPORT = "Revenue: 812 (last year: 870), change -6.7 %"
PLANS = "| Feature | Free | Team | Enterprise |\n|---|---|---|---|\n| SSO | no | no | yes |\n"
ROOMS = '[{"room": "archive", "humidity_pct": 58}, {"room": "cold store", "humidity_pct": 72}]'
SHIPPING = "Free shipping from 60 EUR. Sale items are exchanged only."
HOURS = "Old Mill, Sunday 9:30 to 19:00."


@pytest.mark.parametrize(
    ("evidence", "right", "wrong"),
    [
        (METER, "You have used 875 kWh since the last reading.", "You have used 885 kWh since the last reading."),
        (STOCK, "In Oslo 134 of K-112 are available.", "In Oslo 143 of K-112 are available."),
        (FLAT, "Flat 3 is 1,015 warm.", "Flat 3 is 1,025 warm."),
        (SPENT, "About 31,800 EUR were spent.", "About 32,900 EUR were spent."),
        (PALLETS, "The load is 19,465 kg.", "The load is 19,645 kg."),
        (LEDGER, "Food was 131.77 in May.", "Food was 131.97 in May."),
        (SERVICE, "There are 1,320 km to go, until 56,250 km.", "There are 1,520 km to go, until 56,250 km."),
        (LIFE, "She died in 1934, aged 73.", "She died in 1934, aged 71."),
        (COUNCIL, "The council voted for it in 1787.", "The council voted for it in 1789."),
        (EVENING, "4b has its evening on Thursday, 19 November.", "4b has its evening on Thursday, 26 November."),
        (EVENING, "4a has its evening on Tuesday, 17 November.", "4a has its evening on Tuesday, 18 November."),
        (CHAT, "Nils adds the test on the morning of 15 May.", "Nils adds the test on the morning of 17 May."),
        (JOB, "You may join from December 2025.", "You may join from October 2025."),
        (FERRY, "The 17:15 from Corra reaches Dara at 17:50.", "The 17:15 from Corra reaches Dara at 18:05."),
        (TRAILERS, "Lions (19:15) is over at about 21:08.", "Lions (19:15) is over at about 21:27."),
        (ZONES, "In Tokyo the call is at 17:00.", "In Tokyo the call is at 16:00."),
        (LOG, "Errors rose at 9:42, four minutes after it.", "Errors rose at 9:42, eight minutes after it."),
        (SECONDS, "At 8:02 obi failed and was in twelve seconds later.", "At 8:02 obi was in twenty seconds later."),
        (RUNS, "You needed 42:30 this time.", "You needed 43:30 this time."),
        (TICKET, "Marek took over on 3 June.", "Marek took over on 4 June."),
        (ROUTER, "Choose a password at 192.168.8.1.", "Choose one of 1,921 passwords."),
        (REPORT, "Revenue slipped by almost 7 %.", "Revenue slipped by almost 9 %."),
        ("The probe sleeps 5s here.", "The probe sleeps for 5s.", "The probe sleeps for 7s."),
        ("interval: '15s'", "The interval is 15s.", "The interval is 25s."),
        (SHIPPING, "With your 75 EUR shipping is free.", "With your 85 EUR shipping is free."),
        (SHIPPING, "So with your 75 EUR shipping is free.", "The shipping costs 75 EUR."),
        (HOURS, "At 5 pm on Sunday Old Mill is open.", "At 5 pm on Sunday Old Mill is open until 8 pm."),
    ],
)
def test_a_figure_that_follows_is_no_finding(evidence: str, right: str, wrong: str) -> None:
    assert not _missing(evidence, right)
    assert _missing(evidence, wrong)


@pytest.mark.parametrize(
    ("evidence", "response_md", "is_found"),
    [
        (PLANS, "SSO is only in Enterprise.", False),
        (PLANS, "SSO is only in Platinum.", True),
        (METER, "**Power used** so far: 9,116 kWh.", False),
    ],
)
def test_a_name_of_a_column_is_known(evidence: str, response_md: str, is_found: bool) -> None:
    assert ("name_not_in_evidence" in _codes(evidence, response_md)) is is_found


@pytest.mark.parametrize(
    ("evidence", "response_md", "is_found"),
    [
        (ROOMS, "The cold store is the best room.", True),
        (LOG, "The log has the most of all.", False),
    ],
)
def test_a_superlative_of_values_that_are_there_has_its_source(evidence: str, response_md: str, is_found: bool) -> None:
    assert ("superlative_without_source" in _codes(evidence, response_md)) is is_found


def _missing(evidence: str, response_md: str) -> set[str]:
    return {code for code in _codes(evidence, response_md) if code.endswith("_not_in_evidence")}


def _codes(evidence: str, response_md: str) -> set[str]:
    query = "I have 75 EUR of towels in my cart. Is shipping free, and who is open at 5 pm?"
    return {one.code for one in check_response(with_evidence(evidence, query=query), response_md).findings}


def test_a_clock_time_that_only_the_query_holds_follows_from_nothing() -> None:
    document = with_evidence("The train to Ulm leaves at 9:15.", query="Is there a train to Ulm at 7:13?")
    report = check_response(document, "You asked about 7:13. The train to Ulm leaves at 7:13.")
    assert report.claims[-1].state is not ClaimState.SUPPORTED


def test_a_number_times_itself_is_no_product() -> None:
    report = check_response(with_evidence("- Box Ara: 137\n- Box Bel: 44\n"), "Box Ara weighs 18,769 g.")
    assert "number_not_in_evidence" in [one.code for one in report.findings]
