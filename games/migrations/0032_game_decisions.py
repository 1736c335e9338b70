"""Decisions about games that follow from a rule, and since when accounts share a mailbox."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from games.written_once import locked


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0031_verified_mailboxes"),
    ]

    operations = [
        migrations.AddField(
            model_name="verifiedmailbox",
            name="since",
            field=models.DateTimeField(default=django.utils.timezone.now, editable=False),
        ),
        migrations.CreateModel(
            name="GameDecision",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("shared-mailbox", "accounts that share a mailbox sit in it"),
                        ],
                        max_length=20,
                    ),
                ),
                (
                    "decided_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="decisions",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "abstract": False,
                "default_permissions": ("view",),
                "base_manager_name": "objects",
                "constraints": [
                    models.UniqueConstraint(fields=("game", "kind"), name="game_decided_once")
                ],
            },
        ),
        locked("games_gamedecision"),
    ]
