from __future__ import annotations

from django.db import migrations

from validation.platform.paging.trigrams import make_trigram_indexes

COLUMNS = {
    "validation_turn": ("turn_id", "query"),
    "validation_intervention": ("title", "why"),
    "validation_queryanalysisrecord": ("turn_id", "query"),
    "validation_preflight": ("session_id", "turn_id", "command", "target", "task_number"),
    "validation_returnrecord": ("session_id", "turn_id"),
}


def make(apps, schema_editor):
    make_trigram_indexes(schema_editor, COLUMNS)


class Migration(migrations.Migration):
    dependencies = [("validation", "0010_list_indexes")]
    operations = [migrations.RunPython(make, migrations.RunPython.noop)]
