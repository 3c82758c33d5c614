"""Reads all environment variables of the product, once, into a typed `Environment`.

A bad value raises `BadEnvironment` with a message that names the variable and the expected value. `load` prints it as
one line and exits with status 2, because a traceback through Django's settings does not help an operator.
"""

# ruff: noqa: RUF009 - `variable` declares a field

from __future__ import annotations

import json
import os
import re
import sys
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field, fields
from decimal import Decimal
from ipaddress import IPv6Address, ip_network
from pathlib import Path
from typing import Any, Concatenate, ParamSpec, Self, TypeVar, cast
from urllib.parse import urlsplit

from validation.domain.operations.cost import Prices
from validation.domain.operations.retention import MOST_DAYS

T = TypeVar("T")
STRUCTURED = ("response_format", "structured_outputs", "json_object")
JUDGES = ("auto", "vllm", "embedded")
RETAINED = ("query_analyses", "preflights", "returns", "retrievals", "turns", "events")
"""Kinds of records that can have a retention period."""
HOSTLESS = frozenset({"postgresql", "sqlite", "redis", "rediss"})
"""Schemes whose urls may leave the host out: then it is this machine."""
LOG_FORMATS = ("auto", "console", "json")
LOG_LEVELS = ("DEBUG", "INFO", "WARNING", "ERROR")
ROOT = Path(__file__).resolve().parent.parent


class BadEnvironment(ValueError):
    """A variable has an invalid value; the message is meant for operators."""


class Reader:
    """Reads variables from a mapping; each method returns the default for a missing or blank variable."""

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

    def megabytes(self, name: str, default: int, *, low: int, high: int) -> int:
        """Reads megabytes, returns bytes."""
        return self.number(name, default, low=low, high=high) * 1024 * 1024

    def path(self, name: str, default: Path) -> Path:
        return Path(self.text(name, str(default)))

    def json_object(self, name: str) -> dict[str, Any]:
        try:
            value = json.loads(self.text(name, "{}"))
        except ValueError:
            value = None
        if not isinstance(value, dict):
            raise BadEnvironment(f'{name} must be a JSON object, say {{"top_k": 1}}.')
        return value

    def prices(self, prefix: str) -> Prices | None:
        """`<prefix>_PRICE_IN`, `_PRICE_OUT` (of a million tokens) and `_CURRENCY`; None when no price is set."""
        price_in, price_out = f"{prefix}_PRICE_IN", f"{prefix}_PRICE_OUT"
        if not self.text(price_in) and not self.text(price_out):
            return None
        currency = self.text(f"{prefix}_CURRENCY", "USD")
        if not re.fullmatch("[A-Z]{3}", currency):
            raise BadEnvironment(f"{prefix}_CURRENCY is {currency!r}; it must be three capital letters, say EUR.")
        return Prices(self._price(price_in), self._price(price_out), currency)

    def _price(self, name: str) -> Decimal:
        value = self.text(name)
        if not re.fullmatch(r"\d{1,6}(\.\d{1,6})?", value, re.ASCII):
            given = f"is {value!r}" if value else "is not set, but the other price is"
            raise BadEnvironment(f"{name} {given}; it must be the price of a million tokens, say 0.15.")
        return Decimal(value)

    def maybe_number(self, name: str, *, low: int, high: int) -> int | None:
        """None if not set; then each mode has its own default."""
        return self.number(name, low, low=low, high=high) if self.text(name) else None

    def days(self, name: str, kinds: tuple[str, ...]) -> Mapping[str, int]:
        """`turns=365,events=90`: days by kind."""
        periods: dict[str, int] = {}
        for part in self.names(name):
            kind, _, days = (side.strip() for side in part.partition("="))
            if kind not in kinds or not (days.isascii() and days.isdigit() and 1 <= int(days) <= MOST_DAYS):
                known = ", ".join(kinds)
                raise BadEnvironment(
                    f"{name} holds {part!r}; write KIND=DAYS with 1 to {MOST_DAYS} days and one of {known}."
                )
            periods[kind] = int(days)
        return periods

    def url(self, name: str, schemes: tuple[str, ...], *, secret: bool = False) -> str:
        """A url with one of the schemes. The error never shows a secret url, which may contain a password."""
        value = self.secret(name) if secret else self.text(name)
        if value and not _is_url(value, schemes):
            shown = "not usable" if secret else repr(value)
            start = " or ".join(f"{scheme}://" for scheme in schemes)
            host = "" if HOSTLESS.intersection(schemes) else " and name a host"
            raise BadEnvironment(f"{name} is {shown}; it must start with {start}{host}.")
        return value

    def names(self, name: str) -> tuple[str, ...]:
        return tuple(part.strip() for part in self.text(name).split(",") if part.strip())

    def hosts(self, name: str) -> tuple[str, ...]:
        """Host names and addresses, as the host of a url is compared: in lower case, IDNA-encoded, without brackets."""
        return tuple(_host(name, part) for part in self.names(name))

    def served_hosts(self, name: str) -> tuple[str, ...]:
        """Hosts as Django compares them: `*` is any, `.desk.example` includes those below, IPv6 is in brackets."""
        return tuple(_served_host(name, part) for part in self.names(name))

    def networks(self, name: str) -> tuple[str, ...]:
        """Addresses and networks, as networks. A network of all addresses is rejected."""
        return tuple(_network(name, part) for part in self.names(name))

    def _content(self, name: str, path: Path) -> str:
        try:
            content = path.read_text(encoding="utf-8").strip()
        except (OSError, UnicodeDecodeError) as error:
            raise BadEnvironment(f"{name} names {path}, which cannot be read ({type(error).__name__}).") from None
        if not content:
            raise BadEnvironment(f"{name} names {path}, which is empty.")
        return content


def _network(name: str, part: str) -> str:
    try:
        network = ip_network(part)
    except ValueError:
        network = None
    if network is None or not network.prefixlen:
        raise BadEnvironment(f"{name} holds {part!r}; write addresses or networks of proxies, say 10.0.0.0/24.")
    return str(network)


def _host(name: str, part: str) -> str:
    bare = part[1:-1] if part.startswith("[") and part.endswith("]") else part
    if ":" in bare:
        try:
            return str(IPv6Address(bare))
        except ValueError:
            bare = ""
    try:
        host = bare.lower().encode("idna").decode("ascii")
    except UnicodeError:
        host = ""
    if not re.fullmatch(r"[a-z0-9_.-]+", host):
        raise BadEnvironment(
            f"{name} holds {part!r}; write host names without scheme, port and path, say desk.example."
        )
    return host


def _served_host(name: str, part: str) -> str:
    if part == "*":
        return part
    host = _host(name, part.removeprefix("."))
    return f"[{host}]" if ":" in host else f".{host}" if part.startswith(".") else host


def _is_url(value: str, schemes: tuple[str, ...]) -> bool:
    try:
        parts = urlsplit(value)
        named = bool(parts.hostname) or parts.scheme in HOSTLESS
        return parts.scheme in schemes and named and (parts.port is None or parts.port > 0)
    except ValueError:
        return False


P = ParamSpec("P")


def variable(by: Callable[Concatenate[Reader, P], T], /, *given: P.args, **more: P.kwargs) -> T:
    """Declares a field of `Environment` and the method that reads it."""
    return cast(T, field(metadata={"read": lambda reader: by(reader, *given, **more)}))


@dataclass(frozen=True, slots=True)
class Environment:
    """The values of all variables. An empty string means "not set"; then each mode has its own default."""

    judge: str = variable(Reader.choice, "COUNTERSIGN_JUDGE", JUDGES, "auto")
    vllm_url: str = variable(Reader.url, "COUNTERSIGN_VLLM_URL", ("http", "https"))
    vllm_model: str = variable(Reader.text, "COUNTERSIGN_VLLM_MODEL")
    vllm_api_key: str = variable(Reader.secret, "COUNTERSIGN_VLLM_API_KEY")
    vllm_prices: Prices | None = variable(Reader.prices, "COUNTERSIGN_VLLM")
    vllm_structured: str = variable(Reader.choice, "COUNTERSIGN_VLLM_STRUCTURED", STRUCTURED, "response_format")
    vllm_extra_body: dict[str, Any] = variable(Reader.json_object, "COUNTERSIGN_VLLM_EXTRA_BODY")
    embeddings_url: str = variable(Reader.url, "COUNTERSIGN_EMBEDDINGS_URL", ("http", "https"))
    judge_deadline: int = variable(Reader.number, "COUNTERSIGN_JUDGE_DEADLINE", 90, low=1, high=3600)
    judge_cpu_limit: int = variable(Reader.number, "COUNTERSIGN_JUDGE_CPU_LIMIT", 60, low=1, high=3600)
    judge_concurrency: int = variable(Reader.number, "COUNTERSIGN_JUDGE_CONCURRENCY", 8, low=1, high=512)
    judge_call_timeout: int = variable(Reader.number, "COUNTERSIGN_JUDGE_CALL_TIMEOUT", 30, low=1, high=600)
    judge_circuit: int = variable(Reader.number, "COUNTERSIGN_JUDGE_CIRCUIT", 5, low=1, high=1_000_000)
    webhook_allow: tuple[str, ...] = variable(Reader.hosts, "COUNTERSIGN_WEBHOOK_ALLOW")
    smtp_url: str = variable(Reader.url, "COUNTERSIGN_SMTP_URL", ("smtp", "smtps", "smtp+starttls"), secret=True)
    mail_from: str = variable(Reader.text, "COUNTERSIGN_MAIL_FROM", "countersign@localhost")
    database_url: str = variable(Reader.url, "COUNTERSIGN_DATABASE_URL", ("postgresql", "sqlite"), secret=True)
    database_password: str = variable(Reader.secret, "COUNTERSIGN_DATABASE_PASSWORD")
    redis_url: str = variable(Reader.url, "COUNTERSIGN_REDIS_URL", ("redis", "rediss"), secret=True)
    secret_key: str = variable(Reader.secret, "COUNTERSIGN_SECRET_KEY")
    allowed_hosts: tuple[str, ...] = variable(Reader.served_hosts, "COUNTERSIGN_ALLOWED_HOSTS")
    https: bool = variable(Reader.flag, "COUNTERSIGN_HTTPS", default=True)
    trusted_proxies: tuple[str, ...] = variable(Reader.networks, "COUNTERSIGN_TRUSTED_PROXIES")
    body_limit: int = variable(Reader.megabytes, "COUNTERSIGN_BODY_LIMIT_MB", 8, low=1, high=1024)
    rate_limit: int | None = variable(Reader.maybe_number, "COUNTERSIGN_RATE_LIMIT", low=0, high=10_000_000)
    backlog_limit: int = variable(Reader.number, "COUNTERSIGN_BACKLOG_LIMIT", 100_000, low=0, high=10_000_000)
    retention: Mapping[str, int] = variable(Reader.days, "COUNTERSIGN_RETENTION", RETAINED)
    log_format: str = variable(Reader.choice, "COUNTERSIGN_LOG_FORMAT", LOG_FORMATS, "auto")
    log_level: str = variable(Reader.choice, "COUNTERSIGN_LOG_LEVEL", LOG_LEVELS, "INFO")
    otlp_endpoint: str = variable(Reader.url, "OTEL_EXPORTER_OTLP_ENDPOINT", ("http", "https"))
    var: Path = variable(Reader.path, "COUNTERSIGN_VAR", ROOT / "var")
    static_root: Path = variable(Reader.path, "COUNTERSIGN_STATIC_ROOT", ROOT / "staticfiles")
    port: int = variable(Reader.number, "PORT", 8000, low=1, high=65535)

    @classmethod
    def read(cls, variables: Mapping[str, str]) -> Self:
        """Raises BadEnvironment for the first bad value."""
        reader = Reader(variables)
        return cls(**{one.name: one.metadata["read"](reader) for one in fields(cls)})


def judge_of(environment: Environment) -> str:
    """`vllm` or `embedded`, with `auto` resolved. Raises BadEnvironment if `vllm` is chosen without a url."""
    if environment.judge == "vllm" and not environment.vllm_url:
        raise BadEnvironment("COUNTERSIGN_JUDGE is vllm, but COUNTERSIGN_VLLM_URL is not set.")
    if environment.judge == "auto":
        return "vllm" if environment.vllm_url else "embedded"
    return environment.judge


def or_exit(read_it: Callable[[], T]) -> T:
    """Returns the value, or prints the error on stderr and exits with status 2."""
    try:
        return read_it()
    except BadEnvironment as error:
        print(f"countersign: {error}", file=sys.stderr)
        raise SystemExit(2) from None


def load() -> Environment:
    return or_exit(lambda: Environment.read(os.environ))
