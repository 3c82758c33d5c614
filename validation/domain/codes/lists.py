"""The codes that the platform and the response gate give; every other gate registers its own."""

from __future__ import annotations

from http import HTTPStatus

from validation.domain.codes.code import CodeList
from validation.domain.codes.findings import FINDING_CODES
from validation.domain.codes.problems import PROBLEM_CODES
from validation.domain.event import EventType
from validation.domain.halt import HaltCause

CODE_LISTS = (
    *(
        CodeList(str(status), f"Problems: {status} {HTTPStatus(status).phrase}", codes)
        for status, codes in PROBLEM_CODES.items()
    ),
    CodeList("halt", "Halts: why judging was not possible", HaltCause.explained()),
    CodeList("event", "Events", EventType.explained()),
    CodeList("finding", "Findings of the response gate", FINDING_CODES),
)
