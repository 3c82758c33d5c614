"""Charts of the Trust page with their tables: the certificate, and the estimates by group."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from validation.domain.check import CheckName
from validation.domain.estimates.agreement import MeasuredValue
from validation.domain.estimates.certificate import Certificate, Step
from validation.insights.figures.figure import PER_CENT, interval_dots
from validation.insights.web.charts import Chart
from validation.trust.estimates.report import Group, TrustFigure
from validation.trust.figures import certificate_curve
from validation.trust.web.words import agreement, more_needed, per_cent, share_or_need

_PROMPT_SHOWN = 19
_TOO_EARLY = "Too early for a figure: no {by} has 30 answers yet. The table says how many more each needs."
_NOTHING = "No audit of this range was answered."
_NONE = MeasuredValue(None, None, None, 0)


def certificate_chart(found: Certificate) -> Chart:
    return Chart(
        slug="certificate",
        title="Certified threshold",
        note=f"Of approvals at or above a threshold: the share found wrong, and what the true share is at most, with "
        f"an error of {_per_cent(found.error)}. Tested from the highest threshold down; the "
        "dashed line is what is tolerated.",
        n=max((step.n for step in found.steps), default=0),
        columns=("Threshold", "Certified", "Audits", "Wrong", "Wrong at most", "Still approved"),
        rows=tuple(_step(step) for step in found.steps if step.n),
        figure=certificate_curve(found),
        empty="No approval of this range was audited and answered.",
    )


def certificate_sentence(found: Certificate) -> str:
    limits = f"{_per_cent(found.tolerated)} wrong approvals and an error of {_per_cent(found.error)}"
    if found.chosen is not None:
        chosen = found.chosen
        return (
            f"For at most {limits}: APPROVE from {chosen.threshold:.2f} is certified, at most "
            f"{_per_cent(chosen.bound)} are wrong, and {_per_cent(chosen.share_approved, 0)} of the approvals so "
            "far stay approved."
        )
    first = found.begins
    if first is None:
        return (
            f"No certificate for at most {limits}: too few audits. The first test takes {found.needed:,} answered "
            f"audits, drawn at one rate, at or above one threshold. Audit a larger share, or tolerate more."
        )
    return (
        f"No certificate for at most {limits}: at {first.threshold:.2f}, where testing begins, {first.wrong} of "
        f"{first.n} were wrong, so up to {_per_cent(first.bound, 2)} may be. Audit more, tolerate more, or mend what "
        "is wrong."
    )


def rates_chart(by: str, groups: Sequence[Group]) -> Chart:
    estimates = {_name(group): group.estimates for group in groups}
    wrong = [one.false_approve for one in estimates.values()]
    needless = [one.false_hold for one in estimates.values()]
    return Chart(
        slug=f"by-{by}",
        title=f"Decisions by {by}",
        note=_note(by, [*wrong, *needless], "False approvals and false holds with 95 % intervals."),
        n=sum(figure.n for figure in (*wrong, *needless)),
        columns=(
            by.capitalize(), "False approvals", "Wrong", "n", "Corrected by gold items", "False holds", "Needless", "n",
        ),
        rows=tuple(
            (
                name,
                *_share(one.false_approve),
                per_cent(one.corrected) if one.corrected else "–",
                *_share(one.false_hold),
            )
            for name, one in estimates.items()
        ),
        figure=interval_dots(
            list(estimates),
            {
                "false approvals": [figure.measured for figure in wrong],
                "false holds": [figure.measured for figure in needless],
            },
            xaxis={**PER_CENT, "rangemode": "tozero"},
            scale=100,
            tones=("--fail-solid", "--revise-solid"),
        ),
        wide=True,
        drawn=_is_drawn([*wrong, *needless]),
        empty=_NOTHING,
    )  # fmt: skip


def agreement_chart(by: str, groups: Sequence[Group]) -> Chart:
    series: dict[str, dict[str, TrustFigure | None]] = {
        "judge and people": {_name(group): group.estimates.judge_people for group in groups},
        "people and people": {_name(group): group.estimates.people for group in groups},
        "all people": {_name(group): group.estimates.alpha for group in groups},
    }
    figures = [figure for one in series.values() for figure in one.values() if figure]
    return Chart(
        slug=f"agreement-by-{by}",
        title=f"Agreement by {by}",
        note=_note(by, figures, "Agreement beyond chance, of judge and people, of two people (kappa), of all people "
                   "(alpha). 0 is chance; not measurable where one side always says the same."),
        n=sum(figure.n for figure in figures),
        columns=(by.capitalize(), "Judge and people", "n", "People and people", "n", "All people", "n"),
        rows=tuple(
            (name, *(cell for one in series.values() for cell in _agreement(one[name])))
            for name in series["all people"]
        ),
        figure=interval_dots(
            list(series["all people"]),
            {
                name: [figure.measured if figure else _NONE for figure in one.values()]
                for name, one in series.items()
            },
            xaxis={"range": [-1, 1.04], "dtick": 0.5, "zeroline": True},
            tones=("--accent-solid", "--calm-solid", "--halted-solid"),
        ),
        wide=True,
        drawn=_is_drawn(figures),
        empty=_NOTHING,
    )  # fmt: skip


def checks_chart(by: str, groups: Sequence[Group]) -> Chart:
    """Omits checks without a failure or a fault in a group."""
    lines = [
        (f"{check.name.words}, {_name(group)}", check)
        for name in CheckName
        for group in groups
        for check in group.estimates.checks
        if check.name is name and check.precision.n + check.recall.n
    ]
    figures = [figure for _, check in lines for figure in (check.precision, check.recall)]
    drawn = {label: check for label, check in lines if _is_drawn([check.precision, check.recall])}
    return Chart(
        slug=f"checks-by-{by}",
        title=f"Checks by {by}",
        note=_note(by, figures, "Precision and recall of each check with 95 % intervals."),
        n=sum(figure.n for figure in figures),
        columns=(f"Check, {by}", "Precision", "Broken", "n", "Recall", "Failed", "n"),
        rows=tuple((label, *_share(check.precision), *_share(check.recall)) for label, check in lines),
        figure=interval_dots(
            list(drawn),
            {
                "precision": [check.precision.measured for check in drawn.values()],
                "recall": [check.recall.measured for check in drawn.values()],
            },
            xaxis={**PER_CENT, "range": [0, 102]},
            scale=100,
            tones=("--accent-solid", "--calm-solid"),
        ),
        wide=True,
        drawn=bool(drawn),
        empty="No check failed, and people call none broken, in an audit of this range.",
    )


GROUP_CHARTS: dict[str, Callable[[str, Sequence[Group]], Chart]] = {
    "": rates_chart,
    "agreement-": agreement_chart,
    "checks-": checks_chart,
}
"""Keyed by the prefix of their slugs, before `by-month`."""


def _name(group: Group) -> str:
    """The group's name; a prompt is shortened to the start of its hash."""
    return group.name.removeprefix("sha256:")[:_PROMPT_SHOWN] if group.by == "prompt" else group.name


def _is_drawn(figures: Sequence[TrustFigure]) -> bool:
    return any(figure.measured.value is not None for figure in figures)


def _note(by: str, figures: Sequence[TrustFigure], note: str) -> str:
    if all(figure.too_early for figure in figures):
        return _TOO_EARLY.format(by=by)
    return f"{note} Groups with fewer than 30 answers have no figure."


def _agreement(figure: TrustFigure | None) -> tuple[str, int]:
    if figure is None:
        return "–", 0
    return more_needed(figure) if figure.too_early else agreement(figure.measured), figure.n


def _per_cent(share: float, digits: int = 1) -> str:
    return f"{100 * share:.{digits}f}".removesuffix(".0") + " %"


def _share(figure: TrustFigure) -> tuple[str, int, int]:
    return share_or_need(figure), figure.hits, figure.n


def _step(step: Step) -> tuple[object, ...]:
    return (
        f"{step.threshold:.2f}", "yes" if step.certified else "no", step.n, step.wrong, _per_cent(step.bound, 2),
        _per_cent(step.share_approved),
    )  # fmt: skip
