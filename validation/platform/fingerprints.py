"""Detects in one statement whether rows behind a cached result have changed."""

from __future__ import annotations

from typing import Any

from django.db.models import Aggregate, Count, F, Func, QuerySet, TextField, Value
from django.db.models.expressions import Combinable
from django.db.models.functions import Cast, Coalesce


class _Line(Func):
    """The texts, joined with spaces."""

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
    """A digest of these columns of the ordered `rows`, computed by the database, and the number of rows."""
    found = rows.annotate(_line=_Line(*map(_text, names))).aggregate(digest=_Digest("_line"), n=Count("_line"))
    return found["digest"] or "", found["n"]


def _text(name: str) -> Combinable:
    return Coalesce(Cast(F(name), TextField()), Value(""))
