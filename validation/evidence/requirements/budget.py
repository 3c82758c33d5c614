"""`under 140 EUR`, `between 50 and 80 dollars`, `my 500 dollar budget`: every offer of the response keeps to it."""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import pairwise

from validation.domain.claim import Requirement
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities
from validation.evidence.requirements.draft import Draft, ParsedQuery, is_prose
from validation.evidence.requirements.prices import (
    UPPER_AFTER,
    UPPER_BEFORE,
    Price,
    comparable,
    evidence_prices,
    prices_of,
)
from validation.evidence.text.sentences import sentence_at
from validation.evidence.words import any_of, pattern_of

_LOWER_BEFORE = any_of("budget.lower_before", behind=r"[ \t]{1,3}$")
_MORE_BEFORE = any_of("budget.more_before", behind=r"[ \t]{1,3}$")
_DENIAL = any_of("budget.denial")
_REJECTED = any_of("budget.rejected")
_CAPPED = re.compile(
    rf"(?<!did[ \t])\b(?:{pattern_of('budget.caps')})(?:[ \t](?:{pattern_of('budget.spending')})){{0,6}}[ \t]$"
    r"|\b(?:do not|don['’]?t|never)[ \t](?:(?:show|give)[ \t]me|show|suggest|recommend|book)[ \t]\w+[ \t]$"
    r"|^(?:[ \t]*please)?[ \t]*(?:no|keine)[ \t]\w+[ \t]$",
    re.IGNORECASE,
)
"""The clause in front of `over` and the like: `I cannot spend`, `nothing`, `don't show me hotels`, or `no hotels` and
nothing else."""
_CLAUSE_ENDS = re.compile(r"[.,;:!?\n]|\b(?:and|but|und|aber)\b", re.IGNORECASE)
_HAVE = re.compile(r"\b(?:i|we)(?:['’]ve| have)(?: got)?(?: only| just| about| around)?[ \t]$", re.IGNORECASE)
_TO_SPEND = re.compile(r"[ \t]{0,2}(?:to spend|left|available|for (?:a|an|my|the|this|it|one|two)\b)", re.IGNORECASE)
_BETWEEN = re.compile(r"\b(?:between|from|zwischen|von)[ \t]{1,3}$", re.IGNORECASE)
_AND = re.compile(r"[ \t]{0,2}(?:and|to|und|bis|-|–|—)[ \t]{0,2}", re.IGNORECASE)
_ENDS = re.compile(r"[ \t]{0,2}(?:$|[,.;:!?)\n]|(?:for|in|with|from|at|on|and|or|that|which|please)\b)", re.IGNORECASE)
_PRICED = re.compile(r"\b(?:budget|spend|price[ds]?|costs?|costing|cheap(?:er|est)?|buy)\b", re.IGNORECASE)
_BUDGET_KEY = re.compile(r"\b(?:budget|max(?:imum)? price|price limit|preisgrenze)\b", re.IGNORECASE)
_EXCUSED = any_of("budget.excused")
_COMPARED = re.compile(r"\b(?:against|versus|vs|while|whereas|compared|than|but|although|though)\b", re.IGNORECASE)

_NEAR = 80
"""Characters on either side of a price in which its end and a denial are looked for."""

_AROUND = 400
"""Characters on either side of a price in which its sentence is looked for."""

_MOST = 500
"""Prices of one response that are looked at."""


@dataclass(frozen=True, slots=True)
class Budget:
    """`low` and `high` in `unit`, a currency code or empty; the ends belong to it."""

    text: str
    unit: str
    low: float | None = None
    high: float | None = None

    def holds(self, price: Price) -> bool:
        amount = price.amount(self.high or self.low)
        return (self.low is None or amount >= self.low) and (self.high is None or amount <= self.high)


def budget(asked: ParsedQuery, draft: Draft) -> Iterator[Requirement]:
    """The budget of the query; only without one that of the preferences, and only when something is to be bought."""
    wanted = next((found for text in asked.texts if (found := budget_in(text))), None)
    if wanted is None and asked.purchase:
        wanted = _preferred(asked)
    if wanted is not None:
        yield _checked(wanted, draft)


def budget_in(text: str) -> Budget | None:
    """The first budget a text states; a number without a currency is one only beside a word about prices."""
    found = [q for q in find_quantities(text) if q.kind is Kind.MONEY or (q.kind is Kind.NUMBER and not q.in_words)]
    for first, second in pairwise(found):
        if span := _range(text, first, second):
            return span
    return next((bound for quantity in found if (bound := _bound(text, quantity))), None)


def _range(text: str, first: Quantity, second: Quantity) -> Budget | None:
    gap = text[first.end : second.start]
    if not _AND.fullmatch(gap) or Kind.MONEY not in (first.kind, second.kind):
        return None
    if not (_BETWEEN.search(text[max(0, first.start - 12) : first.start]) or gap.strip() in "-–—"):
        return None
    low, high = max(first.raw), max(second.raw)
    return Budget(text[first.start : second.end], second.unit or first.unit, low, high) if low < high else None


def _bound(text: str, quantity: Quantity) -> Budget | None:
    before = text[max(0, quantity.start - _NEAR) : quantity.start]
    after = text[quantity.end : quantity.end + _NEAR]
    amount = max(quantity.candidates, default=0.0)
    if quantity.kind is Kind.NUMBER and not (_PRICED.search(text) and (_ENDS.match(after) or UPPER_AFTER.match(after))):
        return None
    if (upper := UPPER_BEFORE.search(before)) and not _CAPPED.search(_last_clause(before[: upper.start()])):
        return Budget(f"{upper[0].strip()} {quantity.text}", quantity.unit, high=amount)
    if behind := UPPER_AFTER.match(after):
        return Budget(quantity.text + " " + behind[0].strip(" ,-("), quantity.unit, high=amount)
    if quantity.kind is not Kind.MONEY:
        return None
    if _HAVE.search(before) and _TO_SPEND.match(after) and _PRICED.search(text):
        return Budget(f"at most {quantity.text}", quantity.unit, high=amount)
    more = _MORE_BEFORE.search(before)
    if more and _DENIAL.search(clause := _last_clause(before[: more.start()])):
        return Budget(f"at most {quantity.text}", quantity.unit, high=amount) if _CAPPED.search(clause) else None
    lower = _LOWER_BEFORE.search(before)
    if lower is None or _REJECTED.search(_CLAUSE_ENDS.split(after, 1)[0]):
        return None
    return Budget(f"{lower[0].strip()} {quantity.text}", quantity.unit, low=amount)


def _last_clause(text: str) -> str:
    return _CLAUSE_ENDS.split(text)[-1]


def _preferred(asked: ParsedQuery) -> Budget | None:
    for key, value in asked.preferences:
        if _BUDGET_KEY.search(key):
            found = [q for q in find_quantities(value) if q.kind in (Kind.MONEY, Kind.NUMBER)]
            if len(found) == 1:
                text = f"{key}: {found[0].text}"
                return Budget(text, found[0].unit, high=max(found[0].candidates))
    return None


def _checked(wanted: Budget, draft: Draft) -> Requirement:
    prices = prices_of(draft.spoken, draft.blocks)
    shown = [price for price in prices if comparable(price.unit, wanted.unit)][:_MOST]
    within = [price for price in shown if wanted.holds(price)]
    breaking = [price for price in shown if not wanted.holds(price) and not _excused(price, within, draft)]
    if breaking:
        reason = f"{draft.text[breaking[0].start : breaking[0].end]} is offered, which is not {wanted.text}."
        return _unmet(wanted, reason, breaking[0], draft, evidence_missing=not within)
    if within:
        reason = f"{draft.text[within[0].start : within[0].end]} keeps to it."
        return Requirement(wanted.text, "budget", True, reason, within[0].start, within[0].end)
    reason = f"No offer in the response is {wanted.text}." if shown else "The response shows no price to compare."
    return _unmet(wanted, reason, shown[0] if shown else None, draft, evidence_missing=True)


def _unmet(wanted: Budget, reason: str, place: Price | None, draft: Draft, *, evidence_missing: bool) -> Requirement:
    """The evidence lacks it when none of its prices keeps to the budget either."""
    held = any(wanted.holds(price) and comparable(price.unit, wanted.unit) for price in evidence_prices(draft))
    evidence_missing = evidence_missing and not held
    if evidence_missing:
        reason += " Nothing in the evidence meets it either."
    start, end = (place.start, place.end) if place else (None, None)
    return Requirement(wanted.text, "budget", False, reason, start, end, evidence_missing)


def _excused(price: Price, within: list[Price], draft: Draft) -> bool:
    """A price outside the budget may be named as such, as a former one, or in prose to compare with."""
    block = draft.block_at(price.start)
    if block is None:
        return False
    start, end = block.start, block.end
    if is_prose(block):
        near = max(start, price.start - _AROUND), min(end, price.start + _AROUND)
        start, end = sentence_at(draft.spoken, price.start, *near)
    if _EXCUSED.search(f"{block.heading} {block.lead} {draft.spoken[start:end]}"):
        return True
    beside = any(start <= other.start < end for other in within)
    return is_prose(block) and (beside or bool(within and _COMPARED.search(draft.spoken, start, end)))
