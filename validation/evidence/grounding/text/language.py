"""Whether a text is in English. A table or a list of figures has no function words either, yet is English."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from validation.evidence.grounding.text.stems import FUNCTION_WORDS, stem, words_of

_FEWEST_WORDS = 12
_ENGLISH = 0.12
"""Share of function words that any English prose has."""
_OTHERS = 0.12
_UNKNOWN = 0.65
_OTHER_FUNCTION_WORDS = (
    words_of(
        """
        der die das und ist ein eine einen einem nicht mit von zu den dem des für auf wird wurde auch sich sie
        le la les un une des et est dans pour que qui avec sur au aux du pas il elle sont été
        el los las una y es en por con para del se su fue son
        di che per il lo gli della è sono nel non
        o os as um uma não dos da do é foi ao aos na no
        de het een van voor met zijn op niet werd naar
        och att det som på av är till den var inte ett
        og til af ikke på er i w z się na jest nie do został
        """
    )
    - FUNCTION_WORDS
)


_GERMAN = words_of(
    """
    der die das den dem des ein eine einen einem ist sind war sie ihr ihre es ich mein meine wie was wann wer wo welche
    welcher welches hat haben kann gibt und oder von vom mit für bei am zum zur zu nicht auf nur ab
    """
)
_FEWEST_GERMAN = 2


def is_german(words: Iterable[str]) -> bool:
    """Whether a sentence is in German, where every noun has a capital."""
    return sum(word.lower() in _GERMAN for word in words) >= _FEWEST_GERMAN


def is_foreign(words: list[str], known: Mapping[str, float]) -> bool:
    """`words` in lower case; `known` has the stems of English prose. Too few words tell nothing."""
    if len(words) < _FEWEST_WORDS or _share(words, FUNCTION_WORDS) >= _ENGLISH:
        return False
    unknown = sum(stem(word) not in known for word in words) / len(words)
    return _share(words, _OTHER_FUNCTION_WORDS) >= _OTHERS or unknown >= _UNKNOWN


def _share(words: list[str], among: frozenset[str]) -> float:
    return sum(word in among for word in words) / len(words)
