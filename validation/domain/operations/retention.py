"""Records that may be deleted after some time. Apps declare theirs through `Retained`; policies, people, beliefs and
the audit trail are kept."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, Protocol

MOST_DAYS = 3650


class Retained(Protocol):
    """One kind of record. `old` returns the keys, at most `most` and in order after the key `after`, of records older
    than `before` without open work; with `lock` it locks them and skips rows locked by others. `forget` deletes them
    and all that depends on them, in the transaction that locked them. Without `names_turns` they belong to no turn, and
    `of_turn` is not called."""

    name: str
    description: str

    @property
    def names_turns(self) -> bool: ...

    def held(self, *, exact: bool) -> tuple[int, datetime | None]:
        """The number of records, approximate unless `exact`, and the time of the oldest."""

    def old(self, *, before: datetime, after: Any, most: int, lock: bool = False) -> Sequence[Any]: ...

    def kept_for_work(self, *, before: datetime) -> int:
        """The number of records that are old enough but kept because of open or recently closed work."""

    def forget(self, keys: Sequence[Any]) -> None: ...

    def of_turn(self, pipeline: str, turn_id: str) -> Sequence[Any]:
        """Keys of all records of the turn, locked."""

    def is_at_work(self, keys: Sequence[Any], *, now: datetime) -> bool:
        """Whether a judge or a person is working on any of them."""


@dataclass(frozen=True, slots=True)
class PruneResult:
    """`days` None means that this kind is never deleted. `going` is the number deleted, or in a preview to be deleted;
    `kept_for_work` are as old but kept."""

    name: str
    description: str
    days: int | None
    before: datetime | None
    held: int
    oldest: datetime | None
    going: int
    kept_for_work: int
