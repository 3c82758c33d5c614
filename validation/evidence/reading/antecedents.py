"""The noun that the pronoun of a first claim stands for, in its place: `What's the PIN?`, `It's 4471.` The reader looks
for none itself, and takes any number of the evidence for the one that was asked for."""

from __future__ import annotations

import re

from validation.evidence.language.stems import FUNCTION_WORDS

_BE = r"(?P<be>['’]s|['’]re|[ ](?:is|are|was|were))"
_PRONOUN = re.compile(
    rf"(?P<lead>(?:(?:Yes|No|Actually|Currently|Sorry|And|But)\b,?[ ])?)(?:It|They|That|it|they|that){_BE}"
    r"(?P<not>(?:n['’]t)?)(?=[ ])"
)
_WHOLE = {"s": "is", "re": "are"}
_BEGINS = r"(?:^|[.!?;:,]\s+|\n)"
_IDENTITY = re.compile(
    rf"{_BEGINS}(?:what|who|which){_BE}[ ]"
    r"(?P<noun>(?:[A-Z][\w'’-]*['’]s?|the|this|my|our|your|his|her|their)[ ][^?.!;,\n]{2,60}?)"
    r"(?=\s*(?:[?.!;,\n]|$)|[ ](?:and|or)[ ](?:who|what|where|when|which|why|how|is|are|do|does)\b)",
    re.IGNORECASE,
)
"""`What's the new number of the plumber?`"""
_STRANDED = re.compile(
    r"[ ](?:like|called|named|about|for|of|from|at|in|on|to|with|by|worth|made|used|doing|going|[a-z]+ed)$"
)
"""Ends what is no noun: `What's the dog called?`"""
_VALUE = re.compile(r"[ ](?:(?:at|on|from|until|about|around|only|now|still|currently)[ ])?(?:the[ ])?[#€$£]?[A-Z\d]")
_SAID = re.compile(
    r"[ ](?:(?:not|only|also|always|still|already|currently|fully|usually|generally)[ ])*(?P<word>[a-z]{3,})"
)
_IN_QUESTION = r"(?P<noun>[^?.!;,\n]{2,50}?)[ ](?:[a-z]+ly[ ]|still[ ]|already[ ])?"
_PERSON = re.compile(r"(?:it|there|this|that|these|those|he|she|they|you|i|we)\b", re.IGNORECASE)
_SEVERAL = re.compile(r"\b(?:and|or)\b|/")
_OFFER = re.compile(
    r"(?:(?:how|what)[ ]about|why[ ]not[ ](?:book|buy|choose|get|take|try|visit))[ ](?P<noun>[^?.!;:,\n]{2,60})\?$",
    re.IGNORECASE,
)
_OFFERED = re.compile(
    r"It(?=['’]s[ ]|[ ](?:is|was|has|costs|weighs|takes|comes|opens|closes|offers|serves|includes)[ ])"
)
_MINE = re.compile(r"\b(?:my|our)\b", re.IGNORECASE)


def name_antecedent(text: str, query: str) -> str:
    """`text`, which nothing was said before, with the noun of the query for its pronoun."""
    pronoun = _PRONOUN.match(text)
    noun = (_identified(text, pronoun, query) or _described(text, pronoun, query)) if pronoun else ""
    return _put(noun, pronoun, text) if pronoun and noun else text


def name_offered(text: str, last: str) -> str:
    """`text` with what `last`, the sentence before it, offers for its pronoun: `How about the Lumo?`, `It is quiet.`"""
    offer = _OFFER.match(last) if _OFFERED.match(text) else None
    if offer is None or not _is_whole(offer["noun"]):
        return text
    return f"{offer['noun'][0].upper()}{offer['noun'][1:]}{text.removeprefix('It')}"


def _identified(text: str, pronoun: re.Match[str], query: str) -> str:
    """The noun of `What is the noun?`, if `It is` is followed by a name or a figure."""
    asked = _IDENTITY.search(query)
    if asked is None or not _is_whole(asked["noun"]) or not _VALUE.match(text, pronoun.end()):
        return ""
    return asked["noun"]


def _described(text: str, pronoun: re.Match[str], query: str) -> str:
    """The noun of `Is the noun free?`, if the same is said of `it`."""
    said = _SAID.match(text, pronoun.end())
    if said is None or said["word"] in FUNCTION_WORDS:
        return ""
    question = re.compile(rf"{_BEGINS}(?:is|are|was|were)[ ]{_IN_QUESTION}{said['word']}\b", re.IGNORECASE)
    asked = question.search(query)
    return asked["noun"] if asked and not _PERSON.match(asked["noun"]) and _is_whole(asked["noun"]) else ""


def _is_whole(noun: str) -> bool:
    """Whether it names one thing; of `the Lumo or the Aro` the claim may be about either."""
    return _STRANDED.search(noun) is None and _SEVERAL.search(noun) is None


def _put(noun: str, pronoun: re.Match[str], text: str) -> str:
    be = pronoun["be"].lstrip(" '’")
    noun = _MINE.sub("your", noun)
    noun = noun if pronoun["lead"] else f"{noun[0].upper()}{noun[1:]}"
    return f"{pronoun['lead']}{noun} {_WHOLE.get(be, be)}{pronoun['not']}{text[pronoun.end() :]}"
