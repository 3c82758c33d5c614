"""A confidence as a waterfall: the contribution of each weighted signal, and the loss by age."""

from __future__ import annotations

from typing import Any

LABELS = {
    "content_match": "Quotes",
    "semantic_support": "Semantic support",
    "graph_support": "Graph support",
    "base_confidence": "Existence",
}


def waterfall_rows(waterfall: dict[str, Any]) -> list[tuple[str, str, str, str]]:
    """(name, weight, value, points) as text, with decay and score last, for the table below the figure."""
    parts = waterfall["parts"]
    total = sum(part["points"] for part in parts)
    rows = [
        (LABELS[part["name"]], f"{part['weight']:.2f}", f"{part['value']:.2f}", f"{part['points']:+.3f}")
        for part in parts
    ]
    lost = total * (waterfall["decay"] - 1)
    rows.append(("Decay with age", "", f"{waterfall['decay']:.2f}", f"{lost:+z.3f}"))
    gate = total + lost - waterfall["score"]
    if abs(gate) > 0.006:
        rows.append(("Broken evidence link", "", "", f"{-gate:+.3f}"))
    return [*rows, ("Score", "", "", f"{waterfall['score']:.2f}")]


def waterfall_figure(waterfall: dict[str, Any]) -> dict[str, Any]:
    rows = waterfall_rows(waterfall)
    trace = {
        "type": "waterfall",
        "x": [row[0].replace(" ", "<br>") for row in rows],
        "y": [float(row[3]) for row in rows],
        "measure": ["relative"] * (len(rows) - 1) + ["total"],
        "text": [row[3] for row in rows],
        "textposition": "outside",
        "increasing": {"marker": {"color": "--approve-solid"}},
        "decreasing": {"marker": {"color": "--fail-solid"}},
        "totals": {"marker": {"color": "--accent-solid"}},
        "connector": {"line": {"color": "--line-strong", "width": 1}},
        "hoverinfo": "text",
    }
    upright = {"autotickangles": [0, 90]}  # horizontal if the names fit, else vertical, as on a phone
    return {"data": [trace], "layout": {"xaxis": upright, "yaxis": {"range": [0, 1.08]}, "showlegend": False}}
