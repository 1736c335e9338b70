"""A salt for each player, but for those whose account is closed and the guests they were."""

from secrets import token_hex

from django.db import migrations, models

import games.models.player

BATCH = 1000


def give_salts(apps, _schema_editor):
    players = apps.get_model("games", "Player").objects
    closed = set(players.filter(account__closed__isnull=False).values_list("pk", flat=True))
    layer = closed
    while layer := set(players.filter(merged_into__in=layer).values_list("pk", flat=True)):
        closed |= layer
    rows, last = players.order_by("pk").only("pk"), 0
    while batch := list(rows.filter(pk__gt=last)[:BATCH]):
        for player in batch:
            player.salt = "" if player.pk in closed else token_hex(16)
        players.bulk_update(batch, ["salt"])
        last = batch[-1].pk


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0028_closed_unverified"),
    ]

    operations = [
        migrations.AddField(
            model_name="player",
            name="salt",
            field=models.CharField(
                blank=True,
                default="",
                editable=False,
                help_text="hashed into the transparency log; empty when the account is closed",
                max_length=32,
            ),
        ),
        migrations.RunPython(give_salts, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            model_name="player",
            name="salt",
            field=models.CharField(
                blank=True,
                default=games.models.player.new_salt,
                editable=False,
                help_text="hashed into the transparency log; empty when the account is closed",
                max_length=32,
            ),
        ),
    ]
