"""The body of a call, or one line of it, as JSON."""

from __future__ import annotations

import json
from typing import Any

from django.http import HttpRequest
from ninja.parser import Parser

from validation.domain.codes.problems import ProblemCode
from validation.domain.strict_json import NotANumber, RepeatedKey, read_json

_SHOWN = 60
_PLAIN = "identity"


def read_body(body: bytes) -> Any:
    """Raises DomainError body_malformed, which says where and why; so of a key that stands twice in one object: a
    gateway in front may take the other one for what was judged."""
    try:
        return read_json(body)
    except RepeatedKey as error:
        raise ProblemCode.BODY_MALFORMED.error("repeated_key", key=json.dumps(error.key[:_SHOWN])) from None
    except NotANumber as error:
        raise ProblemCode.BODY_MALFORMED.error("constant", reason=error) from None
    except UnicodeDecodeError as error:
        raise ProblemCode.BODY_MALFORMED.error("text", byte=error.start) from None
    except json.JSONDecodeError as error:
        raise ProblemCode.BODY_MALFORMED.error(
            "syntax", reason=error.msg, line=error.lineno, column=error.colno
        ) from None
    except (ValueError, RecursionError):
        raise ProblemCode.BODY_MALFORMED.error() from None


class BodyParser(Parser):
    def parse_body(self, request: HttpRequest) -> Any:
        encoding = request.headers.get("Content-Encoding", _PLAIN)
        if encoding.lower() != _PLAIN:
            raise ProblemCode.BODY_MALFORMED.error("encoded", encoding=encoding[:_SHOWN])
        return read_body(request.body)
