"""How likely is it that the evidence supports a claim, and the response as a whole."""

from validation.evidence.grounding.estimate import estimate
from validation.evidence.grounding.result import ClaimGrounding, Grounding

__all__ = ["ClaimGrounding", "Grounding", "estimate"]
