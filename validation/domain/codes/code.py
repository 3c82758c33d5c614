"""Codes that explain themselves and hold the sentences in which they are said; lists of them for the reference."""

from __future__ import annotations

import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum
from types import MappingProxyType
from typing import Self

_PLACE = re.compile(r"\{(\w+)[^{}]*\}")
NO_WORDINGS: Mapping[str, str] = MappingProxyType({})


class Code(StrEnum):
    """A code, what it means and, where somebody has to do something, what that is. `wordings` are its sentences by
    name, for a code that is given for several reasons; any other is said as `meaning`. Both have places such as
    `{limit:,}`, which whoever gives the code fills."""

    _value_: str
    meaning: str
    next_step: str
    wordings: Mapping[str, str]

    def __new__(
        cls, value: str, meaning: str = "", next_step: str = "", wordings: Mapping[str, str] = NO_WORDINGS
    ) -> Self:
        code = str.__new__(cls, value)
        code._value_, code.meaning, code.next_step, code.wordings = value, meaning, next_step, wordings
        return code

    def sentence(self, wording: str = "", /, **fields: object) -> str:
        """What is said, with `fields` in its places."""
        return (self.wordings[wording] if wording else self.meaning).format(**fields)

    @classmethod
    def listed(cls, anchor: str, title: str, codes: Sequence[Self] | None = None) -> CodeList:
        """Of `codes`, else of all."""
        codes = tuple(cls) if codes is None else codes
        return CodeList(
            anchor,
            title,
            {code.value: with_plain_places(f"{code.meaning} {code.next_step}".rstrip()) for code in codes},
            {code.value: tuple(map(with_plain_places, code.wordings.values())) for code in codes if code.wordings},
        )


def with_plain_places(sentence: str) -> str:
    """As the reference shows a sentence: `{limit}` of `{limit:,}`."""
    return _PLACE.sub(r"{\1}", sentence).replace("{{", "{").replace("}}", "}")


@dataclass(frozen=True, slots=True)
class CodeList:
    """One part of the reference. `codes` holds what each means, `wordings` the sentences of those that have several.
    `anchor` is its address there; that of a code is `anchor-code`, of a problem the code alone, since the `type` of a
    problem leads to it."""

    anchor: str
    title: str
    codes: Mapping[str, str]
    wordings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def place(self, code: str) -> str:
        return code if self.anchor.isdigit() else f"{self.anchor}-{code}"
