"""An attempt names the final ruling that its route rests on."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("validation", "0013_event_data")]

    operations = [
        migrations.AddField(
            model_name="attempt",
            name="ruling",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.SET_NULL,
                related_name="+",
                to="validation.rulingrecord",
            ),
        ),
    ]
