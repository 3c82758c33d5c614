"""The calls that were kept with what they judged, in one table."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.apps.registry import Apps
from django.db import migrations
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

NO_LLM = ("embedded", "rules")
SAME = ("judge", "model", "prompt", "tokens_in", "tokens_out", "latency_ms", "cost", "currency", "halt_cause")
SOURCES = (
    ("response", "Judgement", "attempt", "attempt__turn__pipeline", "made_at", "tries"),
    ("query_analysis", "QueryAnalysisRecord", "pk", "pipeline", "at", "llm_tries"),
    ("query_analysis", "EarlierValidation", "record", "record__pipeline", "made_at", "llm_tries"),
    ("principles", "ImprovementPrinciple", "approved", "approved__turn__pipeline", "made_at", "tries"),
)


def fill(apps: Apps, _: BaseDatabaseSchemaEditor) -> None:
    for source in SOURCES:
        rows: list[Any] = []
        for row in _calls(apps, *source):
            rows.append(row)
            if len(rows) == 1000:
                apps.get_model("validation", "JudgeCall").objects.bulk_create(rows)
                rows = []
        apps.get_model("validation", "JudgeCall").objects.bulk_create(rows)


def _calls(apps: Apps, gate: str, model: str, subject: str, pipeline: str, at: str, tries: str) -> Iterator[Any]:
    call = apps.get_model("validation", "JudgeCall")
    made = apps.get_model("validation", model).objects.filter(**{f"{tries}__gt": 0}).exclude(judge__in=NO_LLM)
    for row in made.order_by("pk").values(*SAME, subject, pipeline, at, tries).iterator():
        same = {name: row[name] for name in SAME}
        yield call(
            gate=gate, subject_id=str(row[subject]), pipeline_id=row[pipeline], at=row[at], tries=row[tries], **same
        )


class Migration(migrations.Migration):
    dependencies = [("validation", "0019_judge_calls")]

    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
