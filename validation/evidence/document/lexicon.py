"""Words that mean the same and words that mean the opposite, as results of tools and answers about them use them."""

from __future__ import annotations

from validation.evidence.words import groups_of, lines_of


def _sides() -> dict[str, tuple[str, int]]:
    """Every word of a pair of opposites: the name of its concept, and 1, or -1 on the denied side."""
    found: dict[str, tuple[str, int]] = {}
    for line in lines_of("lexicon.opposites"):
        left, _, right = line.partition("|")
        name = left.split()[0]
        for words, sign in ((left, 1), (right, -1)):
            found.update(dict.fromkeys(words.split(), (name, sign)))
    return found


def _names() -> dict[str, str]:
    return {word: line.split()[0] for line in lines_of("lexicon.alike") for word in line.split()}


SIDES = _sides()
SIDED = frozenset(name for name, _ in SIDES.values())
NAMES = _names()
WEEKDAYS = ("monday", "tuesday", "wednesday", "thursday", "friday", "saturday", "sunday")
CLASSES = {word: place for place, line in enumerate(lines_of("lexicon.alternatives")) for word in line.split()}
PHRASES = {tuple(said.split()): name for said, name in groups_of("lexicon.phrases").items()}
"""By their lower-case words."""
