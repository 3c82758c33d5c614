"""Settings that are lists, as rows of the policy form."""

from __future__ import annotations

import pytest
from hypothesis import given
from hypothesis import strategies as st

from tests.desk.people import client_of
from tests.policies.test_policies import typed
from validation.domain.audit_policy import AuditPolicy, AuditRate, InterventionRule
from validation.domain.check import CheckName
from validation.domain.errors import FieldError
from validation.domain.policy import DuePolicy, PolicyDocument, read_policy
from validation.models import Policy
from validation.platform.permissions import Role
from validation.policies.web.policy_fields import flat, label_of, read_document
from validation.policies.web.policy_form import PolicyForm, RowForm, Rows

RATE = AuditRate(route="APPROVE", confidence_from=0.8, confidence_below=0.9, pipeline="shop", rate=0.05)
RULE = InterventionRule(
    name="near misses",
    routes=("REVISE",),
    findings=("name_not_in_evidence",),
    checks=(CheckName.NO_HALLUCINATIONS,),
    metadata={"tier": "gold"},
    share=0.1,
)
HELD = PolicyDocument(audit=AuditPolicy(rates=(RATE,)), interventions=DuePolicy(rules=(RULE,)))


def posted(document: PolicyDocument) -> dict[str, str]:
    """What a browser sends of the rows of that document, the empty ones too."""
    return {cell.html_name: cell.value() or "" for row in rows_of(PolicyForm(document)) for cell in row}


def rows_of(form: PolicyForm) -> list[RowForm]:
    return [
        row for section in form.sections for field in section.fields if isinstance(field, Rows) for row in field.forms
    ]


def test_rows_come_back_from_the_form_as_they_were_stored() -> None:
    read = read_policy(read_document(posted(HELD), PolicyDocument()))
    assert (read.audit, read.interventions) == (HELD.audit, HELD.interventions)


TEXTS = st.text(alphabet='ab,=" ', max_size=6)
WORDS = TEXTS.filter(str.strip)


@given(
    words=st.lists(WORDS, max_size=3),
    metadata=st.dictionaries(WORDS, TEXTS, max_size=3),
    share=st.floats(0, 1).map(abs),
)
def test_a_form_that_changes_nothing_keeps_every_row(words: list[str], metadata: dict[str, str], share: float) -> None:
    rule = {"name": "vip", "pipelines": words, "metadata": metadata, "share": share}
    held = read_policy({"interventions": {"rules": [rule]}, "audit": {"approve": share}})
    assert read_policy(read_document(flat(held) | posted(held), held)) == held


@pytest.mark.parametrize(
    ("column", "typed", "read"),
    [
        ("pipelines", 'a, "b, c" ,d=e', ("a", "b, c", "d=e")),
        ("pipelines", '12" tube, "open', ('12" tube', '"open')),
        ("metadata", 'tier=gold, "a,b"="c ""d""", e', {"tier": "gold", "a,b": 'c "d"', "e": ""}),
        ("metadata", "url=a=b,, ", {"url": "a=b"}),
    ],
)
def test_quotes_hold_a_value_together(column: str, typed: str, read: object) -> None:
    sent = {"interventions.rules.0.name": "vip", f"interventions.rules.0.{column}": typed}
    (rule,) = read_policy(read_document(sent, PolicyDocument())).interventions.rules
    assert getattr(rule, column) == read


def test_a_form_without_the_rows_keeps_them() -> None:
    assert read_policy(read_document({}, HELD)).audit == HELD.audit


def test_a_cleared_row_is_removed() -> None:
    cleared = {name: "" for name in posted(HELD) if name.startswith("audit.rates")}
    assert read_policy(read_document(cleared, HELD)).audit.rates == ()


def test_a_list_is_told_in_a_line() -> None:
    assert flat(HELD)["audit.rates"] == "confidence from 0.8, confidence below 0.9, pipeline shop, rate 0.05"
    assert flat(PolicyDocument())["audit.rates"] == "none"


def test_a_time_says_its_unit() -> None:
    units = ("minutes", "seconds", "days")
    labels = {path: label_of(path) for path in flat(PolicyDocument()) if path.endswith(units)}
    assert len(labels) == 10
    assert [label for path, label in labels.items() if not label.endswith(path.rpartition("_")[2])] == []


def test_what_was_typed_in_a_row_is_shown_again_with_its_error() -> None:
    sent = {"audit.rates.0.route": "APPROVE", "audit.rates.0.rate": "7"}
    form = PolicyForm(PolicyDocument(), sent, [FieldError("audit.rates.0.rate", "must be at most 1")])
    first = next(row for row in rows_of(form) if row.prefix == "audit.rates.0")
    assert (first["rate"].value(), first["rate"].errors, first["route"].errors) == ("7", ["Must be at most 1."], [])


@pytest.mark.django_db
def test_an_admin_publishes_a_row_and_is_told_what_is_wrong_with_one() -> None:
    admin = client_of(Role.ADMIN, "anna")
    bad = admin.post("/policies/edit/", typed(**{"audit.rates.0.route": "APPROVE", "audit.rates.0.rate": "7"}))
    assert bad.status_code == 422
    assert "must be at most 1" in bad.content.decode().lower()
    admin.post("/policies/edit/", typed(**{"audit.rates.0.route": "RETRY", "audit.rates.0.rate": "0,5"}))
    assert Policy.objects.get(number=2).read().audit.rate_of("RETRY", 0.4, "shop") == 0.5
