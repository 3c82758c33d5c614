"""Rows inserted in one message, or by COPY where there are many, are stored as they were made."""

from __future__ import annotations

from typing import Any

import pytest
from django.db import IntegrityError, connection, transaction
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from tests import factories
from validation.models import AuditEvent, MemoryCandidate, Turn
from validation.platform.insert import MANY, NewRows, insert_new, insert_rows

pytestmark = pytest.mark.django_db
NOW = timezone.now()
TEXTS = ("", "\\N", "tab\tand\nline\r\\.\n", "'; --", "%s %(x)s", "\U0001f600 \x7f\u2028")


def events(number: int) -> list[AuditEvent]:
    return [
        AuditEvent(at=NOW, by=text, verb="tested", subject=f"thing:{at:03}", data={"said": [text, None, 1.5, True]})
        for at, text in zip(range(number), TEXTS * number, strict=False)
    ]


@pytest.mark.parametrize("number", [len(TEXTS), MANY])
def test_what_is_read_is_what_was_written(number: int) -> None:
    attempt = factories.attempt(factories.turn())
    insert_rows(events(number), [MemoryCandidate(attempt=attempt, key="k", content=text) for text in TEXTS])
    stored = AuditEvent.objects.filter(verb="tested").order_by("subject")
    assert [(row.at, row.by, row.data) for row in stored] == [(row.at, row.by, row.data) for row in events(number)]
    assert [note.content for note in MemoryCandidate.objects.order_by("pk")] == list(TEXTS)


@pytest.mark.parametrize("number", [len(TEXTS), MANY])
def test_rows_that_need_no_instances_are_stored_alike(number: int) -> None:
    made, every = events(number), {"at": NOW, "verb": "tested"}
    subjects, data = [row.subject for row in made], [row.data for row in made]
    insert_rows(NewRows(AuditEvent, every, by=[row.by for row in made], subject=subjects, data=data))
    stored = AuditEvent.objects.filter(verb="tested").order_by("subject")
    assert [(row.at, row.by, row.data) for row in stored] == [(row.at, row.by, row.data) for row in made]


@pytest.mark.parametrize("number", [3, MANY])
def test_rows_whose_key_is_taken_are_left_out(number: int) -> None:
    pipeline, every = factories.pipeline(), {"created_at": NOW, "updated_at": NOW}
    names = [f"{at:02}{TEXTS[2]}" for at in range(number)]
    old = [Turn(pipeline=pipeline, turn_id=names[0], query="first", **every)]
    insert_rows(old)
    found = insert_new(
        NewRows(Turn, {"pipeline_id": pipeline.pk, **every}, turn_id=names, query=[f"of {name}" for name in names]),
        returning=["turn_id", "id"],
    )
    assert dict(found) == dict(Turn.objects.exclude(query="first").values_list("turn_id", "id"))
    assert sorted(name for name, _ in found) == names[1:]
    assert Turn.objects.get(turn_id=names[1]).query == f"of {names[1]}"


@pytest.mark.postgres
def test_a_few_rows_of_several_models_are_one_message() -> None:
    attempt = factories.attempt(factories.turn())
    with CaptureQueriesContext(connection) as sent:
        insert_rows(events(2), [], [MemoryCandidate(attempt=attempt, key="k", content="c")])
    assert len(sent) == 1


@pytest.mark.parametrize("number", [2, MANY])
def test_a_row_that_the_database_refuses_leaves_none(number: int) -> None:
    pipeline = factories.pipeline()
    fields: dict[str, Any] = {"pipeline": pipeline, "turn_id": "same", "created_at": NOW, "updated_at": NOW}
    with pytest.raises(IntegrityError), transaction.atomic():
        insert_rows([Turn(**fields) for _ in range(number)])
    assert not Turn.objects.exists()
