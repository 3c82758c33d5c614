from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("validation", "0010_saved_views_of_the_desk")]

    operations = [
        migrations.RemoveConstraint(model_name="delivery", name="delivery_once_an_event_and_target"),
        migrations.AddConstraint(
            model_name="delivery",
            constraint=models.UniqueConstraint(
                fields=("event", "webhook"), name="delivery_once_an_event_and_webhook"
            ),
        ),
        migrations.AddConstraint(
            model_name="delivery",
            constraint=models.UniqueConstraint(
                condition=models.Q(("webhook__isnull", True)),
                fields=("event", "url"),
                name="delivery_once_an_event_and_callback",
            ),
        ),
    ]
