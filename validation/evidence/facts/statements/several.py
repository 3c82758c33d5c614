"""Comparisons that are said of several things: `A and B are lighter`."""

from __future__ import annotations

import re
from collections.abc import Iterable

from validation.evidence.facts.statements.limits import RankingWord
from validation.evidence.facts.statements.scales import RANKING, read_scale

NAME_WORD = re.compile(r"\w+")
_VERB = re.compile(
    r"\b(?:are|were)[ ](?:(?P<both>both|all)[ ])?(?P<also>[a-z]+er(?:,|,? and|,? but)[ ])?"
    r"(?:(?:also|even|much|slightly|far|a bit|somewhat)[ ])*\Z"
)
_OTHER_CLAUSE = re.compile(
    r"[;:!?]|\.\s|\b(?:but|while|whereas|although|than|is|has|have|costs?|weighs?|lasts?|takes?)\b", re.IGNORECASE
)
"""Ends before the things of which a comparison is said: `A costs 9 EUR; B and C are cheaper`."""
_OTHER_SUBJECT = re.compile(r"[;:!?]|\.\s|\b(?:is|has|costs|weighs)\b", re.IGNORECASE)
"""Behind a comparison; the next one is of another thing: `A and B are lighter, but C is cheaper`."""
_JOINS = re.compile(r"\b(?:and|or|both|all)\b", re.IGNORECASE)
_LINKING = frozenset(["the", "and", "both", "all", "so", "also"])


def verb_of_several(word: RankingWord) -> re.Match[str] | None:
    """Of a comparison; None where it is said of one thing."""
    verb = _VERB.search(word.text, word.claim.start, word.match.start())
    return verb if verb and _JOINS.search(word.text, *things_before(verb, word)) else None


def things_before(verb: re.Match[str], word: RankingWord) -> tuple[int, int]:
    """Where the things stand that it is said of."""
    start, end = word.claim.start, verb.start()
    return max((one.end() for one in _OTHER_CLAUSE.finditer(word.text, start, end)), default=start), end


def is_list(word: RankingWord, clause: tuple[int, int], names: Iterable[str]) -> bool:
    """Whether nothing but these things and figures stand there; not `Next to A, B and C` and `None of B and C`."""
    known = _LINKING.union(*(NAME_WORD.findall(name.lower()) for name in names))
    said = (one for one in NAME_WORD.finditer(word.text, *clause) if one[0].lower() not in known)
    return all(any(figure.start <= one.start() < figure.end for figure in word.claim.figures) for one in said)


def is_half(verb: re.Match[str], word: RankingWord) -> bool:
    """Whether another comparison is said of the same things: `lighter and cheaper` is true only if both words are."""
    stop = _OTHER_SUBJECT.search(word.text, word.match.end(), word.claim.end)
    end = stop.start() if stop else word.claim.end
    behind = RANKING.finditer(word.text, word.match.end(), end)
    return verb["also"] is not None or any(read_scale(match) is not None for match in behind)
