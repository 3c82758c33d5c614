"""Hosts and mail addresses that stand in the prose without a scheme: `order at evil.example`.

A renderer makes no link of them, a reader types them in. A stop inside a word is far more often a file name, an
abbreviation, a version or code, so a word counts only by its last label: one that is used for addresses and for nothing
else counts everywhere, one that is also a file's ending, an attribute or a word (`.io`, `.it`) only where the text
around it says so, and one that mostly ends file names only with a path behind it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from validation.evidence.words import words_of


@dataclass(frozen=True, slots=True)
class Domain:
    """`text` is the address as written, with the path behind it. `mail` is true of a mail address, `brand` of a host
    that is written like a name (`Amazon.com`)."""

    start: int
    end: int
    text: str
    mail: bool = False
    brand: bool = False


_UNCLEAR, _FILES = words_of("domains.unclear"), words_of("domains.files")
_CLEAR = (words_of("domains.clear") | words_of("domains.countries")) - _FILES
_KNOWN = _CLEAR | _UNCLEAR | _FILES
_NO_ADDRESS = words_of("domains.no_address")
_CODE_BEFORE = words_of("domains.code")

_LABEL = r"[^\W_](?:[^\W_]|-){0,62}"
_DOMAIN = re.compile(
    rf"(?<![\w@/\\.#$&=%+-])(?:(?P<mail>[\w.+-]{{1,64}})@)?(?P<host>(?:{_LABEL}\.){{1,8}}(?:xn--[A-Za-z0-9-]{{2,59}}|[^\W\d_]{{2,24}}))"
    r"(?![\w@]|-\w)(?P<port>:\d{2,5}(?!\d))?(?P<path>[/?](?=[\w~%-])[^\s<>()\[\]{}|`\"“”„«»*\\]{1,500})?"
)
_CUE = re.compile(
    r"\b(?:at|on|via|from|visit|site|website|page|online|shop|store|buy|order|see|contact|e-?mail|address|url|link|"
    r"bei|auf|unter|von)[ \t:]{1,3}[*_`\"'“„(\[<]{0,4}$",
    re.IGNORECASE,
)
_CALLED = re.compile(r"\(|\[\w|\.\w|::|[ \t]?=[^=]")
_ENDS = ".,;:!?*_'’"


def find_domains(text: str) -> Iterator[Domain]:
    """In order. Linear in the length."""
    for match in _DOMAIN.finditer(text):
        host = match["host"]
        if match["mail"] is not None:
            if _is_known(host.rpartition(".")[2].lower()):
                yield Domain(match.start(), match.end("host"), text[match.start() : match.end("host")], mail=True)
        elif _is_host(text, match):
            end = match.start() + len(match[0].rstrip(_ENDS))
            is_brand = host != host.lower() and not host.isupper()
            yield Domain(match.start(), end, text[match.start() : end], brand=is_brand)


def _is_host(text: str, match: re.Match[str]) -> bool:
    host = match["host"]
    labels = host.split(".")
    last = labels[-1].lower()
    if not _is_written_like_a_host(labels) or host.lower() in _NO_ADDRESS or not _is_known(last):
        return False
    if match["path"] is not None or (match["port"] is not None and last not in _FILES):
        return True
    if _CALLED.match(text, match.end()) or last in _FILES or labels[0].lower() in _CODE_BEFORE:
        return False
    return last not in _UNCLEAR or bool(_CUE.search(text, max(0, match.start() - 24), match.start()))


def _is_known(last: str) -> bool:
    return last in _KNOWN or last.startswith("xn--")


def _is_written_like_a_host(labels: list[str]) -> bool:
    """In one case, or a name with a small ending: `works.In` and `Mr.Net` begin sentences and names. Labels of one
    letter make abbreviations."""
    last = labels[-1]
    if all(len(label) == 1 for label in labels[:-1]) or (len(labels[-2]) < 2 and len(labels) < 3):
        return False
    return last.islower() or (last.isupper() and all(label.upper() == label for label in labels)) or last[:4] == "xn--"
