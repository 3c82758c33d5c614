"""What asking took was kept with the stored result alone, summed over its questions: one call for each, of the
retrieval that it was made for."""

from __future__ import annotations

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

NO_LLM = ("embedded", "rules")
SAME = ("judge", "model", "prompt", "tokens_in", "tokens_out", "cost", "currency")


def fill(apps: Apps, _: BaseDatabaseSchemaEditor) -> None:
    call = apps.get_model("validation", "JudgeCall")
    made = apps.get_model("retrieval", "Retrieval").objects.filter(reused=False, result__questions__gt=0)
    kept = [f"result__{name}" for name in (*SAME, "questions", "at")]
    rows = made.exclude(result__judge__in=NO_LLM).order_by("pk").values("pk", "pipeline", *kept)
    for row in rows.iterator():
        call.objects.create(
            gate="retrieval",
            subject_id=str(row["pk"]),
            pipeline_id=row["pipeline"],
            at=row["result__at"],
            tries=row["result__questions"],
            **{name: row[f"result__{name}"] for name in SAME},
        )


class Migration(migrations.Migration):
    dependencies = [("retrieval", "0005_retrieval_enqueued_at"), ("validation", "0020_judge_calls_filled")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
