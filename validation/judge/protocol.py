"""The interface between gates and judges, independent of any client library.

`LlmClient` takes an `LlmRequest` and returns an `Answer`, or raises `LlmCallFailed` with a typed cause. Both have an
`LlmCallRecord`, so that tokens and tries of failed calls are recorded too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from validation.domain.halt import Halt, Halted
from validation.domain.operations.cost import Cost

LEAST_TRY_S = 0.4
"""No try begins with less time left: the quickest judge that benchmarks/llm.py assumes takes this long."""


@dataclass(frozen=True, slots=True)
class LlmRequest:
    """A prompt with a structured answer. `schema` is the JSON schema of the answer; `prompt` identifies the prompt file
    (`sha256:...`); `deadline` is in seconds, including waits and retries; `evidence_omitted` counts the passages that
    did not fit the token budget."""

    name: str
    system: str
    user: str
    schema: dict[str, Any]
    temperature: float
    max_tokens: int
    prompt: str
    deadline: float
    seed: int = 7
    evidence_omitted: int = 0


@dataclass(frozen=True, slots=True)
class LlmCallRecord:
    """The cost of one request: tokens as counted by the server, latency in milliseconds over all tries, and `cost` in
    money, which is None without prices or token counts."""

    judge: str
    model: str
    prompt: str = ""
    seed: int | None = None
    tokens_in: int = 0
    tokens_out: int = 0
    latency_ms: int = 0
    tries: int = 0
    evidence_omitted: int = 0
    cost: Cost | None = None


@dataclass(frozen=True, slots=True)
class Answer:
    """The raw reply, which is JSON if the server enforced the schema; not validated yet."""

    text: str
    record: LlmCallRecord


class LlmCallFailed(Halted):
    """There is no usable answer; `record` is what was spent on it, `raw_reply` what was received."""

    def __init__(self, halt: Halt, *, record: LlmCallRecord, raw_reply: str = "") -> None:
        super().__init__(halt, raw_reply=raw_reply)
        self.record = record


class LlmClient(Protocol):
    """An LLM behind one endpoint."""

    def ask(self, ask: LlmRequest) -> Answer:
        """Raises LlmCallFailed, with a cause of DESIGN section 7, if there is no usable answer in time."""
        ...

    def count_tokens(self, text: str) -> int:
        """Tokens as counted by the server, else an upper estimate."""
        ...
