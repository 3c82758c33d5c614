"""Parses a belief file: front matter, sections in any order, evidence, relations and links."""

from __future__ import annotations

import hashlib
import math
import re
from collections.abc import Iterable, Iterator, Sequence
from datetime import date

from beliefs.domain.belief import (
    RELATIONS,
    Belief,
    BeliefUnreadable,
    EvidenceItem,
    Flaw,
    Link,
    Relation,
    Section,
    refuse_nul,
)
from beliefs.domain.front_matter import FrontMatter, read_front_matter
from beliefs.domain.markdown_lines import BodyLine, read_body
from beliefs.domain.quotes import quotes_of, whole_quotations
from beliefs.domain.write_back import confidence_span
from validation.domain.text.letters import compose_accents

MAX_CHARACTERS = 500_000
MAX_STATEMENT = 5_000
_ID = re.compile(r"[^\W_][\w.-]{0,149}", re.UNICODE)
_DAY = re.compile(r"([0-9]{4})(?:([-/.])([0-9]{1,2})\2([0-9]{1,2})|([0-9]{2})([0-9]{2}))(?:[T\s-].*)?", re.DOTALL)
_BULLET = re.compile(r"[ \t]{0,12}(?:[-*+]|\d{1,3}[.)])[ \t]+\S")
_WEIGHT = re.compile(r"\(weight:[ \t]{0,9}([^()]{1,40})\)[ \t]*$", re.IGNORECASE)
_NOTE = re.compile(r"\((?=[ \t]{0,9}(?:status|reason|confidence|scope)[ \t]{0,9}:)", re.IGNORECASE)
_KEY = re.compile(r"(?:^|,)[ \t]{0,9}(status|reason|confidence|scope)[ \t]{0,9}:", re.IGNORECASE)
_QUOTED = re.compile(r'"[^"\n]*"')
MAX_TARGET = 300
_WIKI = re.compile(rf"\[\[([^\[\]\n]{{1,{MAX_TARGET}}})\]\]")
_BARE_SESSION = re.compile(r"(?<![\w\[/.-])session-\d{8}-\d{6}(?![\w-])")

_FILES = (
    (re.compile(r"(?:.*/)?epistemic/beliefs/([^/]+)\.md"), ""),
    (re.compile(r"(?:.*/)?layer/sessions/([^/]+)\.md"), "session-"),
)


def parse(text: str) -> Belief:
    """Raises BeliefUnreadable; smaller defects become flaws of the belief, reported by the check they concern."""
    if len(text) > MAX_CHARACTERS:
        raise BeliefUnreadable(1, f"the file is longer than {MAX_CHARACTERS} characters; a belief is a page of text")
    refuse_nul(text)
    front = read_front_matter(text)
    body = read_body(text[front.body_start :], first_line=text.count("\n", 0, front.body_start) + 1)
    return _belief(front, body)


def content_hash(text: str) -> str:
    """sha256 of the text without the confidence block, so that writing back a score does not change it."""
    front = read_front_matter(text)
    start, end = confidence_span(text, front)
    return text_hash(text[:start] + text[end:])


def text_hash(text: str) -> str:
    """sha256 in hex; accepts lone surrogates."""
    return hashlib.sha256(text.encode("utf-8", "surrogatepass")).hexdigest()


def _belief(front: FrontMatter, body: Sequence[BodyLine]) -> Belief:
    flaws: list[Flaw] = []
    created, revised = _dates(front, flaws)
    links = tuple(link for line in body for link in links_of(line))
    return Belief(
        id=_id(front),
        statement=_statement(body, front),
        created=created,
        revised=revised,
        assigned=_assigned(front, flaws),
        endorsed=front.text("endorsed").casefold() == "true",
        facets=_facets(front),
        entrenchment=front.text("entrenchment")[:40],
        evidence=_evidence(body, flaws),
        relations=_relations(body),
        links=links,
        flaws=tuple(flaws),
    )


def _id(front: FrontMatter) -> str:
    found = normalized_name(front.text("id"))
    if not _ID.fullmatch(found):
        raise BeliefUnreadable(front.line("id"), "the front matter needs an 'id' of letters, digits and hyphens")
    return found


def _statement(body: Sequence[BodyLine], front: FrontMatter) -> str:
    """The section Statement, else the text under the title."""
    words = _words(line for line in body if line.section == Section.STATEMENT)
    words = words or _words(line for line in body if line.lead)
    if not words:
        end = max((line.number for line in body), default=front.line("id"))
        raise BeliefUnreadable(end, "there is no statement; write it under the title or in '## Statement'")
    return words[:MAX_STATEMENT]


def _words(lines: Iterable[BodyLine]) -> str:
    return " ".join(line.text.strip() for line in lines if line.prose.strip())


def _facets(front: FrontMatter) -> tuple[str, ...]:
    found = front.values.get("facets", [])
    items = found if isinstance(found, list) else [found]
    return tuple(item.strip()[:100] for item in items[:50] if isinstance(item, str) and item.strip())


def _dates(front: FrontMatter, flaws: list[Flaw]) -> tuple[date | None, date | None]:
    """(created, revised). Without a valid date of creation the revision counts, so that an invalid date cannot make the
    belief younger."""
    created = _date(front, "extracted", flaws) or _date(front, "created", flaws)
    revised = _date(front, "revised", flaws)
    if created and revised and revised < created:
        flaws.append(Flaw("temporal_health", front.line("revised"), f"revised {revised} before created {created}"))
    if revised and not created:
        message = f"It has no date of creation; its revision of {revised} counts in its place"
        flaws.append(Flaw("temporal_health", front.line("revised"), message))
    return created or revised, revised


def _date(front: FrontMatter, key: str, flaws: list[Flaw]) -> date | None:
    given = front.text(key)
    if not given:
        return None
    found = _day(given)
    if found is None:
        message = f"'{key}' is no date: {given[:40]!r}; write it as 2026-01-31"
        flaws.append(Flaw("temporal_health", front.line(key), message))
    return found


def _day(text: str) -> date | None:
    """A date with the year first and any of its separators; a time may follow. 04/08/2025 is ambiguous, so rejected."""
    found = _DAY.fullmatch(text)
    if found is None:
        return None
    year, month, day = (int(part) for part in found.group(1, 3, 4, 5, 6) if part)
    try:
        return date(year, month, day)
    except ValueError:
        return None


def _assigned(front: FrontMatter, flaws: list[Flaw]) -> float | None:
    block = front.values.get("confidence")
    given = block.get("score") if isinstance(block, dict) else block
    if not isinstance(given, str) or not given or (isinstance(block, dict) and "computed_at" in block):
        return None
    score = _share(given)
    if score is None:
        line = front.line("confidence")
        flaws.append(Flaw("link_integrity", line, f"the assigned score is no number from 0 to 1: {given[:40]!r}"))
    return score


def _share(text: str) -> float | None:
    try:
        number = float(text)
    except ValueError:
        return None
    return number if math.isfinite(number) and 0.0 <= number <= 1.0 else None


def _evidence(body: Sequence[BodyLine], flaws: list[Flaw]) -> tuple[EvidenceItem, ...]:
    items: list[list[BodyLine]] = []
    for line in body:
        if line.section != Section.EVIDENCE or not line.prose.strip():
            continue
        if _BULLET.match(line.text) or not items:
            items.append([line])
        else:
            items[-1].append(line)
    return tuple(_item(lines, flaws) for lines in items)


def _item(lines: list[BodyLine], flaws: list[Flaw]) -> EvidenceItem:
    links = tuple(link for line in lines for link in links_of(line))
    quotes = tuple(quote for text in whole_quotations([line.text for line in lines]) for quote in quotes_of(text))
    written = weight_of(lines[-1].text)
    weight = _share(written) if written is not None else None
    if written is not None and weight is None:
        message = f"line {lines[-1].number}: the weight is no number from 0 to 1: {written!r}"
        flaws.append(Flaw("link_integrity", lines[-1].number, message))
    return EvidenceItem(lines[0].number, links, quotes, weight)


def _relations(body: Sequence[BodyLine]) -> tuple[Relation, ...]:
    found: list[Relation] = []
    for lines in _bullets(body):
        note = note_of(" ".join(line.text.strip() for line in lines))
        section, links = Section(lines[0].section), [link for line in lines for link in links_of(line)]
        entry = lines[0].number
        found += [Relation(section, link.target, link.line, entry, note) for link in links]
        if not links:
            found.append(Relation(section, None, entry, entry, note))
    return tuple(found)


def _bullets(body: Sequence[BodyLine]) -> Iterator[list[BodyLine]]:
    """The lines of each bullet of a relation, with those that continue it."""
    bullet: list[BodyLine] = []
    for line in body:
        begins = line.section in RELATIONS and _BULLET.match(line.prose) is not None
        goes_on = bool(bullet) and bool(line.prose.strip()) and line.section == bullet[0].section and not begins
        if goes_on:
            bullet.append(line)
            continue
        if bullet:
            yield bullet
        bullet = [line] if begins else []
    if bullet:
        yield bullet


def weight_of(line: str) -> str | None:
    """The weight as written; None if the line has none."""
    found = _WEIGHT.search(line[-100:])
    return found[1].strip() if found else None


def note_of(line: str) -> dict[str, str]:
    """Splits at the known keys outside quotes, so that a reason may contain commas. Removes the quotes of values."""
    opening = _NOTE.search(line)
    closing = line.rfind(")")
    if opening is None or closing < opening.end():
        return {}
    inner = line[opening.end() : closing]
    shadow = _QUOTED.sub(lambda match: "_" * len(match[0]), inner)
    marks = list(_KEY.finditer(shadow))
    ends = [mark.start() for mark in marks[1:]] + [len(inner)]
    return {mark[1].casefold(): _unquoted(inner[mark.end() : end]) for mark, end in zip(marks, ends, strict=True)}


def _unquoted(value: str) -> str:
    value = value.strip()
    return value[1:-1] if len(value) > 1 and value[0] == value[-1] and value[0] in "\"'" else value


def links_of(line: BodyLine) -> tuple[Link, ...]:
    """In order of position, without code, and without targets longer than MAX_TARGET after Unicode composition."""
    found = [(match.start(), _target(match[1]), True) for match in _WIKI.finditer(line.prose)]
    if line.section == Section.EVIDENCE:
        rest = _WIKI.sub(lambda match: " " * len(match[0]), line.prose)
        found += [(match.start(), match[0], False) for match in _BARE_SESSION.finditer(rest)]
    return tuple(
        Link(target, line.section, line.number, bracketed)
        for _, target, bracketed in sorted(found)
        if 0 < len(target) <= MAX_TARGET
    )


def targets_of(text: str) -> list[str]:
    """The targets of all links in a text of any kind, in order."""
    return [target for match in _WIKI.finditer(text) if 0 < len(target := _target(match[1])) <= MAX_TARGET]


def _target(inner: str) -> str:
    """The link target. A path of a belief or session becomes its id, so that it counts as a link to it."""
    target = normalized_name(inner.split("|", 1)[0].split("#", 1)[0].strip())
    for place, prefix in _FILES:
        if found := place.fullmatch(target):
            return f"{prefix}{found[1]}"
    return target


def normalized_name(name: str) -> str:
    """The name in Unicode NFC, since file systems and keyboards encode accents differently."""
    return compose_accents(name)
