"""Returns against the shipped profiles and an admin's own."""

from __future__ import annotations

import json
from unicodedata import normalize

import pytest

from validation.domain.errors import InputRejected
from validation.orchestration.gate.gate import validate_return
from validation.orchestration.gate.profiles import FLEET, SHIPPED, V1, Profile, read_profile

GOOD = {
    "status": "completed",
    "summary": "Wrote the report and checked its three tables.",
    "artifacts": ["reports/one.md", {"type": "plan", "path": "plans/two.md"}],
    "metadata": {"agent": "writer"},
    "session_id": "s1",
}
EXISTING = ("reports/one.md", "plans/two.md")


def run(document=GOOD, *, profile=V1, existing=EXISTING, session="s1", **changes):
    raw = document if isinstance(document, str) else json.dumps({**document, **changes})
    return validate_return(raw, expected_session_id=session, profile=profile, existing_artifacts=existing)


def told(result):
    return [(error.code.value, error.field) for error in result.errors]


def test_a_sound_return_is_valid_and_its_artifacts_were_looked_for():
    result = run()
    assert (result.valid, result.artifacts_checked, result.value) == (True, True, GOOD)


@pytest.mark.parametrize(
    "raw", ["", "   ", "done!", "[1]", '"text"', "null", "{", '{"a": NaN}', "```json\n{}\n```", "[" * 100_000, "{} {}"]
)
def test_anything_but_one_json_object_is_refused(raw):
    assert told(run(raw)) == [("not_json", "raw")]


@pytest.mark.parametrize(
    ("raw", "key"),
    [
        ('{"status": "failed", "status": "completed"}', "status"),
        ('{"status": "failed", "stat\\u0075s": "failed"}', "status"),
        ('{"status": "failed", "metadata": {"agent": "a", "agent": "b"}}', "agent"),
        ('{"artifacts": [{"path": "a", "path": "b"}]}', "path"),
        ('{"": 1, "": 2}', ""),
        ('{"status": "failed", "Status": "completed"}', "Status"),
        ('{"status": "failed", "status ": "completed"}', "status "),
        ('{"status": "failed", "sta\u200btus": "completed"}', "sta\u200btus"),
        ('{"ｓtatus": "failed", "status": "completed"}', "status"),
        ('{"metadata": {"session_id": "a", "SESSION_ID": "b"}}', "SESSION_ID"),
        ('{"status": "failed", "status": "failed"}', "status"),
    ],
)
def test_a_key_that_stands_twice_is_refused_by_name(raw, key):
    [error] = run(raw).errors
    assert (error.code, error.field) == ("not_json", "raw")
    assert error.message == f'The return holds the key "{key}" twice in one object; keep one.'


def test_equal_keys_of_different_objects_are_fine():
    assert run(artifacts=[{"path": "reports/one.md"}, {"path": "plans/two.md"}]).valid


def test_a_fenced_return_is_told_to_leave_the_fence_out():
    assert "wrapped in a code fence" in run("```json\n{}\n```").errors[0].message


@pytest.mark.parametrize("field", ["status", "summary", "artifacts", "metadata", "session_id"])
@pytest.mark.parametrize("value", [None, ""])
def test_each_required_field_is_missed_when_null_or_empty(field, value):
    assert ("field_missing", field) in told(run(**{field: value}))


@pytest.mark.parametrize(
    ("field", "value"), [("summary", {"a": 1}), ("artifacts", "one.md"), ("metadata", []), ("status", 3)]
)
def test_a_field_of_the_wrong_kind_is_as_good_as_missing(field, value):
    assert ("field_missing", field) in told(run(**{field: value}))


@pytest.mark.parametrize("status", ["completed", "partial", "failed", "blocked"])
def test_the_four_statuses_of_the_default_profile_are_known(status):
    assert run(status=status).valid


@pytest.mark.parametrize("status", ["done", "Completed", "completed ", "implemented"])
def test_any_other_status_is_unknown(status):
    assert told(run(status=status)) == [("status_unknown", "status")]


def test_a_near_miss_of_a_status_is_told_the_right_one():
    assert run(status="Completed").errors[0].message.endswith('did you mean "completed"?')


@pytest.mark.parametrize("status", FLEET.statuses)
def test_the_fleet_has_its_own_statuses_and_needs_no_summary(status):
    document = {key: value for key, value in GOOD.items() if key != "summary"}
    assert run(document, profile=FLEET, status=status).valid


def test_the_session_id_may_stand_in_the_metadata():
    assert run({**GOOD, "session_id": None}, metadata={"session_id": "s1"}).valid


@pytest.mark.parametrize(
    ("top", "inner", "field"),
    [
        ("s2", None, "session_id"),
        (None, "s2", "metadata.session_id"),
        ("s1", "s2", "metadata.session_id"),
        (5, None, "session_id"),
        ("s1 ", None, "session_id"),
    ],
)
def test_every_session_id_must_be_the_expected_one(top, inner, field):
    result = run(session_id=top, metadata={"session_id": inner})
    assert told(result) == [("session_mismatch", field)]


@pytest.mark.parametrize(("words", "valid"), [(99, True), (100, False), (200_000, False)])
def test_a_summary_stays_under_a_hundred_tokens(words, valid):
    assert run(summary=" ".join(["word"] * words)).valid is valid


@pytest.mark.parametrize(("words", "valid"), [(99, True), (100, False)])
@pytest.mark.parametrize("form", ["NFC", "NFD"])
def test_the_encoding_of_accents_makes_a_summary_no_longer(words, valid, form):
    assert run(summary=normalize(form, " ".join(["größe"] * words))).valid is valid


@pytest.mark.parametrize("path", [".", "./", "reports/..", "./reports/../"])
def test_the_root_itself_is_no_artifact(path):
    result = run(artifacts=[path], existing=(".", "reports"))
    assert told(result) == [("artifact_missing", "artifacts[0]")]


@pytest.mark.parametrize("forms", [("NFC", "NFD"), ("NFD", "NFC")])
def test_an_artifact_exists_however_its_accents_are_encoded(forms):
    named, existing = (normalize(form, "reports/prüfung.md") for form in forms)
    assert run(artifacts=[named], existing=[existing]).valid


@pytest.mark.parametrize("artifacts", [[], ["reports/none.md"], [5], [{}], [{"path": ""}], [None]])
def test_a_completed_return_needs_artifacts_that_exist(artifacts):
    assert {code for code, _ in told(run(artifacts=artifacts))} == {"artifact_missing"}


@pytest.mark.parametrize("artifacts", [{}, {"artifacts": None}, {"artifacts": ""}, {"artifacts": []}])
def test_a_completed_return_needs_artifacts_also_where_its_profile_does_not_require_the_field(artifacts):
    own = Profile(
        name="own", required_fields=("status", "session_id"), statuses=("done",), completed_statuses=("done",)
    )
    result = run({"status": "done", "session_id": "s1", **artifacts}, profile=own, existing=[])
    assert told(result) == [("artifact_missing", "artifacts")]


def test_required_artifacts_that_are_absent_are_told_once():
    assert told(run(artifacts=None)) == [("field_missing", "artifacts")]


def test_a_missing_artifact_is_told_where_its_name_does_exist():
    message = run(artifacts=["report/one.md"]).errors[0].message
    assert message == 'Artifact "report/one.md" does not exist; "reports/one.md" does.'


@pytest.mark.parametrize(
    "path",
    [
        "/etc/passwd",
        "../x.md",
        "reports/../../x.md",
        "..",
        "C:\\x",
        "..\\x",
        "a\\..\\..\\x",
        "~/x",
        "\\\\host\\x",
        "a\0b",
    ],
)
@pytest.mark.parametrize("existing", [None, EXISTING])
def test_no_artifact_leaves_the_root(path, existing):
    result = run(artifacts=[path], existing=existing)
    assert "leaves the root" in result.errors[0].message


@pytest.mark.parametrize("path", ["./reports/one.md", "reports//one.md", "reports/x/../one.md", "reports/one.md/"])
def test_other_spellings_of_a_path_inside_are_the_same_file(path):
    assert run(artifacts=[path]).valid


def test_nobody_looked_when_nobody_said_what_exists():
    result = run(existing=None)
    assert (result.valid, result.artifacts_checked) == (True, False)


def test_an_empty_list_is_wrong_even_when_nobody_looked():
    assert told(run(artifacts=[], existing=None)) == [("artifact_missing", "artifacts")]


def test_many_bad_artifacts_are_told_up_to_twenty():
    assert len(run(artifacts=["x.md"] * 5_000).errors) == 20


def test_a_profile_survives_its_own_document():
    assert [read_profile(profile.as_document()) for profile in SHIPPED.values()] == [V1, FLEET]


def test_an_own_profile_decides_by_its_own_words():
    own = read_profile(
        {
            "name": "crew",
            "required_fields": ["status"],
            "statuses": ["ok", "nok"],
            "completed_statuses": [],
            "summary_tokens": 5,
        }
    )
    assert told(run({"status": "ok", "summary": "one two three four five"}, profile=own)) == [
        ("summary_too_long", "summary")
    ]


@pytest.mark.parametrize(
    "change",
    [
        {"statuses": []},
        {"statuses": "ok"},
        {"completed_statuses": ["other"]},
        {"required_fields": ["summary"]},
        {"summary_tokens": 0},
        {"summary_tokens": True},
        {"name": ""},
        {"extra": 1},
    ],
)
def test_a_broken_profile_is_refused(change):
    with pytest.raises(InputRejected) as caught:
        read_profile({**V1.as_document(), **change})
    assert caught.value.code == "profile_invalid"


@pytest.mark.parametrize("metadata", ['{"A": 1, "a": 2}', '{"é": 1, "e\u0301": 2}', '{"Status": "of the disk"}'])
def test_other_keys_may_differ_in_case(metadata):
    raw = f'{{"status": "failed", "summary": "s", "artifacts": [], "metadata": {metadata}, "session_id": "sess_1"}}'
    assert "not_json" not in [error.code for error in run(raw).errors]


@pytest.mark.parametrize("number", ["1e999", "-1e400"])
def test_a_number_that_is_not_finite_is_no_json(number):
    [error] = run(f'{{"metadata": {{"n": {number}}}}}').errors
    assert (error.code, number in error.message) == ("not_json", True)


@pytest.mark.parametrize("tail", ['{"status": "failed"}', '\n{"status": "failed"}', ",", "/* status: failed */"])
def test_nothing_may_follow_the_object(tail):
    [error] = run('{"status": "completed"}' + tail).errors
    assert error.code == "not_json"
