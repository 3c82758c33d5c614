"""The audit log is a chain of hashes: what was altered, deleted or slipped in later is found."""

from __future__ import annotations

from typing import Any

import pytest
from django.db.models import F
from django.utils import timezone

from tests import factories
from tests.overlap import meet
from tests.shell import run, run_json
from validation.models import AuditChain, AuditEvent
from validation.platform import audit, audit_chain
from validation.platform.audit_chain import chain_events
from validation.platform.retention import erase_turn

pytestmark = pytest.mark.django_db


def record(number: int = 1) -> None:
    subjects: dict[str, dict[str, Any]] = {
        f"thing:{each}": {"n": each, "rate": 0.1, "why": "ä"} for each in range(number)
    }
    audit.record_each(by="anna", verb="tested", now=timezone.now(), subjects=subjects)


def chain(number: int) -> list[AuditEvent]:
    """So many chained events, in order."""
    record(number)
    chain_events()
    return list(AuditEvent.objects.order_by("position"))


def verify(*arguments: str) -> tuple[int, dict[str, Any]]:
    code, found = run_json("verify_audit", *arguments)
    return code, found


def test_a_chain_that_fits_is_counted_from_its_first_to_its_last_entry() -> None:
    rows = chain(3)
    code, found = verify()
    assert (code, found["verified"], found["mismatch"]) == (0, 3, None)
    assert [found[end]["id"] for end in ("first", "last")] == [rows[0].pk, rows[-1].pk]
    assert found["head"] == f"3:{rows[-1].hash}"


def test_a_person_reads_what_was_verified() -> None:
    rows = chain(2)
    record()
    code, printed = run("verify_audit")
    told = " ".join(printed.split())
    assert code == 0
    assert "2 entries fit" in told
    assert f"2:{rows[-1].hash}" in told
    assert "1 newer entry is not chained yet" in told


def test_an_empty_log_fits() -> None:
    code, found = verify()
    assert (code, found["verified"], found["first"], found["head"]) == (0, 0, None, None)


def test_what_is_not_chained_yet_is_counted_apart() -> None:
    chain(2)
    record(3)
    code, found = verify()
    assert (code, found["verified"], found["unchained"]) == (0, 2, 3)


@pytest.mark.parametrize(
    "change",
    [{"by": "otto"}, {"verb": "x"}, {"subject": "y"}, {"data": {}}, {"at": timezone.now()}, {"hash": "0" * 64}],
)
def test_an_altered_entry_is_named(change: dict[str, Any]) -> None:
    rows = chain(3)
    AuditEvent.objects.filter(pk=rows[1].pk).update(**change)
    code, found = verify()
    assert (code, found["verified"]) == (1, 1)
    assert (found["mismatch"]["position"], found["mismatch"]["id"]) == (2, rows[1].pk)
    assert "was altered" in found["mismatch"]["reason"]


@pytest.mark.parametrize("gone", [1, 2, 3])
def test_a_deleted_entry_is_named_by_its_position(gone: int) -> None:
    chain(3)
    AuditEvent.objects.filter(position=gone).delete()
    code, found = verify()
    assert (code, found["mismatch"]["position"], found["mismatch"]["id"]) == (1, gone, None)
    assert f"entry {gone} is missing" in found["mismatch"]["reason"]


def test_all_entries_deleted_is_no_empty_log() -> None:
    chain(2)
    AuditEvent.objects.all().delete()
    assert verify()[0] == 1


def test_closing_the_gap_of_a_deleted_entry_does_not_hide_it() -> None:
    chain(3)
    AuditEvent.objects.filter(position=2).delete()
    AuditEvent.objects.filter(position=3).update(position=F("position") - 1)
    AuditChain.objects.update(position=2)
    code, found = verify()
    assert (code, found["mismatch"]["position"]) == (1, 2)


def test_an_entry_slipped_in_later_is_found() -> None:
    chain(2)
    AuditEvent.objects.create(at=timezone.now(), by="x", verb="y", subject="z", position=3, hash="0" * 64)
    AuditChain.objects.update(position=3)
    code, found = verify()
    assert (code, found["mismatch"]["position"]) == (1, 3)


@pytest.mark.parametrize("outside", [0, 9])
def test_an_entry_outside_the_chain_is_found(outside: int) -> None:
    chain(2)
    AuditEvent.objects.create(at=timezone.now(), by="x", verb="slipped_in", subject="z", position=outside)
    code, found = verify()
    assert (code, "slipped_in by x" in found["mismatch"]["reason"]) == (1, True)


def test_a_head_noted_earlier_finds_a_chain_that_was_made_anew() -> None:
    rows = chain(3)
    noted = verify()[1]["head"]
    AuditEvent.objects.filter(pk=rows[1].pk).update(by="otto")
    AuditEvent.objects.update(position=None)
    AuditChain.objects.all().delete()
    chain_events()
    assert verify()[0] == 0
    code, found = verify("--head", noted)
    assert (code, found["mismatch"]["position"]) == (1, 3)


def test_a_head_noted_earlier_finds_an_end_that_was_cut_off() -> None:
    rows = chain(3)
    noted = verify()[1]["head"]
    AuditEvent.objects.filter(pk=rows[2].pk).delete()
    AuditChain.objects.update(position=2, hash=rows[1].hash)
    assert verify()[0] == 0
    code, found = verify("--head", noted)
    assert (code, found["mismatch"]["position"]) == (1, 3)


def test_a_chain_that_grew_passes_through_a_head_noted_earlier() -> None:
    chain(2)
    noted = verify()[1]["head"]
    chain(2)
    assert verify("--head", noted)[0] == 0


@pytest.mark.any_database
@pytest.mark.parametrize("head", ["", "3", "3:abc", f"x:{'0' * 64}", f"3:{'G' * 64}", f"{'9' * 30}:{'0' * 64}"])
def test_what_is_no_head_is_refused(head: str, capsys: Any) -> None:
    assert run("verify_audit", "--head", head) == (2, "")
    assert "POSITION:HASH" in capsys.readouterr().err


def test_more_than_one_batch_is_chained(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(audit_chain, "BATCH", 2)
    chain(5)
    code, found = verify()
    assert (code, found["verified"], found["unchained"]) == (0, 5, 0)


def test_erasing_a_turn_deletes_no_entry() -> None:
    turn = factories.turn()
    chain(2)
    erase_turn(pipeline=turn.pipeline.name, turn_id=turn.turn_id, by="shell", now=timezone.now())
    chain_events()
    code, found = verify()
    assert (code, found["verified"]) == (0, 3)


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_an_entry_whose_transaction_ends_late_is_chained_after_those_that_were_there() -> None:
    _, chained_before = meet(holding=record, other=lambda: (record(2), chain_events())[1], then=lambda: None)
    assert (chained_before, chain_events()) == (2, 1)
    ids = list(AuditEvent.objects.order_by("position").values_list("id", flat=True))
    assert ids != sorted(ids)
    assert verify()[0] == 0


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_two_processes_that_chain_at_once_assign_each_position_once() -> None:
    record(3)
    first, other = meet(holding=chain_events, other=chain_events, then=lambda: None)
    assert (first, other) == (None, 0)
    assert verify()[1]["verified"] == 3


@pytest.mark.postgres
@pytest.mark.django_db(transaction=True)
def test_a_writer_does_not_wait_for_a_process_that_chains() -> None:
    record(2)
    _, other = meet(holding=chain_events, other=lambda: (record(), AuditEvent.objects.count())[1], then=lambda: None)
    assert other == 3
    chain_events()
    assert verify()[1]["verified"] == 3
