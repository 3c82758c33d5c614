"""Codes that explain themselves, and lists of them for the reference."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass
from enum import StrEnum
from typing import Self


class Code(StrEnum):
    """A code with a sentence on what it means and, where somebody has to do something, one on what that is."""

    _value_: str
    meaning: str
    next_step: str

    def __new__(cls, value: str, meaning: str = "", next_step: str = "") -> Self:
        code = str.__new__(cls, value)
        code._value_, code.meaning, code.next_step = value, meaning, next_step
        return code

    @classmethod
    def explained(cls) -> dict[str, str]:
        return {code.value: f"{code.meaning} {code.next_step}".rstrip() for code in cls}


@dataclass(frozen=True, slots=True)
class CodeList:
    """One part of the reference. `anchor` is its address there; that of a code is `anchor-code`, of a problem the code
    alone, since the `type` of a problem leads to it."""

    anchor: str
    title: str
    codes: Mapping[str, str]

    def place(self, code: str) -> str:
        return code if self.anchor.isdigit() else f"{self.anchor}-{code}"
