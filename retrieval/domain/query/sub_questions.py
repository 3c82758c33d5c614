"""Splits a query that asks for several things, so that each part is looked for on its own.

Only clear cases are split: several questions in a row, also behind a comma, a stop or on a line of its own, a second
question word after "and", and the listed nouns of "what are the A and B of C". A part that says "it" or names nothing
borrows the terms of the part before it.
"""

from __future__ import annotations

import re
from dataclasses import replace

from retrieval.domain.query.question import MAX_QUERY, Question, is_title, read_question
from retrieval.domain.text.passage import composed

MAX_PIECES = 6

_TO = r"(?:in |at |to |for |by |from |on )?"
_ASKS = (
    rf"(?:{_TO}(?:what|who|whom|whose|when|where|why|which|how)"
    r"|is|are|was|were|does|do|did|can)\b"
)
_MARK = r"(?:[-*•]|\(?\d{1,2}[.)])\s{1,9}"
_BREAK = re.compile(
    rf"\?\s+(?:{_MARK})?(?:and |also |then )?(?=\w)|[,;]?\s+(?:and|as well as)(?: also)?\s+(?={_ASKS})"
    rf"|;\s+(?={_ASKS})",
    re.IGNORECASE,
)
_ASKING = re.compile(rf"\W*(?:and |also |then )?{_ASKS}", re.IGNORECASE)
_VERB = r"(?:is|are|was|were|does|do|did|has|have|had|can|could|will|would|should|may|must)\b"
_PRONOUN = r"(?:i|we|you|it|its|they|them|their|he|she|his|him|her|there)\b"
_NO_GUESS = r"(?!(?:at|in|on|by|from|about|more|less|over|the|an?|that|true|right)\b|(?-i:[A-Z\d]))"
_OPENS = (
    rf"(?:{_TO}(?:when|where|why|how) {_VERB}|(?:when|where|why|how|who)\W*\Z|by whom\b"
    rf"|how (?:(?!(?:to|the|a)\b|{_PRONOUN})\w+ ){{1,2}}{_VERB}|what(?:['’]s| about| (?:(?!{_PRONOUN})\w+ )?{_VERB})"
    rf"|who {_VERB}|who \w+ {_PRONOUN}"
    rf"|which (?!the\b|{_VERB}|{_PRONOUN})\w+ (?:\w+ )?{_VERB}|(?:is|are) (?:there|(?:it|they) {_NO_GUESS}(?=\w))"
    rf"|(?!can you|do you know)(?:does|do|did|has|have|can) {_PRONOUN} \w)"
)
"""What begins a question and no clause: `when is`, and neither `when the tank is empty` nor the guess `is it at 9`."""
_CAPITAL = rf"(?-i:(?=[A-Z])){_ASKS}"
_RUN_ON = re.compile(
    rf",\s+(?:(?:and )?if so,?\s+)?(?={_OPENS})|\s/\s(?={_OPENS})|(?<=\bwhen)/(?=where\b)|(?<=\bwhere)/(?=when\b)"
    rf"|(?<!\b\w)(?<!\b(?:co|dr|jr|mr|ms|no|sr|st|vs))(?<!\b(?:inc|ltd|max|min))(?<!\bcorp)\.\s+"
    rf"(?={_CAPITAL}|{_OPENS})"
    rf"|[^\S\n]{{0,9}}\n\s{{0,9}}(?:{_MARK}(?={_ASKS})|(?={_CAPITAL}|{_OPENS}))",
    re.IGNORECASE,
)
_WHOLE = re.compile(
    rf"\W*(?:{_OPENS}|(?!\w+ {_PRONOUN})(?:{_TO}(?:what|whom|which)|who|whose)\b|{_VERB})",
    re.IGNORECASE,
)
_WRAPPED = re.compile(r"\s*\n\s*(?=[a-z])")
_LEADS_ON = re.compile(r"\b(?:about|clear|explains?|find out|idea|knows?|me|on|says?|that|think)\Z", re.IGNORECASE)
"""What a clause follows, or nothing at all: `Can you tell me, how much is it`, `Is it open, do you think`."""
_INSERTED = re.compile(rf"(?![^,]*\b{_VERB})[^,]*,", re.IGNORECASE)
"""`What, if anything` asks nothing without what follows."""
_BARE = re.compile(r"(?:when|where|why|how|by whom)", re.IGNORECASE)
_CLAUSE = re.compile(r"who (?:is|are|was|were)\b")
_BORROWS = re.compile(r"\b(?:it|its|they|them|their|he|she|his|him|her|this|that|these|those|there)\b", re.IGNORECASE)
_LISTED = re.compile(
    r"(?:what|which)\s+(?:is|are|was|were)\s+(?P<items>[\w ,'’-]{3,160}?)\s+"
    r"(?P<tail>(?:of|for|in|at|on|to)\s+[^,;?]{1,200})\?*",
    re.IGNORECASE,
)
_BETWEEN_ITEMS = re.compile(r",\s{0,3}(?:and\s)?|\sand\s", re.IGNORECASE)
_ARTICLE = re.compile(r"(?:the|its|their|a|an)\s+", re.IGNORECASE)
_ONE_THING = re.compile(
    r"\b(?:between|differences?|relation\w{0,5}|compar\w{1,8}|versus|vs|both|or|that|which|of)\b", re.IGNORECASE
)
_SUBJECT = re.compile(r"(?<=\w )(?!I\b)(?:the |The )?[A-Z][\w'’-]*(?: (?:of |the )?[A-Z0-9][\w'’-]*){0,5}")
"""A name inside a sentence."""
_ITEM_WORDS = 3
_TRIMMED = " \t\r\n,;?."


def sub_questions(query: str) -> tuple[Question, ...]:
    """The parts as questions; one, the query itself, when nothing tells that there are more. What is beyond the limits
    of characters and parts is a last one, which is not read."""
    whole = composed(query).strip()
    text, beyond = whole[:MAX_QUERY].strip(), whole[MAX_QUERY:].strip(_TRIMMED)
    parts = next((found for found in (_listed(text), _broken(text)) if len(found) > 1), [read_question(text)])
    rest = [*(part.text for part in parts[MAX_PIECES:]), *([beyond] if beyond else [])]
    read = _with_borrowed_terms(parts[:MAX_PIECES])
    return (*read, replace(read_question("; ".join(rest)), terms=(), is_read=False)) if rest else read


def _broken(text: str) -> list[Question]:
    parts = [_trimmed(part) for part in _BREAK.split(text) if part.strip(_TRIMMED)]
    if not all(_ASKING.match(part) for part in parts):
        return []
    return [read_question(piece) for part in parts for piece in _run_on(part)]


def _trimmed(part: str) -> str:
    return re.sub(rf"\A{_MARK}", "", part.strip(_TRIMMED))


def _run_on(part: str) -> list[str]:
    """The questions that follow each other without a question mark; the part itself where one is no whole question, or
    may be torn: a comma that is left behind may be one of two around an insertion."""
    lines = _WRAPPED.sub(" ", part) if part[:1].isupper() else part
    pieces = [_trimmed(piece) for piece in _RUN_ON.split(lines)]
    is_torn = any("," in piece or _CLAUSE.match(piece) for piece in pieces[1:]) or _INSERTED.match(pieces[0])
    is_whole = all(_WHOLE.match(piece) and not _LEADS_ON.search(piece) for piece in pieces)
    return pieces if is_whole and not is_torn else [part]


def _listed(text: str) -> list[Question]:
    """`what are the price and the warranty of the X200` as `price of the X200` and `warranty of the X200`."""
    found = _LISTED.fullmatch(text)
    if found is None or _ONE_THING.search(found["items"]):
        return []
    items = [_ARTICLE.sub("", item.strip(), count=1) for item in _BETWEEN_ITEMS.split(found["items"]) if item.strip()]
    if any(len(item.split()) > _ITEM_WORDS for item in items):
        return []
    tail = found["tail"].strip()
    return [replace(read_question(f"what is the {item} {tail}"), text=f"{item} {tail}") for item in items]


def _with_borrowed_terms(parts: list[Question]) -> tuple[Question, ...]:
    whole = next((at for at, part in enumerate(parts) if not re.fullmatch(_ASKS, part.text, re.IGNORECASE)), 0)
    for at in reversed(range(whole)):
        parts[at] = _completed(parts[at], parts[at + 1])
    done = [parts[0]]
    for part in parts[1:]:
        if _BARE.fullmatch(part.text) and re.match(rf"{_BARE.pattern} {_VERB}", done[-1].text, re.IGNORECASE):
            part = _completed(part, done[-1])
        if not part.terms or _BORROWS.search(part.text):
            before = done[-1]
            lent = tuple(term for term in before.names or before.terms if term not in part.terms)
            part = replace(
                part,
                terms=part.terms + lent,
                words=part.words | before.words,
                context=before.searched,
                subject=before.subject or _subject(before.text),
            )
        done.append(part)
    return tuple(done)


def _completed(bare: Question, other: Question) -> Question:
    """`When` of "When and where is the party" as `When is the party`."""
    asks = re.match(rf"\W*{_ASKS}", other.text, re.IGNORECASE)
    return read_question(f"{bare.text} {other.text[asks.end() :].strip()}") if asks else bare


def _subject(text: str) -> str:
    found = None if is_title(text) else _SUBJECT.search(text)
    return found[0] if found else ""
