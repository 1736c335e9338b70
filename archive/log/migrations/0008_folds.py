"""Runs over the games that replaced changes of ratings wait for their leaves, where there is a
transparency log already; else it queues them."""

from django.db import migrations
from django.db.models import Q

BATCH = 1000


def queue_folds(apps, _schema_editor):
    waiting = apps.get_model("transparency", "Waiting").objects
    if not apps.get_model("transparency", "Log").objects.filter(filled=True).exists():
        return
    listed = Q(retired__gt=0) | Q(reasons__gt=0) | Q(cause="rebuild")
    folds, last = apps.get_model("ratings", "Fold").objects.filter(listed).order_by("pk"), 0
    while ids := list(folds.filter(pk__gt=last).values_list("pk", flat=True)[:BATCH]):
        waiting.create(kind="fold", records=list(map(str, ids)))
        last = ids[-1]


class Migration(migrations.Migration):
    dependencies = [
        ("ratings", "0009_retired_changes"),
        ("transparency", "0007_decisions"),
    ]

    operations = [migrations.RunPython(queue_folds, migrations.RunPython.noop, elidable=True)]
