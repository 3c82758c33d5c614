"""Whether a quotation that is not verbatim differs in nothing but person and spelling: `they've` for `I've`,
`neighbours` for `neighbors`, a speaker left out (`“I'm sorry,” says Downey, “what are we doing?”`)."""

from __future__ import annotations

from collections.abc import Sequence
from difflib import SequenceMatcher

from validation.evidence.grounding.text.stems import words_of

Edit = tuple[str, int, int, int, int]
"""What difflib calls an opcode."""

_LONGEST = 80
"""Words of a quotation; of longer ones nobody says that they were only slightly reworded."""
_SHARE = 0.3
_SLACK = 6
_LEAST_SPELT = 5
_LIGHT = words_of(
    """
    i you he she it we they me him her us them my your his its our their i'm i've i'd i'll you're you've he's she's
    it's we're we've we'd we'll they're they've they'd they'll a an the and or but so of to in on at into onto for with
    that this these those is are was were be been am have has had do does did and just very really also then
    """
)
_TELLS = words_of("says said say asked asks added adds told tells replied wrote noted")


def is_reworded(words: Sequence[str], held: str) -> bool:
    """`words` and `held` as quotations are compared, in lower case without punctuation. Linear in `held`."""
    if len(words) > _LONGEST:
        return False
    return any(_differs_lightly(words, near) for near in _places(words, held))


def _places(words: Sequence[str], held: str) -> list[list[str]]:
    """Stretches of the evidence that share three words in a row with the quotation, from its beginning, middle and
    end, as long as the quotation and a little more."""
    found = []
    for at in {0, (len(words) - 3) // 2, len(words) - 3}:
        place = f" {held} ".find(f" {' '.join(words[at : at + 3])} ")
        if place >= 0:
            before = held[max(0, place - _characters(words[:at])) : place].split()[-at - _SLACK :]
            behind = held[place : place + _characters(words[at:])].split()[: len(words) - at + _SLACK]
            found.append([*before, *behind])
    return found


def _characters(words: Sequence[str]) -> int:
    return sum(map(len, words)) + len(words) + 12 * _SLACK


def _differs_lightly(words: Sequence[str], near: Sequence[str]) -> bool:
    edits = _within(SequenceMatcher(None, words, near, autojunk=False).get_opcodes())
    changed = sum(end - start for kind, start, end, *_ in edits if kind != "equal")
    if changed > _SHARE * len(words):
        return False
    return all(kind == "equal" or _is_light(words[a:b], near[c:d]) for kind, a, b, c, d in edits)


def _within(told: Sequence[Edit]) -> list[Edit]:
    """Of what stands before and behind the quotation, no more than takes the place of its first and last words."""
    edits = list(told)
    kind, start, end, near_start, near_end = edits[0]
    edits[0] = (kind, start, end, max(near_start, near_end - (end - start)), near_end)
    kind, start, end, near_start, near_end = edits[-1]
    edits[-1] = (kind, start, end, near_start, min(near_end, near_start + (end - start)))
    return edits


def _is_light(said: Sequence[str], held: Sequence[str]) -> bool:
    if not said and len(held) <= _SLACK and not _TELLS.isdisjoint(held):
        return True
    if len(said) == len(held) and all(_same_spelt(one, other) for one, other in zip(said, held, strict=True)):
        return True
    return _LIGHT.issuperset((*said, *held))


def _same_spelt(one: str, other: str) -> bool:
    """Equal, both light, or one letter apart."""
    if one == other or _LIGHT.issuperset((one, other)):
        return True
    if min(len(one), len(other)) < _LEAST_SPELT or not (one.isalpha() and other.isalpha()):
        return False
    short, long = sorted((one, other), key=len)
    same = next((at for at, (a, b) in enumerate(zip(short, long, strict=False)) if a != b), len(short))
    return short[same + (len(short) == len(long)) :] == long[same + 1 :]
