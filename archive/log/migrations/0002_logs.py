"""Logs of the games on record wait for their leaves, where there is a transparency log already; else
its first pieces make them."""

from django.db import migrations

BATCH = 1000


def queue_logs(apps, _schema_editor):
    waiting = apps.get_model("transparency", "Waiting").objects
    if not apps.get_model("transparency", "Log").objects.exists():
        return
    games, last = apps.get_model("games", "Game").objects.order_by("pk"), ""
    while ids := list(games.filter(pk__gt=last).values_list("pk", flat=True)[:BATCH]):
        waiting.create(kind="log", records=ids)
        last = ids[-1]


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0028_closed_unverified"),
        ("transparency", "0001_initial"),
    ]

    operations = [migrations.RunPython(queue_logs, migrations.RunPython.noop, elidable=True)]
