"""A session cut into passages short enough for a sentence embedder to read whole."""

from __future__ import annotations

LONGEST = 900
"""Characters; some 200 tokens of English, and the embedder reads 256."""

SHORTEST = 400
"""A section shorter than this shares its passage with the next one."""

MOST = 400
"""Passages of one session; what comes later is not embedded."""


def passages_of(text: str) -> tuple[str, ...]:
    """Lines gathered under their heading; a single longer line is cut at a space."""
    found: list[str] = []
    gathered = ""
    for line in _short_lines(text):
        ends = line.startswith("#") and len(gathered) >= SHORTEST
        if gathered and (ends or len(gathered) + len(line) > LONGEST):
            found.append(gathered)
            gathered = ""
        gathered = f"{gathered}\n{line}" if gathered else line
    if gathered:
        found.append(gathered)
    return tuple(found[:MOST])


def _short_lines(text: str) -> list[str]:
    lines: list[str] = []
    for line in text.splitlines():
        rest = line.strip()
        while len(rest) > LONGEST:
            blank = rest.rfind(" ", 0, LONGEST)
            cut = blank if blank > 0 else LONGEST
            lines.append(rest[:cut])
            rest = rest[cut:].strip()
        if rest:
            lines.append(rest)
    return lines
