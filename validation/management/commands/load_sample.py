"""Loads the sample story once, or removes it."""

from __future__ import annotations

from typing import Any

from django.core.management.base import BaseCommand, CommandParser
from django.utils import timezone

from validation.management.sample.load import load_sample
from validation.platform.sample import remove_sample


class Command(BaseCommand):
    help = "Load the sample story: two weeks of turns that show every page at work. --remove takes it away."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--remove", action="store_true", help="remove the story instead")

    def handle(self, *_args: Any, **options: Any) -> None:
        if options["remove"]:
            self.stdout.write(f"{remove_sample(by='shell', now=timezone.now())} sample turns removed.")
            return
        added = load_sample()
        self.stdout.write(f"{added} sample turns loaded." if added else "The sample story is there already.")
