"""Acts by which the site wrote down teams, seeds, groups and plans wait for their leaves."""

from django.db import migrations

BATCH = 1000
KINDS = ("team", "seeded", "grouped", "planned")


def queue_acts(apps, _schema_editor):
    waiting = apps.get_model("transparency", "Waiting").objects
    acts = apps.get_model("events", "EventAct").objects.filter(account=None, kind__in=KINDS)
    acts, last = acts.order_by("pk"), 0
    while ids := list(acts.filter(pk__gt=last).values_list("pk", flat=True)[:BATCH]):
        waiting.create(kind="event", records=list(map(str, ids)))
        last = ids[-1]


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0013_acts_of_plans"),
        ("transparency", "0009_members"),
    ]

    operations = [migrations.RunPython(queue_acts, migrations.RunPython.noop, elidable=True)]
