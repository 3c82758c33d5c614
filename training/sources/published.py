"""Every public file that is learned from, and how heavily."""

from __future__ import annotations

import pickle
from collections.abc import Callable
from functools import partial
from pathlib import Path
from random import Random

from training.examples import Group, Label
from training.held_out import held_out
from training.sources.files import read_answerability, read_clapnq, read_entailment, read_wice
from training.sources.ragtruth import read_ragtruth

ENTAILMENT = [
    "condaqa",
    "cannot_wikifactcheck",
    "fever",
    "infotabs",
    "tabfact",
    "breaking_nli",
    "negation_nli",
    "cad_snli",
    "factcheck_gpt",
    "mnli_dev_matched",
    "mnli_taxinli",
    "snli_dev",
    "begin",
    "fib_xsum",
    "boolq_dev",
    "conv_factual",
    "halueval_qa_sample",
    "conjnli_adv",
    "scone",
    "med",
    "hans_regenerated",
    "clcd_synthetic",
]
ANSWERABILITY = ["squad2_train", "squad_train_sentences", "fairytaleqa", "timeqa", "boolq_dev", "covidqa", "condaqa"]
RAGTRUTH = ["qa", "summary", "data2txt"]
MOST_GROUPS = {
    "hans_regenerated": 1200,
    "clcd_synthetic": 800,
    "scone": 1000,
    "med": 1000,
    "conjnli_adv": 2500,
    "tabfact": 2500,
}


def _sources() -> dict[str, tuple[str, Callable[[Path], list[Group]]]]:
    """By name: the path under the data folder, and how it is read."""
    return {
        **{name: (f"nli/entailment/{name}.jsonl.gz", partial(_entailment, name)) for name in ENTAILMENT},
        **{f"ask_{name}": (f"nli/answerability/{name}.jsonl.gz", read_answerability) for name in ANSWERABILITY},
        **{f"ragtruth_{name}": (f"grounding/ragtruth_train_{name}.jsonl.gz", read_ragtruth) for name in RAGTRUTH},
        "ask_clapnq": ("retrieval/clapnq_dev.jsonl.gz", read_clapnq),
        "wice": ("grounding/wice_dev.jsonl.gz", read_wice),
    }


def input_files() -> list[str]:
    """Paths under the data folder."""
    return [path for path, _ in _sources().values()]


def read_published(data: Path, cache: Path) -> dict[str, list[Group]]:
    """Name of a source to its groups. What was read once is kept beside the checkpoints."""
    return {name: _cached(cache, name, partial(read, data / path)) for name, (path, read) in _sources().items()}


def split(groups: dict[str, list[Group]]) -> tuple[dict[str, list[Group]], dict[str, list[Group]]]:
    """To learn from and, one window in twenty, to measure on."""
    learned = {name: [group for group in all_of if not held_out(group)] for name, all_of in groups.items()}
    measured = {name: [group for group in all_of if held_out(group)] for name, all_of in groups.items()}
    return learned, measured


def _entailment(name: str, path: Path) -> list[Group]:
    groups = read_entailment(path)
    if name == "cannot_wikifactcheck":
        groups = _balanced(groups)
    if name in MOST_GROUPS:
        Random(name).shuffle(groups)
        groups = groups[: MOST_GROUPS[name]]
    return groups


def _balanced(groups: list[Group]) -> list[Group]:
    """Its contradictions outnumber its entailments, so half of the lone contradictions stay out."""
    random = Random(1)
    lone = [all(one.label is not Label.ENTAILED for one in group) for group in groups]
    return [group for group, is_lone in zip(groups, lone, strict=True) if not is_lone or random.random() < 0.5]


def _cached(cache: Path, name: str, read: Callable[[], list[Group]]) -> list[Group]:
    path = cache / f"{name}.pickle"
    if path.exists():
        return pickle.loads(path.read_bytes())  # our own file
    groups = read()
    cache.mkdir(parents=True, exist_ok=True)
    path.write_bytes(pickle.dumps(groups))
    return groups
