"""Tests the features of an endpoint by calling it, for the settings page and the command `probe_judge`.

Each step reports what was observed. Structured output is tested with a question that does not mention JSON, so that
only a server that enforces the schema passes.
"""

from __future__ import annotations

import json
import math
import time
from collections.abc import Callable
from dataclasses import dataclass

from validation.domain.halt import Halted
from validation.judge.completion import Completion
from validation.judge.failures import Fault
from validation.judge.protocol import LlmRequest
from validation.judge.reply import read_json_object
from validation.judge.structured import Structured, object_schema
from validation.judge.vllm import VllmJudge

_COLOURS = ["amber", "teal", "violet"]
_SCHEMA = object_schema(colour={"type": "string", "enum": _COLOURS})


@dataclass(frozen=True, slots=True)
class ProbeStep:
    """`ok` is None if the step could not be tried."""

    name: str
    ok: bool | None
    detail: str
    elapsed_ms: int


@dataclass(frozen=True, slots=True)
class ProbeReport:
    """`structured` is the schema mechanism that works, or None; `configured` is the one in use."""

    url: str
    model: str
    steps: tuple[ProbeStep, ...]
    structured: Structured | None
    configured: Structured = Structured.RESPONSE_FORMAT

    @property
    def usable(self) -> bool:
        """Whether the current configuration works; else `advice` says what to change."""
        return self.structured is self.configured

    @property
    def advice(self) -> str:
        """What to change before the endpoint can judge; empty if nothing."""
        if self.structured is None:
            return "No verdict of this endpoint can be trusted to keep to its schema: choose another server or model."
        if self.structured is self.configured:
            return ""
        return f"Start with COUNTERSIGN_VLLM_STRUCTURED={self.structured.value}: the server keeps to a schema that way."


def probe(judge: VllmJudge) -> ProbeReport:
    """Makes six to eight short calls in sequence; never raises because of the endpoint."""
    round_trip = _timed("round_trip", lambda: _round_trip(judge))
    structured, step = _structured(judge)
    steps = (
        _timed("models", lambda: _models(judge)),
        round_trip,
        step,
        _timed("tokenize", lambda: _tokenize(judge)),
        _timed("seed", lambda: _seed(judge)),
    )
    return ProbeReport(judge.root, judge.model, steps, structured, configured=judge.structured)


def answers(judge: VllmJudge) -> bool:
    """Whether a small question gets any text; also updates the circuit breaker."""
    return isinstance(_text_of(_plain(judge, temperature=0.0)), str)


def _timed(name: str, step: Callable[[], tuple[bool | None, str]]) -> ProbeStep:
    started = time.monotonic()
    ok, detail = step()
    return ProbeStep(name, ok, detail, round((time.monotonic() - started) * 1000))


def _models(judge: VllmJudge) -> tuple[bool | None, str]:
    reply = judge.served_models()
    if isinstance(reply, Fault):
        return False, reply.halt.message
    served = _model_ids(reply)
    if judge.model in served:
        return True, f"{judge.model} is served."
    names = ", ".join(served[:20]) or "none"
    if not judge.model:
        return False, f"No model is named. Set COUNTERSIGN_VLLM_MODEL to one of: {names}."
    return False, f"{judge.model} is not served; served: {names}."


def _model_ids(body: str) -> list[str]:
    try:
        return [str(item["id"])[:200] for item in json.loads(body)["data"]]
    except (ValueError, TypeError, KeyError, RecursionError):
        return []


def _round_trip(judge: VllmJudge) -> tuple[bool | None, str]:
    text = _text_of(_plain(judge, temperature=0.0))
    return (False, text.halt.message) if isinstance(text, Fault) else (True, "The model answers.")


def _structured(judge: VllmJudge) -> tuple[Structured | None, ProbeStep]:
    detail = ""
    others = [way for way in Structured if way not in (judge.structured, Structured.NONE)]
    for way in (judge.structured, *others):
        step = _timed("structured_output", lambda way=way: _keeps_to_schema(judge, way))  # type: ignore[misc]
        if step.ok:
            return way, step
        detail = detail or step.detail
    return None, ProbeStep(step.name, step.ok, detail, step.elapsed_ms)


def _keeps_to_schema(judge: VllmJudge, way: Structured) -> tuple[bool | None, str]:
    outcome = judge.ask_once(_ask("Which season comes after winter?", temperature=0.0, max_tokens=64), way)
    if isinstance(outcome, Fault):
        return False, outcome.halt.message
    try:
        answer = read_json_object(outcome.text)
    except Halted as halted:
        return False, f"The schema is not enforced: {halted.halt.message}"
    kept = answer.keys() == {"colour"} and answer["colour"] in _COLOURS
    return kept, f"Enforced through {way.value}." if kept else "The schema is not enforced: the answer breaks it."


def _tokenize(judge: VllmJudge) -> tuple[bool | None, str]:
    count = judge.count_on_server("The quick count of a short text.")
    if count is None:
        return False, "/tokenize is not served; tokens are estimated on the high side."
    return True, f"/tokenize counts {count} tokens in a sentence of seven words."


def _seed(judge: VllmJudge) -> tuple[bool | None, str]:
    """Uses the same seed twice at temperature 1. Servers that batch may still differ, which is worth knowing."""
    texts = [_text_of(_plain(judge, temperature=1.0)) for _ in range(2)]
    for text in texts:
        if isinstance(text, Fault):
            return None, text.halt.message
    same = texts[0] == texts[1]
    return same, "The same seed gave the same text twice." if same else "The same seed gave two different texts."


def _plain(judge: VllmJudge, *, temperature: float) -> Completion | Fault:
    ask = _ask("Write down any ten words that come to your mind.", temperature=temperature, max_tokens=24)
    return judge.ask_once(ask, Structured.NONE)


def _text_of(outcome: Completion | Fault) -> str | Fault:
    """The text, even if truncated by the small token limit."""
    if isinstance(outcome, Completion):
        return outcome.text
    return outcome.raw if outcome.usage.tokens_out and outcome.raw else outcome


def _ask(user: str, *, temperature: float, max_tokens: int) -> LlmRequest:
    return LlmRequest(
        name="probe",
        system="You answer briefly.",
        user=user,
        schema=_SCHEMA,
        temperature=temperature,
        max_tokens=max_tokens,
        prompt="",
        deadline=math.inf,
        seed=11,
    )
