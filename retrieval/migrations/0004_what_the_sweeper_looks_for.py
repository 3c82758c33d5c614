import validation.domain.attempt
from django.db import migrations, models


class Migration(migrations.Migration):

    dependencies = [
        ('retrieval', '0003_sample'),
    ]

    operations = [
        migrations.AddIndex(
            model_name='retrieval',
            index=models.Index(condition=models.Q(('lease_until__isnull', False)), fields=['lease_until'], name='retrieval_leased'),
        ),
        migrations.AddIndex(
            model_name='retrieval',
            index=models.Index(condition=models.Q(('state', validation.domain.attempt.AttemptState['HALTED'])), fields=['submitted_at'], name='retrieval_halted'),
        ),
    ]
