"""Reads section 0: the user's query, and how the pipeline understood it."""

from __future__ import annotations

import re

from validation.domain.codes.problems import ProblemCode
from validation.domain.context import ContextDocument, ContextSection, SectionRole, UserQuery
from validation.domain.errors import FieldError
from validation.domain.text.letters import blank_spans, fold_letters
from validation.domain.text.visible import is_visible

_LABEL = re.compile(
    r"[ \t]{0,8}(?:[-*+][ \t]{1,4})?(?P<bold>\*{0,2})"
    r"(?P<label>raw query|original query|user query|resolved query|user purpose|purpose|mode|data requirements"
    r"|reference resolution|content reference|action needed|query type|intent)\*{0,2}[ \t]?:\*{0,2}(?P<value>.*)",
    re.IGNORECASE | re.DOTALL,
)
_CONTINUES = re.compile(r"[ \t]*[-*+>][ \t]|[ \t]{2}")
"""A list item, a quote or an indented line: part of what stands above it."""
_FIELDS = {
    "raw query": "raw", "original query": "raw", "user query": "raw", "resolved query": "resolved",
    "user purpose": "purpose", "purpose": "purpose", "mode": "mode", "data requirements": "data_requirements",
}  # fmt: skip
_QUERIES = ("raw", "resolved")


def read_query(document: ContextDocument) -> UserQuery:
    """Empty without a section 0. Text before the first label is the raw query. If a label is repeated the last one
    counts, since the pipeline adds its fields after the user's text. A user can type such a word too, so a label that
    is not bold counts only in a block of labels that ends the section, behind an empty line or another label, and that
    of a query where a paragraph begins. A query submitted with the context is used as the raw query unchanged, and
    labels in it are ignored."""
    values = {"raw": ""}
    for section in document.of(SectionRole.QUERY)[:1]:
        body = _body(document, section)
        values |= _labelled(body)
        if not (values["raw"] or values.get("resolved")):
            values = _labelled(body, only_bold=True)
    if document.query_span is not None:
        values["raw"] = document.query.strip()
    return UserQuery(**values)


def _body(document: ContextDocument, section: ContextSection) -> str:
    start, end = document.query_span or (section.end, section.end)
    return blank_spans(document.text, ((start, end),))[section.body_start : section.end]


def _labelled(body: str, *, only_bold: bool = False) -> dict[str, str]:
    current: str | None = "raw"
    values: dict[str, list[str]] = {"raw": []}
    lines = body.split("\n")
    labels = [_LABEL.match(fold_letters(line)) for line in lines]
    last_block = _last_block(lines, labels)
    is_labelled = False
    for at, line in enumerate(lines):
        match = labels[at]
        if match and not match["bold"]:
            begins = at == 0 or not lines[at - 1].strip()
            counts = begins or is_labelled if at >= last_block else begins and _field(match) in _QUERIES
            match = match if counts and not only_bold else None
        if match is None:
            if current is not None:
                values[current].append(line)
            continue
        is_labelled = True
        current = _field(match)
        if current == "raw" and any(line.strip() for line in values["raw"]):
            current = None
        if current is not None:
            values[current] = [line[match.start("value") :]]
    return {name: _plain(lines) for name, lines in values.items()}


def _field(label: re.Match[str]) -> str | None:
    return _FIELDS.get(label["label"].lower())


def _last_block(lines: list[str], labels: list[re.Match[str] | None]) -> int:
    """Where the lines begin behind which there is nothing but labels and what continues them."""
    at = len(lines)
    while at:
        before = labels[at - 2] if at > 1 else None
        continues = _CONTINUES.match(lines[at - 1]) or (before and not before["value"].strip())
        if not (labels[at - 1] or continues or not lines[at - 1].strip()):
            break
        at -= 1
    return at


def _plain(lines: list[str]) -> str:
    """Removes block quote marks, rules, and a pair of quotation marks around the whole."""
    kept = (line.strip().removeprefix(">").strip() for line in lines)
    text = "\n".join(line for line in kept if line.strip("-*_")).strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "\"'`" and text[0] not in text[1:-1]:
        return text[1:-1].strip()
    return text


def require_query(document: ContextDocument) -> UserQuery:
    """The query of section 0. Raises InputRejected `section_missing` if there is none, or none that shows anything."""
    query = read_query(document)
    if not is_visible(query.raw + query.resolved):
        raise ProblemCode.SECTION_MISSING.error(fields=(FieldError("context_md", "section 0 is missing"),))
    return query


def require_response(response_md: str) -> None:
    """Raises InputRejected `response_empty` if there is no visible character."""
    if not is_visible(response_md):
        raise ProblemCode.RESPONSE_EMPTY.error(fields=(FieldError("response_md", "must not be empty"),))
