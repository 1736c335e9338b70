"""Rows of members of clubs and their players wait for their leaves, where there is a transparency
log already; else it queues them."""

from django.db import migrations

BATCH = 1000


def queue_members(apps, _schema_editor):
    waiting = apps.get_model("transparency", "Waiting").objects
    if not apps.get_model("transparency", "Log").objects.filter(filled=True).exists():
        return
    rows = apps.get_model("events", "ClubMember").objects.order_by("pk")
    columns, last = rows.values_list("pk", "account__player"), 0
    while batch := list(columns.filter(pk__gt=last)[:BATCH]):
        players = sorted({player for _pk, player in batch})
        waiting.create(kind="player", records=list(map(str, players)))
        waiting.create(kind="member", records=[str(pk) for pk, _player in batch])
        last = batch[-1][0]


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0012_member_salts"),
        ("transparency", "0008_folds"),
    ]

    operations = [migrations.RunPython(queue_members, migrations.RunPython.noop, elidable=True)]
