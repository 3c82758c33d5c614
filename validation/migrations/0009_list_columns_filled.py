from __future__ import annotations

from django.db import migrations
from django.db.models import OuterRef, Subquery, Value
from django.db.models.functions import Coalesce


def fill(apps, schema_editor):
    """Each row takes what its related row says; one statement a table."""
    model = lambda name: apps.get_model("validation", name)  # noqa: E731
    attempts, judgements, turns = model("Attempt"), model("Judgement"), model("Turn")
    in_force = judgements.objects.filter(attempt=OuterRef("pk"), number=OuterRef("judgement_number"))
    attempts.objects.update(
        pipeline=Subquery(turns.objects.filter(pk=OuterRef("turn")).values("pipeline")),
        judge=Coalesce(Subquery(in_force.values("judge")), Value("")),
        latency_ms=Subquery(in_force.values("latency_ms")),
    )
    own = attempts.objects.filter(pk=OuterRef("attempt")).values("pipeline")
    judgements.objects.update(pipeline=Subquery(own))
    learned = attempts.objects.filter(pk=OuterRef("approved")).values("pipeline")
    model("ImprovementPrinciple").objects.update(pipeline=Subquery(learned))


class Migration(migrations.Migration):
    dependencies = [("validation", "0008_list_columns")]
    operations = [migrations.RunPython(fill, migrations.RunPython.noop)]
