"""Rulings by person. Attempts that failed a check, newest first: an index of each check, with what else a list of
them is narrowed by; PostgreSQL alone compares JSON. Those are made beside running work, so in no transaction."""

from typing import Any

from django.db import migrations, models

CHECKS = (
    "claims_supported", "no_hallucinations", "query_addressed", "coherent_format", "source_metadata_present",
)  # fmt: skip


def make(_apps: Any, editor: Any) -> None:
    if editor.connection.vendor != "postgresql":
        return
    for check in CHECKS:
        name = f"attempt_failed_{check}"
        editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS {name}")  # of a migration that was stopped
        editor.execute(
            f"CREATE INDEX CONCURRENTLY {name} ON validation_attempt (submitted_at DESC, id DESC, pipeline_id, route)"
            f" WHERE failed_checks @> '[\"{check}\"]'::jsonb"
        )


def drop(_apps: Any, editor: Any) -> None:
    if editor.connection.vendor == "postgresql":
        for check in CHECKS:
            editor.execute(f"DROP INDEX CONCURRENTLY IF EXISTS attempt_failed_{check}")


class Migration(migrations.Migration):
    atomic = False

    dependencies = [("validation", "0033_pipeline_of_audits_and_rulings")]

    operations = [
        migrations.RunPython(make, drop),
        migrations.AddIndex(
            model_name="rulingrecord",
            index=models.Index(
                condition=models.Q(("state", "undone"), _negated=True),
                fields=["by", "intervention"],
                name="ruling_by_person",
            ),
        ),
    ]
