"""A kind of thing that pipelines find: how its members are named and what may be known of them."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass
from random import Random

from training.worlds.properties import Property


@dataclass(frozen=True)
class Domain:
    """`thing` is what a member is called when it is not named."""

    name: str
    thing: str
    draw_name: Callable[[Random], str]
    properties: tuple[Property, ...]
