"""The rendered response with its claims marked, as the marked view has them in the source.

A claim's place is a span of the source, and rendering loses places. So invisible signs are put around the words of each
claim before rendering, and every run of text between two signs becomes a link to the claim's evidence afterwards. When
the signs changed what is rendered, which odd Markdown can bring about, the text is shown without marks.
"""

from __future__ import annotations

from bisect import bisect_left
from collections.abc import Mapping, Sequence
from html import escape
from html.parser import HTMLParser

from django.utils.safestring import SafeString, mark_safe

from validation.domain.claim import Claim
from validation.platform.pages.markdown import Span, rendered, syntax_spans
from validation.response.web.chain import Card

_DIGITS = range(0xE100, 0xE10A)
_CLOSE = "\ue10a"
_ENDS_NUMBER = "\ue10b"
_OURS = dict.fromkeys(range(57600, 57612), "�")
_NOT_A_STOP = ' tabindex="-1"'


def rendered_with_claims(text: str, claims: Sequence[Claim], cards: Sequence[Card]) -> SafeString:
    """Marks the claims of these cards, which are some or all of `claims`."""
    clean = text.translate(_OURS)
    plain = rendered(clean)
    by_claim = {card.claim.id: card for card in cards}
    shown = {at: by_claim[claim.id] for at, claim in enumerate(claims) if claim.id in by_claim}
    if not shown:
        return plain
    signed = rendered(_signed(clean, {at: claims[at] for at in shown}))
    if signed.translate(dict.fromkeys(_OURS)) != plain:
        return plain
    writer = _Writer(shown)
    writer.feed(signed)
    writer.close()
    return mark_safe("".join(writer.out))  # noqa: S308 - the cleaned HTML of `rendered`, with links of our own


def _signed(text: str, claims: Mapping[int, Claim]) -> str:
    """A sign before the first word of each claim and after its last, never inside Markdown's own signs."""
    hidden = syntax_spans(text)
    places: list[tuple[int, int, str]] = []
    for number, claim in claims.items():
        words = _words(text, claim.start, claim.end, hidden)
        if words is not None:
            opened = "".join(chr(_DIGITS[int(digit)]) for digit in str(number)) + _ENDS_NUMBER
            places += [(words[0], 1, opened), (words[1], 0, _CLOSE)]
    pieces, at = [], 0
    for place, _, sign in sorted(places, key=lambda place: place[:2]):
        pieces += [text[at:place], sign]
        at = place
    return "".join([*pieces, text[at:]])


def _words(text: str, start: int, end: int, hidden: Sequence[Span]) -> Span | None:
    """From the first to the last letter or figure that a reader sees."""
    while start < end and ((jump := _hidden_at(start, hidden)) or not text[start].isalnum()):
        start = jump[1] if jump else start + 1
    while end > start and ((jump := _hidden_at(end - 1, hidden)) or not text[end - 1].isalnum()):
        end = jump[0] if jump else end - 1
    return (start, end) if start < end else None


def _hidden_at(place: int, hidden: Sequence[Span]) -> Span | None:
    at = bisect_left(hidden, (place + 1, 0)) - 1
    return hidden[at] if at >= 0 and hidden[at][0] <= place < hidden[at][1] else None


class _Writer(HTMLParser):
    """Writes the HTML anew and wraps text under a claim; inside a link the claim cannot be a link again."""

    def __init__(self, cards: dict[int, Card]) -> None:
        super().__init__(convert_charrefs=True)
        self.out: list[str] = []
        self._cards = cards
        self._open: list[Card] = []
        self._seen: set[str] = set()
        self._links = 0

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self._links += tag == "a"
        attributes = "".join(f' {name}="{escape(value or "")}"' for name, value in attrs)
        self.out.append(f"<{tag}{attributes}>")

    def handle_endtag(self, tag: str) -> None:
        self._links -= tag == "a"
        self.out.append(f"</{tag}>")

    def handle_data(self, data: str) -> None:
        run, number = "", ""
        for letter in data:
            code = ord(letter)
            if code in _DIGITS:
                number += str(code - _DIGITS[0])
            elif letter in (_ENDS_NUMBER, _CLOSE):
                self._write(run)
                run = ""
                if letter == _CLOSE:
                    self._close_claim()
                elif number:
                    self._open.append(self._cards[int(number)])
                    number = ""
            else:
                run += letter
        self._write(run)

    def _close_claim(self) -> None:
        if not self._open:
            return
        claim = self._open.pop().claim
        self.out.append(
            f'<span class="claim-no tone-{claim.tone}" aria-hidden="true" data-claim="{escape(claim.id)}" '
            f'data-no="{claim.mark}"></span>'
        )

    def _write(self, run: str) -> None:
        if not run:
            return
        if not self._open or not run.strip():
            self.out.append(escape(run))
            return
        card = self._open[-1]
        claim = card.claim
        first = claim.id not in self._seen
        self._seen.add(claim.id)
        named = f'class="claim claim-{claim.state}" data-claim="{escape(claim.id)}"'
        named += " data-problem" if claim.is_problem else ""
        if first:
            named += f' id="claim-{escape(claim.id)}" data-first'
        if self._links:
            self.out.append(f"<span {named}{_NOT_A_STOP}>{escape(run)}</span>")
            return
        label = f' aria-label="{claim.name}, {claim.state.replace("_", " ")}: {escape(card.plain)}"'
        self.out.append(
            f'<a href="#evidence-{escape(claim.id)}" {named}{label if first else _NOT_A_STOP}>{escape(run)}</a>'
        )
