import validation.models.attempt
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('validation', '0011_webhooks_of_one_address_are_called_each'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='attempt',
            index=models.Index(condition=models.Q(('lease_until__isnull', False)), fields=['lease_until'], name='attempt_leased'),
        ),
        migrations.AddIndex(
            model_name='attempt',
            index=models.Index(condition=models.Q(('rejudge', validation.models.attempt.Rejudge['NO']), _negated=True), fields=['submitted_at'], name='attempt_to_judge_again'),
        ),
    ]
