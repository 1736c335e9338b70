"""Deals wait for their leaves, where there is a transparency log already; else it queues them."""

from django.db import migrations

BATCH = 1000


def queue_deals(apps, _schema_editor):
    waiting = apps.get_model("transparency", "Waiting").objects
    if not apps.get_model("transparency", "Log").objects.filter(filled=True).exists():
        return
    dealings = apps.get_model("tables", "Dealing").objects.order_by("pk")
    ended = dealings.filter(table__phase__in=("cancelled", "abandoned"))
    for kind, rows in (("deal", dealings), ("broken-off", ended)):
        last = 0
        while ids := list(rows.filter(pk__gt=last).values_list("pk", flat=True)[:BATCH]):
            waiting.create(kind=kind, records=list(map(str, ids)))
            last = ids[-1]


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0014_dealings"),
        ("transparency", "0003_players"),
    ]

    operations = [migrations.RunPython(queue_deals, migrations.RunPython.noop, elidable=True)]
