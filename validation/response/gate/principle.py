"""Rewords an improvement principle with an LLM (spec 1, learning). Optional, and off the request path.

Rules have already extracted the principle (`validation.domain.learning`), and their category and confidence stay. If
the LLM fails, their wording stays too and the cause is recorded. The next synthesis reads what the LLM writes, so text
with an address, markup or control characters, which a hostile draft may have injected, is rejected.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path
from typing import Any

from validation.domain.halt import Halt, Halted
from validation.domain.learning import Principle
from validation.judge.budget import estimate_tokens
from validation.judge.prompt import load_prompt
from validation.judge.protocol import LlmCallFailed, LlmCallRecord, LlmClient, LlmRequest
from validation.judge.quarantine import labelled, neutralised, new_tag, user_message
from validation.judge.reply import Reply, StrictText, malformed, read_reply
from validation.judge.structured import object_schema

PROMPT = load_prompt(Path(__file__).parent / "prompts" / "principle.md")
CHANGED_TOKENS = 900
HINT_TOKENS = 400
OUTPUT_TOKENS = 250
"""Conservative estimates; with query and instructions a request stays under 2,000 tokens."""

_QUERY_LIMIT = 300
_LENGTHS = {"reason": 300, "trigger": 200, "description": 400}
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n+")
_MARKUP = re.compile(r"[<>{}\[\]`|\n]|://|\bwww\.", re.IGNORECASE)

SCHEMA = object_schema(**{name: {"type": "string", "maxLength": longest} for name, longest in _LENGTHS.items()})


class _Wording(Reply):
    reason: Any
    trigger: StrictText
    description: StrictText


@dataclass(frozen=True, slots=True)
class Revision:
    """The revision that the principle was extracted from."""

    query: str
    before_md: str
    after_md: str
    hints: str
    issues: tuple[str, ...]


@dataclass(frozen=True, slots=True)
class WordedPrinciple:
    """`principle` in the LLM's words, or unchanged with the reason in `halt`."""

    principle: Principle
    record: LlmCallRecord
    halt: Halt | None = None


def word_principle(
    principle: Principle, revision: Revision, *, llm_client: LlmClient, deadline: float
) -> WordedPrinciple:
    """Never raises for a failure of the LLM. `deadline` is in seconds."""
    record = LlmCallRecord(judge="vllm", model="")
    try:
        answer = llm_client.ask(render(principle, revision, deadline=deadline))
        record = answer.record
        trigger, description = read_wording(answer.text)
    except LlmCallFailed as failed:
        return WordedPrinciple(principle, failed.record, failed.halt)
    except Halted as halted:
        return WordedPrinciple(principle, record, halted.halt)
    return WordedPrinciple(replace(principle, trigger=trigger, description=description), record)


def render(principle: Principle, revision: Revision, *, deadline: float) -> LlmRequest:
    """The request to the LLM. Changes and hints over the budget are omitted as a whole, and counted."""
    changed, changes_omitted = _select_fitting(_changes(revision), CHANGED_TOKENS)
    hints = [labelled("- ", text) for text in (revision.hints, *revision.issues) if text]
    shown, hints_omitted = _select_fitting(hints, HINT_TOKENS)
    query = " ".join(revision.query.split())
    blocks = (
        ("query", query[:_QUERY_LIMIT] + (" [cut]" if len(query) > _QUERY_LIMIT else "")),
        ("lesson", f"{principle.category.value}: {principle.trigger} {principle.description}"[:1000]),
        ("hints and issues", "\n".join(shown) or "(none)"),
        ("changed parts", "\n".join(changed) or "(nothing fits)"),
    )
    return LlmRequest(
        name="principle",
        system=PROMPT.text,
        user=user_message(blocks, tag=new_tag()),
        schema=SCHEMA,
        temperature=PROMPT.temperature,
        max_tokens=OUTPUT_TOKENS,
        prompt=PROMPT.hash,
        deadline=deadline,
        evidence_omitted=changes_omitted + hints_omitted,
    )


def read_wording(text: str) -> tuple[str, str]:
    """Trigger and description. Raises Halted `verdict_malformed` with the raw text."""
    reply = read_reply(text, _Wording)
    return _sentence("trigger", reply.trigger, text), _sentence("description", reply.description, text)


def _sentence(name: str, written: str, text: str) -> str:
    sentence = written.strip()
    if not sentence:
        raise malformed("advice_empty", text, field=name)
    if len(sentence) > _LENGTHS[name]:
        raise malformed("advice_long", text, field=name, limit=_LENGTHS[name])
    if _MARKUP.search(sentence) or neutralised(sentence) != sentence:
        raise malformed("advice_markup", text, field=name)
    return sentence


def _changes(revision: Revision) -> Iterable[str]:
    """The changed sentences and lines as a whole, since single changed words say little without context."""
    drafts = (revision.before_md, revision.after_md)
    before, after = (_SENTENCE_END.split(neutralised(text)) for text in drafts)
    for mark, own, other in (("-", before, set(after)), ("+", after, set(before))):
        yield from (f"{mark} {line.strip()}" for line in own if line.strip() and line not in other)


def _select_fitting(texts: Iterable[str], tokens: int) -> tuple[Sequence[str], int]:
    """The texts that fit into the budget, taken in order, and the number of those left out."""
    kept: list[str] = []
    omitted = 0
    for text in texts:
        cost = estimate_tokens(text) + 1
        if cost <= tokens:
            kept.append(text)
            tokens -= cost
        else:
            omitted += 1
    return kept, omitted
