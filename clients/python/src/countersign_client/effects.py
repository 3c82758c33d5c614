"""Flows, and the functions that run them.

A flow is a generator that yields what it needs (a call, a pause, a callback) and is sent the result. Flows do no I/O
themselves, so that the blocking and the async client share all of their code.
"""

from __future__ import annotations

import asyncio
import inspect
import os
import time
from collections.abc import Callable, Generator
from dataclasses import dataclass
from typing import Any, TypeVar

import httpx

from countersign_client.errors import CountersignError

T = TypeVar("T")


@dataclass(frozen=True)
class Call:
    """An HTTP request. Its result is a `httpx.Response`, or `httpx.RequestError` is raised, at the latest after
    `timeout` seconds without data."""

    method: str
    path: str
    json: Any = None
    params: dict[str, Any] | None = None
    headers: dict[str, str] | None = None
    timeout: float = 30.0


@dataclass(frozen=True)
class Pause:
    seconds: float


@dataclass(frozen=True)
class Invoke:
    """A callback of the user; the async client awaits its result if needed."""

    function: Callable[..., Any]
    arguments: tuple[Any, ...]


Flow = Generator[Call | Pause | Invoke, Any, T]


def connect(http: httpx.Client | httpx.AsyncClient, url: str | None, key: str | None) -> None:
    """Sets base URL and API key. Raises CountersignError without a key."""
    base = url or os.environ.get("COUNTERSIGN_URL") or "http://127.0.0.1:8000"
    key = (key or os.environ.get("COUNTERSIGN_API_KEY", "")).strip()
    if not key:
        raise CountersignError("There is no API key. Pass one as key, or set COUNTERSIGN_API_KEY.")
    http.base_url = httpx.URL(f"{base.rstrip('/').removesuffix('/api/v1')}/api/v1")
    http.headers["Authorization"] = f"Bearer {key}"


def run(flow: Flow[T], http: httpx.Client) -> T:
    """Runs a flow in this thread; returns its result."""
    result, error = None, None
    while True:
        try:
            step = flow.throw(error) if error else flow.send(result)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        result, error = None, None
        try:
            if isinstance(step, Call):
                result = http.send(_request(http, step))
            elif isinstance(step, Pause):
                time.sleep(step.seconds)
            else:
                result = step.function(*step.arguments)
        except Exception as raised:  # the flow handles it
            error = raised


async def run_async(flow: Flow[T], http: httpx.AsyncClient) -> T:
    """Runs a flow in this event loop; returns its result."""
    result, error = None, None
    while True:
        try:
            step = flow.throw(error) if error else flow.send(result)
        except StopIteration as end:
            return end.value  # type: ignore[no-any-return]
        result, error = None, None
        try:
            if isinstance(step, Call):
                result = await http.send(_request(http, step))
            elif isinstance(step, Pause):
                await asyncio.sleep(step.seconds)
            else:
                result = step.function(*step.arguments)
                result = await result if inspect.isawaitable(result) else result
        except Exception as raised:
            error = raised


def _request(http: httpx.Client | httpx.AsyncClient, call: Call) -> httpx.Request:
    return http.build_request(
        call.method, call.path, json=call.json, params=call.params, headers=call.headers, timeout=call.timeout
    )
