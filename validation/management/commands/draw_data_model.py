"""`manage.py draw_data_model`: the tables and their references as a Mermaid diagram."""

from __future__ import annotations

from collections.abc import Iterator
from pathlib import Path
from typing import Any

from django.apps import apps
from django.core.management.base import BaseCommand, CommandParser
from django.db.models import Field, Model

PAGE = Path(__file__).resolve().parents[3] / "docs" / "architecture.md"
APPS = ("validation", "retrieval", "beliefs")
BEGIN, END = "<!-- data model: begin -->", "<!-- data model: end -->"


def data_model() -> str:
    """One line a reference: who refers, how many to how many, by which field."""
    models = [model for label in APPS for model in apps.get_app_config(label).get_models()]
    lines = sorted(line for model in models for line in _references(model))
    return "\n".join(["```mermaid", "erDiagram", *(f"    {line}" for line in lines), "```"])


def _references(model: type[Model]) -> Iterator[str]:
    for field in model._meta.get_fields():
        if not isinstance(field, Field) or not field.is_relation or field.related_model is None:
            continue
        target = field.related_model
        if isinstance(target, type) and target._meta.app_label in APPS:
            many = "|o" if field.unique else "}o"
            one = "o|" if field.null else "||"
            yield f"{model.__name__} {many}--{one} {target.__name__} : {field.name}"


class Command(BaseCommand):
    help = "Print the data model as a Mermaid diagram."

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--write", action="store_true", help="write it into docs/architecture.md")

    def handle(self, *args: Any, **options: Any) -> None:
        diagram = data_model()
        if not options["write"]:
            self.stdout.write(diagram)
            return
        text = PAGE.read_text()
        before, after = text.split(BEGIN)[0], text.split(END)[1]
        PAGE.write_text(f"{before}{BEGIN}\n{diagram}\n{END}{after}")
