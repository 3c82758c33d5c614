"""Prints what a run found: one table a set, then its reliability by band."""

from __future__ import annotations

from typing import Any

from rich.console import Console
from rich.table import Table

Set = dict[str, Any]


def show(report: dict[str, Any], console: Console) -> None:
    """`report` as `evals.runner.run` returns it."""
    for one in report["sets"]:
        console.print(_figures(report, one))
        if one.get("bands"):
            console.print(_bands(one))


def _figures(report: dict[str, Any], one: Set) -> Table:
    title = f"{report['gate']} by {report['judge']}: {one['dataset']} / {one['task']}, n = {one['n']}"
    table = Table(title=title, caption=_caption(one), title_justify="left", caption_justify="left")
    table.add_column("figure")
    for name in ("value", "low", "high"):
        table.add_column(name, justify="right")
    for name, figure in one["metrics"].items():
        table.add_row(name, *(_number(figure[bound]) for bound in ("value", "low", "high")))
    return table


def _caption(one: Set) -> str:
    told = f"95 % intervals; {1000 * one['seconds_per_item']:.1f} ms an item"
    if "prevalence" not in one:
        return told
    share = one["prevalence"]
    always = 2 * share / (1 + share) if share else 0.0
    return f"{told}; prevalence {share:.3f}, F1 of flagging everything {always:.3f}"


def _bands(one: Set) -> Table:
    table = Table(title="Reliability: P(grounded) by band", title_justify="left")
    for name in ("band", "n", "predicted", "came true"):
        table.add_column(name, justify="right")
    for band in one["bands"]:
        edge = f"{band['low']:.2f}-{band['high']:.2f}"
        table.add_row(edge, str(band["n"]), _number(band["predicted"]), _number(band["grounded"]))
    return table


def _number(value: float | None) -> str:
    return "" if value is None else f"{value:.3f}"
