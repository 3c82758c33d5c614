"""`manage.py verify_audit`."""

from __future__ import annotations

from typing import Any

from django.core.management.base import CommandParser
from rich.console import Console
from rich.text import Text

from validation.domain.operations.audit_chain import Entry, Head
from validation.management.output import GateCommand, bad_input
from validation.platform.audit_chain import count_unchained, verify_chain


class Command(GateCommand):
    help = "Verify the hash chain of the audit log. Exit 1 names the first entry that does not fit, 2 on bad input."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument(
            "--head", metavar="POSITION:HASH", help="a head printed earlier, which has to be in the chain"
        )

    def run(self, *, head: str | None, **_: Any) -> tuple[Any, bool]:
        known = None if head is None else Head.parse(head)
        if head is not None and known is None:
            bad_input("--head takes POSITION:HASH, as verify_audit prints it.")
        found = verify_chain(known)
        return {
            "verified": found.end.position,
            "first": _shown(found.first),
            "last": _shown(found.last),
            "head": str(found.end) if found.last else None,
            "unchained": count_unchained(),
            "mismatch": found.mismatch._asdict() if found.mismatch else None,
        }, found.mismatch is None

    def show(self, result: Any, console: Console) -> None:
        number, unchained = result["verified"], result["unchained"]
        console.print(f"{_entries(number)} {'fits' if number == 1 else 'fit'} the chain.")
        for end in ("first", "last") if number else ():
            entry = result[end]
            console.print(
                Text(f"{end}: id {entry['id']}, {entry['at']:%Y-%m-%d %H:%M:%S} UTC, {entry['verb']} by {entry['by']}")
            )
        if result["head"]:
            console.print(Text(f"head: {result['head']}"), soft_wrap=True)
        if unchained:
            console.print(f"{_entries(unchained, 'newer ')} {'is' if unchained == 1 else 'are'} not chained yet.")
        if result["mismatch"]:
            console.print(Text(f"DOES NOT FIT: {result['mismatch']['reason']}.", style="bold red"), soft_wrap=True)


def _entries(number: int, kind: str = "") -> str:
    return f"{number:,} {kind}{'entry' if number == 1 else 'entries'}"


def _shown(entry: Entry | None) -> dict[str, Any] | None:
    return entry and {name: getattr(entry, name) for name in ("position", "id", "at", "verb", "by")}
