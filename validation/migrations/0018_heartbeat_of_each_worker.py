from django.db import migrations, models


class Migration(migrations.Migration):
    """What was seen before is forgotten: workers speak again within seconds."""

    dependencies = [
        ("validation", "0017_leased_work_constraints"),
    ]

    operations = [
        migrations.DeleteModel("Heartbeat"),
        migrations.CreateModel(
            name="Heartbeat",
            fields=[
                ("process", models.CharField(max_length=200, primary_key=True, serialize=False)),
                ("queues", models.JSONField()),
                ("since", models.DateTimeField()),
                ("at", models.DateTimeField()),
            ],
        ),
    ]
