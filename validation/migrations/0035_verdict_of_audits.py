"""Audits hold what figures read of the judgement that was drawn, so that thousands are read without their attempts."""

from __future__ import annotations

from typing import Any

from django.db import migrations, models

_AT_ONCE = 1_000


def fill(apps: Any, _editor: Any) -> None:
    audits, judgements = apps.get_model("validation", "AuditItem"), apps.get_model("validation", "Judgement")
    of_decisions = audits.objects.filter(attempt__isnull=False).order_by("pk").only("attempt_id", "judgement_number")
    chunk = list(of_decisions[:_AT_ONCE])
    while chunk:
        found = judgements.objects.filter(attempt__in=[item.attempt_id for item in chunk], confidence__isnull=False)
        by_key = {(one.attempt_id, one.number): one for one in found.prefetch_related("checks")}
        for item in chunk:
            if judgement := by_key.get((item.attempt_id, item.judgement_number)):
                item.verdict = _verdict(judgement)
        audits.objects.bulk_update(chunk, ["verdict"])
        chunk = list(of_decisions.filter(pk__gt=chunk[-1].pk)[:_AT_ONCE])


def _verdict(judgement: Any) -> dict[str, Any]:
    return {
        "judgement": judgement.pk,
        "judge": judgement.judge,
        "model": judgement.model,
        "prompt": judgement.prompt,
        "policy": judgement.policy_id,
        "made_at": judgement.made_at.isoformat(),
        "confidence": judgement.confidence,
        "checks": {check.name: check.state for check in judgement.checks.all()},
    }


class Migration(migrations.Migration):
    dependencies = [("validation", "0034_failed_checks_and_own_rulings")]

    operations = [
        migrations.AddField(model_name="audititem", name="verdict", field=models.JSONField(null=True)),
        migrations.RunPython(fill, migrations.RunPython.noop),
    ]
