"""Where the beliefs of the graph are drawn, and which of them are named."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from beliefs.figures.graph import belief_graph_figure
from beliefs.queries.graph import DRAWN_NODES

NAMES = [f"belief-number-{number}" for number in range(3000)]


def figure(*, linked: int, alone: int) -> dict[str, Any]:
    """A chain of `linked` beliefs, and some `alone`."""
    names = NAMES[: linked + alone]
    nodes = [{"id": name, "score": 0.5, "status": "valid", "in_degree": at % 5} for at, name in enumerate(names)]
    pairs = pairwise(names[:linked])
    edges = [{"source": a, "target": b, "kind": "supports", "defeated": False} for a, b in pairs]
    return belief_graph_figure({"nodes": nodes, "edges": edges}, addresses={name: f"/b/{name}/" for name in names})


def places(drawn: dict[str, Any]) -> dict[str, tuple[float, float]]:
    nodes = drawn["data"][-1]
    names = [address.split("/")[2] for address in nodes["customdata"]]
    return dict(zip(names, zip(nodes["x"], nodes["y"], strict=True), strict=True))


def test_beliefs_without_an_edge_stand_below_the_others() -> None:
    found = places(figure(linked=20, alone=40))
    assert max(found[name][1] for name in NAMES[20:60]) < min(found[name][1] for name in NAMES[:20])


def test_many_beliefs_without_an_edge_leave_most_of_the_height_to_the_others() -> None:
    low, high = figure(linked=20, alone=2900)["layout"]["yaxis"]["range"]
    assert 2 / (high - low) > 0.6


def test_what_is_linked_takes_the_whole_width() -> None:
    across = [x for name, (x, _) in places(figure(linked=20, alone=3)).items() if name in NAMES[:20]]
    assert (min(across), max(across)) == (-1, 1)


def test_the_order_in_which_edges_were_stored_moves_nothing() -> None:
    nodes = [{"id": name, "score": 0.5, "status": "valid", "in_degree": 1} for name in NAMES[:20]]
    edges = [{"source": a, "target": b, "kind": "cites", "defeated": False} for a, b in pairwise(NAMES[:20])]
    drawn = [
        belief_graph_figure({"nodes": nodes, "edges": some}, addresses={name: f"/b/{name}/" for name in NAMES})
        for some in (edges, edges[::-1])
    ]
    assert places(drawn[0]) == places(drawn[1])


@pytest.mark.parametrize(("linked", "alone"), [(20, 40), (0, 60), (1, 0), (2, 0), (0, 1), (DRAWN_NODES, 0)])
def test_everything_lies_within_the_axes_at_a_place_of_its_own(linked: int, alone: int) -> None:
    drawn = figure(linked=linked, alone=alone)
    (left, right), (low, high) = drawn["layout"]["xaxis"]["range"], drawn["layout"]["yaxis"]["range"]
    found = places(drawn)
    inside = [left < x < right and low < y < high for x, y in found.values()]
    assert (all(inside), len(set(found.values()))) == (True, linked + alone)


def test_no_name_is_written_across_another() -> None:
    drawn = figure(linked=60, alone=0)
    named = [name for name in drawn["data"][-1]["text"] if name]
    at = [places(drawn)[name] for name in named]
    close = [(a, b) for a in at for b in at if a < b and abs(a[0] - b[0]) < 0.15 and abs(a[1] - b[1]) < 0.05]
    assert (close, len(named) > 5) == ([], True)


def test_a_name_at_a_side_leans_inwards() -> None:
    nodes = figure(linked=20, alone=0)["data"][-1]
    leans = dict(zip(nodes["x"], nodes["textposition"], strict=True))
    assert (leans[min(leans)].split()[1], leans[max(leans)].split()[1]) == ("right", "left")


def test_a_name_stands_on_the_side_that_edges_leave_free() -> None:
    drawn = figure(linked=20, alone=0)["data"][-1]
    heights, sides = drawn["y"], [position.split()[0] for position in drawn["textposition"]]
    lowest, highest = heights.index(min(heights)), heights.index(max(heights))
    assert (sides[lowest], sides[highest]) == ("bottom", "top")


def test_a_long_name_is_shortened() -> None:
    name = "a-belief-whose-name-goes-on-and-on-and-on"
    node = {"id": name, "score": 0.5, "status": "valid", "in_degree": 0}
    drawn = belief_graph_figure({"nodes": [node], "edges": []}, addresses={name: "/b/"})["data"][-1]
    assert (len(drawn["text"][0]), name in drawn["hovertemplate"][0]) == (32, True)
