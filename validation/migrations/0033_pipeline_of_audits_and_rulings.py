"""Audits and rulings say their pipeline, so that the newest of one are found without reading those of all."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models
from django.db.models import OuterRef, Subquery


def fill(apps: Any, _editor: Any) -> None:
    audits, opinions = apps.get_model("validation", "AuditItem"), apps.get_model("validation", "Opinion")
    attempts, work = apps.get_model("validation", "Attempt"), apps.get_model("validation", "Intervention")
    rulings = apps.get_model("validation", "RulingRecord")
    of_attempt = attempts.objects.filter(pk=OuterRef("attempt")).values("pipeline")
    asked = opinions.objects.filter(item=OuterRef("pk"), intervention__isnull=False).order_by()
    audits.objects.filter(attempt__isnull=False).update(pipeline=Subquery(of_attempt[:1]))
    audits.objects.filter(attempt__isnull=True).update(pipeline=Subquery(asked.values("intervention__pipeline")[:1]))
    of_work = work.objects.filter(pk=OuterRef("intervention")).values("pipeline")
    rulings.objects.update(pipeline=Subquery(of_work[:1]))


def _pipeline() -> Any:
    on_delete = django.db.models.deletion.CASCADE
    return models.ForeignKey(
        db_index=False, null=True, on_delete=on_delete, related_name="+", to="validation.pipeline"
    )


class Migration(migrations.Migration):
    dependencies = [("validation", "0032_query_beside_the_context")]

    operations = [
        migrations.AddField(model_name="audititem", name="pipeline", field=_pipeline()),
        migrations.AddField(model_name="rulingrecord", name="pipeline", field=_pipeline()),
        migrations.AddIndex(
            model_name="audititem",
            index=models.Index(fields=["pipeline", "-drawn_at", "-id"], name="audit_item_of_pipeline"),
        ),
        migrations.AddIndex(
            model_name="rulingrecord",
            index=models.Index(
                condition=models.Q(("state", "final")),
                fields=["pipeline", "-at", "-id"],
                name="ruling_of_pipeline",
            ),
        ),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
