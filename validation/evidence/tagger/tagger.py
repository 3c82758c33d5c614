"""The tagger at work: reads evidence once, responses beside it."""

from __future__ import annotations

import hashlib
import io
import json
import os
import threading
from collections import OrderedDict
from collections.abc import Iterator, Mapping, Sequence
from concurrent.futures import ThreadPoolExecutor
from dataclasses import dataclass
from functools import cache
from itertools import accumulate
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from tokenizers import Tokenizer

from validation.embeddings.encoder import available_cores, session
from validation.embeddings.kernels import EightBit, Kernels
from validation.embeddings.layers import Inputs
from validation.embeddings.weights import StoredTensors, Tensors, published_tensors, published_tokenizer
from validation.evidence.tagger.graphs import (
    UPPER,
    Memory,
    allocate_heads,
    evidence_graph,
    lower_graph,
    response_graph,
    split_heads,
)
from validation.evidence.tagger.pieces import MOST_WINDOWS, SERVED, Ids, Window, overlap_features, pieces, windows

_REMEMBERED = SERVED.longest * SERVED.most
"""Tokens of evidence whose memory is kept, 18 kB each: the next attempt of a turn brings the same evidence."""
_MOST_SCORES = 500_000
"""Pairs of tokens that models attend to side by side, 24 MB a model; the longest windows take twice that, so they go
through one model after the other."""

Read = tuple[Ids, ...]
"""The pieces of one evidence."""
FOLDER = Path(__file__).parent / "artifact"
WEIGHTS, SHEET = "tagger.npz", "tagger.json"
SMALL, SCALE, PLAIN = "small", "scale", "plain"
MODELS = 2
"""Each was trained without the sources of one block in two; their odds are averaged."""


def _tokens(read: Read) -> int:
    return sum(map(len, read))


class Tagger:
    """Several models whose log odds are averaged. Safe to call from several threads."""

    def __init__(self, lower: StoredTensors, upper: Sequence[Tensors], tokenizer: Tokenizer, kernels: Kernels) -> None:
        self._inputs = Inputs(lower)
        self._tokenizer = tokenizer
        self._lower = session(lower_graph(lower, kernels))
        self._evidence = session(evidence_graph(upper, kernels))
        self._upper = [session(response_graph(one, kernels)) for one in upper]
        self._remembered: OrderedDict[Read, Memory] = OrderedDict()
        self._lock = threading.Lock()
        self._threads = ThreadPoolExecutor(max_workers=available_cores(), thread_name_prefix="tagger")

    def tags(self, *, query: str, texts: Sequence[str], response_md: str) -> Tags:
        """`texts` is the evidence in small parts, in its order."""
        read = pieces(self._tokenizer, query, texts)
        memory = self._memory(read)
        cut = windows(self._tokenizer, response_md)
        odds = [self._odds(window, read, memory) for window in cut]
        places = np.array([place for window in cut for place in window.places], dtype=np.int64).reshape(-1, 2)
        until = int(places[-1, 1]) if len(cut) == MOST_WINDOWS else len(response_md)
        return Tags(places[:, 0], places[:, 1], np.concatenate(odds) if odds else np.zeros(0), until)

    def _memory(self, read: Read) -> Memory:
        with self._lock:
            if read in self._remembered:
                self._remembered.move_to_end(read)
                return self._remembered[read]
            self._make_room(read)
        memory = self._read(read)
        with self._lock:
            self._make_room(read)
            self._remembered[read] = memory
        return memory

    def _make_room(self, read: Read) -> None:
        """Done before reading as well: old and new at once would be twice as much."""
        while self._remembered and sum(map(_tokens, (*self._remembered, read))) > _REMEMBERED:
            self._remembered.popitem(last=False)

    def _read(self, read: Read) -> Memory:
        """Each piece is put in its place as soon as it is read: gathered and then joined, it would be held twice."""
        until = list(accumulate(map(len, read)))
        memory = allocate_heads(len(self._upper), until[-1], self._inputs.dimensions)

        def remember(piece: Ids, end: int) -> None:
            kept = self._evidence.run(None, {"states": self._states(piece)})
            for whole, part in zip(memory, split_heads(kept), strict=True):
                whole[:, :, :, end - len(piece) : end] = part

        list(self._threads.map(remember, read, until))
        return memory

    def _states(self, ids: Ids) -> NDArray[np.float32]:
        states: NDArray[np.float32] = self._lower.run(None, {"states": self._inputs.states(ids)})[0]
        return states

    def _odds(self, window: Window, read: Read, memory: Memory) -> NDArray[np.float64]:
        given = {"states": self._states(window.ids), "echoes": overlap_features(window.ids, read)[None]}

        def risk_of(model: int) -> NDArray[np.float32]:
            own = memory[model * len(UPPER) : (model + 1) * len(UPPER)]
            held = given | {f"memory{number}": one for number, one in enumerate(own)}
            odds: NDArray[np.float32] = self._upper[model].run(None, held)[0][0, :-1, 0]
            return odds

        is_large = len(window.ids) * (_tokens(read) + len(window.ids)) > _MOST_SCORES
        run = map if is_large else self._threads.map
        mean: NDArray[np.float64] = np.mean(list(run(risk_of, range(len(self._upper)))), axis=0, dtype=float)
        return mean


@cache
def published_tagger(only: int | None = None) -> Tagger:
    """The published one, read once a process, in half a second; with `only`, one of its models alone. Raises
    EmbeddingFailed and TaggerArtifactError."""
    upper = read_tensors()
    chosen = upper if only is None else upper[only : only + 1]
    return Tagger(published_tensors(), chosen, published_tokenizer(), EightBit())


if hasattr(os, "register_at_fork"):
    # A forked worker has none of its parent's threads, so it must not wait for them.
    os.register_at_fork(after_in_child=published_tagger.cache_clear)


@dataclass(frozen=True, slots=True)
class Tags:
    """One entry a token, in order: its place `response_md[start:end]` and the log odds that it is made up. Of a very
    long response only `response_md[:until]` was read."""

    start: NDArray[np.int64]
    end: NDArray[np.int64]
    odds: NDArray[np.float64]
    until: int

    def within(self, start: int, end: int) -> NDArray[np.float64]:
        """The odds of the tokens that begin in `response_md[start:end]`."""
        first, stop = np.searchsorted(self.start, (start, end))
        return self.odds[first:stop]


class TaggerArtifactError(Exception):
    """A file of the tagger is missing or changed."""


def read_tensors(folder: Path = FOLDER) -> tuple[Tensors, ...]:
    """The trained tensors of each model. Raises TaggerArtifactError."""
    try:
        expected = json.loads((folder / SHEET).read_text("utf-8"))["sha256"]
        data = (folder / WEIGHTS).read_bytes()
    except (OSError, ValueError, KeyError, TypeError) as error:
        raise TaggerArtifactError(f"the tagger cannot be read: {error}") from error
    if hashlib.sha256(data).hexdigest() != expected:
        raise TaggerArtifactError(f"{WEIGHTS} is not the file the tagger was published with")
    with np.load(io.BytesIO(data), allow_pickle=False) as arrays:
        packed = dict(arrays)
    return tuple(TensorArchive(packed, str(model)) for model in range(MODELS))


class TensorArchive(Mapping[str, NDArray[np.float32]]):
    """The tensors of one model, from names such as `0/small/encoder.layer.3.output.dense.weight`. Each is made anew
    when it is asked for: all at once they are four times the file, and memory once taken is seldom given back."""

    def __init__(self, packed: Mapping[str, NDArray[np.float32]], model: str) -> None:
        self._packed = packed
        self._model = model

    def __getitem__(self, name: str) -> NDArray[np.float32]:
        plain = self._packed.get(f"{self._model}/{PLAIN}/{name}")
        if plain is not None:
            return plain
        small: NDArray[np.float32] = self._packed[f"{self._model}/{SMALL}/{name}"].astype(np.float32)
        small *= self._packed[f"{self._model}/{SCALE}/{name}"][:, None]
        return small

    def __iter__(self) -> Iterator[str]:
        for path in self._packed:
            model, kind, name = path.split("/")
            if model == self._model and kind != SCALE:
                yield name

    def __len__(self) -> int:
        return sum(1 for _ in self)
