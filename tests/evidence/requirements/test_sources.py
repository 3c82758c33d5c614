"""Which claims need a source, and what counts as one."""

import time

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.evidence.requirements.turns import context
from tests.evidence.turns import with_evidence
from validation.context_md.parser import parse
from validation.domain.check import CheckName, CheckState
from validation.domain.claim import Claim, ClaimState
from validation.domain.finding import Finding, Severity
from validation.evidence.check_response import check_response
from validation.evidence.context.index import EvidenceIndex
from validation.evidence.context.items import collect
from validation.evidence.linking import best_items, link
from validation.evidence.sources import SourcesReport, check_sources
from validation.evidence.text.blocks import scan
from validation.evidence.text.claims import split_claims

PASS, FAIL, NONE = CheckState.PASS, CheckState.FAIL, CheckState.NOT_APPLICABLE

TABLE = (
    "| claim | confidence | source_ref | url |\n|---|---|---|---|\n"
    "| Aro kettle, 39,90 EUR at Topf | 0.9 | t1.r1 | https://topf.example/aro |\n"
    "| Bel kettle, 54,00 EUR at Herd | 0.9 | t1.r2 | https://herd.example/bel |\n"
    "| Aro kettle weighs 850 g | 0.9 | t1.r3 | https://aro.example/kettle |\n"
)
BARE = "Aro kettle, 39,90 EUR at Topf\n\nAro kettle weighs 850 g\n\nAro kettle was tested on 3 March 2025\n"
REFS = (
    "| claim | source_ref |\n|---|---|\n| Aro kettle, 39,90 EUR at Topf | t1.r1 |\n| Aro kettle weighs 850 g | t1.r2 |"
)
MEMORY = (
    "### Session Preferences\n- Aro kettle was 44,90 EUR in May (source_ref: memory:kettle)\n- Aro kettle holds 2 l\n"
)
RESULT = (
    "**Result:** SUCCESS (source_ref: orders:55019), https://topf.example/all\n\n"
    "| kettle | price | weight |\n|---|---|---|\n| Aro kettle | 39,90 EUR | 850 g |\n\n"
    "Nothing else was found there.\n\n| kettle | weight |\n|---|---|\n| Bel kettle | 900 g |\n"
)
SHOP = "[Topf](https://topf.example/aro)"


def claims_of(response: str, evidence: str, gathered: str = "") -> tuple[Claim, ...]:
    """Claims linked by the real linking, every factual one supported."""
    index = EvidenceIndex(collect(parse(context("which kettle?", evidence, gathered=gathered))))
    return tuple(
        Claim(
            id=span.id,
            text=span.text,
            start=span.start,
            end=span.end,
            state=ClaimState.SUPPORTED if span.factual else ClaimState.NOT_FACTUAL,
            probability=0.9,
            evidence=tuple(link(place, index) for place in best_items(span, index)) if span.factual else (),
        )
        for span in split_claims(response)
    )


def sources(response: str, evidence: str = "", gathered: str = "", findings: tuple[Finding, ...] = ()) -> SourcesReport:
    claims = claims_of(response, evidence, gathered)
    return check_sources(response_md=response, blocks=scan(response), claims=claims, findings=findings)


@pytest.mark.parametrize(
    ("response", "state"),
    [
        # who needs one
        ("Hello! Shall I compare kettles?", NONE),
        ("Kettles boil water.", NONE),
        ("## 2 kettles", NONE),
        ("Zorn kettles cost 20 EUR.", FAIL),
        ("Zorn kettles weigh 700 g.", FAIL),
        ("Zorn kettles lose 20% of their heat.", FAIL),
        ("Zorn was founded on 3 March 1999.", FAIL),
        ("Zorn opens at 9:30.", FAIL),
        ("Zorn sells 12 models.", FAIL),
        ("Zorn sells two models.", NONE),
        ("Zorn kettles seem to cost 20 EUR, which is unverified.", NONE),
        ("The weight of 700 g could not be verified.", NONE),
        ("1. Zorn kettles are red.\n2. Zorn kettles are loud.\n", NONE),
        ("| kettle | weight |\n|---|---|\n| Zorn | 700 g |\n", FAIL),
        ("- Zorn: 20 EUR\n", FAIL),
        # in the same sentence, item or row
        ("Zorn kettles cost 20 EUR ([Zorn](https://zorn.example)).", PASS),
        ("According to [Zorn](https://zorn.example), they weigh 700 g.", PASS),
        ("Zorn kettles weigh 700 g (<https://zorn.example/a>).", PASS),
        ("Zorn kettles weigh 700 g (source_ref: t9.r1).", PASS),
        ("Zorn kettles weigh 700 g [t9.r1].", PASS),
        ("Zorn kettles weigh 700 g [memory:zorn].", PASS),
        ("Zorn kettles weigh 700 g. ([Zorn](https://zorn.example))", PASS),
        ("- Zorn: 20 EUR. [view](https://zorn.example)\n", PASS),
        ("- Zorn: 20 EUR. They weigh 700 g. [view](https://zorn.example)\n", PASS),
        ("| kettle | weight | link |\n|---|---|---|\n| Zorn | 700 g | [view](https://zorn.example) |\n", PASS),
        ("| kettle | weight | ref |\n|---|---|---|\n| Zorn | 700 g | t9.r1 |\n", PASS),
        # elsewhere does not count
        ("See [Zorn](https://zorn.example) first. Zorn kettles weigh 700 g.", FAIL),
        ("Zorn kettles weigh 700 g. Bim kettles weigh 800 g ([Bim](https://bim.example)).", FAIL),
        ("- Zorn: 20 EUR\n- Bim: 30 EUR [view](https://bim.example)\n", FAIL),
        ("Zorn kettles weigh 700 g.\n\nMore on [kettles](https://kettle.example).", FAIL),
        ("Zorn kettles weigh 700 g [1].", FAIL),
        # under the same heading
        ("## [Zorn](https://zorn.example)\nZorn kettles weigh 700 g.\n", PASS),
        ("## Zorn\nSource: https://zorn.example/a\n\nZorn kettles weigh 700 g.\n", PASS),
        ("## Zorn\nZorn kettles weigh 700 g.\n\n[view](https://zorn.example)\n", PASS),
        ("## Zorn\nZorn kettles weigh 700 g.\n\n## Bim\n[view](https://bim.example)\n", FAIL),
        # in the closing source list
        ("Zorn kettles weigh 700 g.\n\n## Sources\n- [Zorn](https://zorn.example)\n", PASS),
        ("Zorn kettles weigh 700 g.\n\nSources:\n- [Zorn](https://zorn.example)\n", PASS),
        ("Zorn kettles weigh 700 g.\n\n**References:**\n- t9.r1\n", PASS),
        ("Zorn kettles weigh 700 g.\n\nSource: [Zorn](https://zorn.example)\n", PASS),
        ("Zorn kettles weigh 700 g.\n\n## Sources\n- the maker\n", FAIL),
        ("## Sources\n- [Zorn](https://zorn.example)\n\n## Weight\nZorn kettles weigh 700 g.\n", FAIL),
        ("## Sources\nZorn kettles weigh 700 g.\n", FAIL),
        # in the first or last line of a response without headings
        ("Source: [Zorn](https://zorn.example)\n\nZorn kettles weigh 700 g.\n", PASS),
        ("According to [Zorn](https://zorn.example):\n\n- 20 EUR\n- 700 g\n", PASS),
        ("Zorn kettles cost 20 EUR.\n\nThey weigh 700 g.\n\n(All figures from [Zorn](https://zorn.example).)", PASS),
        ("Kettles boil.\n\nSource: [Zorn](https://zorn.example)\n\nZorn kettles weigh 700 g.\n", FAIL),
        ("## Weight\nZorn kettles weigh 700 g.\n\n## Price\nAccording to [Zorn](https://zorn.example).", FAIL),
    ],
)
def test_a_claim_without_evidence_must_name_its_source(response: str, state: CheckState) -> None:
    assert sources(response).check.state is state


@pytest.mark.parametrize(
    ("response", "evidence", "state"),
    [
        ("The Aro kettle weighs 850 g.", TABLE, PASS),
        ("The Aro kettle weighs 850 g.", REFS, PASS),
        ("The Aro kettle weighs 850 g.", BARE, FAIL),
        ("The Aro kettle was tested on 3 March 2025.", BARE, FAIL),
        ("The Aro kettle weighs 850 g ([Aro](https://aro.example/kettle)).", BARE, PASS),
        ("The Aro kettle is sold at Topf.", TABLE, PASS),
        ("The Aro kettle is sold at Topf.", BARE, FAIL),
        # a price shows the url that the evidence has
        ("The Aro kettle costs 39.90 EUR at Topf.", TABLE, FAIL),
        (f"The Aro kettle costs 39.90 EUR at {SHOP}.", TABLE, PASS),
        ("The Aro kettle costs 39.90 EUR at Topf (t1.r1).", TABLE, FAIL),
        ("The Aro kettle costs 39.90 EUR at Topf (t1.r1).", REFS, PASS),
        ("The Aro kettle costs 39.90 EUR at Topf.", REFS, PASS),
        ("The Aro kettle costs 39.90 EUR at Topf.", BARE, FAIL),
        ("The Aro kettle costs 39.90 EUR at [Topf](https://herd.example/bel).", TABLE, FAIL),
        ("The Aro kettle costs 39.90 EUR at [Topf](https://www.topf.example/aro/?utm_source=x).", TABLE, PASS),
        (f"The Aro kettle costs 39.90 EUR at Topf.\n\n## Sources\n- {SHOP}\n", TABLE, PASS),
        (f"The Aro kettle is at {SHOP}.\n\nAt 39.90 EUR the Aro kettle at Topf is the cheapest.", TABLE, PASS),
        (
            "| shop | price | link |\n|---|---|---|\n| Topf, Aro kettle | 39.90 EUR | - |\n",
            TABLE,
            FAIL,
        ),
        (
            "| shop | price | link |\n|---|---|---|\n"
            "| Topf, Aro kettle | 39.90 EUR | [view](https://topf.example/aro) |\n",
            TABLE,
            PASS,
        ),
        ("The Aro kettle weighs 850 g.\n\n## Sources\n- [Herd](https://herd.example/bel)\n", TABLE, PASS),
        ("The Aro kettle weighs 850 g.\n\n## Sources\n- [Herd](https://herd.example/bel)\n", BARE, PASS),
        ("The Aro kettle weighs 850 g.", RESULT, PASS),
        ("- The Aro kettle costs 39.90 EUR at [Topf](https://topf.example/all).", RESULT, PASS),
        ("The Bel kettle weighs 900 g.", RESULT, FAIL),
    ],
)
def test_a_claim_on_section_4_is_held_to_what_its_evidence_carries(
    response: str, evidence: str, state: CheckState
) -> None:
    assert sources(response, evidence).check.state is state


@pytest.mark.parametrize(
    "response", ["The Aro kettle was 44.90 EUR in May.", "The Aro kettle holds 2 l.", "The Aro kettle holds water."]
)
def test_section_2_vouches_for_itself(response: str) -> None:
    assert sources(response, gathered=MEMORY).findings == ()


@pytest.mark.parametrize("code", ["url_not_in_evidence", "source_ref_unknown"])
def test_an_invented_source_is_none(code: str) -> None:
    response = "Zorn kettles weigh 700 g [t9.r1]."
    start = response.index("[t9.r1]")
    found = Finding(code, Severity.CERTAIN, CheckName.NO_HALLUCINATIONS, start, start + 7, "")
    assert sources(response, findings=(found,)).check.state is FAIL


def test_an_invented_url_is_none() -> None:
    response = "Zorn kettles weigh 700 g ([Zorn](https://zorn.example))."
    start = response.index("https")
    found = Finding("url_not_in_evidence", Severity.CERTAIN, CheckName.NO_HALLUCINATIONS, start, start + 20, "")
    assert sources(response, findings=(found,)).check.state is FAIL


def test_each_claim_without_a_source_is_one_likely_finding_on_its_span() -> None:
    response = "Zorn kettles weigh 700 g. Bim kettles weigh 800 g ([Bim](https://bim.example)). Lor kettles cost 9 EUR."
    found = sources(response).findings
    assert [(one.code, one.severity, response[one.start : one.end]) for one in found] == [
        ("source_missing", Severity.LIKELY, "Zorn kettles weigh 700 g."),
        ("source_missing", Severity.LIKELY, "Lor kettles cost 9 EUR."),
    ]


def test_the_reason_names_the_price_and_what_is_missing() -> None:
    report = sources("The Aro kettle costs 39.90 EUR at Topf.", TABLE)
    assert "39.90 EUR" in report.check.reason
    assert "url" in report.check.reason


@given(st.lists(st.sampled_from(["Aro", "39.90 EUR", "\n", "## Sources", "- ", SHOP, "[t1.r1]", ".", ":"]) | st.text()))
def test_any_response_gets_a_state_and_findings_only_when_it_fails(pieces: list[str]) -> None:
    report = sources(" ".join(pieces), TABLE)
    assert bool(report.findings) is (report.check.state is FAIL)


@pytest.mark.parametrize("piece", ["Zorn is 20 EUR. ", "## Sources\n", "[x](https://a.example) ", "- 20 EUR\n\n"])
def test_a_long_response_is_read_in_seconds(piece: str) -> None:
    response = piece * (200_000 // len(piece))
    claims, blocks = claims_of(response, ""), scan(response)
    started = time.process_time()
    check_sources(response_md=response, blocks=blocks, claims=claims)
    assert time.process_time() - started < 10


@pytest.mark.parametrize(
    ("reference", "state"),
    [("orders:55019", PASS), ("q:all", PASS), ("almanac/holm", PASS), ("note:this", FAIL), ("km/h", FAIL)],
)
def test_a_reference_that_the_evidence_holds_needs_no_word_before_it(reference: str, state: CheckState) -> None:
    response = f"The Bel kettle weighs 900 g ({reference})."
    register = f'{RESULT} (source_ref: almanac/holm) 30 km/h {{"source_ref": "q:all"}}'
    claims = claims_of(response, RESULT)
    report = check_sources(response_md=response, blocks=scan(response), claims=claims, register=register)
    assert report.check.state is state


def test_a_last_line_of_nothing_but_a_reference_is_the_source_of_all() -> None:
    response = "**Bel kettle:** 900 g\n\n**Topf:** 800 g\n\n(orders:55019)"
    claims = claims_of(response, "")
    report = check_sources(response_md=response, blocks=scan(response), claims=claims, register=RESULT)
    assert report.check.state is PASS


@pytest.mark.parametrize(("shop", "holds"), [("brio", True), ("aro", False)])
def test_of_two_lines_each_has_its_own_address(shop: str, holds: bool) -> None:
    evidence = (
        "Aro kettle: 49.90 EUR, 1.7 litres, steel, https://topf.example/aro\n"
        "Brio kettle: 39.50 EUR, 1.2 litres, glass, https://topf.example/brio\n"
    )
    response_md = f"You can buy the [Brio kettle](https://topf.example/{shop}) for 39.50 EUR."
    report = check_response(with_evidence(evidence, query="Where can I buy the Brio?"), response_md)
    assert ("source_missing" not in {one.code for one in report.findings}) is holds
