"""How heavily each source is drawn, in groups."""

from __future__ import annotations

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
    "scenes": 42.5,
    "statements": 8.5,
    "states": 6.0,
    "worlds": 5.0,
    "events": 6.0,
    "rules": 3.0,
    "notes": 3.0,
    "edits": 6.0,
    "edited_claims": 6.6,
    "ask_texts": 12.0,
    "ask_squad2_train": 9.2,
    "ask_squad_train_sentences": 4.5,
    "ask_fairytaleqa": 2.4,
    "ask_timeqa": 2.2,
    "ask_boolq_dev": 1.7,
    "ask_clapnq": 1.5,
    "ask_condaqa": 1.3,
    "ask_covidqa": 0.8,
    "ragtruth_qa": 10.6,
    "ragtruth_summary": 7.4,
    "ragtruth_data2txt": 9.2,
    "condaqa": 2.5,
    "fever": 10.0,
    "infotabs": 5.7,
    "tabfact": 1.0,
    "breaking_nli": 4.0,
    "negation_nli": 4.4,
    "cad_snli": 9.0,
    "mnli_dev_matched": 8.0,
    "mnli_taxinli": 6.7,
    "snli_dev": 5.4,
    "factcheck_gpt": 6.5,
    "cannot_wikifactcheck": 9.0,
    "begin": 2.6,
}
"""From `SCENES_FROM` on. A group of scenes is ten long rows: they are somewhat over half of the tokens."""
SCENES_FROM = 31_000_000
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
DECAY_FROM, TOKENS = 16_000_000, 23_000_000
"""Where the learning rate begins to fall, and where training ends."""
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
    if tokens >= SCENES_FROM:
        return WITH_SCENES
    left_out = OWN if tokens < PUBLISHED_ALONE else EARLY if tokens >= FEWER_FROM else ()
    return {name: weight for name, weight in WEIGHTS.items() if name not in left_out}
