"""Commands of `manage.py` as a shell sees them."""

from __future__ import annotations

import json
from io import StringIO
from pathlib import Path
from typing import Any

from django.core.management import call_command


def written(folder: Path, document: Any) -> str:
    """The path of a file that holds the document: a text as it is, anything else as JSON."""
    file = folder / "input.json"
    file.write_text(document if isinstance(document, str) else json.dumps(document), encoding="utf-8")
    return str(file)


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
