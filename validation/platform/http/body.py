"""The body of a call, or one line of it, as JSON."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest
from ninja.parser import Parser

from validation.domain.codes.problems import ProblemCode
from validation.domain.strict_json import RepeatedKey, read_json

_SHOWN = 60


def read_body(body: bytes) -> Any:
    """Raises DomainError body_malformed, which names a key that stands twice in one object: a gateway in front may take
    the other one for what was judged."""
    try:
        return read_json(body)
    except RepeatedKey as error:
        raise ProblemCode.BODY_MALFORMED.error("repeated_key", key=json.dumps(error.key[:_SHOWN])) from None
    except (ValueError, RecursionError):
        raise ProblemCode.BODY_MALFORMED.error() from None


class BodyParser(Parser):
    def parse_body(self, request: HttpRequest) -> Any:
        return read_body(request.body)
