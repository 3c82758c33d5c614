"""Counts of what hangs on the rows of a list."""

from __future__ import annotations

from django.db.models import IntegerField, Subquery


class CountRows(Subquery):
    """How many rows the query has for the outer row. A page asks it for its own rows alone; a join with a count would
    be made for all rows of the list before the page is cut."""

    template = "(SELECT count(*) FROM (%(subquery)s) counted)"
    output_field = IntegerField()
