"""What `/attempts/stream` answers: the sentences of a response that grows, then its decision, as server-sent events."""

from __future__ import annotations

import asyncio
import logging
from collections.abc import AsyncIterator, Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from functools import partial
from time import monotonic
from typing import Any

from django.core.exceptions import RequestAborted, RequestDataTooBig
from pydantic import ValidationError

from validation.domain.codes.problems import ProblemCode
from validation.domain.errors import DomainError
from validation.platform.events.events import encode
from validation.platform.http.body import read_body
from validation.platform.http.problems import problem, problem_of
from validation.response.gate.sentences import CheckedSentence, SentenceChecks
from validation.response.requests import DeltaIn
from validation.response.schemas import SentenceOut

SILENCE_S = 15.0
"""After so long without a delta or a decision a comment is sent, so that nothing between closes the answer."""
REST = 2.0
"""Times as long as a check took until the next: a long text is checked less often, not ever more slowly."""
MOST_REST_S = 5.0

logger = logging.getLogger(__name__)
_checking = ThreadPoolExecutor(1, thread_name_prefix="sentences")
"""One for the process: checks take the processor, which serves other requests too."""


class GrowingResponse:
    """The response as its deltas come in."""

    def __init__(self, beginning: str) -> None:
        self._parts = [beginning]
        self._news = asyncio.Event()
        self._ended = asyncio.Event()
        if beginning:
            self._news.set()

    async def read(self, lines: AsyncIterator[bytes]) -> None:
        """To the end of `lines`. Raises InputRejected for a line that is no delta."""
        try:
            number = 1
            async for line in lines:
                number += 1
                self._parts.append(_delta(line, number))
                self._news.set()
        finally:
            self._ended.set()
            self._news.set()

    async def wait(self, seconds: float) -> bool:
        """Whether there is more than before; at most so many seconds."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._news.wait(), seconds)
        is_news = self._news.is_set()
        self._news.clear()
        return is_news

    async def rest(self, seconds: float) -> None:
        """So many seconds, or until the response is complete."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._ended.wait(), seconds)

    @property
    def is_complete(self) -> bool:
        return self._ended.is_set()

    @property
    def text(self) -> str:
        self._parts = ["".join(self._parts)]
        return self._parts[0]


def _delta(line: bytes, number: int) -> str:
    try:
        return DeltaIn.model_validate(read_body(line)).delta
    except DomainError as error:
        raise ProblemCode.INVALID_BODY.error("delta", number=number, error=error.detail) from None
    except ValidationError as error:
        what = error.errors()[0]["msg"].removeprefix("Value error, ")
        raise ProblemCode.INVALID_BODY.error("delta", number=number, error=what) from None


async def stream_events(
    response: GrowingResponse,
    lines: AsyncIterator[bytes],
    checks: SentenceChecks,
    decide: Callable[[str], Awaitable[dict[str, Any]]],
) -> AsyncIterator[bytes]:
    """`decide` stores the finished response and waits for its decision."""
    reading = asyncio.create_task(response.read(lines))
    deciding: asyncio.Future[dict[str, Any]] | None = None
    try:
        while not response.is_complete:
            if not await response.wait(SILENCE_S):
                yield b": waiting for the next delta\n\n"
                continue
            began = monotonic()
            for sentence in await _check(checks, response.text, finished=False):
                yield _event("sentence", SentenceOut.of(sentence))
            await response.rest(min(REST * (monotonic() - began), MOST_REST_S))
        await reading
        for sentence in await _check(checks, response.text, finished=True):
            yield _event("sentence", SentenceOut.of(sentence))
        deciding = asyncio.ensure_future(decide(response.text))
        while not (await asyncio.wait({deciding}, timeout=SILENCE_S))[0]:
            yield b": waiting for the decision\n\n"
        yield _event("decision", deciding.result())
    except RequestAborted:
        return
    except RequestDataTooBig:
        yield _event("error", problem(ProblemCode.BODY_TOO_LARGE, "stream"))
    except DomainError as error:
        yield _event("error", problem_of(error))
    except Exception:
        logger.exception("stream broke")
        yield _event("error", problem(ProblemCode.INTERNAL_ERROR))
    finally:
        reading.cancel()
        if deciding is not None and deciding.cancel():
            await asyncio.wait({deciding})


async def _check(checks: SentenceChecks, text: str, *, finished: bool) -> list[CheckedSentence]:
    work = partial(checks.check, text, finished=finished)
    return await asyncio.get_running_loop().run_in_executor(_checking, work)


def _event(name: str, data: Any) -> bytes:
    return f"event: {name}\ndata: {encode(data)}\n\n".encode()
