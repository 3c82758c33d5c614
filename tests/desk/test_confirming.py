"""Approving what is not judged, or what something speaks against, asks first: on the page and on the server."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.test import Client
from django.utils import timezone

from tests.desk.people import a_fail, a_group, a_shared_belief, text_of
from tests.factories import attempt, decide, intervention, turn
from tests.query_analysis.site.analyses import recorded
from tests.query_analysis.site.test_judged_again import halted
from validation.desk.actions import rulings
from validation.domain.attempt import Route
from validation.domain.check import CheckName
from validation.domain.desk.approval import ApprovalConcern, analysis_concerns, response_concerns
from validation.domain.intervention import Ruling
from validation.models import Intervention, RulingRecord
from validation.query_analysis.gate.result import QUERY_ANALYSIS

pytestmark = [pytest.mark.django_db, pytest.mark.any_database]
Work = Callable[[], Intervention]


def decided(confidence: float = 0.9, out_of_domain: str = "", failed: tuple[CheckName, ...] = ()) -> Intervention:
    one = attempt(turn())
    decide(one, Route.FAIL, confidence=confidence, failed=failed, out_of_domain=out_of_domain)
    return intervention(one)


def an_analysis() -> Intervention:
    for _ in range(2):
        recorded(turn_id="turn_1", mode="poem")
    return Intervention.objects.get(gate=QUERY_ANALYSIS)


def a_halted_analysis() -> Intervention:
    halted()
    return Intervention.objects.get(gate=QUERY_ANALYSIS)


CASES: dict[str, tuple[Work, str]] = {
    "halted": (lambda: a_group(1), "it was never judged (judge unavailable)"),
    "check": (lambda: decided(failed=(CheckName.CLAIMS_SUPPORTED,)), "Claims supported fails"),
    "domain": (lambda: decided(out_of_domain="very long"), "the judge is outside its domain"),
    "confidence": (lambda: decided(confidence=0.795), "its confidence is 0.79 (approving needs 0.80)"),
    "analysis": (an_analysis, "its checks say retry: mode"),
    "halted analysis": (a_halted_analysis, "it was never judged (judge unavailable)"),
    "belief": (a_shared_belief, "it is flagged: Two links do not resolve"),
}
each = pytest.mark.parametrize(("work", "words"), CASES.values(), ids=CASES.keys())


@each
def test_the_bar_does_not_approve_at_once(reviewer: Client, work: Work, words: str) -> None:
    bar = text_of(reviewer, f"/desk/{work().pk}/").split('id="desk-foot"')[1]
    assert 'href="?form=approve#desk-form"' in bar
    assert 'value="approve"' not in bar


@each
def test_the_form_names_what_is_missing(reviewer: Client, work: Work, words: str) -> None:
    page = text_of(reviewer, f"/desk/{work().pk}/?form=approve")
    assert words in page.split("Approve although")[1].split("</p>")[0]


@each
def test_an_approval_without_confirmation_is_refused_with_the_question(
    reviewer: Client, work: Work, words: str
) -> None:
    response = reviewer.post(f"/desk/{work().pk}/rule/", {"ruling": "approve"})
    assert response.status_code == 409
    assert words in response.content.decode()
    assert not RulingRecord.objects.exists()


@each
def test_the_form_as_it_is_shown_approves(reviewer: Client, work: Work, words: str) -> None:
    one = work()
    shown = text_of(reviewer, f"/desk/{one.pk}/?form=approve")
    codes = [part.split('"')[0] for part in shown.split('name="confirm" value="')[1:]]
    assert codes
    reviewer.post(f"/desk/{one.pk}/rule/", {"ruling": "approve", "confirm": codes})
    assert RulingRecord.objects.get().ruling == "approve"


@pytest.mark.parametrize(
    ("work", "ruling", "effect"),
    [
        (an_analysis, "approve", "Tells the pipeline that you approved it; the decision stays on record."),
        (an_analysis, "confirm_fail", "Tells the pipeline that you failed it, with this message;"),
        (
            a_halted_analysis,
            "dismiss",
            "Closes the item; the decision stays and the pipeline has nothing to do.",
        ),
        (a_shared_belief, "approve", "Records that you approved it; no pipeline is told."),
        (a_shared_belief, "confirm_fail", "Records that you failed it, with this reason; no pipeline is told."),
        (a_shared_belief, "dismiss", "Closes the item; the decision stays."),
        (a_fail, "dismiss", "Closes the item; its route stays and no user is told."),
        (a_fail, "revise", "Synthesis writes the response again with these hints, as one further attempt."),
        (lambda: a_group(2), "confirm_fail", "The user gets this message instead of a response."),
    ],
)
def test_button_and_form_say_what_a_ruling_does(reviewer: Client, work: Work, ruling: str, effect: str) -> None:
    form, foot = (
        text_of(reviewer, f"/desk/{work().pk}/?form={ruling}").split('id="desk-form"')[1].split('id="desk-foot"')
    )
    assert effect in form
    assert f'title="{effect}' in foot


def test_what_no_pipeline_is_told_has_a_reason_and_no_message(reviewer: Client) -> None:
    page = text_of(reviewer, f"/desk/{a_shared_belief().pk}/?form=confirm_fail")
    assert ("Reason, kept with the ruling" in page, "Message to the" in page) == (True, False)


def test_what_nothing_speaks_against_is_approved_at_once(reviewer: Client) -> None:
    work = decided()
    assert 'value="approve"' in text_of(reviewer, f"/desk/{work.pk}/").split('id="desk-foot"')[1]
    assert reviewer.post(f"/desk/{work.pk}/rule/", {"ruling": "approve"}).status_code == 302


def test_a_confirmation_of_something_else_is_none(reviewer: Client) -> None:
    work = decided(failed=(CheckName.CLAIMS_SUPPORTED,), out_of_domain="very long")
    sent = {"ruling": "approve", "confirm": ["failed:claims_supported"]}
    assert reviewer.post(f"/desk/{work.pk}/rule/", sent).status_code == 409


def test_htmx_gets_the_question_when_an_approval_comes_unconfirmed(reviewer: Client) -> None:
    headers = {"HX-Request": "true", "HX-Target": "desk-item"}
    response = reviewer.post(f"/desk/{a_fail().pk}/rule/", {"ruling": "approve"}, headers=headers)
    assert response.headers["HX-Retarget"] == "#desk-form"
    assert 'role="alert"' in response.content.decode()


def test_only_approving_asks(reviewer: Client) -> None:
    assert reviewer.post(f"/desk/{a_group(1).pk}/rule/", {"ruling": "dismiss"}).status_code == 302


def test_a_script_that_names_its_ruling_is_not_asked() -> None:
    rulings.rule(intervention_id=a_fail().pk, ruling=Ruling.APPROVE, by="key:ci", now=timezone.now())
    assert RulingRecord.objects.get().ruling == "approve"


@pytest.mark.parametrize(
    ("changed", "codes"),
    [
        ({}, []),
        ({"confidence": 0.8}, []),
        ({"confidence": 0.7999}, ["low_confidence"]),
        ({"judged": False, "halt_cause": "judge_timeout", "confidence": 0.0}, ["not_judged"]),
        (
            {"failed_checks": ["query_addressed", "coherent_format"]},
            ["failed:query_addressed", "failed:coherent_format"],
        ),
        ({"out_of_domain": "long", "confidence": 0.2}, ["out_of_domain", "low_confidence"]),
    ],
)
def test_concerns_of_a_response(changed: dict[str, object], codes: list[str]) -> None:
    usual = {
        "judged": True,
        "halt_cause": "",
        "failed_checks": [],
        "out_of_domain": "",
        "confidence": 0.9,
        "approve": 0.8,
    }
    assert [one.code for one in response_concerns(**{**usual, **changed})] == codes  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("status", "halt_cause", "queued", "issues", "expected"),
    [
        ("pass", "", False, [], ()),
        (
            "clarify",
            "",
            False,
            ["What is it?"],
            (ApprovalConcern("not_passed", "its checks say clarify: What is it?"),),
        ),
        ("retry", "", False, ["a.", "b"], (ApprovalConcern("not_passed", "its checks say retry: a and 1 more"),)),
        ("", "judge_timeout", False, [], (ApprovalConcern("not_judged", "it was never judged (judge timeout)"),)),
        ("", "judge_timeout", True, [], (ApprovalConcern("not_judged", "it is not judged yet"),)),
    ],
)
def test_concerns_of_an_analysis(
    status: str, halt_cause: str, queued: bool, issues: list[str], expected: tuple[ApprovalConcern, ...]
) -> None:
    found = analysis_concerns(status=status, halt_cause=halt_cause, queued=queued, issues=issues)
    assert found == expected
