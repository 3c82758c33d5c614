"""A client that costs little: the machine that measures is the one that serves. HTTP/1.1 over kept connections, bodies
made before the clock starts."""

from __future__ import annotations

import asyncio
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from urllib.parse import urlsplit

from benchmarks.measure import percentile

OF_A_BATCH = 100
BATCHES_AT_ONCE = 2


@dataclass(frozen=True, slots=True)
class Load:
    """What a number of calls took: wall seconds, milliseconds each, how many were answered with which status."""

    wall: float
    took_ms: Sequence[float]
    statuses: Counter[int]

    def percentile(self, share: float) -> float:
        return percentile(self.took_ms, share)


def send(url: str, bodies: Sequence[bytes], *, at_once: int, headers: dict[str, str]) -> Load:
    """POSTs every body, `at_once` on their way at a time."""
    return asyncio.run(_send(url, bodies, at_once, headers))


async def _send(url: str, bodies: Sequence[bytes], at_once: int, headers: dict[str, str]) -> Load:
    took: list[float] = []
    statuses: Counter[int] = Counter()
    waiting = iter(enumerate(bodies))
    began = time.perf_counter()
    await asyncio.gather(*(_connection(url, waiting, headers, took, statuses) for _ in range(at_once)))
    return Load(time.perf_counter() - began, took, statuses)


async def _connection(
    url: str,
    waiting: Iterator[tuple[int, bytes]],
    headers: dict[str, str],
    took: list[float],
    statuses: Counter[int],
) -> None:
    split = urlsplit(url)
    reader, writer = await asyncio.open_connection(split.hostname, split.port, limit=2**24)
    headers = {"content-type": "application/json"} | headers
    more = "".join(f"{name}: {value}\r\n" for name, value in headers.items())
    try:
        for number, body in waiting:
            head = (
                f"POST {split.path} HTTP/1.1\r\nhost: {split.netloc}\r\n"
                f"content-length: {len(body)}\r\n{more.replace('NUMBER', str(number))}\r\n"
            )
            began = time.perf_counter()
            writer.write(head.encode() + body)
            statuses[await _status(reader)] += 1
            took.append((time.perf_counter() - began) * 1000)
    finally:
        writer.close()


async def _status(reader: asyncio.StreamReader) -> int:
    head = await reader.readuntil(b"\r\n\r\n")
    lengths = [line.partition(b":")[2] for line in head.split(b"\r\n") if line.lower().startswith(b"content-length:")]
    if lengths:
        await reader.readexactly(int(lengths[0]))
    else:
        await reader.readuntil(b"\r\n0\r\n\r\n")  # chunked: no middleware counted the body
    return int(head.split(b" ", 2)[1])
