"""Results that are remembered until the rows they rest on change: one statement says whether they did."""

from __future__ import annotations

from collections import OrderedDict
from collections.abc import Callable, Hashable, Iterable, Mapping
from threading import Lock
from typing import Any, Generic, TypeVar

from django.db.models import Aggregate, Count, F, Func, QuerySet, TextField, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast, Coalesce

Key = TypeVar("Key", bound=Hashable)
Result = TypeVar("Result")


class Remembered(Generic[Key, Result]):
    """The `most` results that were used last, by what they rest on."""

    def __init__(self, most: int) -> None:
        self._most = most
        self._results: OrderedDict[Key, Result] = OrderedDict()
        self._lock = Lock()

    def get_all(self, keys: Iterable[Key]) -> list[Result | None]:
        """One for each key, None where it is not known."""
        with self._lock:
            found = [(key, self._results.pop(key, None)) for key in keys]
            self._results.update((key, result) for key, result in found if result is not None)
        return [result for _, result in found]

    def keep_all(self, found: Mapping[Key, Result]) -> None:
        with self._lock:
            self._results.update(found)
            while len(self._results) > self._most:
                self._results.popitem(last=False)

    def forget(self) -> None:
        with self._lock:
            self._results.clear()

    def get_or_make(self, key: Key, make: Callable[[], Result]) -> Result:
        """Two that come at once may both make it."""
        (found,) = self.get_all([key])
        if found is None:
            found = make()
            self.keep_all({key: found})
        return found


class _Line(Func):
    """The texts with spaces between them."""

    template = "(%(expressions)s)"
    arg_joiner = " || ' ' || "
    output_field = TextField()


class _Digest(Aggregate):
    """MD5 of all texts, in the order of the rows."""

    name = "Digest"
    output_field = TextField()

    def as_postgresql(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, template="md5(string_agg(%(expressions)s, E'\\n'))", **context)

    def as_sqlite(self, compiler: Any, connection: Any, **context: Any) -> Any:
        return self.as_sql(compiler, connection, template="MD5(group_concat(%(expressions)s, char(10)))", **context)


def fingerprint(rows: QuerySet[Any, Any], *names: str) -> tuple[str, int]:
    """A digest of these columns of ordered `rows`, and how many there are: equal when the rows say the same. The
    database makes it, in one statement."""
    found = rows.annotate(_line=_Line(*map(_text, names))).aggregate(digest=_Digest("_line"), n=Count("_line"))
    return found["digest"] or "", found["n"]


def _text(name: str) -> Combinable:
    return Coalesce(Cast(F(name), TextField()), Value(""))
