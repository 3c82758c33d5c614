"""Prints a run's report: per set a table, then reliability by band, rules, mistakes by kind, qualities and the
precision-recall curve of Yes."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Column, Table

from evals.kinds import CONTRADICTIONS

Set = dict[str, Any]
_MISTAKES = {
    ("response", False): "False approvals: wrong responses approved",
    ("response", True): "False refusals: good responses not approved",
    ("retrieval", False): "Wrong Yes: no answer present",
    ("retrieval", True): "Missed Yes: an answer is present",
}


def show(report: dict[str, Any], console: Console) -> None:
    """`report` as returned by `evals.runner.run`."""
    for one in report["sets"]:
        console.print(_figures(report, one))
        if one.get("bands"):
            console.print(_bands(one))
        if one.get("rules"):
            console.print(_rules(one))
        for grounded in (False, True):
            if kinds := [kind for kind in one.get("kinds", ()) if kind["grounded"] is grounded]:
                console.print(_kinds(report["gate"], kinds, grounded=grounded))
        if any(any(row.values()) for row in one.get("quality_table", {}).values()):
            console.print(_qualities(one))
        if one.get("precision_recall_curve"):
            console.print(_precision_recall_curve(one))


def _table(title: str, *columns: str, words: int = 1, caption: str | None = None) -> Table:
    """The first `words` columns have text, the others numbers."""
    aligned = [Column(name, justify="left" if at < words else "right") for at, name in enumerate(columns)]
    return Table(*aligned, title=title, caption=caption, title_justify="left", caption_justify="left")


def _figures(report: dict[str, Any], one: Set) -> Table:
    title = f"{report['gate']} by {report['judge']}: {one['dataset']} / {one['task']}, n = {one['n']}"
    targets = one.get("targets", {})
    bounds = ("value", "low", "high")
    table = _table(title, "figure", *bounds, *(["target"] if targets else []), caption=_caption(one))
    for name, figure in one["metrics"].items():
        cells = [_number(figure[bound]) for bound in bounds]
        table.add_row(name, *cells, *([_against(figure["value"], targets.get(name))] if targets else []))
    return table


def _against(value: float, target: float | None) -> str:
    return "" if target is None else f"{target:.2f} {'met' if value >= target else 'missed'}"


def _caption(one: Set) -> str:
    caption = f"95 % intervals; {1000 * one['seconds_per_item']:.1f} ms an item"
    if "prevalence" not in one:
        return caption
    share = one["prevalence"]
    always = 2 * share / (1 + share) if share else 0.0
    return f"{caption}; prevalence {share:.3f}, F1 of flagging everything {always:.3f}"


def _bands(one: Set) -> Table:
    table = _table("Reliability: P(grounded) by band", "band", "n", "predicted", "came true", words=0)
    for band in one["bands"]:
        edge = f"{band['low']:.2f}-{band['high']:.2f}"
        table.add_row(edge, str(band["n"]), _number(band["predicted"]), _number(band["grounded"]))
    return table


def _qualities(one: Set) -> Table:
    """Rows are the labels, columns the gate's ratings."""
    rated = list(next(iter(one["quality_table"].values())))
    table = _table("Quality: labelled down, rated across", "labelled", *rated)
    for expected, row in one["quality_table"].items():
        table.add_row(expected, *(str(row[name]) for name in rated))
    return table


def _precision_recall_curve(one: Set) -> Table:
    title = "Answer present: the bar for a Yes (policy: retrieval.answer_present)"
    table = _table(title, "bar", "precision", "recall", "Yes said", words=0)
    for point in one["precision_recall_curve"]:
        bar = f"{point['threshold']:.2f}"
        table.add_row(bar, _number(point["precision"]), _number(point["recall"]), str(point["yes"]))
    return table


def _rules(one: Set) -> Table:
    columns = ("rule", "severity", "flagged", "right", "on a marked place", "precision", "low")
    table = _table("Rules: flagged responses that are not grounded", *columns, words=2)
    for rule in one["rules"]:
        counts = (str(rule[name]) for name in ("flagged", "right", "marked"))
        shares = (_number(rule[name]) for name in ("precision", "precision_low"))
        table.add_row(rule["rule"], rule["severity"], *counts, *shares)
    return table


def _kinds(gate: str, kinds: list[dict[str, Any]], *, grounded: bool) -> Table:
    table = _table(_MISTAKES[gate, grounded], "kind", "n", "mistaken", "share")
    sums = {"all": kinds}
    if contradictions := [kind for kind in kinds if not grounded and kind["kind"] in CONTRADICTIONS]:
        sums["contradictions"] = contradictions
    for kind in kinds:
        table.add_row(kind["kind"], str(kind["n"]), str(kind["mistaken"]), _number(kind["share"]))
    table.add_section()
    for name, part in sums.items():
        count, mistaken = sum(kind["n"] for kind in part), sum(kind["mistaken"] for kind in part)
        table.add_row(name, str(count), str(mistaken), _number(mistaken / count))
    return table


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"
