"""What spec 2 section 9 asks to observe: how often each status, which issues recur, and whether a failed resolution
goes with a question to the user. Pure, over plain values that a query hands in."""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz

from validation.domain.agreement import Measured, TwoByTwo, phi, share, two_by_two
from validation.gates.query_analysis.analysis import Resolution
from validation.gates.query_analysis.result import Status

SAME_MEANING = 85
"""Token-set similarity, 0-100, from which two templates count as one issue; lower, and different fields merge."""

_QUOTED = re.compile(r"\"[^\"]{0,400}\"|“[^”]{0,400}”|`[^`]{0,400}`|(?<!\w)'[^']{0,400}'(?!\w)|\([^()]{0,400}\)")
_NUMBER = re.compile(r"\d+(?:[.,]\d+)*")
_WORD = re.compile(r"\w+")
_LONGEST = 500
_MOST_TEMPLATES = 300


@dataclass(frozen=True, slots=True)
class StatusShare:
    status: Status
    count: int
    share: Measured


@dataclass(frozen=True, slots=True)
class IssueGroup:
    """Issues of one meaning. `example` is the most frequent wording, `count` the issues, `wordings` how many
    different ones."""

    template: str
    example: str
    count: int
    wordings: int


@dataclass(frozen=True, slots=True)
class FailedAgainstClarify:
    """`table` counts failed resolution as its first fact and clarify as its second."""

    table: TwoByTwo
    phi: Measured


def status_distribution(statuses: Iterable[Status]) -> tuple[StatusShare, ...]:
    counts = Counter(statuses)
    return tuple(StatusShare(status, counts[status], share(counts[status], counts.total())) for status in Status)


def failed_against_clarify(seen: Sequence[tuple[Resolution | None, Status]]) -> FailedAgainstClarify:
    table = two_by_two([(how is Resolution.FAILED, status is Status.CLARIFY) for how, status in seen])
    return FailedAgainstClarify(table, phi(table))


def group_issues(issues: Iterable[str]) -> tuple[IssueGroup, ...]:
    """The most frequent first. Two issues belong together when they differ only in quoted values, numbers and a few
    words; the more frequent template leads its group."""
    wordings = Counter(issues)
    by_template: dict[str, Counter[str]] = {}
    for wording, count in wordings.items():
        by_template.setdefault(issue_template(wording), Counter())[wording] += count
    ranked = sorted(by_template.items(), key=lambda item: (-item[1].total(), item[0]))
    return tuple(sorted(map(_group, _merged(ranked)), key=lambda group: (-group.count, group.template)))


def issue_template(issue: str) -> str:
    """The wording without what changes from case to case: `Task … not found`."""
    plain = _NUMBER.sub(" ", _QUOTED.sub(" ", issue[:_LONGEST].casefold()))
    return " ".join(_WORD.findall(plain)) or "unnamed"


def _merged(ranked: list[tuple[str, Counter[str]]]) -> list[tuple[str, Counter[str]]]:
    """Each template joins the first leader that means the same; those beyond the bound lead themselves."""
    leaders: list[tuple[str, Counter[str]]] = []
    for place, (template, members) in enumerate(ranked):
        near = (own for leader, own in leaders if _same(leader, template)) if place < _MOST_TEMPLATES else iter(())
        found = next(near, None)
        if found is None:
            leaders.append((template, Counter(members)))
        else:
            found.update(members)
    return leaders


def _same(one: str, other: str) -> bool:
    """The same fields are named, most words are shared, and neither is a small part of the other, which token-set
    similarity alone would forgive."""
    mine, theirs = one.split(), other.split()
    shorter, longer = sorted((len(mine), len(theirs)))
    return (
        _fields(mine) == _fields(theirs) and 2 * shorter >= longer and fuzz.token_set_ratio(one, other) >= SAME_MEANING
    )


def _fields(words: list[str]) -> set[str]:
    return {word for word in words if "_" in word}


def _group(leader: tuple[str, Counter[str]]) -> IssueGroup:
    template, members = leader
    example = min(members, key=lambda wording: (-members[wording], wording))
    return IssueGroup(template, example, members.total(), len(members))
