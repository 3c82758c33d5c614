"""Columns that repeat what a related row says, so that a list filters and sorts by one index and joins nothing."""

from __future__ import annotations

from typing import Any

from django.db import models


class CopiedForeignKey(models.ForeignKey[Any, Any]):
    """Takes its value from the row that `source` names when it is first stored; what it copies never changes.
    `source="turn"` on a `pipeline` copies `turn.pipeline`."""

    def __init__(self, *args: Any, source: str = "", **kwargs: Any) -> None:
        self.source = source
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> tuple[Any, ...]:
        """In the database, and so in migrations, it is a foreign key as any other."""
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.ForeignKey", args, kwargs

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        if getattr(model_instance, self.attname) is None:
            setattr(model_instance, self.attname, getattr(getattr(model_instance, self.source), self.attname))
        return super().pre_save(model_instance, add)
