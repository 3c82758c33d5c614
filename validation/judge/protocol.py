"""What a gate asks of a judge, and what comes back. Gates know this page only, never a client library.

An LLM is asked through `Asker`: one `Ask` in, one `Answer` out, or `AskFailed` with a typed cause. Whatever was spent
is in the `AskRecord` of either, so that tokens and tries of failed calls are kept too.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any, Protocol

from validation.domain.halt import Halt, Halted
from validation.domain.operations.cost import Cost


@dataclass(frozen=True, slots=True)
class Ask:
    """One structured question. `schema` is the JSON schema of the answer; `prompt` identifies the prompt file
    (`sha256:...`); `deadline` is in seconds for everything, waits and tries included; `evidence_omitted` counts the
    passages that the token budget left no room for."""

    name: str
    system: str
    user: str
    schema: dict[str, Any]
    temperature: float
    max_tokens: int
    prompt: str
    seed: int = 7
    deadline: float = 60.0
    evidence_omitted: int = 0


@dataclass(frozen=True, slots=True)
class AskRecord:
    """What one question cost. Tokens as the server counted them, latency in milliseconds over all tries; `cost` in
    money is None where no prices are set or no tokens were told."""

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
    """The raw reply, which is JSON text when the server kept to the schema; nobody has believed it yet."""

    text: str
    record: AskRecord


class AskFailed(Halted):
    """No usable answer came; `record` says what was spent on it and `raw_reply` what did come."""

    def __init__(self, halt: Halt, *, record: AskRecord, raw_reply: str = "") -> None:
        super().__init__(halt, raw_reply=raw_reply)
        self.record = record


class Asker(Protocol):
    """An LLM behind one endpoint."""

    def ask(self, ask: Ask) -> Answer:
        """Raises AskFailed, with the cause of DESIGN section 7, when no usable answer came in time."""
        ...

    def count_tokens(self, text: str) -> int:
        """Tokens of the text as the server counts them, else a conservative estimate."""
        ...
