"""Players wait for their leaves, where there is a transparency log already; else it queues them."""

from django.db import migrations

BATCH = 1000


def queue_players(apps, _schema_editor):
    waiting = apps.get_model("transparency", "Waiting").objects
    if not apps.get_model("transparency", "Log").objects.filter(filled=True).exists():
        return
    players, last = apps.get_model("games", "Player").objects.order_by("pk"), 0
    while ids := list(players.filter(pk__gt=last).values_list("pk", flat=True)[:BATCH]):
        waiting.create(kind="player", records=list(map(str, ids)))
        last = ids[-1]


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0029_salts"),
        ("transparency", "0002_logs"),
    ]

    operations = [migrations.RunPython(queue_players, migrations.RunPython.noop, elidable=True)]
