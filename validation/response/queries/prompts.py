"""The prompt that a policy or a comparison names."""

from __future__ import annotations

from dataclasses import replace

from validation.domain.codes.problems import ProblemCode
from validation.judge.prompt import Prompt
from validation.models import PromptVersion
from validation.response.gate.rubric import PROMPT


def prompt_of(number: int) -> Prompt:
    """Number 0 is the prompt that ships. Raises NotFound `prompt_unknown`."""
    if number == 0:
        return PROMPT
    row = ProblemCode.PROMPT_UNKNOWN.unless(PromptVersion.objects.filter(number=number).first(), number=number)
    texts = tuple(one["text"] for one in row.examples)
    return replace(PROMPT, version=number, text=row.text, hash=row.hash, examples=texts)


def prompt_number(hashed: str) -> int | None:
    """Of the prompt that a judgement names by its hash; None where it is no version that is stored. The one that ships
    is told without a statement."""
    if hashed in ("", PROMPT.hash):
        return 0 if hashed else None
    return PromptVersion.objects.filter(hash=hashed).values_list("number", flat=True).first()
