"""The codes that the platform and the response gate give; every other gate registers its own."""

from __future__ import annotations

from http import HTTPStatus

from validation.domain.codes.code import CodeList, with_plain_places
from validation.domain.codes.findings import FindingCode
from validation.domain.codes.problems import PROBLEM_CODES
from validation.domain.event import EventType
from validation.domain.halt import HaltCause

CODE_LISTS = (
    *(
        CodeList(
            str(status),
            f"Problems: {status} {HTTPStatus(status).phrase}",
            {code: with_plain_places(sentence) for code, sentence in codes.items()},
        )
        for status, codes in PROBLEM_CODES.items()
    ),
    HaltCause.listed("halt", "Halts: why judging was not possible"),
    EventType.listed("event", "Events"),
    FindingCode.listed("finding", "Findings of the response gate"),
)
