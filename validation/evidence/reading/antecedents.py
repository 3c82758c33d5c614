"""The noun that the pronoun of a claim stands for, in its place: `What's the PIN?`, `It's 4471.` The reader looks for
none itself, and takes any number of the evidence for the one that was asked for."""

from __future__ import annotations

import re
from collections.abc import Iterable
from itertools import islice

from validation.evidence.language.stems import FUNCTION_WORDS
from validation.evidence.quantities.numbers import NUMBER_WORDS

_BE = r"(?P<be>['’]s|['’]re|[ ](?:is|are|was|were))"
_PRONOUN = re.compile(
    rf"(?P<lead>(?:(?:Yes|No|Actually|Currently|Sorry|And|But)\b,?[ ])?)(?P<word>It|They|That|it|they|that){_BE}"
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
_SAME = re.compile(rf"[^,;:]*,?[ ](?:it|they){_BE}(?:n['’]t|[ ]not)?[.!]?$", re.IGNORECASE)
"""A claim that leaves out what the question said, and so is about the same: `Under the normal warranty it isn't.`"""
_SEVERAL = re.compile(r"\b(?:and|or)\b|/")
_OFFER = re.compile(
    r"(?:(?:how|what)[ ]about|(?:why[ ]not|(?:you|we)[ ]could)[ ](?:get|buy|give|bring)(?:[ ](?:her|him|them))?)"
    r"[ ](?P<noun>[^?.!;:,\n]{2,60})[?.]$",
    re.IGNORECASE,
)
_MEASURE = re.compile(
    r"[ ](?:(?:only|just|about|around|over|under|almost|nearly|roughly|(?:less|more)[ ]than|an?|another)[ ])*"
    rf"(?:\d[\d.,]*(?![\d.,]|[ ]?(?:[A-Z]{{3}}\b|euros?|dollars?|pounds?|[€$£%]))|"
    rf"(?:{'|'.join(NUMBER_WORDS)}|half|few|short|long|hour|minute)\b)"
)
"""Behind an `It is` that may stand for nothing: `It is only 3 km to the beach.`"""
_NAMED = re.compile(r"(?:an?|the|this|your|our)[ ]|(?!I\b)[A-Z]")
_ONE = re.compile(
    r"\b(?P<verb>(?:lov|lik|want|need|own)(?:e|es|ed|s)?|has|have|had|(?:wish|ask|hop)(?:e|es|ed|ing)? for)[ ]one"
    r"(?=[,.;!?)]|$|[ ](?:and|but|so|as|since|because|for|in|at|on|when|if|already|himself|herself)\b)"
)
_MINE = re.compile(r"\b(?:my|our)\b", re.IGNORECASE)
_FARTHEST = 20
"""Claims behind the question after which a pronoun is not read as its noun, so that many claims take linear time."""


def name_antecedent(text: str, last: str, told: Iterable[str], query: str) -> str:
    """`text` with the noun of the sentence `last` before it, if that is an offer, else of the query, for its pronoun.
    `told` are the claims before it: where they tell of anything else, the pronoun may stand for that."""
    offer = _OFFER.match(last)
    if offer:
        return _name_offered(text, offer["noun"])
    pronoun = _PRONOUN.match(text)
    if pronoun is None:
        return text
    alike = 0
    for one in islice(told, _FARTHEST + 1):
        if alike == _FARTHEST or not (_PRONOUN.match(one) or _SAME.match(one)):
            return text
        alike += 1
    noun = ("" if alike else _identified(text, pronoun, query)) or _described(text, pronoun, query)
    return _put(noun, pronoun, text) if noun else text


def _name_offered(text: str, noun: str) -> str:
    """`She'd love one`, `It is quiet`."""
    if noun.startswith(("a ", "an ")):
        text = _ONE.sub(lambda match: f"{match['verb']} {noun}", text)
    pronoun = _PRONOUN.match(text)
    if pronoun is None or pronoun["word"] != "It" or not _NAMED.match(noun) or _MEASURE.match(text, pronoun.end()):
        return text
    return _put(noun, pronoun, text)


def _identified(text: str, pronoun: re.Match[str], query: str) -> str:
    """The noun of `What is the noun?`, if `It is` is followed by a name or a figure. `It was` tells of no `is`."""
    asked = _IDENTITY.search(query)
    if asked is None or not _is_whole(asked["noun"]) or not _VALUE.match(text, pronoun.end()):
        return ""
    return "" if _is_past(pronoun) and not _is_past(asked) else asked["noun"]


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


def _is_past(match: re.Match[str]) -> bool:
    return match["be"].strip().lower() in ("was", "were")


def _put(noun: str, pronoun: re.Match[str], text: str) -> str:
    be = pronoun["be"].lstrip(" '’")
    noun = _MINE.sub("your", noun)
    noun = noun if pronoun["lead"] else f"{noun[0].upper()}{noun[1:]}"
    return f"{pronoun['lead']}{noun} {_WHOLE.get(be, be)}{pronoun['not']}{text[pronoun.end() :]}"
