"""The final rulings from before attempts named them."""

from typing import Any

from django.db import migrations

_ROUTING = ("approve", "approve_edited", "revise", "retry", "confirm_fail")


def name_rulings(apps: Any, _schema_editor: Any) -> None:
    """A route that rests on a ruling says so in its reason; a judgement that came later has replaced that."""
    attempts, rulings = apps.get_model("validation", "Attempt"), apps.get_model("validation", "RulingRecord")
    final = rulings.objects.filter(state="final", ruling__in=_ROUTING, intervention__gate="response")
    for pk, subject_id in final.order_by("effective_at").values_list("pk", "subject_id").iterator():
        attempts.objects.filter(pk=subject_id, route_reason__startswith="Ruled by ").update(ruling=pk)


class Migration(migrations.Migration):
    dependencies = [("validation", "0014_attempt_ruling")]

    operations = [migrations.RunPython(name_rulings, migrations.RunPython.noop, elidable=True)]
