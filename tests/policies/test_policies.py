"""The pages of the policies."""

from __future__ import annotations

import re
from html import unescape

import pytest
from django.test import Client

from tests.desk.people import client_of
from tests.factories import NOON, lamp_turn, pipeline
from tests.verdicts import decided_as
from validation.domain.policy import BeliefWeights, PolicyDocument, ResponsePolicy
from validation.models import AuditEvent, Policy
from validation.platform.permissions import Role
from validation.policies.actions.policies import override
from validation.policies.web.policy_fields import changes, flat, label_of, read_document, values_by_section
from validation.policies.web.policy_form import PolicyForm

pytestmark = pytest.mark.django_db


def typed(**changed: str) -> dict[str, str]:
    """The whole form as a browser sends it: flags only when they are on."""
    values = {path: value for path, value in flat(PolicyDocument()).items() if value != "off"}
    named = {name.replace("__", "."): value for name, value in changed.items()}
    return {**values, "step": "publish", "based_on": "1", "reason": "Fewer wrong prices.", **named}


def publish(client: Client, **changed: str) -> object:
    return client.post("/policies/edit/", typed(**changed))


# --- the document as a form


def test_every_value_of_the_document_has_a_field() -> None:
    form = PolicyForm(PolicyDocument())
    assert {*form.fields, *form.rows} == {"reason", *flat(PolicyDocument())}


def test_a_form_that_changes_nothing_reads_as_the_document() -> None:
    document = read_document(typed(), PolicyDocument())
    assert PolicyDocument.model_validate(document) == PolicyDocument()


def test_a_difference_is_told_with_both_values() -> None:
    after = PolicyDocument(response=ResponsePolicy(approve=0.9))
    (change,) = changes(PolicyDocument(), after)
    assert (change.label, change.before, change.after) == ("Response gate: APPROVE from", "0.8", "0.9")


@pytest.mark.parametrize(
    ("path", "label"),
    [
        ("response.approve", "APPROVE from"),
        ("interventions.high_minutes", "High due within, in minutes"),
        ("retrieval.answer_present", "Answer is present from"),
    ],
)
def test_a_field_is_named_in_words(path: str, label: str) -> None:
    assert label_of(path) == label


# --- the pages


def test_long_times_are_said_in_hours_and_days_too() -> None:
    desk = dict(values_by_section(PolicyDocument())["Review desk"])
    due = [desk[f"{priority} due within, in minutes"] for priority in ("Critical", "High", "Medium", "Low")]
    assert due == ["30", "240 (4 h)", "1440 (24 h)", "4320 (3 d)"]


def test_everybody_sees_the_thresholds_in_force() -> None:
    page = client_of(Role.VIEWER).get("/policies/").content.decode()
    assert "APPROVE from" in page
    assert "/policies/edit/" not in page


def test_publishing_puts_the_next_number_in_force(admin: Client) -> None:
    assert publish(admin, response__approve="0.9").status_code == 302  # type: ignore[attr-defined]
    assert Policy.objects.first().read().response.approve == 0.9  # type: ignore[union-attr]
    assert AuditEvent.objects.filter(verb="policy.published", by="anna").exists()


def test_checking_a_draft_shows_what_would_change_and_publishes_nothing(admin: Client) -> None:
    page = publish(admin, response__approve="0.9", step="check").content.decode()  # type: ignore[attr-defined]
    assert '<del class="num">0.8</del>' in page
    assert Policy.objects.count() == 1


@pytest.mark.parametrize(
    ("changed", "told"),
    [
        ({"response__approve": "0.4"}, "The bands must rise"),
        ({"response__approve": "high"}, "Write a number, such as 0.8."),
        ({"response__approve": "1.4"}, "Must be at most 1."),
        ({"response__approve": "nan"}, "Write a number, such as 0.8."),
        ({"response__revise_limit": "two"}, "Write a whole number, such as 3."),
        ({"belief__weights__content_match": "0.5"}, "must sum to 1"),
        ({"interventions__critical_minutes": "9000"}, "must not fall with priority"),
        ({"interventions__on_expiry": "approve"}, "hold"),
        ({"reason": " "}, "Say why the policy changes"),
        ({}, "This is what policy 1 says already."),
    ],
)
def test_a_draft_that_cannot_be_published_says_why(admin: Client, changed: dict[str, str], told: str) -> None:
    response = publish(admin, **({"response__approve": "0.9"} if "reason" in changed else {}), **changed)
    assert response.status_code == 422  # type: ignore[attr-defined]
    assert told in response.content.decode()  # type: ignore[attr-defined]
    assert Policy.objects.count() == 1


@pytest.mark.parametrize(
    ("changed", "told", "marked"),
    [
        (
            {"response__goal_pass": "0.4"},
            "“Goal is partial from” must lie below “Goal passes from”.",
            ["response.goal_pass", "response.goal_partial"],
        ),
        (
            {"interventions__high_minutes": "1"},
            "must not fall with priority",
            [f"interventions.{priority}_minutes" for priority in ("critical", "high", "medium", "low")],
        ),
        (
            {"belief__weights__content_match": "0.5"},
            "must sum to 1",
            [f"belief.weights.{name}" for name in BeliefWeights.model_fields],
        ),
    ],
)
def test_fields_that_are_wrong_together_are_marked_and_named_as_the_page_labels_them(
    admin: Client, changed: dict[str, str], told: str, marked: list[str]
) -> None:
    page = publish(admin, **changed).content.decode()  # type: ignore[attr-defined]
    inputs = re.findall(r"<input[^>]*>", page)
    wrong = [one for one in inputs if 'aria-invalid="true"' in one]
    assert told in page
    assert [re.findall(r'name="([^"]+)"', one)[0] for one in wrong] == marked
    assert ["autofocus" in one for one in wrong] == [True] + [False] * (len(marked) - 1)


def test_a_flag_can_be_switched_on_and_off_again(admin: Client) -> None:
    publish(admin, retrieval__open_intervention_when_poor="on")
    assert Policy.objects.first().read().retrieval.open_intervention_when_poor  # type: ignore[union-attr]
    publish(admin, based_on="2")
    assert not Policy.objects.first().read().retrieval.open_intervention_when_poor  # type: ignore[union-attr]


def test_rolling_back_publishes_the_old_document_anew(admin: Client) -> None:
    publish(admin, response__approve="0.9")
    page = admin.post("/policies/1/roll-back/", follow=True).content.decode()
    assert "Policy 3 is live, identical to policy 1." in page


def test_rolling_back_to_what_is_in_force_is_refused(admin: Client) -> None:
    page = admin.post("/policies/1/roll-back/", follow=True).content.decode()
    assert "This is what policy 1 says already." in page


def test_the_chosen_range_stays(admin: Client) -> None:
    published = admin.post("/policies/edit/?range=all", typed(response__approve="0.9"))
    roll_back = re.search(
        r'action="(/policies/1/roll-back/[^"]*)"', admin.get(published.headers["Location"]).content.decode()
    )
    assert roll_back
    done, refused = (admin.post(unescape(roll_back[1])) for _ in range(2))
    assert {answer.headers["Location"] for answer in (published, done, refused)} == {"/policies/?range=all"}


def test_a_policy_tells_what_it_changed_and_what_changed_since(admin: Client) -> None:
    publish(admin, response__approve="0.9")
    first, second = (admin.get(f"/policies/{number}/").content.decode() for number in (1, 2))
    assert "What is in force says the same." in second
    assert "<del" in second
    assert "Roll back to 1" in first


@pytest.mark.parametrize("number", ["0", "99", "99999999999999999999"])
def test_an_unknown_policy_is_not_found(admin: Client, number: str) -> None:
    assert admin.get(f"/policies/{number}/").status_code == 404


def test_the_history_says_how_many_attempts_a_policy_decided(admin: Client) -> None:
    decided_as("APPROVE")
    assert "1 attempt<" in admin.get("/policies/").content.decode()


def test_the_page_takes_a_fixed_number_of_statements(admin: Client, django_assert_max_num_queries: object) -> None:
    publish(admin, response__approve="0.9")
    with django_assert_max_num_queries(14):  # type: ignore[operator]
        admin.get("/policies/")


# --- a draft over what was judged


def replay(client: Client, **changed: str) -> str:
    return client.post("/policies/edit/replay/?range=all", typed(**changed)).content.decode()


def test_a_draft_says_at_once_what_would_flip(admin: Client) -> None:
    lamp_turn()
    page = replay(admin, response__approve="0.95")
    assert "1</span> of" in page
    assert "turn_lamp #2" in page


@pytest.mark.parametrize(("shown", "flips"), [("", "0</span> of"), ("&pipeline=shop-assistant", "1</span> of")])
def test_a_draft_flips_what_publishing_it_would_flip(admin: Client, shown: str, flips: str) -> None:
    """A pipeline keeps its own settings under a common draft; a draft of its own takes their place."""
    lamp_turn()
    override(pipeline=pipeline(), overrides={"response": {"approve": 0.81}}, reason="Own.", by="anna", now=NOON)
    page = admin.post(f"/policies/edit/replay/?range=all{shown}", typed(response__approve="0.95")).content.decode()
    assert flips in page


def test_the_flips_are_shown_without_a_script_too(admin: Client) -> None:
    lamp_turn()
    page = admin.post("/policies/edit/?range=all", typed(step="check", response__approve="0.95")).content.decode()
    assert "turn_lamp #2" in page


def test_a_draft_that_is_no_policy_yet_says_why_in_our_words(admin: Client) -> None:
    page = replay(admin, response__approve="high", response__revise_limit="1.5")
    assert "Response gate: APPROVE from: write a number, such as 0.8." in page
    assert "Response gate: REVISE a turn, at most: write a whole number, such as 3." in page


def test_a_draft_whose_bands_fall_is_told_by_the_labels_of_the_page(admin: Client) -> None:
    page = unescape(replay(admin, response__approve="0.2"))
    assert "0 < “RETRY from” < “REVISE from” < “APPROVE from”" in page


def test_no_draft_is_drawn_while_what_is_typed_is_no_policy(admin: Client) -> None:
    lamp_turn()
    figure = re.compile(r'<script id="figure-confidence".*?</script>', re.DOTALL)
    in_force, drawn, typed_on = (
        figure.findall(replay(admin, response__approve=approve)) for approve in ("0.8", "0.9", "0.2")
    )
    assert (in_force != drawn, in_force == typed_on) == (True, True)


def test_a_draft_of_due_times_says_that_it_holds_from_now_on(admin: Client) -> None:
    assert "holds from the moment it is published" in replay(admin, interventions__undo_seconds="20")


def test_a_decimal_comma_is_a_decimal_point(admin: Client) -> None:
    publish(admin, response__approve="0,9")
    assert Policy.objects.get(number=2).read().response.approve == 0.9
