"""Finding one task in a TODO.md by its exact heading."""

from __future__ import annotations

from unicodedata import normalize

import pytest

from validation.orchestration.gate.todo import existing_near, find_task

TODO = """# TODO

### 12. Paint the fence
- **Status**: [NOT STARTED]
- **Language**: lean4

Uses #12 and the notes of ### 99. as a heading inside a line.

### 120. Order paint
**Status**: Complete (the shop delivered twice)
**Task Type**: Python

### 121. Rake leaves
  - Status: [IN PROGRESS] (since Monday)

## Later

### 7.5 A sub-number
 ### 8. Indented
### 9 No point
#### 10. A level too deep
## 11. A level too high
### 123.Without a blank
"""


@pytest.mark.parametrize(
    ("number", "title"),
    [("12", "Paint the fence"), ("120", "Order paint"), ("121", "Rake leaves"), ("123", "Without a blank")],
)
def test_a_task_is_found_by_its_exact_number(number, title):
    assert find_task(TODO, number).title == title


@pytest.mark.parametrize("number", ["1", "2", "20", "1201", "7", "8", "9", "10", "11", "99", "012", "12."])
def test_no_other_line_is_taken_for_a_heading(number):
    assert find_task(TODO, number) is None


@pytest.mark.parametrize(("number", "status"), [("12", "not_started"), ("120", "complete"), ("121", "in_progress")])
def test_a_status_reads_the_same_in_brackets_and_plain(number, status):
    assert find_task(TODO, number).status == status


@pytest.mark.parametrize(
    ("written", "status"),
    [
        ("[GEPRÜFT]", "geprüft"),
        (normalize("NFD", "[GEPRÜFT]"), "geprüft"),
        ("[À FAIRE]", "à_faire"),
        ("Terminé (hier)", "terminé"),
        ("[В РАБОТЕ]", "в_работе"),
        ("[पूर्ण]", "पूर्ण"),
        ("[完了]", "完了"),
        ("✅ Done", "done"),
        ("**[IN-PROGRESS]**", "in_progress"),
        ("not_started", "not_started"),
        ("[50 % done]", "50_done"),
        ("✅", None),
        ("[ ]", None),
    ],
)
def test_a_status_may_be_of_any_script(written, status):
    assert find_task(f"### 1. One\n- **Status**: {written}\n", "1").status == status


@pytest.mark.parametrize(("number", "language"), [("12", "lean4"), ("120", "python"), ("121", None)])
def test_the_language_is_read_in_lower_case(number, language):
    assert find_task(TODO, number).language == language


def test_a_task_never_borrows_the_status_of_the_next_one():
    assert find_task("### 1. One\n\n### 2. Two\n- **Status**: [DONE]\n", "1").status is None


def test_a_heading_inside_a_code_fence_is_found_as_the_grep_of_the_specification_finds_it():
    assert find_task("```markdown\n### 12. An example\n```\n", "12").title == "An example"


def test_the_first_of_two_equal_headings_counts():
    assert find_task("### 3. First\n### 3. Second\n", "3").title == "First"


def test_a_heading_on_the_first_line_is_found():
    assert find_task("### 5. Top", "5").title == "Top"


def test_windows_line_ends_leave_no_trace():
    task = find_task("a\r\n### 5. Top\r\n- **Status**: [PLANNED]\r\n- **Language**: go\r\n", "5")
    assert (task.title, task.status, task.language) == ("Top", "planned", "go")


def test_numbers_that_begin_alike_are_suggested_first():
    assert existing_near("### 120. a\n### 121. b\n### 123. c\n### 13. d\n", "12") == "120, 121 and 123 exist"


def test_else_the_nearest_numbers_are_suggested():
    assert existing_near("### 1. a\n### 40. b\n### 44. c\n### 50. d\n### 90. e\n", "45") == "40, 44 and 50 exist"


def test_a_todo_without_tasks_says_how_a_task_begins():
    assert "`### 12. Title`" in existing_near("# nothing yet", "1")


def test_a_byte_order_mark_hides_no_task():
    assert find_task("\ufeff### 12. Paint the fence\n", "12").title == "Paint the fence"


def test_a_task_behind_a_byte_order_mark_is_named_as_existing():
    assert existing_near("\ufeff### 12. Paint the fence\n", "13") == "12 exists"
