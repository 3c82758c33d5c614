from django.db import migrations


class Migration(migrations.Migration):

    dependencies = [("validation", "0022_notification_person_and_channels")]

    operations = [
        migrations.RenameModel(old_name="NumberingLock", new_name="FeedSequence"),
        migrations.RenameField(model_name="judgement", old_name="low_trust", new_name="out_of_domain"),
        migrations.RenameField(model_name="requirementrecord", old_name="lacking", new_name="evidence_missing"),
    ]
