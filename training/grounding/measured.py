"""One row a claim for training, with its label and the fold its source belongs to."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from evals.datasets_io import GroundingItem
from training.grounding.counts import BLOCKS, Counts, block_of, vocabulary
from validation.evidence.grounding.estimate import out_of_domain
from validation.evidence.grounding.index import Evidence
from validation.evidence.grounding.measure import measure
from validation.evidence.grounding.signals.row import row
from validation.evidence.grounding.text.words import tokens
from validation.evidence.language.stems import Vocabulary
from validation.evidence.tagger import published_tagger
from validation.evidence.tagger.tagger import MODELS
from validation.evidence.text.claims import split_claims

FOLDS = 4


@dataclass(frozen=True, slots=True)
class Measured:
    """`rows`: (claims, features); `invented`: (claims,) label 1 where a marked span touches the claim; `of`: (claims,)
    number of the response; `response_invented`, `fold`, `doubtful` (low trust), `task`: (responses,)."""

    rows: NDArray[np.float64]
    invented: NDArray[np.int8]
    of: NDArray[np.int64]
    response_invented: NDArray[np.int8]
    fold: NDArray[np.int64]
    doubtful: NDArray[np.bool]
    task: NDArray[np.str_]


def measured(sources: list[tuple[Evidence, list[GroundingItem]]], counts: Counts) -> Measured:
    """Responses without a factual claim are left out: nothing can be learned from them. Each source is read by the one
    tagger that was not trained on it."""
    words = [vocabulary(counts, without=block) for block in range(BLOCKS)]
    readers = [published_tagger(only=model) for model in range(MODELS)]
    rows, labels, of, tasks = [], [], [], []
    responses: list[tuple[bool, int, bool]] = []
    for evidence, group in sources:
        block = block_of(group[0])
        for item in group:
            claims = [(claim.start, claim.end) for claim in split_claims(item.response) if claim.factual]
            if not claims:
                continue
            found = measure(
                query=item.query,
                evidence=evidence,
                response_md=item.response,
                claims=claims,
                vocabulary=words[block],
                tagger=readers[block % MODELS],
            )
            rows += [row(one) for one in found]
            labels += [_invented(item, start, end) for start, end in claims]
            of += [len(responses)] * len(claims)
            responses.append((not item.grounded, block % FOLDS, _doubtful(item, evidence, words[block])))
            tasks.append(item.task)
    return Measured(
        rows=np.array(rows),
        invented=np.array(labels, dtype=np.int8),
        of=np.array(of),
        response_invented=np.array([invented for invented, _, _ in responses], dtype=np.int8),
        fold=np.array([fold for _, fold, _ in responses]),
        doubtful=np.array([doubtful for _, _, doubtful in responses]),
        task=np.array(tasks),
    )


def _invented(item: GroundingItem, start: int, end: int) -> bool:
    if item.spans is None:
        return not item.grounded
    return any(begin < end and stop > start for begin, stop in item.spans)


def _doubtful(item: GroundingItem, evidence: Evidence, words: Vocabulary) -> bool:
    told = out_of_domain(
        query=item.query, passages=item.passages, said=tokens(item.response), evidence=evidence, vocabulary=words
    )
    return told is not None
