"""The share of a rule's flags that labels bear out."""

import pytest

from evals.datasets_io import GroundingItem
from evals.rules import RuleFigures, rule_figures
from validation.domain.check import CheckName
from validation.domain.finding import Finding, Severity


def item(*, grounded: bool, spans: tuple[tuple[int, int], ...] | None = ()) -> GroundingItem:
    return GroundingItem("i", "own", "QA", "When?", (), "The mill opens at 07:15 and closes.", grounded, spans)


def finding(code: str, start: int = 18, end: int = 23, *, certain: bool = False, form: bool = False) -> Finding:
    check = CheckName.COHERENT_FORMAT if form else CheckName.NO_HALLUCINATIONS
    return Finding(code, Severity.CERTAIN if certain else Severity.LIKELY, check, start, end, "told")


def test_a_rule_counts_responses_and_not_findings() -> None:
    (rule,) = rule_figures([(item(grounded=False), (finding("number"), finding("number", 0, 3)))])
    assert (rule.flagged, rule.right) == (1, 1)


@pytest.mark.parametrize(
    ("spans", "marked"),
    [(((20, 30),), 1), (((23, 30),), 0), ((), 0), (None, 0)],
    ids=["touches", "beside", "no", "none"],
)
def test_a_mark_counts_where_the_finding_touches_it(spans: tuple[tuple[int, int], ...] | None, marked: int) -> None:
    (rule,) = rule_figures([(item(grounded=False, spans=spans), (finding("number"),))])
    assert rule.marked == marked


def test_certain_rules_come_first_then_the_busiest() -> None:
    judged = [
        (item(grounded=True), (finding("date"), finding("number"), finding("time", certain=True))),
        (item(grounded=False), (finding("number"),)),
    ]
    assert [rule.rule for rule in rule_figures(judged)] == ["time", "number", "date"]


def test_form_says_nothing_about_grounding() -> None:
    assert rule_figures([(item(grounded=False), (finding("unclosed_fence", form=True),))]) == ()


@pytest.mark.parametrize(("flagged", "right", "low"), [(45, 43, 0.852), (10, 10, 0.722), (400, 380, 0.924)])
def test_the_lower_bound_grows_with_the_number_of_flags(flagged: int, right: int, low: float) -> None:
    assert RuleFigures("time", "certain", flagged, right, 0).low == pytest.approx(low, abs=0.001)
