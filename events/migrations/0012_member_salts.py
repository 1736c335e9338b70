"""A salt for each row of a club's member, and a player for each member: its leaf names both."""

from secrets import token_hex

from django.db import migrations, models

import events.models.club
from games.written_once import locked, unlock

BATCH = 1000


def give_salts(apps, editor):
    unlock(editor.connection, "events_clubmember")
    members = apps.get_model("events", "ClubMember").objects
    players = apps.get_model("games", "Player").objects
    rows, last = members.order_by("pk").select_related("account"), 0
    while batch := list(rows.filter(pk__gt=last)[:BATCH]):
        for member in batch:
            member.salt = token_hex(16)
            players.get_or_create(
                account_id=member.account_id,
                defaults={"name": member.account.username, "salt": token_hex(16)},
            )
        members.bulk_update(batch, ["salt"])
        last = batch[-1].pk


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0011_occasions"),
        ("games", "0029_salts"),
    ]

    operations = [
        migrations.AddField(
            model_name="clubmember",
            name="salt",
            field=models.CharField(default="", editable=False, max_length=32),
        ),
        migrations.RunPython(give_salts, migrations.RunPython.noop, elidable=True),
        migrations.AlterField(
            model_name="clubmember",
            name="salt",
            field=models.CharField(
                default=events.models.club.new_member_salt, editable=False, max_length=32
            ),
        ),
        locked("events_clubmember", "until", "removed_by_id"),
    ]
