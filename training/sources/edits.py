"""True and false copies of real sentences, made by rules, beside the text they come from."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import replace
from random import Random

from training.examples import Example, Group, Label
from training.sources import rewrites
from training.sources.rewrites import Edit
from training.sources.windows import sentence_spans

SOURCE = "edits"
CLAIMS = "edited_claims"
_LABELS = {
    "added_detail": Label.NEUTRAL,
    "dropped_condition": Label.NOT_ENTAILED,
    "name": Label.NOT_ENTAILED,
    "quantifier": Label.NOT_ENTAILED,
}


def draw_edits(random: Random, texts: Sequence[str]) -> Group:
    """True and false versions of one sentence of a text. The window is the text around it."""
    for _ in range(6):
        text = random.choice(texts)
        spans = [span for span in sentence_spans(text) if 35 <= span[1] - span[0] <= 260]
        if not spans:
            continue
        begin, end = random.choice(spans)
        sentence = " ".join(text[begin:end].split())
        if sentence.count(" ") < 5 or sentence.endswith("?"):
            continue
        window = _window(random, text, begin, end)
        others = text[:begin] + text[end:]
        wrong = rewrites.wrong_versions(random, sentence, others)
        if wrong:
            return [*_true_versions(random, sentence, window, len(wrong)), *(_example(one, window) for one in wrong)]
    return []


def _window(random: Random, text: str, begin: int, end: int) -> str:
    """Some sentences before and behind it, 700 characters at most."""
    spans = sentence_spans(text)
    number = next(at for at, span in enumerate(spans) if span[0] == begin)
    first = spans[max(0, number - random.choice((0, 0, 1, 2)))][0]
    last = spans[min(len(spans) - 1, number + random.choice((0, 1, 2)))][1]
    return text[max(first, begin - 350) : min(last, end + 350)].strip()


def _true_versions(random: Random, sentence: str, window: str, wanted: int) -> list[Example]:
    made = rewrites.true_versions(random, sentence)
    versions: list[Edit] = [("copy", sentence, ())] if random.random() < 0.4 or not made else []
    return [
        Example(SOURCE, f"true_{kind}", text, window, label=Label.ENTAILED, made_up=())
        for kind, text, _ in [*made, *versions][: max(1, min(2, wanted))]
    ]


def _example(edit: Edit, window: str) -> Example:
    kind, text, spans = edit
    made_up = None if kind == "dropped_condition" else spans
    return Example(SOURCE, kind, text, window, label=_LABELS.get(kind, Label.CONTRADICTED), made_up=made_up)


def draw_edited_claims(random: Random, claims: Sequence[Example]) -> Group:
    """A true claim that people or models wrote in their own words, and one or two versions of it that are wrong."""
    for _ in range(6):
        claim = random.choice(claims)
        wrong = rewrites.wrong_versions(random, claim.text, claim.window)
        if wrong:
            true = replace(claim, source=CLAIMS, kind="own_words")
            made = [_example(one, claim.window) for one in wrong]
            return [
                true,
                *(replace(one, source=CLAIMS, question=claim.question, heading=claim.heading) for one in made),
            ]
    return []


def is_editable(example: Example) -> bool:
    return example.label is Label.ENTAILED and 5 <= example.text.count(" ") <= 50 and not example.text.endswith("?")
