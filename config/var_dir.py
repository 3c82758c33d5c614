"""The folder where the embedded mode keeps its database, its secret key and `run.json`."""

from __future__ import annotations

import os
import secrets
from pathlib import Path

from config.env import BadEnvironment

OWNER_ONLY = 0o600


def secret_key(var: Path) -> str:
    """The key that signs sessions: made at the first start, kept in `var/secret_key`, readable by its owner only."""
    path = var / "secret_key"
    try:
        var.mkdir(parents=True, exist_ok=True)
        if not path.exists():
            write_private(path, secrets.token_urlsafe(50))
        return path.read_text(encoding="ascii").strip()
    except OSError as error:
        raise BadEnvironment(f"the folder {var} cannot be written ({error.strerror}); set COUNTERSIGN_VAR.") from None


def write_private(path: Path, content: str) -> None:
    """Write so that a reader sees the old or the new content, never a part, and nobody else can read it."""
    beside = path.with_name(f".{path.name}.{os.getpid()}")
    descriptor = os.open(beside, os.O_WRONLY | os.O_CREAT | os.O_TRUNC, OWNER_ONLY)
    with os.fdopen(descriptor, "w", encoding="utf-8") as file:
        file.write(content)
    beside.replace(path)
