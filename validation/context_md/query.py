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
_NEED = re.compile(r"\bneeds_[a-z]")


def read_query(document: ContextDocument) -> UserQuery:
    """Empty without a section 0. Text before the first label is the raw query. If a label is repeated the last one
    counts, since the pipeline adds its fields after the user's text. A user can type such a word too, so a label that
    is not bold counts only in a block of labels; else it is text. Behind a labelled query, two labels in a row open a
    block, and so do data requirements. A query submitted with the context is used as the raw query unchanged, and
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
    in_block, query_labelled = True, False
    for at, line in enumerate(lines):
        match = labels[at] if not only_bold or _is_bold(labels[at]) else None
        if match and not _is_bold(match):
            counts = in_block or (query_labelled and _opens_block(lines, labels, at))
            match = match if counts and not _leads_prose(lines, labels, at) else None
        if match is None:
            in_block = not line.strip() or (in_block and _CONTINUES.match(line) is not None)
            if current is not None:
                values[current].append(line)
            continue
        in_block = True
        current = _FIELDS.get(match["label"].lower())
        query_labelled = query_labelled or current in _QUERIES
        if current == "raw" and any(line.strip() for line in values["raw"]):
            current = None
        if current is not None:
            values[current] = [line[match.start("value") :]]
    return {name: _plain(lines) for name, lines in values.items()}


def _is_bold(label: re.Match[str] | None) -> bool:
    return label is not None and bool(label["bold"])


def _opens_block(lines: list[str], labels: list[re.Match[str] | None], at: int) -> bool:
    """Whether another label follows this one and what continues it, or it names a need of data: users write neither."""
    end = at + 1
    while end < len(lines) and labels[end] is None and _CONTINUES.match(lines[end]):
        end += 1
    if any(_NEED.search(line) for line in lines[at:end]):
        return True
    return end < len(lines) and labels[end] is not None and not _leads_prose(lines, labels, end)


def _leads_prose(lines: list[str], labels: list[re.Match[str] | None], at: int) -> bool:
    """Whether a sentence follows a label with a value that is no query: then the user wrote both."""
    label = labels[at]
    if label is None or _FIELDS.get(label["label"].lower()) in _QUERIES or not label["value"].strip():
        return False
    following = lines[at + 1] if at + 1 < len(lines) else ""
    return bool(following.strip()) and not (_CONTINUES.match(following) or labels[at + 1])


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
