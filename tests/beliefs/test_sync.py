"""Syncing a checkout and auditing it."""

from __future__ import annotations

import io
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
from django.utils import timezone

from beliefs.actions.assess import assess_stale
from beliefs.actions.audits import audit_beliefs
from beliefs.actions.checkout import open_checkout
from beliefs.actions.store import put_source
from beliefs.actions.sync import SyncResult, sync
from beliefs.domain.corpus import COMMON
from beliefs.models import BeliefRecord, Origin, Source, UnreadableFile
from beliefs.queries.health import health_report
from tests.beliefs.checkout import belief_path, make_checkout, write
from tests.beliefs.samples import BELIEF, OTHER
from tests.shell import run_json
from validation.domain.policy import BeliefPolicy, PolicyDocument
from validation.embeddings.configured import configured_embedder
from validation.models import Intervention, Policy
from validation.platform.policies import policy_in_force

pytestmark = pytest.mark.django_db

NOON = datetime(2026, 1, 21, 12, tzinfo=UTC)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    make_checkout(tmp_path)
    return tmp_path


def synced(root: Path, now: datetime = NOON) -> SyncResult:
    return sync(pipeline=COMMON, checkout=open_checkout(root), by="test", now=now)


def assessed(now: datetime = NOON) -> int:
    return assess_stale(pipeline=COMMON, policy=policy_in_force(), embedder=configured_embedder(), now=now)


def test_a_first_sync_adds_everything(root: Path) -> None:
    counts = synced(root).counts
    added = {kind: counts[kind]["added"] for kind in ("belief", "session", "core", "spec", "commit", "tag")}
    assert added == {"belief": 2, "session": 2, "core": 1, "spec": 1, "commit": 1, "tag": 1}


def test_a_second_sync_changes_nothing(root: Path) -> None:
    synced(root)
    again = synced(root).counts
    assert {kind: dict(count) for kind, count in again.items() if count} == {
        "belief": {"unchanged": 2},
        "session": {"unchanged": 2},
        "core": {"unchanged": 1},
        "spec": {"unchanged": 1},
        "commit": {"unchanged": 1},
        "tag": {"unchanged": 1},
        "path": {"unchanged": 2},
    }


def test_progress_is_told_when_it_was_made(root: Path) -> None:
    stored: list[tuple[str, int, int, int]] = []

    def told(what: str, done: int, of: int) -> None:
        stored.append((what, done, of, BeliefRecord.objects.count()))

    sync(pipeline=COMMON, checkout=open_checkout(root), by="test", now=NOON, progress=told)
    assert ("session read", 2, 2, 0) in stored
    assert stored[-1] == ("belief read", 2, 2, 2)


def test_links_of_words_that_were_not_assessed_yet_are_not_broken(root: Path) -> None:
    synced(root)
    audit_beliefs(pipeline=COMMON, by="test", now=NOON)
    before = health_report(pipeline=COMMON, policy=BeliefPolicy())["broken_evidence"]
    for name in ("tide-tables-daily", "quiet-harbour"):
        place = root / belief_path(name)
        place.write_text(place.read_text() + "\nOne more word.\n")
    synced(root)
    assert (before, health_report(pipeline=COMMON, policy=BeliefPolicy())["broken_evidence"]) == ({}, {})


def test_a_changed_file_alone_is_changed(root: Path) -> None:
    synced(root)
    place = root / belief_path("quiet-harbour")
    place.write_text(place.read_text().replace("quiet.", "silent."))
    assert dict(synced(root).counts["belief"]) == {"changed": 1, "unchanged": 1}


def test_what_is_gone_from_the_checkout_goes_and_what_the_api_brought_stays(root: Path) -> None:
    put_source(
        pipeline=COMMON, kind="session", name="20260101-000000", text="x", origin=Origin.API, by="test", now=NOON
    )
    synced(root)
    (root / "layer/sessions/20251101-080000.md").unlink()
    synced(root)
    names = set(Source.objects.filter(kind="session").values_list("name", flat=True))
    assert names == {"20251102-090000", "20260101-000000"}


@pytest.mark.parametrize(
    ("name", "text", "line", "reason"),
    [
        ("broken", "---\nid: a\nfacets: [x\n---\n", 4, "broken YAML"),
        ("twin", BELIEF, 2, "is taken by"),
        ("latin", "---\nid: a\n---\n# a\nna\udcefve\n", 5, "no UTF-8"),
    ],
)
def test_a_file_that_cannot_be_read_is_listed_and_the_rest_goes_on(
    root: Path, name: str, text: str, line: int, reason: str
) -> None:
    (root / belief_path(name)).write_bytes(text.encode("utf-8", "surrogateescape"))
    counts = synced(root).counts["belief"]
    file = UnreadableFile.objects.get()
    assert (counts["added"], file.line, reason in file.reason) == (2, line, True)


def test_a_link_of_the_file_system_is_not_followed(root: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    outside = tmp_path_factory.mktemp("outside") / "secret.md"
    outside.write_text(BELIEF.replace("id: tide-tables-daily", "id: secret"))
    (root / belief_path("secret")).symlink_to(outside)
    counts = synced(root).counts["belief"]
    told = [file.path for file in UnreadableFile.objects.all()]
    assert (BeliefRecord.objects.filter(name="secret").exists(), counts["broken"], told) == (
        False,
        1,
        [belief_path("secret")],
    )


def test_an_export_without_a_repository_names_its_commits_in_a_list(tmp_path: Path) -> None:
    write(tmp_path, belief_path("a"), "---\nid: a\n---\n# a\nWords.\n")
    write(tmp_path, "commits.txt", "3f2a9c1d" + "0" * 32 + "\n")
    assert synced(tmp_path).counts["commit"]["added"] == 1


def test_every_evidence_link_of_the_checkout_is_found(root: Path) -> None:
    synced(root)
    assessed()
    record = BeliefRecord.objects.get(name="tide-tables-daily")
    assert record.confidence["signals"]["link_integrity"] == {"value": 1.0, "verified": 4, "total": 4}


def test_a_belief_is_not_its_own_semantic_support(root: Path) -> None:
    synced(root)
    assessed()
    record = BeliefRecord.objects.get(name="quiet-harbour")
    docs = [result["doc"] for result in record.confidence["signals"]["semantic_support"]["top_results"]]
    assert "quiet-harbour" not in docs


def test_an_audit_without_a_change_assesses_nothing(root: Path) -> None:
    synced(root)
    assessed()
    assert assessed() == 0


def test_another_day_assesses_everything_again(root: Path) -> None:
    synced(root)
    assessed()
    assert assessed(NOON + timedelta(days=1)) == 2


def test_after_one_change_only_what_depends_on_it_is_assessed(root: Path) -> None:
    write(root, belief_path("far-away"), "---\nid: far-away\n---\n# far-away\nZebras graze on dry grassland.\n")
    synced(root)
    assessed()
    place = root / belief_path("far-away")
    place.write_text(place.read_text().replace("Zebras", "Giraffes"))
    synced(root)
    assert assessed() == 1


def test_incremental_results_equal_those_of_a_full_audit(root: Path) -> None:
    synced(root)
    assessed()
    place = root / belief_path("quiet-harbour")
    place.write_text(place.read_text().replace("[[tide-tables-daily]]", "tide tables"))
    (root / "layer/sessions/20251101-080000.md").write_text("# Session\nNothing was agreed.\n")
    synced(root)
    assessed()
    stepwise = list(BeliefRecord.objects.order_by("name").values_list("name", "score", "confidence", "validation"))
    assess_stale(pipeline=COMMON, policy=policy_in_force(), embedder=configured_embedder(), now=NOON, everything=True)
    whole = list(BeliefRecord.objects.order_by("name").values_list("name", "score", "confidence", "validation"))
    assert stepwise == whole


def test_a_new_source_heals_a_broken_link(root: Path) -> None:
    place = root / belief_path("quiet-harbour")
    place.write_text(place.read_text() + "- [[session-20260101-000000]]\n")
    synced(root)
    assessed()
    before = BeliefRecord.objects.get(name="quiet-harbour").status
    put_source(
        pipeline=COMMON, kind="session", name="20260101-000000", text="x", origin=Origin.API, by="test", now=NOON
    )
    assessed()
    assert (before, BeliefRecord.objects.get(name="quiet-harbour").status == "invalid") == ("invalid", False)


def test_history_grows_only_when_something_changed(root: Path) -> None:
    synced(root)
    assessed()
    assess_stale(pipeline=COMMON, policy=policy_in_force(), embedder=configured_embedder(), now=NOON, everything=True)
    assert BeliefRecord.objects.get(name="quiet-harbour").history.count() == 1


def test_without_an_embedder_the_record_says_so(root: Path) -> None:
    synced(root)
    assess_stale(pipeline=COMMON, policy=policy_in_force(), embedder=None, now=NOON)
    signal = BeliefRecord.objects.get(name="quiet-harbour").confidence["signals"]["semantic_support"]
    assert (signal["value"], "no embedder" in signal["note"]) == (None, True)


@pytest.mark.parametrize(("asked", "opened"), [(False, 0), (True, 1)])
def test_interventions_are_opened_only_when_the_policy_asks(root: Path, asked: bool, opened: int) -> None:
    document = PolicyDocument().model_dump(mode="json")
    document["belief"]["open_interventions"] = asked
    Policy.objects.create(number=7, document=document, author="a", reason="r", published_at=NOON)
    place = root / belief_path("quiet-harbour")
    place.write_text(place.read_text() + "- [[session-20260101-000000]]\n")
    synced(root)
    audit_beliefs(pipeline=COMMON, by="test", now=NOON)
    audit_beliefs(pipeline=COMMON, by="test", now=NOON)
    assert Intervention.objects.filter(gate="belief").count() == opened


def test_the_commands_pass_sound_files_and_fail_broken_ones(root: Path) -> None:
    sound, _ = run_json("sync_beliefs", str(root), "--audit")
    ghost = root / "ghost.md"
    ghost.write_text(BELIEF.replace("session-20251101-080000", "session-19990101-000000"))
    codes = [run_json("validate_belief", str(ghost))[0], run_json("validate_belief", "quiet-harbour")[0]]
    assert (sound, codes) == (0, [1, 0])


@pytest.mark.parametrize("name", ["ghost", "x" * 300])
def test_a_belief_nobody_knows_is_bad_input(name: str) -> None:
    assert run_json("validate_belief", name)[0] == 2


def test_computed_confidence_is_written_into_the_file_once(root: Path) -> None:
    synced(root)
    place = root / belief_path("tide-tables-daily")
    _, first = run_json("compute_confidence", str(place), "--write")
    once = place.read_bytes()
    _, second = run_json("compute_confidence", str(place), "--write")
    assert (first["written"], second["written"], place.read_bytes() == once) == (True, False, True)


def test_other_words_under_a_known_id_are_stored_only_when_confirmed(
    root: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    synced(root)
    other = root / "other.md"
    other.write_text(OTHER.replace("A harbour works", "No harbour works"))
    code, told = run_json("create_belief", str(other))
    assert (code, "already" in told["warnings"][0]) == (1, True)
    assert "No harbour" not in BeliefRecord.objects.get(name="quiet-harbour").markdown


def test_every_file_of_a_checkout_gets_its_computed_confidence_once(root: Path) -> None:
    (root / belief_path("tide-tables-daily")).chmod(0o444)
    code, first = run_json("sync_beliefs", str(root), "--write")
    _, second = run_json("sync_beliefs", str(root), "--write")
    told = [(one["written"]["written"], one["written"]["unchanged"]) for one in (first, second)]
    refused = [file["path"] for file in first["written"]["refused"]]
    assert (code, told, refused) == (1, [(1, 0), (0, 1)], [belief_path("tide-tables-daily")])


def test_what_is_written_into_all_files_is_what_is_written_into_one(root: Path) -> None:
    place = root / belief_path("tide-tables-daily")
    synced(root)
    assessed(timezone.now())
    run_json("compute_confidence", str(place), "--write")
    once = place.read_bytes()
    _, told = run_json("sync_beliefs", str(root), "--write")
    assert (told["written"]["written"], place.read_bytes()) == (1, once)


def test_the_assigned_score_outlives_the_write_back(root: Path) -> None:
    run_json("sync_beliefs", str(root), "--write")
    run_json("sync_beliefs", str(root))
    assert BeliefRecord.objects.get(name="tide-tables-daily").assigned == 0.9


def test_a_weak_belief_is_stored_only_when_confirmed(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", io.StringIO())
    weak = root / "weak.md"
    weak.write_text("---\nid: weak\n---\n# weak\nNobody said so.\n")
    codes = [run_json("create_belief", str(weak))[0], run_json("create_belief", str(weak), "--confirm")[0]]
    assert (codes, BeliefRecord.objects.filter(name="weak").count()) == ([1, 0], 1)
