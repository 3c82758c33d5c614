from django.db import migrations, models
from django.db.models import F


def confirm_known(apps, schema_editor):
    """Addresses of before go on being used."""
    apps.get_model("validation", "NotificationTarget").objects.update(confirmed_at=F("created_at"))


class Migration(migrations.Migration):

    dependencies = [
        ('validation', '0027_notification_pipeline_and_log_of_a_person'),
    ]

    operations = [
        migrations.AddField(
            model_name='notificationtarget',
            name='confirmed_at',
            field=models.DateTimeField(null=True),
        ),
        migrations.RunPython(confirm_known, migrations.RunPython.noop),
    ]
