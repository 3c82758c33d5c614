"""What grows with use and may be forgotten after a time. Each app says what of its own can go, through `Retained`;
policies, people, beliefs and the audit trail are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

MOST_DAYS = 3650


class Retained(Protocol):
    """One kind of record. `old` answers keys of those older than `before` that nobody works on, after the key `after`
    and in its order, at most `most`; with `lock` they are locked, and those that somebody else has locked are left for
    another time. `forget` deletes them with all that hangs on them, in the transaction that locked them. Without
    `names_turns` they are of no turn, and `of_turn` is not asked."""

    name: str
    description: str

    @property
    def names_turns(self) -> bool: ...

    def held(self, *, exact: bool) -> tuple[int, datetime | None]:
        """How many there are, unless `exact` about so many, and when the oldest is from."""

    def old(self, *, before: datetime, after: Any, most: int, lock: bool = False) -> Sequence[Any]: ...

    def kept_for_work(self, *, before: datetime) -> int:
        """How many are old enough to go and stay, because of open work or work that was closed later."""

    def forget(self, keys: Sequence[Any]) -> None: ...

    def of_turn(self, pipeline: str, turn_id: str) -> Sequence[Any]:
        """Keys of all that names the turn, locked."""

    def is_at_work(self, keys: Sequence[Any], *, now: datetime) -> bool:
        """Whether a judge or a person has any of them before them."""


@dataclass(frozen=True, slots=True)
class Pruned:
    """`days` None means that this kind is kept for good; then nothing goes. `going` are those that went or, when it
    was only asked, would go; `kept_for_work` are as old and stay."""

    name: str
    description: str
    days: int | None
    before: datetime | None
    held: int
    oldest: datetime | None
    going: int
    kept_for_work: int
