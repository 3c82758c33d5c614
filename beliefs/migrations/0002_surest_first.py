from django.db import migrations, models
from django.db.models import F


class Migration(migrations.Migration):
    dependencies = [("beliefs", "0001_squashed_0003_pipeline")]

    operations = [
        migrations.AddIndex(
            model_name="beliefrecord",
            index=models.Index(F("score").desc(nulls_last=True), "name", "pipeline", name="belief_surest_first"),
        ),
    ]
