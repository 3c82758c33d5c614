"""Attention of several sources in one pass, each piece of evidence to itself and each response to its evidence and
itself, with the gradient written by hand: torch's own spends most of a step on copies and empty places."""

from __future__ import annotations

from typing import Any, NamedTuple

import torch

from validation.embeddings.kernels import HEADS


class Layout(NamedTuple):
    """How the rows of a batch are divided: for each source the lengths of its pieces, then those of its responses."""

    pieces: tuple[int, ...]
    responses: tuple[int, ...]


class _Block(NamedTuple):
    """Rows from `at` on attend to themselves and, with `read`, to the rows of that evidence."""

    at: int
    length: int
    read: tuple[int, int] | None


def _blocks(layouts: list[Layout], *, responses_only: bool) -> list[_Block]:
    found = []
    at = 0
    for layout in layouts:
        begin = at
        for length in layout.pieces:
            if not responses_only:
                found.append(_Block(at, length, None))
            at += length
        read = (begin, at)
        for length in layout.responses:
            found.append(_Block(at, length, read))
            at += length
    return found


class Attention(torch.autograd.Function):
    """`projected`: (rows, 3 * width), queries, keys and values side by side. Returns (rows, width); rows of evidence
    are zero when only responses are wanted."""

    @staticmethod
    def forward(ctx: Any, projected: torch.Tensor, layouts: list[Layout], responses_only: bool) -> torch.Tensor:
        rows, width = projected.shape[0], projected.shape[1] // 3
        query, key, value = projected.view(rows, 3, HEADS, -1).permute(1, 2, 0, 3).contiguous()
        query = query * (width // HEADS) ** -0.5
        out = torch.zeros_like(query)
        blocks = _blocks(layouts, responses_only=responses_only)
        weights = []
        for block in blocks:
            keys, values = _seen(key, block), _seen(value, block)
            own = slice(block.at, block.at + block.length)
            weights.append(torch.softmax(torch.bmm(query[:, own], keys.transpose(1, 2).contiguous()), -1))
            out[:, own] = torch.bmm(weights[-1], values)
        ctx.held = (query, key, value, blocks, weights)
        return out.transpose(0, 1).reshape(rows, width)

    @staticmethod
    def backward(ctx: Any, *gradients: torch.Tensor) -> tuple[torch.Tensor, None, None]:
        query, key, value, blocks, weights = ctx.held
        rows = query.shape[1]
        given = gradients[0].view(rows, HEADS, -1).transpose(0, 1).contiguous()
        of_query = torch.zeros_like(query)
        of_key, of_value = (torch.zeros_like(query.transpose(1, 2).contiguous()) for _ in range(2))
        for block, weight in zip(blocks, weights, strict=True):
            own = slice(block.at, block.at + block.length)
            back = given[:, own].contiguous()
            scores = torch.bmm(back, _seen(value, block).transpose(1, 2).contiguous())
            scores = torch._softmax_backward_data(scores, weight, -1, weight.dtype)
            of_query[:, own] = torch.bmm(scores, _seen(key, block))
            _add(of_key, torch.bmm(query[:, own].transpose(1, 2).contiguous(), scores), block)
            _add(of_value, torch.bmm(back.transpose(1, 2).contiguous(), weight), block)
        ctx.held = None
        of_query *= (query.shape[2]) ** -0.5
        parts = (of_query.transpose(0, 1), of_key.permute(2, 0, 1), of_value.permute(2, 0, 1))
        return torch.cat([part.reshape(rows, -1) for part in parts], 1), None, None


def _seen(states: torch.Tensor, block: _Block) -> torch.Tensor:
    own = states[:, block.at : block.at + block.length]
    return own.contiguous() if block.read is None else torch.cat([states[:, slice(*block.read)], own], 1)


def _add(total: torch.Tensor, part: torch.Tensor, block: _Block) -> None:
    """Columns of `part` are those of `_seen`."""
    read = 0
    if block.read is not None:
        read = block.read[1] - block.read[0]
        total[..., slice(*block.read)] += part[..., :read]
    total[..., block.at : block.at + block.length] += part[..., read:]
