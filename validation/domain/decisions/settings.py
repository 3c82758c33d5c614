"""Which settings of a draft made a stored decision another one: those without which it would have stayed."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import TypeVar

from validation.domain.policy_types import Section

S = TypeVar("S", bound=Section)


def each_taken_back(draft: S, deciding: S) -> dict[str, S]:
    """For each setting that differs from the deciding policy the draft without it, unchecked: bands may cross there."""
    names = [name for name in type(draft).model_fields if getattr(draft, name) != getattr(deciding, name)]
    return {name: draft.model_copy(update={name: getattr(deciding, name)}) for name in names}


def responsible_settings(taken_back: Mapping[str, S], undoes: Callable[[S], bool]) -> list[str]:
    """All that differ where no single one would have kept the decision."""
    return [name for name, rest in taken_back.items() if undoes(rest)] or list(taken_back)
