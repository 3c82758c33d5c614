"""Charts that compare the judge with reviewers: calibration of its confidence, and agreement."""

from __future__ import annotations

from validation.domain.estimates.agreement import VOID, MeasuredValue
from validation.insights.figures.figure import agreement_dots, reliability_diagram
from validation.insights.queries.calibration import MOST, Calibration, Group, calibration
from validation.insights.queries.insights import InsightScope
from validation.insights.web.charts import Chart

_NOT_RULED = "No decided attempt was ruled on in this range. Rulings of the review desk are compared here."
PROMPT_SHOWN = 19


def trust_charts(scope: InsightScope) -> tuple[Chart, ...]:
    """Both charts use the same rulings, read once."""
    read = calibration(scope)
    return _reliability(read), _agreement(read)


def _reliability(read: Calibration) -> Chart:
    return Chart(
        slug="reliability",
        title="Reliability",
        note="How often a reviewer approved a response as it stood, by the judge's confidence, with a 95 % interval. "
        f"Only what came to the desk is ruled on, so high confidences are rare here.{_bounded(read)}",
        n=read.n,
        columns=("From", "To below", "Mean confidence", "Approved as it stood", "Low", "High", "n"),
        rows=tuple(
            (f"{one.low:.1f}", f"{one.high:.1f}", f"{one.confidence:.2f}", *_cells(one.sound)) for one in read.bins
        ),
        figure=reliability_diagram(read.bins),
        empty=_NOT_RULED,
    )


def _agreement(read: Calibration) -> Chart:
    names = [_name(group) for group in read.groups]
    decisions = [group.decision.kappa for group in read.groups]
    checks = [group.checks.kappa for group in read.groups]
    return Chart(
        slug="agreement",
        title="Agreement with reviewers",
        note="How far judge and reviewers agree beyond chance (Cohen's kappa), with a 95 % interval: approve or not, "
        "and check by check; a check counts where the reviewer approved as is or marked one. 0 is chance, 1 always the "
        f"same; not measurable where one of the two always says the same.{_bounded(read)}",
        n=read.n,
        columns=(
            "Of", "Decision, same", "Low", "High", "n", "Kappa", "Low", "High", "n",
            "Checks, same", "Low", "High", "n", "Kappa", "Low", "High", "n",
        ),
        rows=tuple(
            (
                name,
                *_cells(group.decision.same),
                *_kappa(group.decision.kappa),
                *_cells(group.checks.same),
                *_kappa(group.checks.kappa),
            )
            for name, group in zip(names, read.groups, strict=True)
        ),
        figure=agreement_dots(names, {"approve or not": decisions, "checks": checks}),
        wide=True,
        drawn=any(one.value is not None for one in (*decisions, *checks)),
        empty=_NOT_RULED,
    )  # fmt: skip


def _name(group: Group) -> str:
    if group.by == "all":
        return "All"
    return f"{group.by} {group.name.removeprefix('sha256:')[:PROMPT_SHOWN] if group.by == 'prompt' else group.name}"


def _cells(measured: MeasuredValue) -> tuple[str | int, ...]:
    values = (measured.value, measured.low, measured.high)
    return (*("–" if value is None else f"{value:.2f}" for value in values), measured.n)


def _kappa(measured: MeasuredValue) -> tuple[str | int, ...]:
    return (VOID, *_cells(measured)[1:]) if measured.is_void else _cells(measured)


def _bounded(read: Calibration) -> str:
    return f" The newest {MOST:,} rulings are counted." if read.more else ""
