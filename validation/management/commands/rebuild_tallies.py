"""Counts all tallies anew, for example after rows were restored or written past the application."""

from __future__ import annotations

from datetime import timedelta
from typing import Any

from django.core.management.base import BaseCommand
from django.db import connection
from django.utils import timezone

from validation.models import Tally, TallySpan
from validation.platform.tallies.fold import fold_due, forget_all


class Command(BaseCommand):
    help = "Count all tallies anew. Pages stay right meanwhile, but slower."

    def handle(self, *_: Any, **__: Any) -> None:
        forget_all()
        hours = fold_due(now=timezone.now(), quiet=timedelta(), until_done=True)
        with connection.cursor() as cursor:
            # What the database notices of itself halfway through leaves it without plans for the measures counted last.
            for model in (Tally, TallySpan):
                cursor.execute(f"ANALYZE {model._meta.db_table}")
        self.stdout.write(f"{hours:,} hours counted.")
