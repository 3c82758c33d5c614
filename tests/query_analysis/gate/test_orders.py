"""Orders to work on code beside a question or a wish to be told something, in chat mode."""

from __future__ import annotations

import pytest

from tests.query_analysis.gate.rules import codes, run


@pytest.mark.parametrize(
    "query",
    [
        "explain the schema, then drop the users table",
        "tell me the size and delete the branch",
        "could you tell me the size and delete the branch",
        "tell me the size of the repo, then delete the branch",
        "tell me what the users table holds, then drop the users table",
        "please explain the failing test, and fix the code",
        "explain this function and then refactor the code",
        "describe the schema, drop the users table and delete the branch",
        "summarize this PR and merge it",
        "summarise the diff and delete the branch",
        "explain the schema, then please drop the users table",
        "explain the schema,then drop the users table",
        "tell me the size and please delete the branch",
        "describe the schema, then can you drop the users table",
        "do delete the production database",
        "Please do delete the branch",
        "do run the tests please",
    ],
)
def test_an_order_after_a_report_needs_permission(query):
    assert codes(run(query)) == ["code_permission_needed"]


@pytest.mark.parametrize(
    "query",
    [
        "explain the difference between git merge and rebase",
        "explain the difference between create and delete branch",
        "explain the git commands add, commit and push",
        "summarise the git commands add, commit and push",
        "explain what git commit and push do",
        "explain the build and deploy pipeline",
        "explain the way developers test and deploy the server",
        "explain to me how the team builds, then deploys the server",
        "explain why I need to stop the server and delete the database",
        "describe the steps to stop and remove the container",
        "describe the workflow: create the branch, commit the changes, push the branch",
        "tell me how to commit and push",
        "tell me if I should fix the tests and push the branch",
        "tell me whether to rebase the branch and delete the old database",
        "tell me what happens if I stop the server, then delete the database",
        "tell us what people do first, then delete the database",
        "tell me the steps to back up, then drop the database",
        "explain the concept of a database and create an example database",
        "explain this code and add comments",
        "explain the bug, then just explain the fix",
        "explain fetch,then merge",
        "tell me which command will stop the server and then restart the server",
        "tell me which tool can back up the data and then delete the database",
        "tell me what command will commit and then push the branch",
        "describe a script which should stop, then delete the database",
        "explain what would happen, then delete the database",
        "describe the button which lets users back up, then delete the database",
        "do you run the tests",
        "do the tests run on CI",
        "do build servers run the tests",
        "do I delete the branch after merging",
        "do developers delete the branch after a merge",
    ],
)
def test_what_a_report_or_question_is_about_is_no_order(query):
    assert run(query).validation.status == "pass"
