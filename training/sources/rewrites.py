"""Rules that make a true sentence false, or write it in another true way."""

from __future__ import annotations

import itertools
import re
from collections.abc import Callable
from random import Random

from training.examples import Span
from training.worlds import forms
from training.worlds.names import person, town
from training.worlds.words import rows, words

Edit = tuple[str, str, tuple[Span, ...]]
"""The kind of edit, the new sentence, and what in it is wrong."""
Edited = Edit | None
_NUMBER = re.compile(r"(?<![\w.,])\d+(?:,\d{3})*(?:\.\d+)?(?![\w])")
_NAME = re.compile(r"(?<![.!?]\s)(?<!^)\b[A-Z][a-z]+(?:\s[A-Z][a-z]+)*\b")
_BE = re.compile(
    r"\b(is|are|was|were|will|can|could|should|would|must|has been|have been|may)\b(?! not)(?!n't)", re.IGNORECASE
)
_NOT = re.compile(r"\b(is|are|was|were|will|can|could|should|would|must|do|does|did|may)(?: not|n't)\b", re.IGNORECASE)
_CLAUSE = re.compile(r",? (?:if|unless|except|provided|when|only) [^,.;]+(?=[,.;]|$)")
_FRONT = re.compile(
    r"^((?:In|On|At|After|Before|During|By|Since|From|For|With) [^,]{3,50}), ([A-Z]\w+)(.*?)([.!?])$", re.DOTALL
)
_BEHIND = re.compile(r"^(.{30,}),? ((?:which|who|where|although|because|while) .{15,})([.!?])$", re.DOTALL)
_COUNT = re.compile(r"\b(two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)\b")
_QUANTITY_CHANGES = {
    "all": "few",
    "most": "few",
    "many": "few",
    "some": "all",
    "few": "most",
    "every": "no",
    "always": "never",
    "often": "rarely",
    "usually": "rarely",
    "sometimes": "always",
    "rarely": "often",
    "never": "always",
    "only": "not only",
    "at least": "at most",
    "at most": "at least",
    "more than": "less than",
    "less than": "more than",
    "up to": "at least",
}
_QUANTITY = re.compile(rf"\b({'|'.join(_QUANTITY_CHANGES)})\b", re.IGNORECASE)
_OPPOSITE = {word: other for one, two in rows("sentences", "opposites") for word, other in ((one, two), (two, one))}
_SAME = {word: other for one, two in rows("sentences", "same") for word, other in ((one, two), (two, one))}
_WORDS = re.compile(r"[A-Za-z-]+")
_DETAILS = words("sentences", "details")


def wrong_versions(random: Random, sentence: str, others: str) -> list[Edit]:
    """One or two; names and numbers for them are taken from the other text where it has any."""
    makers: list[Callable[[], Edited]] = [
        lambda: _negate(random, sentence),
        lambda: _opposite(random, sentence),
        lambda: _other_number(random, sentence, others),
        lambda: _other_name(random, sentence, others),
        lambda: _swap_names(random, sentence),
        lambda: _other_day(random, sentence),
        lambda: _drop_condition(sentence),
        lambda: _add_detail(random, sentence),
        lambda: _other_quantity(random, sentence),
    ]
    random.shuffle(makers)
    found = [one for one in (make() for make in makers) if one]
    return found[: random.choice((1, 2, 2))]


def true_versions(random: Random, sentence: str) -> list[Edit]:
    makers = [_front_to_back, _number_form, _synonym, _shorten, _synonym]
    random.shuffle(makers)
    return [one for one in (maker(random, sentence) for maker in makers) if one]


def _replace(kind: str, text: str, span: Span, new: str) -> Edited:
    changed = text[: span[0]] + new + text[span[1] :]
    return (kind, changed, ((span[0], span[0] + len(new)),)) if changed != text else None


def _negate(random: Random, text: str) -> Edited:
    negated = _NOT.search(text)
    if negated:
        return _replace("negation", text, negated.span(), negated[1])
    verb = _BE.search(text)
    if not verb:
        return None
    return _replace("negation", text, verb.span(), f"{verb[1]} {random.choice(('not', 'not', 'never', 'no longer'))}")


def _opposite(random: Random, text: str) -> Edited:
    return _other_word(random, "antonym", text, _WORDS, _OPPOSITE)


def _other_quantity(random: Random, text: str) -> Edited:
    return _other_word(random, "quantifier", text, _QUANTITY, _QUANTITY_CHANGES)


def _other_word(random: Random, kind: str, text: str, pattern: re.Pattern[str], changes: dict[str, str]) -> Edited:
    places = [match for match in pattern.finditer(text) if match[0].lower() in changes]
    if not places:
        return None
    match = random.choice(places)
    other = changes[match[0].lower()]
    return _replace(kind, text, match.span(), other.capitalize() if match[0][0].isupper() else other)


def _other_number(random: Random, text: str, others: str) -> Edited:
    places = list(_NUMBER.finditer(text)) or list(_COUNT.finditer(text))
    if not places:
        return None
    match = random.choice(places)
    elsewhere = [one for one in _NUMBER.findall(others) if one != match[0] and len(one) == len(match[0])]
    if elsewhere and random.random() < 0.5:
        return _replace("number_elsewhere", text, match.span(), random.choice(elsewhere))
    return _replace("number", text, match.span(), _changed_number(random, match[0]))


def _changed_number(random: Random, said: str) -> str:
    plain = said.replace(",", "")
    if not plain[0].isdigit():
        return forms.number_word(random.choice([one for one in range(2, 13) if forms.number_word(one) != said]))
    if len(plain) == 4 and plain[:2] in ("18", "19", "20") and "," not in said:
        return str(int(plain) + random.choice((-20, -10, -3, -2, -1, 1, 2, 5, 10)))
    decimals = len(plain.partition(".")[2])
    found = forms.near_number(random, float(plain), decimals)
    return f"{found:,.{decimals}f}" if "," in said else f"{found:.{decimals}f}"


def _other_name(random: Random, text: str, others: str) -> Edited:
    places = [
        match for match in _NAME.finditer(text) if match[0] not in forms.MONTHS and match[0] not in forms.WEEKDAYS
    ]
    if not places:
        return None
    match = random.choice(places)
    elsewhere = [one for one in _NAME.findall(others) if one not in text and one.count(" ") == match[0].count(" ")]
    new = (
        random.choice(elsewhere)
        if elsewhere and random.random() < 0.7
        else person(random)
        if " " in match[0]
        else town(random)
    )
    return _replace("name", text, match.span(), new)


def _swap_names(random: Random, text: str) -> Edited:
    """Two names in each other's place, with a verb between them that is no `and`."""
    places = list(_NAME.finditer(text))
    for one, two in itertools.pairwise(places):
        between = text[one.end() : two.start()]
        if one[0] != two[0] and len(between) > 6 and not re.search(r"\b(and|or|with)\b|,|between", between):
            changed = text[: one.start()] + two[0] + between + one[0] + text[two.end() :]
            second = one.start() + len(two[0]) + len(between)
            return "role_swap", changed, ((one.start(), one.start() + len(two[0])), (second, second + len(one[0])))
    return None


def _other_day(random: Random, text: str) -> Edited:
    for names in (forms.WEEKDAYS, forms.MONTHS):
        match = re.search(rf"\b({'|'.join(names)})\b", text)
        if match and match[0] != "May":
            return _replace("date", text, match.span(), random.choice([one for one in names if one != match[0]]))
    return None


def _drop_condition(text: str) -> Edited:
    match = _CLAUSE.search(text, 20)
    return ("dropped_condition", text[: match.start()] + text[match.end() :], ()) if match else None


def _add_detail(random: Random, text: str) -> Edited:
    if not text.endswith("."):
        return None
    detail = random.choice(_DETAILS).format(
        y=random.randint(1960, 2024),
        t=town(random),
        p=person(random),
        n=random.randint(2, 90),
        w=random.choice(forms.WEEKDAYS),
    )
    return "added_detail", f"{text[:-1]}{detail}.", ((len(text) - 1, len(text) - 1 + len(detail)),)


def _front_to_back(random: Random, text: str) -> Edited:
    match = _FRONT.match(text)
    if not match:
        return None
    front = match[1][0].lower() + match[1][1:]
    return "reordered", f"{match[2]}{match[3]} {front}{match[4]}", ()


def _number_form(random: Random, text: str) -> Edited:
    match = _COUNT.search(text, 1)
    if match:
        digits = str([forms.number_word(one) for one in range(13)].index(match[0]))
        return "number_form", text[: match.start()] + digits + text[match.end() :], ()
    places = [
        one for one in _NUMBER.finditer(text, 3) if one[0].isdigit() and (len(one[0]) > 4 or 2 <= int(one[0]) <= 12)
    ]
    if not places:
        return None
    said = random.choice(places)
    number = int(said[0])
    new = (
        forms.number_word(number)
        if number <= 12
        else f"about {forms.rounded(number)}"
        if number > 9999 and random.random() < 0.5
        else f"{number:,}"
    )
    return "number_form", text[: said.start()] + new + text[said.end() :], ()


def _synonym(random: Random, text: str) -> Edited:
    places = [match for match in _WORDS.finditer(text) if match[0] in _SAME]
    if not places:
        return None
    match = random.choice(places)
    return "synonym", text[: match.start()] + _SAME[match[0]] + text[match.end() :], ()


def _shorten(random: Random, text: str) -> Edited:
    """Without what follows a relative clause or `and`: still true when no condition is lost."""
    match = _BEHIND.match(text)
    if not match or re.search(r"\b(not|no|never|if|unless|only|neither|either|between|without)\b", text):
        return None
    return ("shortened", f"{match[1].rstrip(',')}{match[3]}", ()) if random.random() < 0.6 else None
