"""Denormalised columns, so that a list can filter and sort by one index without a join."""

from __future__ import annotations

from typing import Any

from django.db import models


class CopiedForeignKey(models.ForeignKey[Any, Any]):
    """A foreign key copied from the related row `source` on insert: `source="turn"` on `pipeline` copies
    `turn.pipeline`. The copied value never changes."""

    def __init__(self, *args: Any, source: str = "", **kwargs: Any) -> None:
        self.source = source
        super().__init__(*args, **kwargs)

    def deconstruct(self) -> tuple[Any, ...]:
        """Migrations see an ordinary foreign key."""
        name, _, args, kwargs = super().deconstruct()
        return name, "django.db.models.ForeignKey", args, kwargs

    def pre_save(self, model_instance: models.Model, add: bool) -> Any:
        if getattr(model_instance, self.attname) is None:
            setattr(model_instance, self.attname, getattr(getattr(model_instance, self.source), self.attname))
        return super().pre_save(model_instance, add)
