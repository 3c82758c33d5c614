"""Stores new, immutable versions of the LLM's prompt. A policy selects the version in use."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Max

from validation.domain.codes.problems import ProblemCode
from validation.domain.text.storable import check_storable
from validation.judge.budget import PROMPT_TOKENS, estimate_tokens
from validation.models import PromptVersion
from validation.platform import audit
from validation.response.gate.rubric import EXAMPLES_TOKENS, MOST_EXAMPLES, PROMPT, prompt_hash, prompt_text
from validation.trust.queries.prompts import Example, example_candidates

_refused = ProblemCode.PROMPT_INVALID.error


@transaction.atomic
def add_prompt(*, instructions: str, examples: Sequence[UUID], note: str, by: str, now: datetime) -> PromptVersion:
    """Returns the new version. Raises InputRejected `prompt_invalid`."""
    chosen = _chosen(examples)
    typed, why = check_storable(instructions).strip(), check_storable(note).strip()[:200]
    text = prompt_text(typed, with_examples=bool(chosen))
    tokens = estimate_tokens(text)
    if not typed:
        raise _refused("empty", field="instructions")
    if tokens > PROMPT_TOKENS:
        raise _refused("length", field="instructions", tokens=tokens, most=PROMPT_TOKENS)
    if not why:
        raise _refused("note", field="note")
    digest = prompt_hash(text, [one.text for one in chosen])
    if text == PROMPT.text or PromptVersion.objects.filter(hash=digest).exists():
        raise _refused("known", field="instructions")
    number = (PromptVersion.objects.aggregate(last=Max("number"))["last"] or 0) + 1
    made = PromptVersion.objects.create(
        number=number,
        hash=digest,
        instructions=typed,
        text=text,
        examples=[one.stored() for one in chosen],
        note=why,
        made_by=by,
        made_at=now,
    )
    audit.record(by=by, verb="prompt.added", subject=f"prompt:{number}", now=now, hash=digest, examples=len(chosen))
    return made


def _chosen(examples: Sequence[UUID]) -> list[Example]:
    wanted = list(dict.fromkeys(examples))
    if len(wanted) > MOST_EXAMPLES:
        raise _refused("examples", field="examples", most=MOST_EXAMPLES)
    found = {one.item: one for one in example_candidates(wanted)} if wanted else {}
    if len(found) < len(wanted):
        raise _refused("gone", field="examples")
    chosen = [found[item] for item in wanted]
    tokens = sum(estimate_tokens(one.text) for one in chosen)
    if tokens > EXAMPLES_TOKENS:
        raise _refused("tokens", field="examples", tokens=tokens, most=EXAMPLES_TOKENS)
    return chosen
