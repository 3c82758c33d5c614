"""The cross-encoder with its three heads, on the twelve layers of DeBERTa-v3-xsmall (He et al., 2021)."""

from __future__ import annotations

import math
from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from training.base import WORDS, Tensors, base_tensors, word_rows
from validation.reader.artifact import read_tokenizer
from validation.reader.inputs import MARKS

LAYERS, HEADS = 12, 6
CHECKPOINT = "reader.pt"
"""In its folder."""
NEAR, FARTHEST = 128, 512
"""Tokens apart up to which every distance is told, and from which on none is."""
_SPREAD = 0.02
_EPSILON = 1e-7


class Outputs(NamedTuple):
    """`support` (batch, 3): entails, contradicts, says nothing; `tokens` (batch, tokens, 3): made up, answer starts,
    answer ends; `answerable` (batch, 1). All log odds or unnormalised."""

    support: Tensor
    tokens: Tensor
    answerable: Tensor


class Reader(nn.Module):
    """Takes (batch, tokens) whole numbers and, for padded sequences, a mask (batch, 1, 1, tokens) to add."""

    def __init__(self, base: Tensors) -> None:
        super().__init__()
        self.words = nn.Embedding.from_pretrained(_tensor(base, WORDS), freeze=True)
        width = self.words.embedding_dim
        self.marks = nn.Embedding(MARKS, width)
        nn.init.normal_(self.marks.weight, std=_SPREAD)
        self.norm = _norm(base, "embeddings.LayerNorm")
        self.distances = nn.Parameter(_tensor(base, "encoder.rel_embeddings.weight"))
        self.distances_norm = _norm(base, "encoder.LayerNorm")
        self.layers = nn.ModuleList(_Layer(base, f"encoder.layer.{number}") for number in range(LAYERS))
        self.pool = _linear(base, "pooler.dense")
        self.support = nn.Linear(width, 3)
        self.answerable = nn.Linear(width, 1)
        self.tokens = nn.Linear(width, 3)
        for head in (self.support, self.answerable, self.tokens):
            nn.init.normal_(head.weight, std=_SPREAD)
            nn.init.zeros_(head.bias)

    def forward(self, ids: Tensor, marks: Tensor, mask: Tensor | None = None) -> Outputs:
        return self.read(self.words(ids), marks, mask)

    def read(self, words: Tensor, marks: Tensor, mask: Tensor | None = None) -> Outputs:
        """`words`: the word vectors (batch, tokens, width), which are not trained."""
        states = self.norm(words + self.marks(marks))
        if mask is not None:
            states = states * (mask[:, 0, 0, :, None] == 0)
        distances = self.distances_norm(self.distances)[_rows(words.shape[1])][None]
        for layer in self.layers:
            states = layer(states, distances, mask)
        first = functional.gelu(self.pool(states[:, 0]))
        return Outputs(self.support(first), self.tokens(states), self.answerable(first))


def new_reader() -> Reader:
    """As training begins: the base's weights, the word vectors of the reader's own vocabulary."""
    base = dict(base_tensors())
    base[WORDS] = base[WORDS][word_rows(read_tokenizer())]
    return Reader(base)


def read_checkpoint(folder: Path) -> tuple[Reader, dict[str, float]]:
    """The reader as it was saved last, and how far its training was."""
    content = torch.load(folder / CHECKPOINT, weights_only=True)
    model = new_reader()
    model.load_state_dict(content["model"], strict=False)  # without the word vectors, which stay
    return model, content["progress"]


class _Layer(nn.Module):
    """Attention by what two tokens are and how far apart they stand, then a feed-forward part."""

    def __init__(self, base: Tensors, name: str) -> None:
        super().__init__()
        self.query, self.key, self.value = (
            _linear(base, f"{name}.attention.self.{part}_proj") for part in ("query", "key", "value")
        )
        self.attended = _linear(base, f"{name}.attention.output.dense")
        self.attended_norm = _norm(base, f"{name}.attention.output.LayerNorm")
        self.wide = _linear(base, f"{name}.intermediate.dense")
        self.narrow = _linear(base, f"{name}.output.dense")
        self.norm = _norm(base, f"{name}.output.LayerNorm")

    def forward(self, states: Tensor, distances: Tensor, mask: Tensor | None) -> Tensor:
        scale = (3 * states.shape[2] // HEADS) ** -0.5
        asking, asked, given = _heads(self.query(states)) * scale, _heads(self.key(states)), _heads(self.value(states))
        far_asked = _heads(self.key(distances)).transpose(-1, -2)
        far_asking = _heads(self.query(distances)).transpose(-1, -2) * scale
        near = asking @ asked.transpose(-1, -2)
        near = near + _aligned(asking @ far_asked.flip(-1)) + _aligned(asked @ far_asking).transpose(-1, -2)
        weights = torch.softmax((near if mask is None else near + mask).float(), dim=-1).to(given.dtype)
        attended = self.attended((weights @ given).transpose(1, 2).reshape(states.shape))
        states = self.attended_norm(states + attended)
        return self.norm(states + self.narrow(functional.gelu(self.wide(states))))


def _heads(states: Tensor) -> Tensor:
    """(batch, tokens, width) -> (batch, heads, tokens, width of a head)."""
    batch, tokens, width = states.shape
    return states.view(batch, tokens, HEADS, width // HEADS).transpose(1, 2)


def _rows(tokens: int) -> Tensor:
    """The row of each distance from 1 - tokens to tokens - 1: by one up to NEAR, then by ever larger steps."""
    distance = torch.arange(1 - tokens, tokens)
    away = torch.where(distance.abs() < NEAR, NEAR - 1, distance.abs())
    steps = torch.ceil(torch.log(away.float() / NEAR) / math.log((FARTHEST - 1) / NEAR) * (NEAR - 1)).long() + NEAR
    row = torch.where(away <= NEAR, distance, steps * distance.sign())
    return (row + 2 * NEAR).clamp(0, 4 * NEAR - 1)


def _aligned(by_distance: Tensor) -> Tensor:
    """(.., tokens, 2 tokens - 1) -> (.., tokens, tokens): of row i the entry j - i + tokens - 1 comes to column j."""
    *lead, tokens, every = by_distance.shape
    flat = by_distance.reshape(*lead, tokens * every)[..., tokens - 1 : tokens - 1 + tokens * (every - 1)]
    return flat.reshape(*lead, tokens, every - 1)[..., :tokens]


def _tensor(base: Tensors, name: str) -> Tensor:
    return torch.from_numpy(base[name].copy())


def _linear(base: Tensors, name: str) -> nn.Linear:
    weight = _tensor(base, f"{name}.weight")
    made = nn.Linear(weight.shape[1], weight.shape[0])
    made.weight.data, made.bias.data = weight, _tensor(base, f"{name}.bias")
    return made


def _norm(base: Tensors, name: str) -> nn.LayerNorm:
    made = nn.LayerNorm(base[f"{name}.weight"].size, eps=_EPSILON)
    made.weight.data, made.bias.data = _tensor(base, f"{name}.weight"), _tensor(base, f"{name}.bias")
    return made
