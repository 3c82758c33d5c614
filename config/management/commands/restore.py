"""`manage.py restore FILE`."""

from __future__ import annotations

from pathlib import Path
from typing import Any

from django.conf import settings
from django.core.management import call_command
from django.core.management.base import CommandParser
from django.db import connection
from django.utils import timezone
from rich.console import Console

from config import env
from config.embedded import memory_broker, var_dir
from config.ops import backups
from config.ops.schema import unknown_among, unknown_migrations
from validation.management.output import GateCommand, bad_input
from validation.models import ApiKey, Attempt, AuditEvent, Intervention, Turn

_HELD = {"turns": Turn, "attempts": Attempt, "interventions": Intervention, "audit log": AuditEvent, "keys": ApiKey}


class Command(GateCommand):
    help = "Load a backup into an empty database, with nothing else at work on it, and bring it up to date."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("file", type=Path, nargs="?", help="what backup wrote, or pg_dump --format=custom")
        parser.add_argument("--loaded", action="store_true", help="it was loaded by other means: do what follows only")

    def run(self, *, file: Path | None, loaded: bool, **_: Any) -> tuple[Any, bool]:
        if (file is None) is not loaded:
            bad_input("Name the backup's FILE, or --loaded where the database holds it already.")
        if settings.CELERY_BROKER_URL == memory_broker.URL:
            env.or_exit(lambda: _restore_alone(file))
        else:
            _restore(file)
        return {"held": {name: model._default_manager.count() for name, model in _HELD.items()}}, True

    def show(self, result: Any, console: Console) -> None:
        console.print("Restored: " + ", ".join(f"{number:,} {name}" for name, number in result["held"].items()) + ".")
        console.print("Repeat what was done since the backup: revoking keys, deactivating people, pruning.")


def _restore_alone(file: Path | None) -> None:
    """Takes the lock of the embedded mode, whose process would use the same database."""
    var_dir.make_private_folder(settings.VAR)
    with var_dir.only_one(settings.VAR):
        _restore(file)


def _restore(file: Path | None) -> None:
    if file is not None:
        _load(file)
    elif newer := unknown_migrations():
        bad_input(
            f"The database is of a newer version ({', '.join(newer)}). It was loaded already, so it could not be "
            "refused before; it is left as it is. Run this with that version, or load an older backup."
        )
    call_command("migrate", interactive=False, verbosity=0)
    backups.finish_restore(by="shell", now=timezone.now())


def _load(file: Path) -> None:
    if connection.introspection.table_names():
        bad_input("The database holds tables already. Name an empty one; a backup is never loaded over anything.")
    connection.close()
    try:
        newer = unknown_among(backups.read_migrations(file, connection.settings_dict))
        if newer:
            bad_input(f"The backup is of a newer version ({', '.join(newer)}). Load it with that one.")
        backups.load(file, connection.settings_dict)
    except backups.BackupError as reason:
        bad_input(str(reason))
