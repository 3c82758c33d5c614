"""Versions of the LLM's prompt, and the adjudicated audits that can become its examples."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from uuid import UUID

from validation.domain.trust.audit import CheckAnswer, OpinionRole, TruthSource
from validation.models import AttemptText, AuditItem, ClaimRecord, PromptVersion, UnsupportedSentence
from validation.response.gate.rubric import DecidedCase, example_text

MOST_VERSIONS = 100
_MOST_CANDIDATES = 50
_MOST_QUOTES = 4


@dataclass(frozen=True, slots=True)
class Example:
    """An example; `text` is what the LLM reads."""

    item: UUID
    title: str
    query: str
    truth: str
    text: str

    def stored(self) -> dict[str, str]:
        return {"item": str(self.item), "title": self.title, "text": self.text}


def list_prompts() -> list[PromptVersion]:
    """Newest first, without texts."""
    return list(PromptVersion.objects.defer("instructions", "text")[:MOST_VERSIONS])


def example_candidates(only: Iterable[UUID] | None = None) -> list[Example]:
    """Adjudicated audits short enough for an example, newest first; limited to `only` if given."""
    items = AuditItem.objects.filter(truth_source=TruthSource.ADJUDICATED, attempt__isnull=False)
    if only is not None:
        items = items.filter(pk__in=list(only))
    newest = list(items.select_related("attempt__turn").order_by("-closed_at", "-pk")[:_MOST_CANDIDATES])
    texts = AttemptText.objects.in_bulk([item.attempt_id for item in newest])
    quotes, marks = _quotes(newest), _marks(newest)
    found = []
    for item in newest:
        text_row = texts.get(item.attempt_id)
        if item.attempt is None or text_row is None:
            continue
        text = example_text(
            DecidedCase(
                query=item.attempt.turn.query,
                response=text_row.response_md,
                quotes=quotes[item.pk],
                decision=item.truth_route,
                broken=[name for name, check_answer in item.truth_checks.items() if check_answer == CheckAnswer.WRONG],
                unsupported=[text_row.response_md[start:end] for start, end in marks[item.pk]],
            )
        )
        if text is not None:
            found.append(Example(item.pk, item.attempt.turn.turn_id, item.attempt.turn.query, item.truth_route, text))
    return found


def attempts_in_examples(numbers: Iterable[int]) -> set[UUID]:
    """Attempts that are examples in these prompts: a judge must not be tested on an answer it was shown."""
    stored = PromptVersion.objects.filter(number__in=list(numbers)).values_list("examples", flat=True)
    items = [one["item"] for examples in stored for one in examples]
    return {pk for pk in AuditItem.objects.filter(pk__in=items).values_list("attempt", flat=True) if pk}


def _quotes(items: Sequence[AuditItem]) -> dict[UUID, list[str]]:
    """The evidence quoted by the claims of each judgement, in order of the claims."""
    by_pk = {item.verdict["judgement"]: item.pk for item in items if item.verdict}
    found: dict[UUID, list[str]] = defaultdict(list)
    for claim in ClaimRecord.objects.filter(judgement__in=by_pk).order_by("start", "id"):
        quotes = found[by_pk[claim.judgement_id]]
        for link in claim.evidence:
            if link["quote"] not in quotes and len(quotes) < _MOST_QUOTES:
                quotes.append(link["quote"])
    return found


def _marks(items: Sequence[AuditItem]) -> dict[UUID, list[tuple[int, int]]]:
    """Sentences marked as unsupported by the adjudicator."""
    found: dict[UUID, list[tuple[int, int]]] = defaultdict(list)
    marked = UnsupportedSentence.objects.filter(opinion__item__in=items, opinion__role=OpinionRole.ADJUDICATOR)
    for item, start, end in marked.order_by("start").values_list("opinion__item", "start", "end"):
        found[item].append((start, end))
    return found
