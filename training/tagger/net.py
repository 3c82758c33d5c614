"""The upper half of the tagger as torch trains it, and back to the tensors the product reads."""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
import torch
from torch import nn
from torch.nn import functional

from training.tagger.attention import Attention, Layout
from training.tagger.examples import Source
from validation.embeddings.weights import Tensors
from validation.evidence.tagger.graphs import BIAS, ECHOES, HEAD, OF_EVIDENCE, OF_RESPONSE, UPPER

_DROPPED = 0.1
_SPREAD = 0.02
_ECHO_SPREAD = 0.05
_PARTS = ("query", "key", "value")


@dataclass(frozen=True, slots=True)
class Batch:
    """`states`: (rows, width); `of_response`: numbers of the rows of responses; `echoes`: (response rows, 4);
    `spans`: where each response's tokens lie among the response rows; `made_up` a label for each of these tokens;
    `invented`: (responses,)."""

    states: torch.Tensor
    layouts: list[Layout]
    of_response: torch.Tensor
    echoes: torch.Tensor
    spans: list[tuple[int, int]]
    made_up: torch.Tensor
    invented: torch.Tensor


def batch(sources: list[Source]) -> Batch:
    states, layouts, rows, echoes, spans, labels, invented = [], [], [], [], [], [], []
    at = seen = 0
    for source in sources:
        states += [*source.pieces, *(one.states for one in source.responses)]
        layouts.append(Layout(tuple(map(len, source.pieces)), tuple(len(one.states) for one in source.responses)))
        at += sum(map(len, source.pieces))
        for one in source.responses:
            length = len(one.states)
            rows.append(np.arange(at, at + length))
            spans.append((seen, seen + length - 1))
            at, seen = at + length, seen + length
            echoes.append(one.echoes)
            labels.append(one.made_up)
            invented.append(one.invented)
    return Batch(
        states=torch.from_numpy(np.concatenate(states)).float(),
        layouts=layouts,
        of_response=torch.from_numpy(np.concatenate(rows)),
        echoes=torch.from_numpy(np.concatenate(echoes)),
        spans=spans,
        made_up=torch.from_numpy(np.concatenate(labels)).float(),
        invented=torch.tensor(invented).float(),
    )


class Upper(nn.Module):
    """Batch to log odds, one a response row."""

    def __init__(self, published: Tensors) -> None:
        super().__init__()
        width = int(published["embeddings.LayerNorm.weight"].size)
        self.kind = nn.Parameter(torch.zeros(2, width))
        self.echo = nn.Parameter(torch.randn(4, width) * _ECHO_SPREAD)
        self.layers = nn.ModuleList(_Layer(published, number) for number in UPPER)
        self.head = nn.Linear(width, 1)
        nn.init.normal_(self.head.weight, std=_SPREAD)
        nn.init.zeros_(self.head.bias)

    def forward(self, given: Batch) -> torch.Tensor:
        states = functional.dropout(given.states, _DROPPED, self.training) + self.kind[0]
        told = (self.kind[1] - self.kind[0]) + given.echoes @ self.echo
        states = states.index_add(0, given.of_response, told.float()).to(torch.bfloat16)
        for layer in self.layers[:-1]:
            states = layer(states, given.layouts, None)
        states = self.layers[-1](states, given.layouts, given.of_response)
        odds: torch.Tensor = self.head(states).squeeze(-1).float()
        return odds

    def tensors(self) -> Tensors:
        found = {
            OF_EVIDENCE: _array(self.kind[0]),
            OF_RESPONSE: _array(self.kind[1]),
            ECHOES: _array(self.echo),
            HEAD: _array(self.head.weight.T),
            BIAS: _array(self.head.bias),
        }
        for layer in self.layers:
            found |= layer.tensors()
        return found


class _Layer(nn.Module):
    def __init__(self, published: Tensors, number: int) -> None:
        super().__init__()
        self.name = f"encoder.layer.{number}"
        parts = [f"{self.name}.attention.self.{part}" for part in _PARTS]
        self.projection = _linear(
            np.concatenate([published[f"{part}.weight"] for part in parts]),
            np.concatenate([published[f"{part}.bias"] for part in parts]),
        )
        self.dense = nn.ModuleDict({
            key: _linear(published[f"{self.name}.{path}.dense.weight"], published[f"{self.name}.{path}.dense.bias"])
            for key, path in _DENSE.items()
        })  # fmt: skip
        self.norm = nn.ModuleDict(
            {key: _norm(published, f"{self.name}.{_DENSE[key]}") for key in ("attended", "narrow")}
        )

    def forward(self, states: torch.Tensor, layouts: list[Layout], wanted: torch.Tensor | None) -> torch.Tensor:
        attended = Attention.apply(self.projection(states), layouts, wanted is not None)
        if wanted is not None:
            states, attended = states[wanted], attended[wanted]
        states = self.norm["attended"](states + self.dense["attended"](attended))
        out: torch.Tensor = self.norm["narrow"](
            states + self.dense["narrow"](functional.gelu(self.dense["wide"](states)))
        )
        return out

    def tensors(self) -> Tensors:
        found = {}
        weights, biases = self.projection.weight.chunk(3), self.projection.bias.chunk(3)
        for part, weight, bias in zip(_PARTS, weights, biases, strict=True):
            found[f"{self.name}.attention.self.{part}.weight"] = _array(weight)
            found[f"{self.name}.attention.self.{part}.bias"] = _array(bias)
        for key, path in _DENSE.items():
            found[f"{self.name}.{path}.dense.weight"] = _array(self.dense[key].weight)
            found[f"{self.name}.{path}.dense.bias"] = _array(self.dense[key].bias)
        for key, norm in self.norm.items():
            found[f"{self.name}.{_DENSE[key]}.LayerNorm.weight"] = _array(norm.weight)
            found[f"{self.name}.{_DENSE[key]}.LayerNorm.bias"] = _array(norm.bias)
        return found


_DENSE = {"attended": "attention.output", "wide": "intermediate", "narrow": "output"}


def _linear(weight: np.ndarray, bias: np.ndarray) -> nn.Linear:
    made = nn.Linear(weight.shape[1], weight.shape[0])
    made.weight.data, made.bias.data = torch.from_numpy(np.array(weight)), torch.from_numpy(np.array(bias))
    return made


def _norm(published: Tensors, name: str) -> nn.LayerNorm:
    made = nn.LayerNorm(published[f"{name}.LayerNorm.weight"].size, eps=1e-12)
    made.weight.data = torch.from_numpy(np.array(published[f"{name}.LayerNorm.weight"]))
    made.bias.data = torch.from_numpy(np.array(published[f"{name}.LayerNorm.bias"]))
    return made


def _array(values: torch.Tensor) -> np.ndarray:
    return np.ascontiguousarray(values.detach().float().numpy())
