from django.db import migrations, models

SAMPLE_PIPELINE = "showcase"


def _pipeline():
    """What was there before belongs to everybody."""
    return models.CharField(max_length=100, default="common")


def move_sample(apps, schema_editor):
    """The sample story cites turns of its own pipeline, and a turn is found in that pipeline only."""
    for name in ("BeliefRecord", "Source"):
        apps.get_model("beliefs", name).objects.filter(origin="sample").update(pipeline=SAMPLE_PIPELINE)
    apps.get_model("beliefs", "AuditRun").objects.filter(by="sample").update(pipeline=SAMPLE_PIPELINE)


class Migration(migrations.Migration):

    dependencies = [
        ("beliefs", "0002_what_an_audit_compares"),
    ]

    operations = [
        migrations.AddField("beliefrecord", "pipeline", _pipeline(), preserve_default=False),
        migrations.AddField("source", "pipeline", _pipeline(), preserve_default=False),
        migrations.AddField("auditrun", "pipeline", _pipeline(), preserve_default=False),
        migrations.AddField("unreadablefile", "pipeline", _pipeline(), preserve_default=False),
        migrations.AlterField("beliefrecord", "name", models.CharField(max_length=150)),
        migrations.AlterField("unreadablefile", "path", models.CharField(max_length=500)),
        migrations.RemoveConstraint("source", "source_once"),
        migrations.RemoveIndex("auditrun", "belief_audit_newest"),
        migrations.AddConstraint(
            "beliefrecord", models.UniqueConstraint(fields=("pipeline", "name"), name="belief_once")
        ),
        migrations.AddConstraint(
            "source", models.UniqueConstraint(fields=("pipeline", "kind", "name"), name="source_once")
        ),
        migrations.AddConstraint(
            "unreadablefile", models.UniqueConstraint(fields=("pipeline", "path"), name="unreadable_file_once")
        ),
        migrations.AddIndex("auditrun", models.Index(fields=["pipeline", "-at"], name="belief_audit_newest")),
        migrations.RunPython(move_sample, migrations.RunPython.noop),
    ]
