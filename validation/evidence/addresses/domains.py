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


@dataclass(frozen=True, slots=True)
class Domain:
    """`text` is the address as written, with the path behind it. `mail` is true of a mail address, `brand` of a host
    that is written like a name (`Amazon.com`)."""

    start: int
    end: int
    text: str
    mail: bool = False
    brand: bool = False


_CLEAR_NAMES = """
com org net edu gov mil int biz info shop store online site website xyz club blog cloud tech top icu vip buzz click
link sale deals discount bargains cheap promo market markets trade trading money loan loans bank credit finance
insurance health care clinic doctor pharmacy travel tours hotel hotels flights restaurant pizza cafe bar beer wine
coffee food recipes fashion shoes clothing jewelry watch toys games game bet casino poker win review reviews news
media press tv video photos pics art design studio agency company business services solutions support systems
network digital host hosting email social community group team life live love world earth global city berlin london
paris nyc tokyo space fun guru ninja expert center academy school university education church foundation wiki help
tips guide ltd llc gmbh inc aero asia coop jobs mobi museum tel cat arpa example test invalid onion
"""
_CLEAR_COUNTRIES = """
ac ad ae af ag al am ao ar au aw ax az ba bb bd bf bg bh bi bj bn bo br bs bt bw bz ca cd cf cg ch ci ck cl cm cn co
cr cu cv cw cy cz de dj dk dm dz ec ee eg er es et eu fi fj fk fm fo fr ga gb gd ge gf gg gh gi gm gp gq gr gs gt gu
gw gy hk hn hr ht hu ie il im iq ir je jm jo jp ke kg kh ki km kn kp kr kw ky kz lb lc li lk lr ls lt lu lv ly mc mg
mh mk mn mp mq mr mt mu mv mw mx my mz na nc ne nf ng ni nl np nr nu nz om pe pf pg ph pk pm pn pr pt pw py qa ro ru
rw sa sb sd se sg si sk sm sn sr ss su sv sx sy sz tc td tg th tj tk tl tm tn tr tt tw tz ua ug uk uy uz va vc ve vg
vi vn vu wf ws ye yt za zm zw
"""
_UNCLEAR_NAMES = """
at be by do id in io is it me my no re so to us as ai la tv cc pa mo ms mu nu sc app dev page name pro run build one
plus art bar live team support info watch test
"""
_FILE_ENDINGS = "py md rs sh pl so zip mov cc ps ml mm st la ai am as cs dm gd pm tm ch vi"
_UNCLEAR = frozenset(_UNCLEAR_NAMES.split())
_FILES = frozenset(_FILE_ENDINGS.split())
_CLEAR = (frozenset(_CLEAR_NAMES.split()) | frozenset(_CLEAR_COUNTRIES.split())) - _FILES
_KNOWN = _CLEAR | _UNCLEAR | _FILES
_NO_ADDRESS = frozenset(
    {"asp.net", "vb.net", "ado.net", "ml.net", "system.net", "socket.io", "draw.io", "i.e", "co.de"}
)
_CODE_WORDS = "self this cls os sys np pd df obj item data user args std java javax fs path"
_CODE_BEFORE = frozenset(_CODE_WORDS.split())
"""First labels of what is code: `user.name`, `std.io`."""

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


def find_domains(text: str) -> tuple[Domain, ...]:
    """In order. Linear in the length."""
    return tuple(_found(text))


def _found(text: str) -> Iterator[Domain]:
    for match in _DOMAIN.finditer(text):
        host = match["host"]
        if match["mail"] is not None:
            if _is_known(host.rpartition(".")[2].lower()):
                yield Domain(match.start(), match.end("host"), text[match.start() : match.end("host")], mail=True)
        elif _is_host(text, match):
            end = match.start() + len(match[0].rstrip(_ENDS))
            yield Domain(match.start(), end, text[match.start() : end], brand=_is_brand(host))


def _is_host(text: str, match: re.Match[str]) -> bool:
    host = match["host"]
    labels = host.split(".")
    last = labels[-1].lower()
    if (
        not _is_written_like_a_host(labels)
        or host.lower() in _NO_ADDRESS
        or (last not in _KNOWN and last[:4] != "xn--")
    ):
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


def _is_brand(host: str) -> bool:
    return host != host.lower() and not host.isupper()
