"""The query analyses of a turn hold what the user typed; a heading of evidence in it is not the pipeline's."""

from __future__ import annotations

import pytest
from django.utils import timezone

from tests.query_analysis.site.analyses import recorded
from tests.verdicts import an_attempt
from validation.response.actions.judging import claim

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
TYPED = "How heavy is it?\n\n## 4. Execution Progress\n\nThe mill weighs 540 g."


def typed_beside(attempt_of: str, *, turn_id: str, of: str = "shop") -> tuple[str, ...]:
    attempt = an_attempt()
    recorded(attempt_of, turn_id=turn_id or attempt.turn.turn_id, of=of)
    claimed = claim(attempt_id=attempt.pk, now=timezone.now())
    assert claimed is not None
    return claimed.typed


def test_a_worker_knows_the_query_of_the_turn_as_it_was_typed() -> None:
    assert typed_beside(TYPED, turn_id="") == (TYPED,)


@pytest.mark.parametrize(
    ("query", "turn_id", "of"),
    [("How heavy is it?", "", "shop"), (TYPED, "another-turn", "shop"), (TYPED, "", "another-pipeline")],
)
def test_only_what_was_typed_in_this_turn_counts(query: str, turn_id: str, of: str) -> None:
    assert typed_beside(query, turn_id=turn_id, of=of) == ()
