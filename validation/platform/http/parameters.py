"""Refuses parameters that no operation knows, as bodies refuse fields: a misspelt filter would find everything, and of
a filter given twice only the last would count."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.http import HttpRequest
from ninja.operation import Operation
from ninja.params.models import QueryModel

from validation.domain.codes.problems import ProblemCode
from validation.domain.errors import FieldError
from validation.domain.violations import MOST_LISTED

Run = Callable[..., Any]
_SHOWN = 60


def refuse_unknown_parameters(run: Run) -> Run:
    """For `NinjaAPI.add_decorator(..., "view")`, which hands over the bound `run` of each operation. The check joins
    what the operation reads of a request, and so comes after its key."""
    operation: Operation = run.__self__  # type: ignore[attr-defined]
    queries = [model for model in operation.models if issubclass(model, QueryModel)]
    known = frozenset(name for model in queries for name in model.__ninja_flatten_map__)
    lists = frozenset(name for model in queries for name in getattr(model, "__ninja_collection_fields__", ()))

    class KnownParameters(QueryModel):
        __ninja_param_source__ = "query"  # type: ignore[assignment]
        __ninja_flatten_map__: dict[str, Any] = {}

        @classmethod
        def resolve(cls, request: HttpRequest, *_: Any) -> dict[str, Any]:  # type: ignore[override]
            unknown = [name for name in request.GET if name not in known]
            if unknown:
                there = f"there are {', '.join(sorted(known))}" if known else "there is none"
                raise _refusal(unknown, f"is no parameter here; {there}")
            if repeated := [name for name, values in request.GET.lists() if len(values) > 1 and name not in lists]:
                raise _refusal(repeated, "is given more than once; give it once")
            return {}

    operation.models = [KnownParameters, *operation.models]
    return run


def _refusal(names: list[str], message: str) -> Exception:
    fields = tuple(FieldError(name[:_SHOWN], message) for name in names[:MOST_LISTED])
    return ProblemCode.INVALID_BODY.of_fields(fields, len(names))
