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
_DENIED_BEFORE = any_of("budget.denied_before", behind=r"[ \t]{1,3}$")
_CLAUSE = r"(?:(?!\b(?:and|but|und|aber)\b)[^.,;:!?\n]){0,40}$"
_DENIES = any_of("budget.denies", behind=rf"\b{_CLAUSE}")
_DENIES_IT = re.compile(
    rf"\b(?:{pattern_of('budget.denies')})\b(?={_CLAUSE})(?:[^.,;:!?\n]*?\b(?:{pattern_of('budget.governed')})\b|"
    rf"(?:[ \t](?:{pattern_of('budget.degrees')}))?[ \t]$)"
    r"|(?<!with )(?<!has )(?<!have )(?<!hat )\b(?:no|keine?[nrms]?)[ \t](?:\w+[ \t]){1,2}"
    r"(?:(?:that|which)[ \t](?:is|are|goes?)[ \t])?$"
    r"|(?:^|[.,;:!?\n]|\b(?:please|and|but|then|i|we|you(?=[ \t](?:should|must))|"
    r"(?:(?:make|be)[ \t]sure|ensure|rather|prefer|important)(?:[ \t]that)?[ \t]you))[ \t]{0,3}"
    r"(?:(?:do|would|will|should|must)[ \t])?"
    rf"(?:{pattern_of('budget.denies')})[ \t](?:even[ \t])?(?:{pattern_of('budget.shown')})\b{_CLAUSE}"
    rf"|\b(?:{pattern_of('budget.chooser')})[ \t](?:\w+[ \t])?(?:{pattern_of('budget.denies')})[ \t]"
    rf"(?:{pattern_of('budget.permits')})\b{_CLAUSE}|\bnot? interest(?:ed)? in\b{_CLAUSE}",
    re.IGNORECASE,
)
"""Paying is denied, or the end itself: `not refurbished above 500 EUR` denies neither."""
_OF_THING = re.compile(
    r"(?:(?:(?<!sure )(?<!ensure )\bthat(?![ \t](?:i|we|you|he|she|they|it)\b)|,[ \t](?:das|die|der))[ \t]"
    r"(?:\w+[ \t])?|(?<=[\w,] )(?<!\bme )(?<!\bus )\b(?:which|who)[ \t]"
    r"(?:(?:just|\w+ly|do|does|did|is|are|was|were|has|have|will|would|can|could|should|must)[ \t])?"
    r"|\b(?:do|see|know|notice)[ \t]you[ \t](?:do[ \t])?)$",
    re.IGNORECASE,
)
"""In front of a denial that describes what is looked for, or what the reader does, and leaves the end as it is. `Which
kettle doesn't` asks."""
_ASKS = re.compile(rf"(?:^|[.!?\n][ \t]{{0,3}})(?!don)[a-z]{{2,6}}n['’]t\b{_CLAUSE}", re.IGNORECASE)
"""`Isn't it above 50 EUR?`"""
_DENIED_BEHIND = any_of("budget.denied_behind", front=r"(?:[ \t](?:an?|per|in|at|for|pro)[ \t]\w+){0,2}[ \t]")
_ASKS_WHICH = re.compile(r"\b(?:which|what|welche[nrs]?)[ \t](?:\w+[ \t]){0,3}$", re.IGNORECASE)
"""`Which hotels above 60 EUR are not close to a bar?`"""
_NO_END = any_of("budget.no_end")
_DENIED_UPPER = re.compile(r"\b(?:not|no|nicht)[ \t]$", re.IGNORECASE)
_NOT = r"(?:do not|don['’]?t|(?:(?:would|will|must|should)[ \t])?(?:not|never)|(?:wo|would|must|should)n['’]?t)[ \t]"
_DENIED_LESS = re.compile(
    r"(?:(?:^|[.,;:!?\n]|\b(?:please|and|but|then|bitte|und|aber))[ \t]{0,3}"
    rf"(?:(?P<bare>nothing|none|nichts)|(?P<thing>no|keine?[nrms]?)[ \t](?!(?:{pattern_of('budget.parts')})\b)\w+"
    rf"|{_NOT}(?:even[ \t])?(?:{pattern_of('budget.shown')}|show|give)(?:[ \t](?:me|us))?(?:[ \t]any)?[ \t]\w+)"
    rf"|\b(?:i|we)[ \t]{_NOT}(?:{pattern_of('budget.wished')})(?:[ \t]to[ \t]\w+(?:[ \t]for)?)?"
    r"(?:[ \t](?:anything|any[ \t]\w+))?)"
    rf"[ \t](?:{pattern_of('budget.less')})[ \t]{{1,3}}$",
    re.IGNORECASE,
)
"""An order or a wish denies what costs less: `nothing under 50 EUR`. `There is nothing under 50 EUR` does not."""
_ORDER_ENDS = re.compile(
    r"[ \t]*(?:$|[.!\n]|,?[ \t]*(?:please|bitte)\b|"
    r"(?:[,;)]|(?:an?|per|pro|for|and|but|or|on|und|aber|oder)\b)(?![^.!\n]*\?))",
    re.IGNORECASE,
)
_NONE_THERE = re.compile(rf"[^.,;:!?\n]*?(?:(?P<mark>\?)|\b(?:{pattern_of('budget.supplied')})\b)", re.IGNORECASE)
"""`No hotel under 50 EUR found`: still one is looked for."""
_SEARCHED = any_of("budget.searched")
_HAVE = re.compile(r"\b(?:i|we)(?:['’]ve| have)(?: got)?(?: only| just| about| around)?[ \t]$", re.IGNORECASE)
_TO_SPEND = re.compile(r"[ \t]{0,2}(?:to spend|left|available|for (?:a|an|my|the|this|it|one|two)\b)", re.IGNORECASE)
_BETWEEN = re.compile(r"\b(?:between|from|zwischen|von)[ \t]{1,3}$", re.IGNORECASE)
_AND = re.compile(r"[ \t]{0,2}(?:and|to|und|bis|-|–|—)[ \t]{0,2}", re.IGNORECASE)
_ENDS = re.compile(r"[ \t]{0,2}(?:$|[,.;:!?)\n]|(?:for|in|with|from|at|on|and|or|that|which|please)\b)", re.IGNORECASE)
_PRICED = re.compile(r"\b(?:budget|spend|price[ds]?|costs?|costing|cheap(?:er|est)?|buy)\b", re.IGNORECASE)
_BUDGET_KEY = re.compile(r"\b(?:budget|max(?:imum)? price|price limit|preisgrenze)\b", re.IGNORECASE)
_EXCUSED = any_of("budget.excused")
_COMPARED = re.compile(r"\b(?:against|versus|vs|while|whereas|compared|than|but|although|though)\b", re.IGNORECASE)

_BEFORE = 48
"""Characters before a price, and again before `over`, in which its end is looked for."""

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
    begin = max(0, quantity.start - _BEFORE)
    before, after = text[begin : quantity.start], text[quantity.end : quantity.end + 24]
    amount = max(quantity.candidates, default=0.0)
    if quantity.kind is Kind.NUMBER and not (_PRICED.search(text) and (_ENDS.match(after) or UPPER_AFTER.match(after))):
        return None
    upper = UPPER_BEFORE.search(before)
    denied = _DENIED_LESS.search(text, begin, quantity.start)
    asks_for_one = denied and _asks_for_one(text, denied, quantity)
    if denied and asks_for_one is None:
        return None
    if upper and ((denied and not asks_for_one) or _DENIED_UPPER.search(before, 0, upper.start())):
        return Budget(f"at least {quantity.text}", quantity.unit, low=amount)  # `not less than 50 EUR`
    if upper:
        return Budget((upper[0].strip() + " " + quantity.text), quantity.unit, high=amount)
    if behind := UPPER_AFTER.match(after):
        return Budget(quantity.text + " " + behind[0].strip(" ,-("), quantity.unit, high=amount)
    if quantity.kind is not Kind.MONEY:
        return None
    if _HAVE.search(before) and _TO_SPEND.match(after) and _PRICED.search(text):
        return Budget(f"at most {quantity.text}", quantity.unit, high=amount)
    return _lower_or_denied(text, quantity, amount)


def _asks_for_one(text: str, denied: re.Match[str], quantity: Quantity) -> bool | None:
    """Whether something is looked for although there was none: `Nothing under 50 EUR?`; None where it may be an order
    as well."""
    if not (denied["bare"] or denied["thing"]):
        return False if text[quantity.end : quantity.end + 1] != "?" else None
    is_first = not text[: denied.start()].strip()
    if none_there := _NONE_THERE.match(text, quantity.end, quantity.end + _BEFORE):
        return True if is_first or not none_there["mark"] else None
    if _SEARCHED.search(text, max(0, denied.start() - _BEFORE), denied.start()) or (denied["thing"] and not is_first):
        return None
    return False if _ORDER_ENDS.match(text, quantity.end) else None


def _lower_or_denied(text: str, quantity: Quantity, amount: float) -> Budget | None:
    """`Over 50 EUR` is a lower end, `I cannot spend over 50 EUR` an upper one."""
    begin = max(0, quantity.start - _BEFORE)
    denied = _DENIED_BEFORE.search(text, begin, quantity.start)
    clause = max(0, (denied.start() if denied else begin) - _BEFORE)
    if denied and (denial := _DENIES.search(text, clause, denied.start())):
        if _ASKS.search(text, clause, denied.start()) or _NO_END.search(text, denial.start(), denied.start()):
            return None
        if _DENIES_IT.search(text, clause, denied.start()):
            return Budget(f"at most {quantity.text}", quantity.unit, high=amount)
        if not _OF_THING.search(text, max(0, denial.start() - _BEFORE), denial.start()):
            return None
    if denied and not _ASKS_WHICH.search(text, clause, denied.start()) and _DENIED_BEHIND.match(text, quantity.end):
        return None
    lower = _LOWER_BEFORE.search(text, begin, quantity.start)
    return Budget(lower[0].strip() + " " + quantity.text, quantity.unit, low=amount) if lower else None


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
