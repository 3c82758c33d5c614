"""Parses query parameters (free text, a known choice, a number, an id) and form fields."""

from __future__ import annotations

from collections.abc import Container
from contextlib import suppress
from datetime import datetime
from uuid import UUID

from django.http import HttpRequest
from django.utils.dateparse import parse_datetime

_LONGEST = 200


def query_text(request: HttpRequest, name: str) -> str:
    return request.GET.get(name, "")[:_LONGEST].replace("\x00", "").strip()


def form_text(request: HttpRequest, name: str) -> str:
    """A form field, without NUL characters, which databases reject, and with LF line breaks; browsers send CRLF."""
    return request.POST.get(name, "").replace("\r\n", "\n").replace("\x00", "")


def report_unknown_parameter(request: HttpRequest, name: str) -> None:
    """Marks the parameter as not understood, which the page then reports (`platform/parts/messages.html`)."""
    if value := query_text(request, name):
        request.__dict__.setdefault("passed_over", {})[name] = value


def passed_over(request: HttpRequest) -> dict[str, str]:
    named: dict[str, str] = request.__dict__.get("passed_over", {})
    return named


def choice_of(request: HttpRequest, name: str, known: Container[str]) -> str:
    """The parameter if it is a known value, else empty; an old link still opens the page, which reports it."""
    value = request.GET.get(name, "")
    if value in known:
        return value
    report_unknown_parameter(request, name)
    return ""


def number_of(request: HttpRequest, name: str) -> int | None:
    number = read_number(request.GET.get(name, ""))
    if number is None:
        report_unknown_parameter(request, name)
    return number


def read_number(text: str) -> int | None:
    """A whole number of at most nine digits."""
    return int(text) if text.isascii() and text.isdigit() and len(text) <= 9 else None


def read_time(text: str) -> datetime | None:
    with suppress(ValueError):  # an impossible date
        return parse_datetime(text)
    return None


def read_uuid(text: str) -> UUID | None:
    try:
        return UUID(text)
    except ValueError:
        return None
