"""The graph of beliefs that support, cite or attack each other. Edges connect existing beliefs only."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Set
from dataclasses import dataclass
from enum import StrEnum

from beliefs.domain.belief import Belief, Section


class EdgeKind(StrEnum):
    SUPPORTS = "supports"
    ATTACKS = "attacks"
    CITES = "cites"


@dataclass(frozen=True, slots=True)
class Edge:
    """`source` supports, attacks or cites `target`; `defeated` applies to attacks."""

    source: str
    target: str
    kind: EdgeKind
    defeated: bool = False


def edge_of(belief: str, target: str, section: str, *, defeated: bool) -> Edge:
    """The edge of one link in the file of `belief`. An entry of Attacked-By is a reversed attack."""
    if section == Section.ATTACKS:
        return Edge(belief, target, EdgeKind.ATTACKS, defeated)
    if section == Section.ATTACKED_BY:
        return Edge(target, belief, EdgeKind.ATTACKS, defeated)
    return Edge(belief, target, EdgeKind.SUPPORTS if section == Section.SUPPORTS else EdgeKind.CITES)


def edges_of(belief: Belief, known: Set[str]) -> tuple[Edge, ...]:
    """The edge of each link from the file of one belief to known beliefs, without links to itself."""
    lines = belief.defeated_lines
    return tuple(
        edge_of(belief.id, link.target, link.section, defeated=link.line in lines)
        for link in belief.links
        if link.target in known and link.target != belief.id
    )


class BeliefGraph:
    """Queries about one belief take time proportional to its edges. An attack is defeated if one of its edges is."""

    def __init__(self, edges: Iterable[Edge]) -> None:
        self._support: dict[str, set[str]] = defaultdict(set)
        self._attacks: dict[str, set[str]] = defaultdict(set)
        self._attacked: dict[str, set[str]] = defaultdict(set)
        drawn = tuple(edges)
        defeated = {(edge.source, edge.target) for edge in drawn if edge.kind is EdgeKind.ATTACKS and edge.defeated}
        for edge in drawn:
            if edge.kind is not EdgeKind.ATTACKS:
                self._support[edge.target].add(edge.source)
            elif (edge.source, edge.target) not in defeated:
                self._attacks[edge.source].add(edge.target)
                self._attacked[edge.target].add(edge.source)
        self._rings = self._find_rings()

    def supporting(self, belief: str) -> tuple[str, ...]:
        return tuple(sorted(self._support.get(belief, ())))

    def attacks(self, belief: str) -> tuple[str, ...]:
        return tuple(sorted(self._attacks.get(belief, ())))

    def attacked_by(self, belief: str) -> tuple[str, ...]:
        return tuple(sorted(self._attacked.get(belief, ())))

    def attack_ring(self, belief: str) -> tuple[str, ...]:
        """A cycle of attacks through this belief; empty if there is none."""
        return self._rings.get(belief, ())

    def _find_rings(self) -> dict[str, tuple[str, ...]]:
        if not self._attacks:
            return {}
        import networkx  # takes half a second, so not at start-up

        graph = networkx.DiGraph([(a, b) for a, many in self._attacks.items() for b in many])
        rings: dict[str, tuple[str, ...]] = {}
        for component in networkx.strongly_connected_components(graph):
            for belief in sorted(component) if len(component) > 1 else ():
                if belief not in rings:
                    ring = self._shortest_ring(belief)
                    for one in ring:
                        rings.setdefault(one, ring)
        return rings

    def _shortest_ring(self, start: str) -> tuple[str, ...]:
        """A shortest cycle of attacks through `start`, which is on one; searched against the attacks."""
        attacked: dict[str, str] = {}
        queue = deque([start])
        while start not in attacked:
            belief = queue.popleft()
            for attacker in sorted(self._attacked.get(belief, ())):
                if attacker not in attacked:
                    attacked[attacker] = belief
                    queue.append(attacker)
        ring = [start]
        while (following := attacked[ring[-1]]) != start:
            ring.append(following)
        return tuple(ring)
