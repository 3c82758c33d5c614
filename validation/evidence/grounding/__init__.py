"""How likely is it that the evidence supports a claim, and the response as a whole."""

from validation.evidence.grounding.estimate import ClaimGrounding, Grounding, estimate

__all__ = ["ClaimGrounding", "Grounding", "estimate"]
