"""Commands of `manage.py` as a shell sees them."""

from __future__ import annotations

import json
from io import StringIO
from typing import Any

from django.core.management import call_command


def run(*arguments: str) -> tuple[int, str]:
    """The exit code, and what was printed."""
    out = StringIO()
    try:
        call_command(*arguments, stdout=out)
    except SystemExit as ended:
        return int(ended.code or 0), out.getvalue()
    return 0, out.getvalue()


def run_json(command: str, *arguments: str) -> tuple[int, Any]:
    """The exit code, and the result; None on bad input."""
    code, printed = run(command, "--json", *arguments)
    return code, json.loads(printed) if printed else None
