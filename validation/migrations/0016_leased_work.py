from django.db import migrations, models


def fill_state(apps, _editor):
    """In one statement: PostgreSQL alters no table whose rows were updated twice in the same transaction."""
    state = models.Case(models.When(queued_at__isnull=False, then=models.Value("queued")), default=models.Value("halted"))
    apps.get_model("validation", "QueryAnalysisRecord").objects.exclude(halt_cause="").update(state=state)


class Migration(migrations.Migration):

    dependencies = [
        ("validation", "0015_attempt_ruling_filled"),
    ]

    operations = [
        migrations.AddField("attempt", "enqueued_at", models.DateTimeField(blank=True, null=True)),
        migrations.RenameField("queryanalysisrecord", "tries", "llm_tries"),
        migrations.RenameField("earliervalidation", "tries", "llm_tries"),
        migrations.AddField("queryanalysisrecord", "state", models.CharField(default="decided", max_length=8)),
        migrations.AddField("queryanalysisrecord", "tries", models.PositiveSmallIntegerField(default=0)),
        migrations.AddField("queryanalysisrecord", "lease_token", models.UUIDField(blank=True, null=True)),
        migrations.AddField("queryanalysisrecord", "lease_until", models.DateTimeField(blank=True, null=True)),
        migrations.AddField("queryanalysisrecord", "enqueued_at", models.DateTimeField(blank=True, null=True)),
        migrations.RunPython(fill_state, migrations.RunPython.noop),
        migrations.RemoveIndex("queryanalysisrecord", "query_analysis_queued"),
        migrations.RemoveField("queryanalysisrecord", "queued_at"),
        migrations.AlterField("queryanalysisrecord", "state", models.CharField(default="queued", max_length=8)),
    ]
