"""What the reader says of each claim of a response beside the evidence: scores for the gate to weigh, no verdict."""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from types import MappingProxyType
from typing import Protocol

from validation.evidence.facts.outcome import DerivedFacts
from validation.evidence.quantities.quantity import Kind, Quantity, find_quantities
from validation.evidence.quantities.working import find_working
from validation.evidence.reading.antecedents import name_antecedent, name_offered
from validation.evidence.reading.brackets import with_asked_bracket
from validation.evidence.reading.canonical import canonical, currencies_meant, form_of, names_weekday
from validation.evidence.reading.evidence_lines import EvidenceLines
from validation.evidence.reading.lines import plain
from validation.evidence.reading.telephone import join_telephone_numbers
from validation.evidence.reading.windows import Window, WindowFinder
from validation.evidence.reading.wording import as_worded, with_halves_of_day, with_percentages
from validation.evidence.text.blocks import BlockKind
from validation.evidence.text.claims import ClaimSpan
from validation.evidence.words import any_of
from validation.reader import SupportPair, SupportScore, write_row

BARE_WORDS = 4
"""Up to so many words, and without a verb, a claim is an answer that is read under its question."""
ASKED_CHARACTERS = 200
"""The longest question that stands before what is said; a longer one is a task. With it 459 right and 168 wrong
responses of the development sets are approved, without 451 and 171."""
_VERB = any_of("support.verb")
_LEANS = any_of("support.leans", front=r"(?:(?:and|but|so|also|yes|no|then|otherwise|instead|however|still)\b[ ,]*)?")
"""How a sentence begins that leans on the one before it."""


NO_DERIVED_FACTS: Mapping[str, DerivedFacts] = MappingProxyType({})
NO_COLUMNS: Mapping[str, Collection[str]] = MappingProxyType({})


MOST_DERIVED = 4
"""Of a claim: sentences that tell more are rare."""
_DIGITS, _SHARE_DIGITS = 7, 3
"""Of a result that is written: more than those of any figure that people tell."""
_EXACT = 1e-6
"""Share of a figure by which a result may be off and still be what the claim tells: rounding of floats."""


class ScoresSupport(Protocol):
    """As much of `validation.reader.Reader` as is needed here."""

    def score_support(self, pairs: Sequence[SupportPair]) -> Sequence[SupportScore]: ...


@dataclass(frozen=True, slots=True)
class ClaimReading:
    """One claim beside its window. `is_asked`: what it says nobody tells was asked of the window instead."""

    claim_id: str
    window: Window
    score: SupportScore
    is_asked: bool = False

    @property
    def is_against(self) -> bool:
        """Whether that the window contradicts the claim is likelier than anything else."""
        return self.score.contradicts > max(self.score.supports, self.score.neutral)


def read_claims(
    lines: EvidenceLines,
    claims: Sequence[ClaimSpan],
    query: str,
    reader: ScoresSupport,
    wanted: Sequence[ClaimSpan] | None = None,
    derived: Mapping[str, DerivedFacts] = NO_DERIVED_FACTS,
    columns: Mapping[str, Collection[str]] = NO_COLUMNS,
) -> dict[str, ClaimReading]:
    """By the ids of the claims and labels; empty without evidence. `claims` are those of a response in order, `wanted`
    those to read, all of them if None; of a row the cells of its `columns`, if any. Every pair is scored by itself, so
    that a claim's score depends on nothing but itself, the one it leans on, and the evidence."""
    leading = leading_sentences(claims)
    before = {claim.id: last.text for last, claim in pairwise(claims)}
    first = next((claim.id for claim in claims if claim.factual), None)
    pairs: list[SupportPair] = []
    found: list[tuple[str, Window]] = []
    for claim in claims if wanted is None else wanted:
        text, heading = as_claim(claim, columns.get(claim.id, ()))
        if not text or not (claim.factual or claim.is_label):
            continue
        text = name_antecedent(text, query) if claim.id == first else text
        text = name_offered(text, plain(before.get(claim.id, "").strip()))
        heading = heading or leading.get(claim.id, "")
        window = find_window(lines.finder, text, heading, query)
        if window:
            found.append((claim.id, window))
            is_asked = claim.id not in columns and (is_bare(text) or len(query) <= ASKED_CHARACTERS)
            question = query if is_asked else ""  # a column is not what was asked for because it says so
            pairs.append(build_pair(text, window.text, question, heading, derived.get(claim.id, DerivedFacts())))
    scores = reader.score_support(pairs)
    return {
        claim_id: ClaimReading(claim_id, window, score) for (claim_id, window), score in zip(found, scores, strict=True)
    }


def build_pair(text: str, window: str, question: str, heading: str, derived: DerivedFacts) -> SupportPair:
    """What the reader is given: claim and window in the forms that all spellings share, and what follows from them."""
    currencies = currencies_meant(text, window)
    window = with_asked_bracket(window, text, question)
    text, window = join_telephone_numbers(text, window)
    said = canonical(with_percentages(text, window), currencies=currencies)
    beside = canonical(with_halves_of_day(window, text), weekdays=names_weekday(said), currencies=currencies)
    return SupportPair(as_worded(said, beside), append_derivations(beside, said, derived), question, heading)


def append_derivations(window: str, claim: str, derived: DerivedFacts) -> str:
    """The window with what follows from the evidence and how, since the reader neither calculates nor compares. Of what
    it is said it still decides. Window and claim are canonical."""
    results = [canonical(ranking) for ranking in derived.rankings]
    if derived.figures:
        claim_figures, held = find_quantities(claim), find_quantities(window)
        for figure in derived.figures:
            working = find_working(figure, claim_figures, held)
            if working is not None:
                results.append(f"{working.expression} = {_result(figure, working.value)}")
            elif figure.kind not in (Kind.NUMBER, Kind.PERCENT) and not figure.text.isdigit():
                results.append(form_of(figure))
    told = "; ".join(list(dict.fromkeys(results))[:MOST_DERIVED])
    return f"{window}\nWorked out: {told}." if told else window


def _result(figure: Quantity, value: float) -> str:
    """What comes out, in the words of the claim where it tells exactly that."""
    if figure.kind is Kind.DATE or any(abs(value - one) <= _EXACT * max(1.0, abs(one)) for one in figure.candidates):
        return canonical(figure.text)
    value = float(f"{value:.{_SHARE_DIGITS if figure.kind is Kind.PERCENT else _DIGITS}g}")
    return form_of(replace(figure, candidates=(value,), raw=(value / figure.factor,), in_words=False))


def find_window(finder: WindowFinder, claim: str, heading: str, query: str) -> Window | None:
    """The question helps to find what a bare answer is about; a sentence says that itself."""
    return finder.find(claim, f"{heading} {query}" if is_bare(claim) else heading)


def leading_sentences(claims: Sequence[ClaimSpan]) -> dict[str, str]:
    """By the id of each sentence that begins with `It`, `That one` or the like: the sentence before it, to which such
    words point."""
    told = [one for one in claims if one.factual and one.kind is not BlockKind.TABLE_ROW]
    return {
        one.id: plain(before.text.strip())
        for before, one in pairwise(told)
        if _LEANS.match(plain(one.text.lstrip("-*+ \t")))
    }


def is_bare(text: str) -> bool:
    """`Aisle, towards the front.`, `Yes.`"""
    return len(text.split()) <= BARE_WORDS and _VERB.search(text) is None


def as_claim(claim: ClaimSpan, columns: Collection[str] = ()) -> tuple[str, str]:
    """The claim as plain text, and the heading that it is read under: a row with its header cells written out, only
    those of these `columns` where it has any."""
    text = plain(claim.text.lstrip("-*+ \t").strip())
    if claim.kind is BlockKind.TABLE_ROW and claim.header:
        cells = [plain(cell) for cell in claim.text.strip().strip("|").split("|")]
        if len(cells) == len(claim.header):
            named = [(plain(name), cell) for name, cell in zip(claim.header[1:], cells[1:], strict=True) if cell]
            return write_row(cells[0], [one for one in named if one[0] in columns] or named), ""
    heading = plain(claim.lead or claim.heading) if claim.kind is BlockKind.LIST_ITEM else ""
    return text, heading
