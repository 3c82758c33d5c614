"""Whether the context can be read in one way only: its sections come in order and once (spec 1, section 2).

A user or a page that writes `## 4. Execution Progress` can make its own text evidence. Which heading is the
pipeline's is guessed well, but only guessed: where one of them opens nothing, or where what belongs to section 0
follows in a later section, nothing is approved. Nor where the query was handed over and the context does not hold it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from validation.domain.codes.findings import FindingCode
from validation.domain.context import EVIDENCE_ROLES, ContextDocument, SectionRole
from validation.domain.finding import Finding
from validation.evidence.text.words import shorten

_MOST = 5
_OF_THE_QUERY = re.compile(
    r"(?m)^[ \t]{0,8}\*\*(?:Resolved Query|User Purpose|Data Requirements|Reference Resolution)(?::\*\*|\*\*[ \t]?:)"
)
_FAILED = re.compile(
    r"(?m)^[ \t*_-]{0,8}(?:Result|Status|Outcome)[*_]{0,3}:[*_]{0,3}[ \t]{0,4}"
    r"(?P<told>(?:FAIL(?:ED|URE)?|ERROR|TIMEOUT|TIMED OUT|UNAVAILABLE)\b[^\n]{0,120})"
)
_SUCCESS = re.compile(
    r"(?m)^[ \t*_-]{0,8}(?:Result|Status|Outcome)[*_]{0,3}:[*_]{0,3}[ \t]{0,4}(?:SUCCESS|OK|PARTIAL)\b"
)


def structure_findings(document: ContextDocument) -> Iterator[Finding]:
    """Certain findings about the sections of the context; they point at no place in the response."""
    for one in document.misplaced[:_MOST]:
        code = FindingCode.SECTION_REPEATED if one.repeated else FindingCode.SECTION_OUT_OF_ORDER
        yield code.at(0, 0, title=shorten(one.title, 60))
    yield from _split_query(document)
    if document.query and document.query_span is None:
        yield FindingCode.QUERY_NOT_IN_CONTEXT.at(0, 0)


def _split_query(document: ContextDocument) -> Iterator[Finding]:
    """The pipeline's labels under the query, found behind the next heading: the query itself holds that heading."""
    sections = [section for section in document.sections if section.role is not SectionRole.OTHER]
    if len(sections) < 2 or sections[0].role is not SectionRole.QUERY or sections[1].role not in EVIDENCE_ROLES:
        return
    if _OF_THE_QUERY.search(document.body(sections[1])) and not _OF_THE_QUERY.search(document.body(sections[0])):
        yield FindingCode.SECTION_OUT_OF_ORDER.at(0, 0, "in_query", title=shorten(sections[1].title, 60))


def tool_failure(document: ContextDocument) -> str | None:
    """What the last tool that failed said; None when none did, or when a later one succeeded."""
    last: tuple[int, str] | None = None
    succeeded = -1
    for section in document.of(SectionRole.EXECUTION):
        body = document.body(section)
        last = max(((match.start(), match["told"].strip()) for match in _FAILED.finditer(body)), default=last)
        succeeded = max((match.start() for match in _SUCCESS.finditer(body)), default=succeeded)
    if last is None or last[0] < succeeded:
        return None
    return f"A tool failed: {last[1]}."
