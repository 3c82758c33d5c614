"""Claims against the fields of a record: `"WiFi": "no"` against "it offers free Wi-Fi"."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from validation.evidence.grounding.text.structured import Pair, Value
from validation.evidence.grounding.text.words import content, tokens
from validation.evidence.language.stems import FUNCTION_WORDS, stem

_GENERIC = frozenset(stem(word) for word in ["business", "restaurant", "attribute", "good", "info", "accept", "by"])
_NO = ("no", "none", "false", "n/a", "null")


@dataclass(frozen=True, slots=True)
class Attribute:
    """A record field. `key` holds the stems of its innermost key, `joined` the same key written as one word,
    `said` the stems and figures of its value."""

    label: str
    key: frozenset[str]
    joined: str
    value: Value
    said: frozenset[str]

    @property
    def unknown(self) -> bool:
        return self.value is None

    @property
    def denies(self) -> bool:
        return self.value is False or (isinstance(self.value, str) and self.value.lower() in _NO)

    @property
    def affirms(self) -> bool:
        return self.value is True


def attribute(pair: Pair) -> Attribute:
    leaf = pair.keys[-1].lower().split() if pair.keys else []
    telling = [word for word in leaf if stem(word) not in _GENERIC]
    return Attribute(
        label=pair.path,
        key=frozenset(stem(word) for word in telling if word not in FUNCTION_WORDS and len(word) > 1),
        joined=stem("".join(telling)),
        value=pair.value,
        said=frozenset(norm for _, norm in content(tokens(str(pair.value)))),
    )


@dataclass(frozen=True, slots=True)
class Fields:
    """The fields a claim speaks of, by how their value stands to it. Labels of fields."""

    unknown: tuple[str, ...] = ()
    denied: tuple[str, ...] = ()
    affirmed_but_negated: tuple[str, ...] = ()
    agreeing: tuple[str, ...] = ()
    other_value: tuple[str, ...] = ()


def fields(attributes: tuple[Attribute, ...], stems: frozenset[str], *, negated: bool) -> Fields:
    """`stems` are those of the claim; `negated` says that it denies something."""
    named = [one for one in attributes if one.key and (one.key <= stems or one.joined in stems)]
    plain = [one for one in named if not (one.unknown or one.denies or one.affirms)]
    return Fields(
        unknown=_labels(one for one in named if one.unknown),
        denied=_labels(one for one in named if one.denies and not negated),
        affirmed_but_negated=_labels(one for one in named if one.affirms and negated),
        agreeing=_labels(one for one in named if (one.affirms and not negated) or (one.denies and negated)),
        other_value=_labels(one for one in plain if one.said and not one.said & stems),
    )


def _labels(found: Iterable[Attribute]) -> tuple[str, ...]:
    return tuple(one.label for one in found)
