"""Comments as shown by pages and the API, without what a person must not know yet."""

from __future__ import annotations

from collections.abc import Collection
from dataclasses import dataclass
from datetime import datetime

from validation.desk.queries.item import COMMENTS_SHOWN, DeskItem
from validation.domain.desk.mentions import split_mentions
from validation.domain.intervention import Kind
from validation.models import Opinion


@dataclass(frozen=True, slots=True)
class CommentLine:
    """`pieces` are the parts of the text, each with the name that it mentions, or an empty string."""

    by: str
    at: datetime
    pieces: tuple[tuple[str, str], ...]


@dataclass(frozen=True, slots=True)
class Thread:
    """Oldest first. `is_cut` is true if there are older ones."""

    lines: tuple[CommentLine, ...]
    is_cut: bool


def thread_of(item: DeskItem, person: str, names: Collection[str]) -> Thread:
    """On an audit that this person has not answered, comments by others are hidden: they could influence the answer."""
    lines = list(item.comments)
    if item.kind == Kind.AUDIT and any(one["by"] != person for one in lines):
        answered = Opinion.objects.filter(item__opinions__intervention=item.id, by=person)
        lines = lines if answered.exists() else [one for one in lines if one["by"] == person]
    shown = [
        CommentLine(one["by"], one["at"], tuple(split_mentions(one["text"], names)))
        for one in reversed(lines[:COMMENTS_SHOWN])
    ]
    return Thread(tuple(shown), len(lines) > COMMENTS_SHOWN)
