"""Forgets what is older than COUNTERSIGN_RETENTION allows, or than `--keep` says."""

from __future__ import annotations

from typing import Any

from django.conf import settings
from django.core.management.base import CommandParser
from django.utils import timezone
from rich.console import Console
from rich.table import Table

from validation.domain.codes.problems import ProblemCode
from validation.domain.operations.retention import MOST_DAYS, PruneResult
from validation.management.output import GateCommand
from validation.platform.retention import preview_prune, prune, retained_kinds


class Command(GateCommand):
    help = "Delete what is older than it is to be kept. Open interventions and the audit trail stay."

    def add_arguments(self, parser: CommandParser) -> None:
        kinds = ", ".join(kind.name for kind in retained_kinds())
        parser.add_argument("--dry-run", action="store_true", help="say what would go, delete nothing")
        parser.add_argument(
            "--keep", action="append", default=[], metavar="KIND=DAYS", help=f"instead of the setting; {kinds}"
        )

    def run(self, *, dry_run: bool, keep: list[str], **_: Any) -> tuple[Any, bool]:
        days = dict(map(_kept, keep)) if keep else settings.COUNTERSIGN_RETENTION
        now = timezone.now()
        pruned = preview_prune(keep=days, now=now) if dry_run else prune(keep=days, by="shell", now=now)
        return {"dry_run": dry_run, "kinds": [_shown(one) for one in pruned]}, True

    def show(self, result: Any, console: Console) -> None:
        table = Table("kind", "kept for", "would go" if result["dry_run"] else "gone", "stays for open work", "held")
        for kind in result["kinds"]:
            kept = "good" if kind["days"] is None else f"{kind['days']} days"
            counts = (kind["going"], kind["kept_for_work"], kind["held"])
            table.add_row(kind["kind"], kept, *map(str, counts))
        console.print(table)
        if all(kind["days"] is None for kind in result["kinds"]):
            console.print("Everything is kept. Set COUNTERSIGN_RETENTION, such as turns=365,events=90, or use --keep.")


def _kept(text: str) -> tuple[str, int]:
    name, _, days = text.partition("=")
    known = [kind.name for kind in retained_kinds()]
    is_number = days.isascii() and days.isdigit() and len(days) <= len(str(MOST_DAYS))
    if name not in known or not (is_number and 1 <= int(days) <= MOST_DAYS):
        raise ProblemCode.KEEP_INVALID.error(value=text[:60], most=MOST_DAYS, known=", ".join(known))
    return name, int(days)


def _shown(one: PruneResult) -> dict[str, Any]:
    return {
        "kind": one.name, "days": one.days, "before": one.before, "going": one.going,
        "kept_for_work": one.kept_for_work, "held": one.held, "oldest": one.oldest,
    }  # fmt: skip
