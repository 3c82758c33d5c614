from __future__ import annotations

from django.db import migrations

from validation.platform.paging.trigrams import make_trigram_indexes


def make(apps, schema_editor):
    make_trigram_indexes(schema_editor, {"retrieval_retrieval": ("turn_id", "query")})


class Migration(migrations.Migration):
    dependencies = [("retrieval", "0001_squashed_0006_judge_calls_filled")]
    operations = [migrations.RunPython(make, migrations.RunPython.noop)]
