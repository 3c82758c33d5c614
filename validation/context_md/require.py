"""What a submission must hold before anything can be judged (DESIGN, section 5: Input)."""

from __future__ import annotations

from validation.context_md.query import read_query
from validation.domain.context import ContextDocument, UserQuery
from validation.domain.errors import FieldError, InputRejected


def require_query(document: ContextDocument) -> UserQuery:
    """The query of section 0. Raises InputRejected `section_missing`."""
    query = read_query(document)
    if not (query.raw or query.resolved):
        detail = (
            "context_md holds no section 0 with the user's query; "
            "add a heading `## 0. User Query` with the query under it."
        )
        raise InputRejected("section_missing", detail, (FieldError("context_md", "section 0 is missing"),))
    return query


def require_response(response_md: str) -> None:
    """Raises InputRejected `response_empty` when there is no visible character to judge."""
    if not any(char.isprintable() and not char.isspace() for char in response_md):
        detail = "response_md is empty; send the draft that the synthesis phase wrote."
        raise InputRejected("response_empty", detail, (FieldError("response_md", "must not be empty"),))
