"""Validates documents with pydantic models, and raises the exception of a code for invalid ones."""

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
    """The validated document. Raises the exception of `refused`, with the first `MOST_LISTED` faults. `whole` names the
    document if a fault concerns no single field; `own` are messages by type of fault."""
    try:
        return model.model_validate(document)
    except ValidationError as error:
        fields = tuple(
            FieldError(".".join(str(part) for part in item["loc"]) or whole, describe_violation(item, own))
            for item in error.errors(include_url=False)[:MOST_LISTED]
        )
        raise refused.of_fields(fields, error.error_count()) from error
