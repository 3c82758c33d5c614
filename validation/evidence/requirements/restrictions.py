"""What section 2 and the query say that the user must not or will not eat, in whatever notation."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Iterator
from typing import Any

from validation.evidence.language.names import keys_of
from validation.evidence.language.stems import FUNCTION_WORDS
from validation.evidence.text.blocks import Block, BlockKind, cells, plain, scan
from validation.evidence.words import any_of, lists_of, pattern_of, words_of

Restriction = tuple[str, frozenset[str]]
"""As it is said, and the concepts that are ruled out."""


def _expanded(holds: dict[str, str]) -> dict[str, frozenset[str]]:
    """By concept all that it holds: `seafood` holds what `fish` holds."""
    direct = {key: keys_of(foods) for name, foods in holds.items() for key in keys_of(name)}
    found = {}
    for name in direct:
        held, left = set[str](), [name]
        while left:
            key = left.pop()
            if key not in held:
                held.add(key)
                left.extend(direct.get(key, ()))
        found[name] = frozenset(held)
    return found


_HOLDS = _expanded(lists_of("preferences.holds"))
_DIETS = {name: " ".join(foods.split()) for name, foods in lists_of("preferences.diets").items()}
KNOWN = frozenset().union(*_HOLDS.values()) | keys_of(" ".join(words_of("preferences.foods")))

_REST = r"(?:[ \t]{0,2}(?:[:=→]|->))?[ \t]{1,3}(?P<rest>[^\n.!?]{1,200})"
ALLERGY = any_of("preferences.allergy", behind=_REST)
_WEAK = any_of(
    "preferences.weak",
    front=rf"(?:{pattern_of('preferences.fronts')}|{pattern_of('preferences.leads')}[ \t])(?P<trigger>",
    behind=rf"){_REST}",
)
BEFORE = re.compile(
    r"\b(?!(?:food|known|severe|mild|any|an?|the|no|has|my|user|other)[ -])(?P<what>[a-z]{3,20})[ -]"
    r"(?:allergy|allergies|intoleran(?:t|ce)|allergic)\b|\b(?P<german>[a-zäöü]{3,20}?)(?:allergie|-allergie)\b"
    r"|\bgegen (?P<against>[a-zäöüß]{2,20}) allergisch\b",
    re.IGNORECASE,
)
_LACKS = any_of("preferences.lacks")
_STORE = any_of("preferences.store", front=r"^[^:]{0,30}\b", behind=r"\b[^:]{0,20}:")
_RUN_OUT = any_of("preferences.run_out", front=r"^[^,;]{0,60}\b")
_REASON = any_of("preferences.reason")
_NO_COMPLAINT = any_of("preferences.no_complaint")
_OF_PET = any_of(
    "preferences.pets",
    front=r"\b(?:user['’]s|my|our|his|her|their)[ \t](?:\w+[ \t])?(?P<pet>",
    behind=r")[ \t](?:is|has|does|doesn|can|cannot|must|never|avoids|also)\b(?:(?!\band\b)[^,.:;!?])*",
)
"""What a pet must not eat."""
COELIAC = re.compile(r"\bco?eliacs?\b", re.IGNORECASE)
_DISLIKE = any_of("preferences.dislike", behind=r"[ \t](?P<what>[a-z]{3,20}(?:(?:,| and| or)[ \t][a-z]{3,20}){0,4})")
_DENIED = re.compile(
    r"\b(?:no longer|not|no|isn['’]t|aren['’]t|no known|never|used to be|nicht mehr|keine)[ \t]"
    r"(?:(?:an?|any|has|have|is)[ \t])?$",
    re.IGNORECASE,
)
_OF_OTHERS = re.compile(r"\bnot the user\b(?!['’]s)", re.IGNORECASE)
_NONE = re.compile(
    r"[ \t]*(?:none|nothing|unknown|n/a|false|(?:no|not|keine?)[ \t]*(?:$|known|reported|bekannt))\b", re.IGNORECASE
)
_EXCEPT = re.compile(r"\b(?:except|other than|apart from|besides)[ \t](?:(?:for|to)[ \t])?(?P<rest>.*)", re.IGNORECASE)
"""`No known allergies except nuts`."""
_DIVIDES = re.compile(r"[,;/&+]|[ \t](?:and|or|und|oder|sowie)[ \t]", re.IGNORECASE)
_ENDS_LIST = re.compile(
    r"\b(?:likes?|loves?|enjoys?|prefers?|but|eats|vegans?|vegetarians?|ok|okay|fine)\b|:"
    r"|^[ \t]*(?:so[ \t])?(?:which|what|where|when|how|who|can|could|is|are|do|does|will|would|was|welche[nrs]?|wo)\b",
    re.IGNORECASE,
)
"""A liking, or a question that goes on behind the list: `allergic to nuts, which cake can I have?`"""
_WORD = re.compile(r"[a-zäöüß]{2,20}", re.IGNORECASE)
_PARENTHESES = re.compile(r"\([^()\n]{0,200}\)")
_SOURCE_REF = re.compile(r"[ \t]{0,3}\(source_ref:[^()\n]{0,200}\)[ \t]{0,3}", re.IGNORECASE)
_BRACKETS = str.maketrans('[]{}"_', "      ")

_RESEARCH = any_of(
    "preferences.research",
    front=r"^(?!.*(?:memor|remember|preference|profile|user|allerg|diet|health|earlier|previous)).*\b",
)
_OF_USER, _OF_SPEAKER = (any_of(f"preferences.{key}", front=r"[\W\d_]*") for key in ("of_user", "of_speaker"))
_NO_STATEMENT = (BlockKind.HEADING, BlockKind.TABLE_HEADER, BlockKind.TABLE_RULE)
_LEADS = re.compile(r"\b(?:allerg|intoleran|diet|avoid|unverträg)", re.IGNORECASE)
_NAMES = re.compile(r"name|type|kind|food|item|substance|allergen|value", re.IGNORECASE)
"""Keys of which the one above them says what their value is."""
_DIET = re.compile(rf"\b(?:(?P<diet>{'|'.join(_DIETS)})s?|(?P<free>[a-z]{{3,15}})-free)\b", re.IGNORECASE)
_PAST = re.compile(
    r"\b(?:not|no|never|non|\w+n['’]t|used to|was|formerly|until|none|nicht|keine?)\b(?!.*\b(?:and|but|und|aber)\b)",
    re.IGNORECASE,
)
_PAST_AFTER = re.compile(
    r"[^:=]{0,20}[:=][ \t]?(?:no|not|none|never|false|0|nein|nicht|keine?)\b"
    r"|(?:(?!\b(?:and|but|und|aber)\b).)*\b(?:any ?more|no (?:more|longer)|formerly|until|in the past|nicht mehr)\b",
    re.IGNORECASE,
)
_OWN = any_of("preferences.own_diet", behind=r"[^:]{0,20}$")
_WHOSE = re.compile(
    r"[^\w\n]*(?:(?:user['’]s|my|our|his|her|their)[ \t])?(?P<who>[^\W\d_]{3,20})(?:['’]s[ \t]diet)?"
    r"(?:[ \t]?[:=]|(?=[ \t]))",
    re.IGNORECASE,
)
"""`Wife:`, `User's wife`, `Anna`."""
_BARE_BEFORE = re.compile(
    r"[ \t]*(?:(?:strict(?:ly)?|mostly|an?|is|am|eats|lives(?:[ \t]in)?|on|prefers|keeps|follows|went|turned|became)"
    r"[ \t]+)*$",
    re.IGNORECASE,
)
_BARE_AFTER = re.compile(
    r"[ \t]*(?:[:=][ \t]*(?:yes|true)|diet|food|meals?|dishes|only|household|family|lifestyle)?"
    r"(?:[ \t]+(?:since\b|in[ \t]\d|for[ \t](?:[\w.]+[ \t])?(?:years|months|weeks)\b).*)?[ \t]*$",
    re.IGNORECASE,
)
_CLAUSE = re.compile(r"[.;!?]|,(?![ \t]who\b)")
_NEAR = 80
"""Characters around an allergy or a diet that may deny it or say whose it is."""


def restrictions(gathered: str, wishes: str, query: str) -> Iterator[Restriction]:
    """What the lines of the query rule out, and what section 2 does for the user."""
    for line in wishes.split("\n"):
        yield from _ruled_out(line)
        for match in _DIET.finditer(line):
            yield from _as_diet(match)
    for line in statements(gathered):
        pet = _OF_PET.search(line)
        if pet and pet["pet"].lower() not in query.lower():
            line = f"{line[: pet.start()]} {line[pet.end() :]}"
        yield from _ruled_out(line)
        yield from _diets_of(line, query)


def expand(keys: Iterable[str]) -> frozenset[str]:
    keys = frozenset(keys)
    return keys.union(*(_HOLDS.get(key, frozenset()) for key in keys))


def statements(text: str) -> Iterator[str]:
    """Each line, item, row and field as one line, `key: value` where it has a key; of what a search found
    only those on the user."""
    for block in scan(text):
        if block.kind not in _NO_STATEMENT:
            was_found = _RESEARCH.search(block.heading)
            for found in _lines(text, block):
                line = _SOURCE_REF.sub(" ", found)
                if not _OF_OTHERS.search(line) and (not was_found or _is_on_user(line)):
                    yield plain(_PARENTHESES.sub(" ", line).translate(_BRACKETS))


def _is_on_user(line: str) -> bool:
    """Whether what a search found tells of the user. A guest who says I tells more than what he eats."""
    if _OF_USER.match(line):
        return True
    bans = (ALLERGY, BEFORE, COELIAC, _DIET, _WEAK) if _OF_SPEAKER.match(line) else ()
    said = next((match for one in bans if (match := one.search(line))), None)
    if said is None:
        return False
    rest = line[said.start("rest") if "rest" in said.re.groupindex else said.end() :]
    return all(keys_of(word) & KNOWN for word in _WORD.findall(rest) if word.lower() not in FUNCTION_WORDS)


def _lines(text: str, block: Block) -> Iterator[str]:
    said = text[block.start : block.end]
    if block.kind is BlockKind.FENCE:
        yield from _fields(said)
    elif block.kind is BlockKind.TABLE_ROW:
        row = [cell.text for cell in cells(text, block.start, block.end)]
        yield ": ".join(row[:2])
        yield from (f"{head}: {cell}" for head, cell in zip(block.header, row, strict=False))
    else:
        first, *others = said.split("\n")
        lead = block.lead.rsplit("\n", 1)[-1].strip(" :") or block.heading
        yield f"{lead}: {first}" if _LEADS.search(lead) else first
        yield from others


def _fields(text: str) -> Iterator[str]:
    """Of JSON each field, of anything else its lines."""
    try:
        yield from _walk(json.loads(text))
    except (ValueError, RecursionError):
        for block in scan(text):
            yield from (
                text[block.start : block.end].split("\n") if block.kind is BlockKind.FENCE else _lines(text, block)
            )


def _walk(value: Any, key: str = "") -> Iterator[str]:
    if isinstance(value, dict):
        for name, inner in value.items():
            yield from _walk(inner, key if _LEADS.search(key) and _NAMES.fullmatch(str(name)) else str(name))
    elif isinstance(value, list) and any(isinstance(one, dict | list) for one in value):
        for inner in value:
            yield from _walk(inner, key)
    elif isinstance(value, list):
        yield f"{key}: {', '.join(map(str, value))}"
    else:
        yield f"{key}: {value}"


def _ruled_out(line: str) -> Iterator[Restriction]:
    line = line if _EXCEPT.search(line) else _NO_COMPLAINT.sub(" ok, ", line)
    for match in BEFORE.finditer(line):
        if not _DENIED.search(line, max(0, match.start() - _NEAR), match.start()):
            yield _said(match[0]), expand(keys_of(match["what"] or match["german"] or match["against"]))
    for pattern in (ALLERGY, _WEAK):
        for match in pattern.finditer(line):
            if pattern is _WEAK and _LACKS.fullmatch(match["trigger"]) and _is_gone(line, match["rest"]):
                continue
            denied = _DENIED.search(line, max(0, match.start() - _NEAR), match.start()) or _NONE.match(match["rest"])
            excepted = _EXCEPT.search(match["rest"]) if denied else None
            foods = list(_foods(excepted["rest"] if excepted else match["rest"], is_strong=pattern is ALLERGY))
            if foods and (excepted or not denied):
                said = line[match.start() : match.start("rest")].lstrip(" \t,;:").rstrip()
                yield _said(f"{said} {', '.join(foods)}"), expand(keys_of(" ".join(foods)))
    if COELIAC.search(line):
        yield "coeliac", expand({"gluten"})
    if disliked := _DISLIKE.search(line):
        yield _said(disliked[0]), keys_of(disliked["what"])


def _is_gone(line: str, rest: str) -> bool:
    """Whether `no milk` tells what is there and not what may be."""
    return bool(_STORE.match(line) or _RUN_OUT.match(rest)) and not _REASON.search(line)


def _foods(rest: str, *, is_strong: bool) -> Iterator[str]:
    """Of a list all that is known as food; of anything else, where an allergy is named, single words."""
    for number, piece in enumerate(_DIVIDES.split(rest)):
        if not piece.strip():
            continue
        if _ENDS_LIST.search(piece) or _NONE.match(piece):
            return
        words = [word for word in _WORD.findall(piece) if word.lower() not in FUNCTION_WORDS]
        known = [word for word in words if keys_of(word) & KNOWN]
        if known:
            yield " ".join(known)
        elif is_strong and words and (number == 0 or len(words) == 1):
            yield words[0]
        else:
            return


def _diets_of(line: str, query: str) -> Iterator[Restriction]:
    """The diets that a line says are the user's own, or of somebody whom the query names."""
    begin = 0
    for end in (*(match.start() for match in _CLAUSE.finditer(line)), len(line)):
        for match in _DIET.finditer(line, begin, end):
            before = line[max(begin, match.start() - _NEAR) : match.start()]
            after = line[match.end() : min(end, match.end() + _NEAR)]
            if not _PAST.search(before) and not _PAST_AFTER.match(after) and _is_meant(before, after, query):
                yield from _as_diet(match)
        begin = end + 1


def _is_meant(before: str, after: str, query: str) -> bool:
    whose = _WHOSE.match(before)
    if whose and re.search(rf"\b{re.escape(whose['who'])}\b", query, re.IGNORECASE):
        before = before[whose.end() :]
    return bool(_OWN.search(before) or (_BARE_BEFORE.match(before) and _BARE_AFTER.match(after)))


def _as_diet(match: re.Match[str]) -> Iterator[Restriction]:
    if match["diet"]:
        yield match["diet"].lower(), expand(keys_of(_DIETS[match["diet"].lower()]))
    elif keys_of(match["free"]) & KNOWN:
        yield match[0].lower(), expand(keys_of(match["free"]))


def _said(text: str) -> str:
    return " ".join(text.split())
