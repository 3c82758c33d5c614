"""Codes with their meanings and messages; lists of them for the reference."""

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
    """A code with its meaning and, if there is something to do, the next step. `wordings` are alternative messages by
    name; the default message is `meaning`. Messages are format strings with fields such as `{limit:,}`."""

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
        """The message, formatted with `fields`."""
        return (self.wordings[wording] if wording else self.meaning).format(**fields)

    @classmethod
    def listed(cls, anchor: str, title: str, codes: Sequence[Self] | None = None) -> CodeList:
        """A list of `codes`, or of all, for the reference."""
        codes = tuple(cls) if codes is None else codes
        return CodeList(
            anchor,
            title,
            {code.value: with_plain_places(f"{code.meaning} {code.next_step}".rstrip()) for code in codes},
            {code.value: tuple(map(with_plain_places, code.wordings.values())) for code in codes if code.wordings},
        )


def with_plain_places(sentence: str) -> str:
    """The message with simplified fields, for the reference: `{limit}` for `{limit:,}`."""
    return _PLACE.sub(r"{\1}", sentence).replace("{{", "{").replace("}}", "}")


@dataclass(frozen=True, slots=True)
class CodeList:
    """A part of the reference. `codes` maps each to its meaning, `wordings` to its alternative messages. `anchor` is
    the part's; a code's anchor is `anchor-code`, that of a problem the code alone, since its `type` links to it."""

    anchor: str
    title: str
    codes: Mapping[str, str]
    wordings: Mapping[str, tuple[str, ...]] = field(default_factory=dict)

    def place(self, code: str) -> str:
        return code if self.anchor.isdigit() else f"{self.anchor}-{code}"
