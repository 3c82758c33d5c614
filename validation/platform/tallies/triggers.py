"""Database triggers that mark a span as due when one of its rows is added late, changed or deleted, so that code that
writes rows need not know about tallies. They are recreated after each migration, because SQLite drops a table's
triggers when a migration replaces the table."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterator

from django.db import connections

from validation.platform.tallies.source import SOURCES

_SPANS = """source = ANY (string_to_array(TG_ARGV[1], ','))
          AND (hours = 1 AND at = date_trunc('hour', moment, 'UTC')
               OR hours = 24 AND at = date_trunc('day', moment, 'UTC')
               OR hours = 168 AND at = date_trunc('week', moment, 'UTC'))"""
_FUNCTION = """
CREATE OR REPLACE FUNCTION tally_row_changed() RETURNS trigger LANGUAGE plpgsql AS $body$
DECLARE
    moment timestamptz;
    moments timestamptz[] := '{}';
BEGIN
    IF TG_OP <> 'INSERT' THEN
        EXECUTE format('SELECT ($1).%I', TG_ARGV[0]) INTO moment USING OLD;
        moments := moments || moment;
    END IF;
    IF TG_OP <> 'DELETE' THEN
        EXECUTE format('SELECT ($1).%I', TG_ARGV[0]) INTO moment USING NEW;
        moments := moments || moment;
    END IF;
    FOREACH moment IN ARRAY moments LOOP
        -- A span that is due already is kept from being claimed until this transaction ends: a count would not see it.
        PERFORM 1 FROM validation_tallyspan WHERE state = 'due' AND {spans} FOR SHARE;
        UPDATE validation_tallyspan SET state = 'due', token = NULL, since = clock_timestamp()
        WHERE state <> 'due' AND {spans};
    END LOOP;
    RETURN NULL;
END $body$
""".replace("{spans}", _SPANS)
_YOUNG = "interval '5 minutes'"
"""`fold.GRACE`: younger rows belong to no span yet, so the usual write costs only one comparison."""


def make_triggers(*, using: str) -> None:
    """Creates the triggers of all registered sources."""
    connection = connections[using]
    with connection.cursor() as cursor:
        if connection.vendor == "postgresql":
            cursor.execute(_FUNCTION)
        for statement in _on_postgresql() if connection.vendor == "postgresql" else _on_sqlite():
            cursor.execute(statement)


def _clocks() -> dict[tuple[str, str], list[str]]:
    """The sources by table and column of their time."""
    found: defaultdict[tuple[str, str], list[str]] = defaultdict(list)
    for source in SOURCES.values():
        found[source.clock._meta.db_table, source.clock_column].append(source.spans)
    return found


def _on_postgresql() -> Iterator[str]:
    for (table, column), names in _clocks().items():
        given = f"EXECUTE FUNCTION tally_row_changed('{column}', '{','.join(names)}')"
        for name, events, row in (("changed", "UPDATE OR DELETE", "OLD"), ("came", "INSERT", "NEW")):
            yield f'DROP TRIGGER IF EXISTS tally_{name} ON "{table}"'
            when = f'WHEN ({row}."{column}" < now() - {_YOUNG})'
            yield f'CREATE TRIGGER tally_{name} AFTER {events} ON "{table}" FOR EACH ROW {when} {given}'


def _on_sqlite() -> Iterator[str]:
    for (table, column), names in _clocks().items():
        sources = ", ".join(f"'{name}'" for name in names)
        for event, rows in (("INSERT", ("NEW",)), ("UPDATE", ("OLD", "NEW")), ("DELETE", ("OLD",))):
            trigger = f"tally_{event.lower()}_{table}"
            yield f"DROP TRIGGER IF EXISTS {trigger}"
            body = " ".join(_mark(sources, f'{row}."{column}"') for row in rows)
            yield f'CREATE TRIGGER {trigger} AFTER {event} ON "{table}" BEGIN {body} END'


def _mark(sources: str, moment: str) -> str:
    """The statement for SQLite, where times are text: 2026-11-03 12:00:00."""
    return (
        "UPDATE validation_tallyspan SET state = 'due', token = NULL, since = strftime('%Y-%m-%d %H:%M:%f', 'now')"  # noqa: S608 - names of our own
        f" WHERE source IN ({sources}) AND state <> 'due'"
        f" AND (hours = 1 AND at = substr({moment}, 1, 13) || ':00:00'"
        f" OR hours = 24 AND at = substr({moment}, 1, 10) || ' 00:00:00'"
        f" OR hours = 168 AND at = date(substr({moment}, 1, 10), 'weekday 0', '-6 days') || ' 00:00:00');"
    )
