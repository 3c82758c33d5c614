"""The parts of the Trust page that are a chart and its table: the certificate, and the figures by group."""

from __future__ import annotations

from validation.domain.estimates.certificate import Certificate, Step
from validation.insights.figures.figure import interval_dots
from validation.insights.web.charts import Chart
from validation.trust.estimates.report import GroupTrust, TrustFigure
from validation.trust.figures.certificate import certificate_curve
from validation.trust.queries.trust_report import Trust
from validation.trust.web.words import plain, share_or_need

_PROMPT_SHOWN = 19
_TOO_EARLY = "Too early for a figure: no {by} has 30 answers yet. The table says how many more each needs."
BYS = ("pipeline", "judge", "prompt", "policy", "language", "month")


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


def group_chart(trust: Trust, by: str) -> Chart:
    groups = [group for group in trust.report.groups if group.by == by]
    names = [group_name(group) for group in groups]
    wrong, needless = [group.false_approve for group in groups], [group.false_hold for group in groups]
    figures = (*wrong, *needless)
    early = bool(groups) and all(figure.too_early for figure in figures)
    return Chart(
        slug=f"by-{by}",
        title=f"By {by}",
        note=_TOO_EARLY.format(by=by)
        if early
        else "False approvals and false holds with 95 % intervals. Groups with fewer than 30 answers have no figure.",
        n=sum(figure.n for figure in figures),
        columns=(
            by.capitalize(), "False approvals", "Wrong", "n", "False holds", "Needless", "n", "Kappa with people", "n",
        ),
        rows=tuple(
            (name, *_share(group.false_approve), *_share(group.false_hold), plain(group.kappa.measured), group.kappa.n)
            for name, group in zip(names, groups, strict=True)
        ),
        figure=interval_dots(
            names,
            {
                "false approvals": [figure.measured for figure in wrong],
                "false holds": [figure.measured for figure in needless],
            },
            xaxis={"tickformat": ".0%", "rangemode": "tozero"},
            tones=("--fail-solid", "--revise-solid"),
        ),
        wide=True,
        drawn=not early,
        empty="No audit of this range was answered.",
    )  # fmt: skip


def group_name(group: GroupTrust) -> str:
    """Prompts by the start of their hash."""
    return group.name.removeprefix("sha256:")[:_PROMPT_SHOWN] if group.by == "prompt" else group.name


def _per_cent(share: float, digits: int = 1) -> str:
    return f"{100 * share:.{digits}f}".removesuffix(".0") + " %"


def _share(figure: TrustFigure) -> tuple[str, int, int]:
    return share_or_need(figure), figure.hits, figure.n


def _step(step: Step) -> tuple[object, ...]:
    return (
        f"{step.threshold:.2f}", "yes" if step.certified else "no", step.n, step.wrong, _per_cent(step.bound, 2),
        _per_cent(step.share_approved),
    )  # fmt: skip
