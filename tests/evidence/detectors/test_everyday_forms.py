"""Figures and words that the evidence holds in another form than the answer: none is called missing."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.evidence.check_response import check_response

QUEUES = '{"queues": [{"name": "scans", "waiting": 7, "oldest_s": 9000}]}'
TABLE = "| Kettle | 0.8 l version | Price |\n|---|---|---|\n| Fenn | yes | 31 EUR |\n| Ullo | no | 27 EUR |\n"
LAPS = "Laps of Tuesday: 41:20. Laps of last Tuesday: 43:05."
FILM = "The film starts at 19:15. Running time 1 hour 50 minutes, with one interval of 15 minutes."
FERRY = "Last ferry: Fri 00:20, Sun 21:40."
LOCK = "A common cause is a dry lock. The first visit is possible on 14 May."
FILTER = "The filter does not have to be changed every month."


@pytest.mark.parametrize(
    ("evidence", "response_md", "code", "is_found"),
    [
        (QUEUES, "The oldest of the scans waits for 2 h 30 min.", "number_not_in_evidence", False),
        (QUEUES, "The oldest of the scans waits for 2 h 40 min.", "number_not_in_evidence", True),
        (TABLE, "The Fenn comes in a 0.8 l version.", "number_not_in_evidence", False),
        (TABLE, "The Fenn comes in a 0.9 l version.", "number_not_in_evidence", True),
        (LAPS, "You were 1 minute and 45 seconds faster.", "number_not_in_evidence", False),
        (LAPS, "You were 1 minute and 55 seconds faster.", "number_not_in_evidence", True),
        (FILM, "The film ends at 21:05.", "time_not_in_evidence", False),
        (FILM, "The film ends at 21:15.", "time_not_in_evidence", True),
        (FILM, "The film ends at 19:30.", "time_not_in_evidence", True),
        (FILM, "The café opens at 21:05.", "time_not_in_evidence", True),
        (FERRY, "On Fridays the last ferry leaves at twenty past midnight.", "time_not_in_evidence", False),
        (FERRY, "On Fridays the last ferry leaves at half past midnight.", "time_not_in_evidence", True),
        (LOCK, "The lock is usually just dry.", "hedge_without_source", False),
        (FERRY, "The ferry is usually late.", "hedge_without_source", True),
        (FILTER, "The filter does not normally have to be changed.", "hedge_without_source", False),
        (FILTER, "Normally the filter is not changed.", "hedge_without_source", True),
        (LOCK, "On 14 May at the soonest.", "superlative_without_source", False),
        (LOCK, "The soonest help is on 14 May.", "superlative_without_source", False),
        (LOCK, "The cheapest help is on 14 May.", "superlative_without_source", True),
    ],
)
def test_what_stands_there_in_another_form_is_not_missing(
    evidence: str, response_md: str, code: str, is_found: bool
) -> None:
    report = check_response(with_evidence(evidence), response_md)
    assert (code in {finding.code for finding in report.findings}) is is_found
