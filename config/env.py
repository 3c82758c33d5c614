"""Typed readers of the environment: every variable the product knows is read here, once, into one frozen value.

A bad value is a `BadEnvironment` whose sentence names the variable and what it should be. `load` turns it into one line
on stderr and exit status 2, because a traceback through Django's settings tells an operator nothing.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar
from urllib.parse import urlsplit

T = TypeVar("T")
JUDGES = ("auto", "vllm", "embedded")
LOG_FORMATS = ("auto", "console", "json")
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
ROOT = Path(__file__).resolve().parent.parent


class BadEnvironment(ValueError):
    """A variable holds something that cannot be used; the message is fit for an operator."""


@dataclass(frozen=True, slots=True)
class Environment:
    """What the environment says. Empty strings mean "not set"; each mode decides what it does then."""

    judge: str
    vllm_url: str
    vllm_model: str
    vllm_api_key: str
    embeddings_url: str
    judge_deadline: int
    judge_concurrency: int
    judge_call_timeout: int
    judge_circuit: int
    webhook_allow: tuple[str, ...]
    database_url: str
    database_password: str
    redis_url: str
    secret_key: str
    allowed_hosts: tuple[str, ...]
    https: bool
    body_limit: int
    log_format: str
    log_level: str
    var: Path
    static_root: Path
    port: int


class Reader:
    """Reads variables of one mapping; each method returns the default for a missing or blank variable."""

    def __init__(self, variables: Mapping[str, str]) -> None:
        self._variables = variables

    def text(self, name: str, default: str = "") -> str:
        return self._variables.get(name, "").strip() or default

    def secret(self, name: str) -> str:
        """The variable itself, or the content of the file that `<name>_FILE` names."""
        path, value = self.text(f"{name}_FILE"), self.text(name)
        if path and value:
            raise BadEnvironment(f"{name} and {name}_FILE are both set; keep one of them.")
        return self._content(f"{name}_FILE", Path(path)) if path else value

    def choice(self, name: str, allowed: tuple[str, ...], default: str) -> str:
        value = self.text(name, default)
        if value not in allowed:
            raise BadEnvironment(f"{name} is {value!r}; it must be one of {', '.join(allowed)}.")
        return value

    def flag(self, name: str, *, default: bool) -> bool:
        return self.choice(name, ("true", "false"), "true" if default else "false") == "true"

    def number(self, name: str, default: int, *, low: int, high: int) -> int:
        value = self.text(name, str(default))
        if not (value.isascii() and value.isdigit() and len(value) < 12 and low <= int(value) <= high):
            raise BadEnvironment(f"{name} is {value!r}; it must be a whole number from {low} to {high}.")
        return int(value)

    def url(self, name: str, schemes: tuple[str, ...], *, secret: bool = False) -> str:
        """A url with one of the schemes. A secret url is never repeated in the message: it may carry a password."""
        value = self.secret(name) if secret else self.text(name)
        if value and not _is_url(value, schemes):
            shown = "not usable" if secret else repr(value)
            raise BadEnvironment(f"{name} is {shown}; it must start with {' or '.join(f'{s}://' for s in schemes)}.")
        return value

    def names(self, name: str) -> tuple[str, ...]:
        return tuple(part.strip() for part in self.text(name).split(",") if part.strip())

    def _content(self, name: str, path: Path) -> str:
        try:
            content = path.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise BadEnvironment(f"{name} names {path}, which cannot be read ({type(error).__name__}).") from None
        if not content:
            raise BadEnvironment(f"{name} names {path}, which is empty.")
        return content


def _is_url(value: str, schemes: tuple[str, ...]) -> bool:
    try:
        parts = urlsplit(value)
        return parts.scheme in schemes and (parts.port is None or parts.port > 0)
    except ValueError:
        return False


def read(variables: Mapping[str, str]) -> Environment:
    """Everything the environment says, or BadEnvironment for the first bad value."""
    reader = Reader(variables)
    return Environment(
        judge=reader.choice("COUNTERSIGN_JUDGE", JUDGES, "auto"),
        vllm_url=reader.url("COUNTERSIGN_VLLM_URL", ("http", "https")),
        vllm_model=reader.text("COUNTERSIGN_VLLM_MODEL"),
        vllm_api_key=reader.secret("COUNTERSIGN_VLLM_API_KEY"),
        embeddings_url=reader.url("COUNTERSIGN_EMBEDDINGS_URL", ("http", "https")),
        judge_deadline=reader.number("COUNTERSIGN_JUDGE_DEADLINE", 90, low=1, high=3600),
        judge_concurrency=reader.number("COUNTERSIGN_JUDGE_CONCURRENCY", 8, low=1, high=512),
        judge_call_timeout=reader.number("COUNTERSIGN_JUDGE_CALL_TIMEOUT", 30, low=1, high=600),
        judge_circuit=reader.number("COUNTERSIGN_JUDGE_CIRCUIT", 5, low=1, high=1_000_000),
        webhook_allow=reader.names("COUNTERSIGN_WEBHOOK_ALLOW"),
        database_url=reader.url("COUNTERSIGN_DATABASE_URL", ("postgresql", "sqlite"), secret=True),
        database_password=reader.secret("COUNTERSIGN_DATABASE_PASSWORD"),
        redis_url=reader.url("COUNTERSIGN_REDIS_URL", ("redis", "rediss"), secret=True),
        secret_key=reader.secret("COUNTERSIGN_SECRET_KEY"),
        allowed_hosts=reader.names("COUNTERSIGN_ALLOWED_HOSTS"),
        https=reader.flag("COUNTERSIGN_HTTPS", default=True),
        body_limit=reader.number("COUNTERSIGN_BODY_LIMIT_MB", 8, low=1, high=1024) * 1024 * 1024,
        log_format=reader.choice("COUNTERSIGN_LOG_FORMAT", LOG_FORMATS, "auto"),
        log_level=reader.choice("COUNTERSIGN_LOG_LEVEL", LOG_LEVELS, "INFO"),
        var=Path(reader.text("COUNTERSIGN_VAR", str(ROOT / "var"))),
        static_root=Path(reader.text("COUNTERSIGN_STATIC_ROOT", str(ROOT / "staticfiles"))),
        port=reader.number("PORT", 8000, low=1, high=65535),
    )


def judge_of(environment: Environment) -> str:
    """`vllm` or `embedded`: what `auto` means here. A chosen LLM without an address is a bad environment."""
    if environment.judge == "vllm" and not environment.vllm_url:
        raise BadEnvironment("COUNTERSIGN_JUDGE is vllm, but COUNTERSIGN_VLLM_URL is not set.")
    if environment.judge == "auto":
        return "vllm" if environment.vllm_url else "embedded"
    return environment.judge


def or_exit(read_it: Callable[[], T]) -> T:
    """The value, or one line on stderr and exit status 2."""
    try:
        return read_it()
    except BadEnvironment as error:
        print(f"countersign: {error}", file=sys.stderr)
        raise SystemExit(2) from None


def load() -> Environment:
    return or_exit(lambda: read(os.environ))
