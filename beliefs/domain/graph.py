"""The graph of beliefs: who supports, cites or attacks whom. Edges run between beliefs that exist."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from dataclasses import dataclass
from enum import StrEnum

import networkx

from beliefs.domain.belief import Belief, Section


class EdgeKind(StrEnum):
    SUPPORTS = "supports"
    ATTACKS = "attacks"
    CITES = "cites"


@dataclass(frozen=True, slots=True)
class Edge:
    """`source` supports, attacks or cites `target`; `defeated` belongs to attacks."""

    source: str
    target: str
    kind: EdgeKind
    defeated: bool = False


def edges_of(belief: Belief, known: Iterable[str]) -> tuple[Edge, ...]:
    """The edges that the file of one belief draws. An entry of Attacked-By is an attack the other way round. Links of
    a belief to itself draw none."""
    names = known if isinstance(known, (set, frozenset, dict)) else set(known)
    found: dict[tuple[str, str, EdgeKind], Edge] = {}
    for relation in belief.relations:
        if relation.target in names and relation.target != belief.id and relation.section is not Section.SUPPORTS:
            source, target = belief.id, str(relation.target)
            if relation.section is Section.ATTACKED_BY:
                source, target = target, source
            _keep(found, Edge(source, target, EdgeKind.ATTACKS, relation.defeated))
    for link in belief.links:
        if link.target not in names or link.target == belief.id:
            continue
        if link.section == Section.SUPPORTS:
            _keep(found, Edge(belief.id, link.target, EdgeKind.SUPPORTS))
        elif link.section not in (Section.ATTACKS, Section.ATTACKED_BY):
            _keep(found, Edge(belief.id, link.target, EdgeKind.CITES))
    return tuple(found.values())


def _keep(found: dict[tuple[str, str, EdgeKind], Edge], edge: Edge) -> None:
    found.setdefault((edge.source, edge.target, edge.kind), edge)


class BeliefGraph:
    """Answers about one belief in the time of its own edges."""

    def __init__(self, edges: Iterable[Edge]) -> None:
        self.edges = tuple(edges)
        self._support: dict[str, set[str]] = defaultdict(set)
        self._attacks: dict[str, set[str]] = defaultdict(set)
        self._attacked: dict[str, set[str]] = defaultdict(set)
        for edge in self.edges:
            if edge.kind is not EdgeKind.ATTACKS:
                self._support[edge.target].add(edge.source)
            elif not edge.defeated:
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
        """Beliefs that attack each other in a circle through this one; empty when there is none."""
        return self._rings.get(belief, ())

    def _find_rings(self) -> dict[str, tuple[str, ...]]:
        graph = networkx.DiGraph([(a, b) for a, many in self._attacks.items() for b in sorted(many)])
        rings: dict[str, tuple[str, ...]] = {}
        for component in networkx.strongly_connected_components(graph):
            if len(component) > 1:
                ring = tuple(edge[0] for edge in networkx.find_cycle(graph.subgraph(component), min(component)))
                rings.update(dict.fromkeys(component, ring))
        return rings
