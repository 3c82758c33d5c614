"""Text that its reader does not see: comments, scripts, elements that their attributes hide, definitions that nothing
uses; in the evidence also struck-out text and invisible characters, in the response statements in tooltips.

In the evidence it cannot carry a claim, since nobody could find it where the claim points to, and a page can be made to
hold it for the checker alone; in the response it neither answers nor names a source. It is blanked before anything is
read, character by character, so that every offset stays. What stands in code is shown as it is written.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import replace

from validation.domain.codes.findings import FindingCode
from validation.domain.context import EVIDENCE_ROLES, ContextDocument
from validation.domain.finding import Finding
from validation.domain.text.letters import blank_spans
from validation.evidence.addresses.commonmark import unused_definitions
from validation.evidence.language.stating import states

Hidden = tuple[int, int, str]
"""Where in the text, and what kind of thing it is."""

_MARK = re.compile(
    r"(?m:^ {0,3}(?P<fence>`{3,}|~{3,}))|(?P<code>`+)|(?P<comment><!--)|(?P<struck>~~(?!~))|(?P<blank>\n[ \t]*(?=\n))"
    r"|<(?P<opened>del|strike|s|script|style|template)\b[^<>\n]{0,300}>"
    r"|</(?P<closed>del|strike|s|script|style|template)[ \t]{0,9}>"
    r"|<(?P<tag>[a-z][a-z0-9-]{0,20})(?P<attributes>[\s/][^<>]{0,500})>"
    r"|\]\([^()\s]{0,1000}[ \t\n]{1,9}(?P<title>\"[^\"]{1,400}\"|'[^']{1,400}')[ \t]{0,9}\)"
    r"|(?m:^ {0,3}\[[^\[\]\n]{1,80}\]:[ \t]{0,9}(?:\#|<>)[ \t]{1,9}(?P<note>[\"'(][^\n]{0,5000}))",
    re.IGNORECASE,
)
_QUOTED = re.compile(r"\"[^\"]*\"|'[^']*'")
_HIDDEN_NAME = re.compile(r"(?:^|\s)hidden(?=[\s=/]|$)", re.IGNORECASE)
_STYLED = re.compile(
    r"\b(?:style|color)\s*=\s*(?:\"(?P<twice>[^\"]*)\"|'(?P<once>[^']*)'|(?P<bare>[^\s\"']+))", re.IGNORECASE
)
_HIDES = re.compile(
    r"display\s*:\s*none|visibility\s*:\s*(?:hidden|collapse)|(?:opacity|scale)\s*:\s*0?\.?0*%?(?![.\d])"
    r"|font-size\s*:\s*(?:0?\.[0-3]\d*[a-z%]*|0[a-z%]*|[12](?:\.\d+)?p[xt])(?![.\d])"
    r"|(?:left|top|text-indent)\s*:\s*-\d{3,}",
    re.IGNORECASE,
)
_PALE = re.compile(
    r"(?:^|[;\s]|(?<![-\w])color\s*:)\s*(?:white|transparent|#f{3}(?:f{3})?|rgba?\(\s*255\D+255\D+255\b[^)]*\))\s*(?:;|!|$)",
    re.IGNORECASE,
)
_LABELS = re.compile(
    r"\b(?:title|alt|aria-label|aria-description)\s*=\s*(?P<label>\"[^\"]{1,400}\"|'[^']{1,400}')", re.IGNORECASE
)
_TAG = re.compile(r"<(?P<slash>/?)(?P<name>[a-z][a-z0-9-]{0,20})\b[^<>]{0,500}>", re.IGNORECASE)
_VOID = frozenset(("area", "br", "col", "hr", "img", "input", "link", "meta", "source", "wbr"))
_INVISIBLE = re.compile(
    "\U0001f3f4[\U000e0020-\U000e007f]{2,8}|(?P<hidden>[\U000e0000-\U000e0fff\u200b\u2060-\u206f\u202a-\u202e\ufeff"
    "\u180e\u034f\u115f\u1160\u3164\uffa0]+|(?<=[!-~])[\u200c\u200d\ufe00-\ufe0f]+(?=[!-~])|(?<=[\ufe00-\ufe0f])[\ufe00-\ufe0f]+)"
)
"""Tag characters behind a black flag are a flag; joiners and selectors belong to emoji and to other scripts."""
_UNSEEN = ("comment", "script", "element")
_LONGEST_CODE, _LONGEST_ELEMENT = 500, 5_000
_WORD = re.compile(r"\w")
_NAMES = {
    "comment": "HTML comment", "struck": "struck-out text", "script": "script", "note": "link definition",
    "element": "hidden element", "tooltip": "text behind a link or image", "invisible": "run of invisible characters",
}  # fmt: skip


def without_hidden(document: ContextDocument) -> tuple[ContextDocument, tuple[Hidden, ...]]:
    """The document with hidden text of its evidence sections blanked, and where that was. Linear in the length."""
    found: list[Hidden] = []
    for section in sorted(document.sections, key=lambda section: section.start):
        if section.role in EVIDENCE_ROLES:
            body, start = document.body(section), section.body_start
            found += ((start + left, start + right, kind) for left, right, kind in _hidden(body))
    if not found:
        return document, ()
    return replace(document, text=blank_spans(document.text, [one[:2] for one in found])), tuple(found)


def hidden_findings(hidden: tuple[Hidden, ...]) -> tuple[Finding, ...]:
    """One likely finding about all of it; what it said counts for nothing, so nothing is decided by it."""
    if not hidden:
        return ()
    kinds = [kind for _, _, kind in hidden]
    told = ", ".join(f"{kinds.count(kind)} × {_NAMES[kind]}" for kind in _NAMES if kind in kinds)
    return (FindingCode.EVIDENCE_HIDDEN.at(0, 0, kinds=told),)


def visible_response(text: str) -> tuple[str, tuple[Finding, ...]]:
    """The response with what no reader of it sees blanked, and one certain finding of form if that said anything.
    Struck-out text is seen. Linear in the length but for hostile nesting."""
    marked = _marked(text) if "<" in text or "](" in text else ()
    hidden = [one for one in marked if one[2] in _UNSEEN or (one[2] == "tooltip" and states(text[one[0] : one[1]]))]
    if "]:" in text:
        hidden += ((*place, "note") for place in unused_definitions(text))
    hidden = [one for one in _apart(hidden) if _WORD.search(text, one[0], one[1])]
    if not hidden:
        return text, ()
    start, end, kind = hidden[0]
    return blank_spans(text, [one[:2] for one in hidden]), (
        FindingCode.RESPONSE_HIDDEN.at(start, end, kind=_NAMES[kind]),
    )


def _hidden(body: str) -> list[Hidden]:
    marked = list(_marked(body)) if "<" in body or "~~" in body or "]:" in body else []
    marked = [one for one in marked if one[2] != "tooltip"]  # no evidence anyway
    if not body.isascii():
        invisible = (match.span() for match in _INVISIBLE.finditer(body) if match["hidden"])
        marked += ((start, end, "invisible") for start, end in invisible)
    return _apart(marked)


def _apart(found: list[Hidden]) -> list[Hidden]:
    """In order, without what lies inside another."""
    kept: list[Hidden] = []
    until = 0
    for start, end, kind in sorted(found):
        if end > until:
            kept.append((max(start, until), end, kind))
            until = end
    return kept


def _marked(body: str) -> Iterator[Hidden]:
    """One walk over the marks that open and close; what is never closed hides nothing, but for a comment at the start
    of a line, which hides the rest."""
    struck: int | None = None
    tags: dict[str, int] = {}
    at = 0
    while match := _MARK.search(body, at):
        at = match.end()
        if match["fence"]:
            at = _fence_end(body, match)
        elif match["code"]:
            at = _code_end(body, match)
        elif match["comment"]:
            end = _comment_end(body, match)
            if end:
                yield match.start(), end, "comment"
                at, struck = end, None
        elif match["note"]:
            yield *match.span("note"), "note"
        elif match["title"]:
            yield *match.span("title"), "tooltip"
        elif match["tag"]:
            if _is_hiding(match["attributes"]):
                at = _element_end(body, match)
                yield match.start(), at, "element"
            else:
                begin = match.start("attributes")
                labels = _LABELS.finditer(match["attributes"])
                yield from ((begin + one.start("label"), begin + one.end("label"), "tooltip") for one in labels)
        elif match["blank"]:
            struck = None
        elif match["struck"]:
            if struck is not None and not body[match.start() - 1].isspace():
                yield struck, match.end(), "struck"
                struck = None
            elif not body[at : at + 1].isspace():
                struck = match.start()
        elif match["opened"]:
            tags.setdefault(match["opened"].lower(), match.start())
        elif (start := tags.pop(match["closed"].lower(), None)) is not None:
            yield start, match.end(), "struck" if match["closed"].lower() in ("del", "s", "strike") else "script"


def _is_hiding(attributes: str) -> bool:
    """Whether a browser shows nothing of an element, as far as its own attributes tell: pale text on a background of
    its own may be read."""
    if _HIDDEN_NAME.search(_QUOTED.sub("", attributes)):
        return True
    styles = [match["twice"] or match["once"] or match["bare"] or "" for match in _STYLED.finditer(attributes)]
    return any(_HIDES.search(one) or (_PALE.search(one) and "background" not in one) for one in styles)


def _element_end(body: str, match: re.Match[str]) -> int:
    """Behind the tag that closes the element; of one that is never closed, the end of its paragraph."""
    name, depth = match["tag"].lower(), 1
    if name in _VOID or match["attributes"].endswith("/"):
        return match.end()
    for tag in _TAG.finditer(body, match.end(), match.end() + _LONGEST_ELEMENT):
        if tag["name"].lower() == name:
            depth += -1 if tag["slash"] else 1
            if not depth:
                return tag.end()
    end = body.find("\n\n", match.end())
    return end if end >= 0 else len(body)


def _fence_end(body: str, match: re.Match[str]) -> int:
    """Behind the closing line; the end of the body for one that is never closed."""
    mark = match["fence"]
    closing = re.compile(rf"(?m)^ {{0,3}}{re.escape(mark[0])}{{{len(mark)},}}[ \t]*$").search(body, match.end())
    return closing.end() if closing else len(body)


def _code_end(body: str, match: re.Match[str]) -> int:
    mark = match["code"]
    end = body.find(mark, match.end(), match.end() + _LONGEST_CODE)
    return end + len(mark) if end >= 0 and "\n\n" not in body[match.end() : end] else match.end()


def _comment_end(body: str, match: re.Match[str]) -> int:
    """0 where it hides nothing."""
    end = body.find("-->", match.end())
    if end >= 0:
        return end + 3
    before = body[body.rfind("\n", 0, match.start()) + 1 : match.start()]
    return len(body) if not before.strip() else 0
