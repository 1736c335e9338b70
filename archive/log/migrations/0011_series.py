"""Acts of series, which the site wrote down, and players whom they name wait for their leaves."""

from django.db import migrations

BATCH = 1000


def queue_acts(apps, _schema_editor):
    waiting = apps.get_model("transparency", "Waiting").objects
    if apps.get_model("transparency", "Log").objects.filter(filled=True).exists():
        players = apps.get_model("games", "Player").objects
        named = players.filter(account__series_made__isnull=False)
        named |= players.filter(account__division_places__isnull=False)
        named |= players.filter(account__guest_names__isnull=False)
        ids = sorted(set(named.values_list("pk", flat=True)))
        for start in range(0, len(ids), BATCH):
            waiting.create(kind="player", records=list(map(str, ids[start : start + BATCH])))
    acts, last = apps.get_model("events", "SeriesAct").objects.order_by("pk"), 0
    while ids := list(acts.filter(pk__gt=last).values_list("pk", flat=True)[:BATCH]):
        waiting.create(kind="series", records=list(map(str, ids)))
        last = ids[-1]


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0015_acts_of_older_series"),
        ("transparency", "0010_acts_of_plans"),
    ]

    operations = [migrations.RunPython(queue_acts, migrations.RunPython.noop, elidable=True)]
