"""Documents from outside: what a model of one finds wrong becomes the error of a code."""

from __future__ import annotations

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, TypeVar

from pydantic import BaseModel, ValidationError

from validation.domain.codes.problem import Problem
from validation.domain.errors import FieldError
from validation.domain.violations import MOST_LISTED, describe_violation

Model = TypeVar("Model", bound=BaseModel)
NO_WORDS: Mapping[str, str] = MappingProxyType({})


def read_document(
    model: type[Model], document: Any, refused: Problem, *, whole: str, own: Mapping[str, str] = NO_WORDS
) -> Model:
    """Raises the error of `refused`, with the first `MOST_LISTED` faults. `whole` is what the document is called where
    none of its fields is at fault; `own` are words by the type of a fault."""
    try:
        return model.model_validate(document)
    except ValidationError as error:
        fields = tuple(
            FieldError(".".join(str(part) for part in item["loc"]) or whole, describe_violation(item, own))
            for item in error.errors(include_url=False)[:MOST_LISTED]
        )
        raise refused.of_fields(fields, error.error_count()) from error
