"""All requirement rules over one response, and the check they decide."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass

from validation.domain.check import CheckState
from validation.domain.claim import Claim, Requirement
from validation.domain.context import UserQuery
from validation.domain.verdict import CheckOpinion
from validation.evidence.context.items import EvidenceItem
from validation.evidence.quantities.quantity import Quantity
from validation.evidence.requirements.answers import SureAnswer, missing_answers
from validation.evidence.requirements.budget import budget
from validation.evidence.requirements.draft import Draft, ParsedQuery, parse_query, prepare
from validation.evidence.requirements.facts import answer, follow_up, needs_facts
from validation.evidence.requirements.language import language
from validation.evidence.requirements.parts import parts
from validation.evidence.requirements.preferences import diet
from validation.evidence.requirements.prices import best, cheapest
from validation.evidence.requirements.shape import count, shape
from validation.evidence.requirements.subject import subject

_RULES: tuple[Callable[[ParsedQuery, Draft], Iterator[Requirement]], ...] = (
    answer, subject, budget, count, cheapest, best, shape, language, diet, parts, follow_up,
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class RequirementsReport:
    """`evidence_missing` is set when the evidence itself cannot meet what was asked, so that no rewording helps."""

    requirements: tuple[Requirement, ...]
    addressed: CheckOpinion
    needs_facts: bool
    evidence_missing: str | None


def check_requirements(
    *,
    query: UserQuery,
    gathered: str,
    items: Sequence[EvidenceItem],
    figures: Sequence[Sequence[Quantity]],
    response_md: str,
    claims: Sequence[Claim],
    answers: Sequence[SureAnswer] = (),
) -> RequirementsReport:
    """`gathered` is the body of section 2, for the stated preferences; `items` the evidence of both sections,
    `figures` theirs; `answers` what they surely say to parts of the query."""
    asked = parse_query(query, gathered)
    draft = prepare(response_md, claims, items, figures)
    found = tuple(requirement for rule in _RULES for requirement in rule(asked, draft))
    named = {requirement.text for requirement in found if requirement.kind == "part" and not requirement.met}
    missing = missing_answers([one for one in answers if one.part not in named], asked, draft)
    lacking = {one.text: one for one in missing}
    found = (*(one for one in found if one.kind != "part" or one.text not in lacking), *lacking.values())
    unmet = [requirement for requirement in found if not requirement.met]
    return RequirementsReport(
        requirements=found,
        addressed=_addressed(found, unmet),
        needs_facts=needs_facts(asked),
        evidence_missing=next((f"{r.text}: {r.reason}" for r in unmet if r.evidence_missing), None),
    )


def _addressed(found: Sequence[Requirement], unmet: Sequence[Requirement]) -> CheckOpinion:
    if unmet:
        return CheckOpinion(CheckState.FAIL, " ".join(f'Not met: "{one.text}". {one.reason}' for one in unmet))
    if not found:
        return CheckOpinion(CheckState.PASS, "The query asks for nothing that could be missed.")
    counted = "1 requirement" if len(found) == 1 else f"{len(found)} requirements"
    return CheckOpinion(CheckState.PASS, f"Everything the query asks for is met ({counted}).")
