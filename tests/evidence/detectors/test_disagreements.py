"""Two results that say the same of the same thing with another value carry neither value."""

from __future__ import annotations

import pytest

from tests.evidence.turns import with_evidence
from validation.domain.finding import Severity
from validation.evidence.check_response import check_response

LAMP = "Lumo H4: {} EUR, 450 lumens, 78 g. https://lampenladen.example/p/lumo-h4"
RESPONSE = "The [Lumo H4](https://lampenladen.example/p/lumo-h4) costs 49.90 EUR."


def results(*bodies: str, commands: tuple[str, ...] = ("", "")) -> str:
    labels = [f"**Command:** `{one}`\n\n" if one else "" for one in commands]
    return "\n\n".join(
        f"### search (source_ref: search_{number})\n\n{label}{body}"
        for number, (label, body) in enumerate(zip(labels, bodies, strict=True), 1)
    )


SHOPS = results(*map(LAMP.format, ("49.90", "69.90"))).replace("search", "Shop 1", 2).replace("search", "Shop 2")


def disagreements(execution: str, response: str = RESPONSE) -> list[str]:
    report = check_response(with_evidence(execution), response)
    assert {one.severity for one in report.findings if one.code == "evidence_disagrees"} <= {Severity.CERTAIN}
    return [one.message for one in report.findings if one.code == "evidence_disagrees"]


@pytest.mark.parametrize("prices", [("49.90", "69.90"), ("69.90", "49.90")])
def test_a_value_that_another_result_denies_is_not_approved(prices: tuple[str, str]) -> None:
    [message] = disagreements(results(*map(LAMP.format, prices)))
    assert message.startswith("Section 4 also says 69.90 EUR for 49.90 EUR: “Lumo H4: 69.90 EUR, 450 lumens")


def test_iterations_of_one_run_deny_each_other() -> None:
    execution = results(*map(LAMP.format, ("49.90", "69.90")))
    for number in (1, 2):
        execution = execution.replace("### search", f"### Executor Iteration {number}", 1)
    assert len(disagreements(execution)) == 1


@pytest.mark.parametrize(
    "response",
    [
        RESPONSE.replace("49.90 EUR", "49.90 EUR in one result and 69.90 EUR in the other"),
        RESPONSE.replace("costs", "costs, by the latest result,"),
        RESPONSE.replace("costs 49.90 EUR", "weighs 78 g"),
    ],
)
def test_who_names_both_or_says_which_or_claims_something_else_is_right(response: str) -> None:
    assert disagreements(results(LAMP.format("49.90"), LAMP.format("69.90")), response) == []


@pytest.mark.parametrize(
    "execution",
    [
        results(LAMP.format("49.90"), LAMP.format("49,90")),
        results(LAMP.format("49.90"), LAMP.format("69.90").replace("H4", "H5")),
        results(LAMP.format("49.90"), LAMP.format("69.90").replace("lampenladen", "lichthof")),
        results(LAMP.format("49.90"), LAMP.format("69.90").replace("450", "900")),
        results(LAMP.format("49.90"), LAMP.format("69.90"), commands=("price at Berlin", "price at Hamburg")),
        results("price: 49.90 EUR", "price: 69.90 EUR"),
        "### search\n\n" + LAMP.format("49.90") + "\n\n" + LAMP.format("69.90"),
        SHOPS,
        results("Lumo H4 on 2026-01-05: 49.90 EUR", "Lumo H4 on 2026-01-06: 69.90 EUR"),
    ],
    ids=["same value", "another thing", "another shop", "another variant", "another question", "unnamed", "one result",
         "another heading", "another day"],
)  # fmt: skip
def test_what_may_be_of_something_else_is_no_disagreement(execution: str) -> None:
    assert disagreements(execution) == []


LINE = "- Lumo H4: {} EUR, 450 lumens (source_ref: {})"


@pytest.mark.parametrize(("said", "denied"), [("39.90", True), ("49.90", False)])
def test_section_4_outranks_section_2(said: str, denied: bool) -> None:
    document = with_evidence(LINE.format("49.90", "r1"), gathered=LINE.format("39.90", "r0"))
    report = check_response(document, f"The Lumo H4 costs {said} EUR and gives 450 lumens (source_ref: r1).")
    assert ("evidence_disagrees" in {one.code for one in report.findings}) == denied


def test_sources_of_one_section_deny_each_other() -> None:
    lines = f"{LINE.format('49.90', 'r1')}\n{LINE.format('39.90', 'r2')}"
    [message] = disagreements(lines, "The Lumo H4 costs 39.90 EUR (source_ref: r2).")
    assert "49.90 EUR" in message


def test_an_old_value_told_as_old_is_right() -> None:
    document = with_evidence(LINE.format("49.90", "r1"), gathered=LINE.format("39.90", "r0"))
    report = check_response(document, "The Lumo H4 was 39.90 EUR (source_ref: r0).")
    assert "evidence_disagrees" not in {one.code for one in report.findings}
