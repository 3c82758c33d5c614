"""Concepts that carry nothing to check: what ties an answer together, addresses the user or names the findings."""

from __future__ import annotations

from validation.evidence.language.lexicon import NAMES, concepts_of
from validation.evidence.words import words_of

FRAME = concepts_of(words_of("facts.frame"))
"""By concept, see `validation.evidence.language.terms.concept`."""
LABELS = FRAME | frozenset(NAMES.values()) | concepts_of(words_of("facts.labels"))
"""What names a property and no thing."""
