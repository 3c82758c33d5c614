"""Faults below the protocol: statuses, and connections that drip, stall or break."""

from __future__ import annotations

import asyncio
import json
import socket
import struct
from collections.abc import Awaitable, Callable
from typing import Any, TypeAlias

DRIP = 0.05
"""Seconds between two bytes of a slow answer: far under any limit on a single read."""

Reader: TypeAlias = asyncio.StreamReader
Writer: TypeAlias = asyncio.StreamWriter


def response(status: int, body: bytes, *, kind: str = "application/json", headers: str = "") -> bytes:
    head = f"HTTP/1.1 {status} Scripted\r\nContent-Type: {kind}\r\nContent-Length: {len(body)}\r\n{headers}\r\n"
    return head.encode() + body


def json_response(status: int, body: Any, *, headers: str = "") -> bytes:
    return response(status, json.dumps(body).encode(), headers=headers)


def vllm_error(status: int, message: str, kind: str) -> bytes:
    """The shape of vLLM's error bodies."""
    body = {"object": "error", "message": message, "type": kind, "param": None, "code": status}
    headers = "Retry-After: 0.05\r\n" if status == 429 else ""
    return json_response(status, body, headers=headers)


PAGE = b"<!DOCTYPE html><html><head><title>502</title></head><body>Bad gateway</body></html>"

STATUSES: dict[str, bytes] = {
    "http_307": response(307, b"", headers="Location: /v1/chat/completions\r\n"),
    "http_400_context": vllm_error(
        400,
        "This model's maximum context length is 4096 tokens. However, you requested 6100 tokens.",
        "BadRequestError",
    ),
    "http_400_other": vllm_error(400, "temperature must be non-negative", "BadRequestError"),
    "http_401": vllm_error(401, "Incorrect API key provided: secret-key-of-the-test", "AuthenticationError"),
    "http_403": vllm_error(403, "Not for this key", "PermissionDenied"),
    "http_404_model": vllm_error(404, "The model `absent` does not exist.", "NotFoundError"),
    "http_404_path": response(404, b'{"detail": "Not Found"}'),
    "http_408": vllm_error(408, "Request timeout", "Timeout"),
    "http_409": vllm_error(409, "Conflict", "Conflict"),
    "http_413": response(413, b"", kind="text/plain"),
    "http_429": vllm_error(429, "Too many requests", "RateLimitError"),
    "http_429_for_an_hour": json_response(429, {"error": "quota"}, headers="Retry-After: 3600\r\n"),
    "http_500": vllm_error(500, "CUDA error: out of memory", "InternalServerError"),
    "http_502_page": response(502, PAGE, kind="text/html"),
    "http_503": vllm_error(503, "Engine is not ready", "ServiceUnavailable"),
    "html_page": response(200, PAGE, kind="text/html"),
    "cut_json": response(200, b'{"id": "chatcmpl-1", "choices": [{"mess'),
    "nothing": response(200, b""),
}


async def drop(reader: Reader, writer: Writer, body: bytes) -> None:
    """Closes without a word."""


async def reset_in_body(reader: Reader, writer: Writer, body: bytes) -> None:
    sent = response(200, body)
    writer.write(sent[: len(sent) - len(body) // 2])
    await writer.drain()
    linger = struct.pack("ii", 1, 0)
    writer.get_extra_info("socket").setsockopt(socket.SOL_SOCKET, socket.SO_LINGER, linger)
    writer.transport.abort()


async def reset_in_error(reader: Reader, writer: Writer, body: bytes) -> None:
    writer.write(b"HTTP/1.1 502 Bad Gateway\r\nContent-Length: 500\r\n\r\nupstream conn")
    await writer.drain()


async def slow_headers(reader: Reader, writer: Writer, body: bytes) -> None:
    await _drip(writer, b"HTTP/1.1 200 OK\r\nX-Padding: " + b"a" * 100_000)


async def slow_body(reader: Reader, writer: Writer, body: bytes) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 100000\r\n\r\n")
    await _drip(writer, b" " * 100_000)


async def stall(reader: Reader, writer: Writer, body: bytes) -> None:
    """Answers nothing until the client hangs up."""
    await reader.read()


async def endless_body(reader: Reader, writer: Writer, body: bytes) -> None:
    writer.write(b"HTTP/1.1 200 OK\r\nContent-Type: application/json\r\nContent-Length: 1000000000\r\n\r\n")
    while not writer.transport.is_closing():
        writer.write(b" " * 65_536)
        await writer.drain()


async def _drip(writer: Writer, data: bytes) -> None:
    for byte in data:
        writer.write(bytes([byte]))
        await writer.drain()
        await asyncio.sleep(DRIP)


CONNECTIONS: dict[str, Callable[[Reader, Writer, bytes], Awaitable[None]]] = {
    "dropped": drop,
    "reset_in_body": reset_in_body,
    "reset_in_error": reset_in_error,
    "slow_headers": slow_headers,
    "slow_body": slow_body,
    "stalled": stall,
    "endless_body": endless_body,
}
