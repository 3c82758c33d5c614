import re
from urllib.parse import parse_qs, quote, urlsplit

from django.db import migrations, models

_WORKFLOW = re.compile(r"https?://[\w.-]+(:\d+)?(/powerautomate/automations/direct(/cu/\d+)?)?/workflows/[\w-]+/triggers/manual/paths/invoke/?\?")


def as_service(channel, address, key):
    """Channel and address as they are from now on. Apprise reads the webhook of a Teams workflow as it is; an older
    connector of Teams takes the body of a chat. PagerDuty's events need no API key, only Apprise's address does."""
    if channel == "teams":
        return ("apprise" if _WORKFLOW.match(address) else "chat"), address
    split = urlsplit(address)
    [routing_key, *_] = parse_qs(split.query).get("routing_key", [""])
    region = "&region=eu" if ".eu." in f".{split.netloc}" else ""
    return "apprise", f"pagerduty://{quote(routing_key, safe='')}@unused?dedup=countersign-{key}{region}"


def convert(apps, schema_editor):
    targets = apps.get_model("validation", "NotificationTarget").objects
    for target in targets.filter(channel__in=["teams", "pagerduty"]):
        target.channel, target.address = as_service(target.channel, target.address, target.pk)
        target.save(update_fields=["channel", "address"])


class Migration(migrations.Migration):

    dependencies = [
        ('validation', '0029_opinion_gold_at'),
    ]

    operations = [
        migrations.RemoveConstraint(
            model_name='notificationtarget',
            name='notification_target_channel_known',
        ),
        migrations.RunPython(convert, migrations.RunPython.noop),
        migrations.AddConstraint(
            model_name='notificationtarget',
            constraint=models.CheckConstraint(condition=models.Q(('channel__in', ['mail', 'chat', 'apprise'])), name='notification_target_channel_known'),
        ),
    ]
