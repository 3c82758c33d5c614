"""What narrows a list: each says how it is read from the address and what a person sets it with."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from typing import Any

from django.http import HttpRequest

from validation.platform.pages.lists import choice_of, number_of, query_text

_LONGEST = 1000


@dataclass(frozen=True)
class Filter:
    """`name` is the field of the list's filter and the parameter of the address; `label` is what a person reads."""

    name: str
    label: str

    @property
    def narrows(self) -> bool:
        return True

    def read(self, request: HttpRequest) -> Any:
        return query_text(request, self.name)


@dataclass(frozen=True)
class Choice(Filter):
    """A select. `every` is what no choice is called; each of `values` is a value, or value and label: `words` is what a
    value is put into, `kind` whose look has its word. Without values any text is taken and the view gives `choices`."""

    every: str = ""
    values: Sequence[Any] = ()
    words: str = "{}"
    kind: str = ""

    def read(self, request: HttpRequest) -> str:
        if not self.values:
            return query_text(request, self.name)
        return choice_of(request, self.name, [one[0] if isinstance(one, tuple) else one for one in self.values])


@dataclass(frozen=True)
class Order(Choice):
    """A select of pairs, of which the first holds when nothing is chosen."""

    @property
    def narrows(self) -> bool:
        return False

    def read(self, request: HttpRequest) -> str:
        return super().read(request) or str(self.values[0][0])


@dataclass(frozen=True)
class Flag(Filter):
    """A checkbox, `1` in the address."""

    def read(self, request: HttpRequest) -> bool:
        return request.GET.get(self.name) == "1"


@dataclass(frozen=True)
class Text(Filter):
    """A field to type in, with an icon before it."""

    icon: str = "filter"


@dataclass(frozen=True)
class Chip(Filter):
    """What only links ask for, to the letter: no control, but a chip that drops it. `label` is what the value is put
    into, as `shown` words it."""

    shown: Callable[[Any], str] = str

    def read(self, request: HttpRequest) -> Any:
        return request.GET.get(self.name, "")[:_LONGEST].replace("\x00", "")


@dataclass(frozen=True)
class Number(Chip):
    def read(self, request: HttpRequest) -> int | None:
        return number_of(request, self.name)
