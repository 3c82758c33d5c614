"""A thread-safe LRU cache."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping
from threading import Lock
from typing import Generic, TypeVar

Key = TypeVar("Key", bound=Hashable)
Result = TypeVar("Result")


class LruCache(Generic[Key, Result]):
    """Keeps the `most` recently used results, by key."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._results: OrderedDict[Key, Result] = OrderedDict()
        self._lock = Lock()

    def get_many(self, keys: Iterable[Key]) -> dict[Key, Result]:
        """The cached results of these keys."""
        with self._lock:
            found = {key: self._results.pop(key) for key in keys if key in self._results}
            self._results.update(found)
        return found

    def put_many(self, found: Mapping[Key, Result]) -> None:
        with self._lock:
            self._results.update(found)
            while len(self._results) > self._most:
                self._results.popitem(last=False)

    def forget(self) -> None:
        with self._lock:
            self._results.clear()

    def get_or_make(self, key: Key, make: Callable[[], Result]) -> Result:
        """Concurrent calls may both compute the result."""
        if found := self.get_many([key]):
            return found[key]
        made = make()
        self.put_many({key: made})
        return made
