"""Which headings of a belief begin and end a section."""

from __future__ import annotations

import pytest

from beliefs.domain.belief import Section
from beliefs.domain.parse import parse


def sections(body: str) -> list[str]:
    return [link.section for link in parse(f"---\nid: a\n---\n# a\n\n## Statement\n\nWords.\n\n{body}\n").links]


@pytest.mark.parametrize(
    "heading",
    [
        "## Evidence",
        "## evidence",
        "## Evidence:",
        "## Evidence :",
        "## **Evidence**",
        "## __Evidence:__",
        "## Evidence ##",
        "### Evidence",
        "#### Evidence:",
        "###### Evidence",
        "# Evidence",
        " ## Evidence",
        "   ### Evidence:",
    ],
)
def test_evidence_is_known_at_any_level_and_with_marks_around_it(heading: str) -> None:
    assert sections(f"{heading}\n\n- [[b]]") == [Section.EVIDENCE]


@pytest.mark.parametrize(
    ("heading", "section"),
    [
        ("## Attacks:", Section.ATTACKS),
        ("### Attacks", Section.ATTACKS),
        ("  ## Attacks", Section.ATTACKS),
        ("## Attacked By:", Section.ATTACKED_BY),
        ("### Attacked-By", Section.ATTACKED_BY),
    ],
)
def test_an_attack_below_evidence_supports_nothing(heading: str, section: str) -> None:
    assert sections(f"## Evidence\n\n- [[b]]\n\n{heading}\n\n- [[c]]") == [Section.EVIDENCE, section]


@pytest.mark.parametrize("name", ["Supports", "Related", "Applied-In", "Statement", "Sessions", "Evidence of others"])
def test_a_deeper_heading_below_evidence_groups_it(name: str) -> None:
    assert sections(f"## Evidence\n\n### {name}\n\n- [[b]]") == [Section.EVIDENCE]


@pytest.mark.parametrize(
    "heading",
    ["## Evidences", "## Evidence (old)", "## No Evidence", "##Evidence", "    ## Evidence", "####### Evidence"],
)
def test_another_heading_begins_no_evidence(heading: str) -> None:
    assert Section.EVIDENCE not in sections(f"{heading}\n\nsee [[b]]")


@pytest.mark.parametrize(
    ("evidence", "next_heading"),
    [("##", "## Notes"), ("##", "# Notes"), ("###", "### Notes"), ("###", "## Notes"), (" ##", " ## Notes")],
)
def test_a_heading_of_its_level_or_above_ends_a_section(evidence: str, next_heading: str) -> None:
    assert sections(f"{evidence} Evidence\n\nsee [[b]]\n\n{next_heading}\n\nsee [[c]]")[0] == Section.EVIDENCE
    assert sections(f"{evidence} Evidence\n\nsee [[b]]\n\n{next_heading}\n\nsee [[c]]")[1] != Section.EVIDENCE


@pytest.mark.parametrize("below", ["### Notes", "- word\n\n  ## Notes", "```\n# Notes\n```", "    # Notes"])
def test_what_is_no_such_heading_leaves_the_section(below: str) -> None:
    assert sections(f"## Evidence\n\n{below}\n\n  see [[c]]") == [Section.EVIDENCE]


@pytest.mark.parametrize("heading", ["### Sessions", "### Supports", "### Applied-In", "### Evidence", "### [[b]]"])
@pytest.mark.parametrize("attack", ["### Attacks", "#### Attacked-By"])
def test_the_heading_behind_an_attack_below_evidence_groups_evidence_again(attack: str, heading: str) -> None:
    assert sections(f"## Evidence\n\n{attack}\n\n- [[c]]\n\n{heading}\n\n- [[d]]")[-1] == Section.EVIDENCE


def test_a_link_in_the_heading_behind_an_attack_below_evidence_is_evidence() -> None:
    assert sections("## Evidence\n\n### Attacks\n\n- [[c]]\n\n### From [[d]]") == [Section.ATTACKS, Section.EVIDENCE]


def test_a_heading_below_an_attack_below_evidence_is_its_text() -> None:
    attack = "## Evidence\n\n### Attacks\n\n#### Sessions\n\n- [[c]]"
    assert sections(attack) == [Section.ATTACKS]


@pytest.mark.parametrize(("heading", "section"), [("## Notes", "Notes"), ("## Related", Section.RELATED)])
def test_a_heading_of_the_level_of_evidence_ends_it_also_behind_an_attack(heading: str, section: str) -> None:
    assert sections(f"## Evidence\n\n### Attacks\n\n- [[c]]\n\n{heading}\n\n[[d]]") == [Section.ATTACKS, section]


@pytest.mark.parametrize("section", [Section.SUPPORTS, Section.RELATED, Section.APPLIED_IN, Section.ATTACKS])
def test_evidence_of_the_first_level_ends_at_the_second(section: Section) -> None:
    assert sections(f"# Evidence\n\n- [[b]]\n\n## {section}\n\n- [[c]]") == [Section.EVIDENCE, section]
