from django.db import migrations
from django.db.models import F

from beliefs.models import SurestFirst


class Migration(migrations.Migration):
    dependencies = [("beliefs", "0001_squashed_0003_pipeline")]

    operations = [
        migrations.AddIndex(
            model_name="beliefrecord",
            index=SurestFirst(F("score").desc(nulls_last=True), "name", "pipeline", name="belief_surest_first"),
        ),
    ]
