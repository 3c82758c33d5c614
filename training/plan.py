"""How heavily each source is drawn, in groups, how fast the reader learns, and how long."""

from __future__ import annotations

from itertools import pairwise

WEIGHTS = {
    "worlds": 24.0,
    "statements": 46.0,
    "states": 16.0,
    "ranks": 1.0,
    "notes": 3.0,
    "rules": 4.0,
    "events": 8.0,
    "edits": 7.0,
    "edited_claims": 18.0,
    "ask_worlds": 6.0,
    "ask_texts": 10.0,
    "condaqa": 2.0,
    "cannot_wikifactcheck": 2.0,
    "fever": 4.0,
    "infotabs": 4.0,
    "tabfact": 1.0,
    "breaking_nli": 2.0,
    "negation_nli": 2.0,
    "cad_snli": 3.0,
    "factcheck_gpt": 1.0,
    "mnli_dev_matched": 3.0,
    "mnli_taxinli": 2.0,
    "snli_dev": 2.0,
    "begin": 1.0,
    "fib_xsum": 0.5,
    "boolq_dev": 1.0,
    "conv_factual": 0.5,
    "halueval_qa_sample": 0.5,
    "conjnli_adv": 1.0,
    "scone": 0.6,
    "med": 0.6,
    "hans_regenerated": 0.6,
    "clcd_synthetic": 0.4,
    "ask_squad2_train": 3.5,
    "ask_squad_train_sentences": 1.5,
    "ask_fairytaleqa": 1.0,
    "ask_timeqa": 1.0,
    "ask_boolq_dev": 0.5,
    "ask_covidqa": 0.3,
    "ask_condaqa": 0.4,
    "ask_clapnq": 0.4,
    "wice": 0.3,
    "ragtruth_qa": 4.0,
    "ragtruth_summary": 3.0,
    "ragtruth_data2txt": 4.0,
}
WITH_SCENES = {
    "scenes": 42.7,
    "mnli_dev_matched": 56.5,
    "mnli_taxinli": 83.3,
    "snli_dev": 54.3,
    "cad_snli": 111.1,
    "fever": 47.0,
    "infotabs": 6.8,
    "negation_nli": 29.4,
    "breaking_nli": 6.8,
    "cannot_wikifactcheck": 30.3,
    "factcheck_gpt": 9.8,
    "begin": 2.6,
    "ask_squad2_train": 6.9,
    "ask_texts": 6.0,
    "ask_squad_train_sentences": 3.0,
    "ask_fairytaleqa": 1.6,
    "ask_timeqa": 1.5,
    "ask_boolq_dev": 1.4,
    "ask_clapnq": 1.2,
    "ask_condaqa": 0.8,
    "ask_covidqa": 0.5,
    "ragtruth_qa": 7.1,
    "ragtruth_summary": 5.6,
    "ragtruth_data2txt": 4.6,
    "edited_claims": 4.0,
    "statements": 2.1,
}
"""From `SCENES_FROM` on. A group of scenes is ten long rows: they are half of the tokens."""
SCENES_FROM = 31_000_000
GENERAL = {
    "scenes": 29,
    "fever": 80,
    "cad_snli": 1.4e02,
    "mnli_dev_matched": 62,
    "mnli_taxinli": 99,
    "snli_dev": 56,
    "cannot_wikifactcheck": 1.2e02,
    "negation_nli": 42,
    "breaking_nli": 21,
    "conjnli_adv": 17,
    "condaqa": 6.9,
    "infotabs": 6,
    "factcheck_gpt": 12,
    "begin": 4.2,
    "wice": 1.8,
    "boolq_dev": 7.4,
    "ragtruth_qa": 6.7,
    "ragtruth_summary": 6,
    "ragtruth_data2txt": 3.6,
    "ask_squad2_train": 4.6,
    "ask_texts": 4.1,
    "ask_squad_train_sentences": 3.1,
    "ask_timeqa": 0.99,
    "ask_condaqa": 0.79,
    "ask_fairytaleqa": 1.5,
    "ask_clapnq": 0.99,
    "edited_claims": 4.5,
    "statements": 4.3,
}
"""From `GENERAL_FROM` on: two thirds of the tokens are short pairs of published files."""
GENERAL_FROM = 50_850_000
MORE_SCENES = {
    "scenes": 60,
    "fever": 33,
    "cad_snli": 70,
    "mnli_dev_matched": 32,
    "mnli_taxinli": 51,
    "snli_dev": 23,
    "cannot_wikifactcheck": 46,
    "negation_nli": 14,
    "breaking_nli": 7.1,
    "condaqa": 1.8,
    "infotabs": 2.1,
    "factcheck_gpt": 6.4,
    "begin": 2.2,
    "ragtruth_qa": 6.9,
    "ragtruth_summary": 6.2,
    "ragtruth_data2txt": 3.7,
    "ask_squad2_train": 4.7,
    "ask_texts": 4.2,
    "ask_squad_train_sentences": 1.6,
    "ask_timeqa": 1,
    "ask_condaqa": 0.54,
    "ask_fairytaleqa": 0.96,
    "ask_clapnq": 1,
    "edited_claims": 2.3,
}
"""From `MORE_SCENES_FROM` on: two thirds are scenes, four times as many as before."""
MORE_SCENES_FROM = 60_600_000
WITH_ANSWERS = MORE_SCENES | {"answers": 50}
"""From `ANSWERS_FROM` on: two fifths of the tokens are sentences of whole answers."""
ANSWERS_FROM = 83_250_000
MORE_ANSWERS = MORE_SCENES | {"answers": 90}
"""From `MORE_ANSWERS_FROM` on, with twice as many cases: more than half of the tokens."""
MORE_ANSWERS_FROM = 97_590_000
OWN = (
    "worlds",
    "statements",
    "states",
    "ranks",
    "notes",
    "rules",
    "events",
    "edits",
    "edited_claims",
    "ask_worlds",
    "ask_texts",
)
PUBLISHED_ALONE = 1_400_000
"""So many tokens are of published files alone."""
RATES = (
    *((0, 2.5e-4), (6_500_000, 2.5e-4), (8_500_000, 1.5e-4)),
    *((18_000_000, 1.5e-4), (24_000_000, 5e-5)),
    *((24_100_000, 1e-4), (25_500_000, 1e-4), (28_500_000, 1e-5)),
    *((28_600_000, 8e-5), (38_200_000, 8e-5), (38_300_000, 1.3e-4), (41_000_000, 1.3e-4), (50_800_000, 1e-6)),
    *((51_100_000, 1.5e-4), (63_000_000, 1.5e-4), (73_500_000, 1e-6)),
    *((73_800_000, 1.2e-4), (90_000_000, 1.2e-4), (97_500_000, 1e-6)),
    *((97_900_000, 1.2e-4), (108_500_000, 1.2e-4), (115_500_000, 1e-6)),
)
"""Learning rates at numbers of tokens, straight lines between; it rises again where sources were added."""
TOKENS = RATES[-1][0]
"""Where training ends."""
WARMUP_STEPS = 80
FEWER_FROM = 6_500_000
EARLY = (
    "tabfact",
    "fib_xsum",
    "hans_regenerated",
    "med",
    "scone",
    "clcd_synthetic",
    "conjnli_adv",
    "ask_covidqa",
    "ranks",
)
"""Sources that are left out from there: long, noisy, or of one trick."""


def weights(tokens: int) -> dict[str, float]:
    """After so many tokens."""
    if tokens >= MORE_ANSWERS_FROM:
        return MORE_ANSWERS
    if tokens >= ANSWERS_FROM:
        return WITH_ANSWERS
    if tokens >= MORE_SCENES_FROM:
        return MORE_SCENES
    if tokens >= GENERAL_FROM:
        return GENERAL
    if tokens >= SCENES_FROM:
        return WITH_SCENES
    left_out = OWN if tokens < PUBLISHED_ALONE else EARLY if tokens >= FEWER_FROM else ()
    return {name: weight for name, weight in WEIGHTS.items() if name not in left_out}


def rate_at(step: int, tokens: int) -> float:
    """The learning rate after so many steps and tokens."""
    warm = min(1.0, (step + 1) / WARMUP_STEPS)
    for (begin, first), (end, last) in pairwise(RATES):
        if tokens < end:
            return warm * (first + (last - first) * (tokens - begin) / (end - begin))
    return RATES[-1][1]
