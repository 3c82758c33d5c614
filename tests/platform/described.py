"""Calls that schemathesis makes up from the API's own description, and what must be true of every answer."""

from __future__ import annotations

from typing import Any

import schemathesis
from django.core.wsgi import get_wsgi_application
from hypothesis import HealthCheck, Phase, given, settings
from hypothesis import strategies as st
from schemathesis import GenerationMode
from schemathesis.checks import not_a_server_error
from schemathesis.specs.openapi.checks import (
    content_type_conformance,
    response_schema_conformance,
    status_code_conformance,
)

CHECKS = [not_a_server_error, status_code_conformance, content_type_conformance, response_schema_conformance]
DESCRIBED = schemathesis.openapi.from_wsgi("/api/v1/openapi.json", get_wsgi_application())
OPERATIONS = {operation.label: operation for operation in (found.ok() for found in DESCRIBED.get_all_operations())}


def send_made_up_calls(label: str, secret: str) -> None:
    """Good ones and bad ones to the operation, such as `GET /api/v1/turns`; raises what a check finds wrong."""
    operation = OPERATIONS[label]

    @settings(
        max_examples=5, derandomize=True, database=None, deadline=None, phases=[Phase.generate],
        suppress_health_check=list(HealthCheck),
    )  # fmt: skip
    @given(case=st.one_of(operation.as_strategy(), operation.as_strategy(GenerationMode.NEGATIVE)))
    def send(case: Any) -> None:
        case.call_and_validate(headers={"Authorization": f"Bearer {secret}"}, checks=CHECKS)

    send()
