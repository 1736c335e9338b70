"""Entries of the books wait for their leaves, where there is a transparency log already; else it
queues them."""

from django.db import migrations

BATCH = 1000


def queue_entries(apps, _schema_editor):
    waiting = apps.get_model("transparency", "Waiting").objects
    if not apps.get_model("transparency", "Log").objects.filter(filled=True).exists():
        return
    entries, last = apps.get_model("ratings", "Entry").objects.order_by("pk"), 0
    while ids := list(entries.filter(pk__gt=last).values_list("pk", flat=True)[:BATCH]):
        waiting.create(kind="entry", records=list(map(str, ids)))
        last = ids[-1]


class Migration(migrations.Migration):
    dependencies = [
        ("ratings", "0008_causes"),
        ("transparency", "0004_deals"),
    ]

    operations = [migrations.RunPython(queue_entries, migrations.RunPython.noop, elidable=True)]
