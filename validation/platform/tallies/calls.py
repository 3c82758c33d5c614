"""What is tallied of every question to an LLM: tokens, tries and money, failed calls and those for comparison too."""

from __future__ import annotations

from django.db.models import F, Q, Value
from django.db.models.functions import Concat

from validation.models import JudgeCall
from validation.platform.tallies.source import Measure, Source, capped, edges_to_bins

TOKEN_EDGES = (100, 250, 500, 1000, 2000, 3000, 4000, 6000)
"""Upper edges; a last bucket holds what took more."""
MOST_TRIES = 5
"""The last place of tries holds that many and more."""
_TOLD = Q(tokens_in__gt=0) | Q(tokens_out__gt=0)


def _tokens(way: str) -> Measure:
    """Of calls whose tokens the server told."""
    field = f"tokens_{way}"
    return Measure(kind="gate", bin=edges_to_bins(field, (0, *TOKEN_EDGES)), total=field, only=_TOLD)


CALLS = Source(
    name="calls",
    rows=JudgeCall.objects.all,
    clock=JudgeCall,
    at="at",
    judge="judge",
    model="model",
    prompt="prompt",
    measures={
        "call": Measure(kind=Concat(F("gate"), Value(":"), F("halt_cause")), bin=capped("tries", MOST_TRIES)),
        "call_tokens_in": _tokens("in"),
        "call_tokens_out": _tokens("out"),
        "call_cost": Measure(kind="currency", total="cost", only=Q(cost__isnull=False)),
    },
)
