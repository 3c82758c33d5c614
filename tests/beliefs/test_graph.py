"""The edges of the graph and the circles of attacks in it."""

from __future__ import annotations

import pytest

from beliefs.domain.graph import BeliefGraph, Edge, EdgeKind


def ring(belief: str, *attacks: str) -> tuple[str, ...]:
    """`attacks` are "ab" for a attacks b."""
    return BeliefGraph(Edge(one[0], one[1], EdgeKind.ATTACKS) for one in attacks).attack_ring(belief)


@pytest.mark.parametrize("belief", ["b", "c"])
def test_the_ring_of_a_belief_leads_through_it(belief: str) -> None:
    assert belief in ring(belief, "ab", "ba", "bc", "ca")


@pytest.mark.parametrize(("belief", "found"), [("a", ("a", "b")), ("b", ("a", "b")), ("c", ("c", "a", "b")), ("d", ())])
def test_the_ring_is_a_shortest_one(belief: str, found: tuple[str, ...]) -> None:
    assert ring(belief, "ab", "ba", "bc", "ca", "cd") == found


def test_beliefs_on_one_ring_have_the_same() -> None:
    names = [f"{number:04}" for number in range(3000)]
    edges = zip(names, [*names[1:], names[0]], strict=True)
    graph = BeliefGraph(Edge(source, target, EdgeKind.ATTACKS) for source, target in edges)
    assert {graph.attack_ring(name) for name in names} == {tuple(names)}
