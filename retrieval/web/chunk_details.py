"""What came with a chunk beside its text: where it is from, of when, how near it was (spec 5, key entities).

Shown and never judged. Names and values are hostile text of any size, so a card shows some of them, cut.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from itertools import islice

MOST = 12
_LONGEST_NAME, _LONGEST_VALUE, _LONGEST_ADDRESS = 40, 160, 2_000
"""Characters. An address is followed, so it is cut where it is shown only; a longer one is text."""
_HOLDERS = ("metadata", "payload")
"""Where clients and vector stores keep it; a payload can hold metadata of its own."""
_OF_POINT = frozenset(("id", "version", "vector", "shard_key", "order_value"))
"""Keys of a chunk or point itself that say nothing of where it is from."""

Detail = tuple[str, str]


def details_of(retrieved: object, *, text: str) -> tuple[Detail, ...]:
    """Names and values of one chunk as it was sent, each name once, its `text` left out."""
    found: dict[str, str] = {}
    for name, value in islice(_said(retrieved, _OF_POINT), 4 * MOST):
        if value != text:
            is_address = value[:8].lower().startswith(("https://", "http://")) and len(value) <= _LONGEST_ADDRESS
            found.setdefault(_cut(name, _LONGEST_NAME), value if is_address else _cut(value, _LONGEST_VALUE))
    return tuple(islice(found.items(), MOST))


def _said(holder: object, without: frozenset[str] = frozenset()) -> Iterator[Detail]:
    """Single values, those of the metadata last; other lists and objects say nothing in a line."""
    if not isinstance(holder, Mapping):
        return
    for name, value in holder.items():
        if isinstance(value, str | int | float) and not isinstance(value, bool) and name not in without:
            yield str(name), f"{value:.4g}" if isinstance(value, float) else str(value)
    for name in _HOLDERS:
        yield from _said(holder.get(name))


def _cut(text: str, most: int) -> str:
    line = " ".join(text[: 4 * most].split())
    return line if len(line) <= most else f"{line[: most - 1]}…"
