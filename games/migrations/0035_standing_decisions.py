"""Decisions about what counts: those made from now on."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from games.written_once import locked


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0034_pauses"),
    ]

    operations = [
        migrations.CreateModel(
            name="StandingDecision",
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
                            ("began", "decisions are on record from here on"),
                            ("confirmed", "a player confirmed the game"),
                            (
                                "uploaded",
                                "another upload of the game confirmed it, or vouched for it",
                            ),
                            ("address", "a player verified their mail address"),
                            ("closed-account", "a player closed their account"),
                            ("void", "the game was voided"),
                            ("restored", "the game is no longer void"),
                            ("disputed", "a player disputed the game"),
                            ("upheld", "a dispute was upheld: the game is void"),
                            ("dispute-ended", "a dispute ended otherwise"),
                            ("contested", "a log that seats others contests the seats"),
                            ("contest-ended", "a claim of seats ended"),
                            ("reseated", "the seats were corrected"),
                            ("merged", "a guest turned out to be a player, or is a guest again"),
                            ("other-log", "another log of the game is right: this one is void"),
                            ("shared-mailbox", "accounts that share a mailbox sit in the game"),
                            ("judged", "the log was judged again"),
                            ("release", "a release of the engine was adopted"),
                            ("pinned", "games keep the verdict of the engine before a release"),
                            ("other", "facts about the game changed"),
                        ],
                        max_length=16,
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("player", "Player"),
                            ("arbiter", "Arbiter"),
                            ("moderator", "Moderator"),
                            ("operator", "Operator"),
                            ("system", "System"),
                        ],
                        max_length=10,
                    ),
                ),
                ("before", models.CharField(blank=True, max_length=12)),
                ("after", models.CharField(blank=True, max_length=12)),
                ("subject", models.CharField(blank=True, max_length=40)),
                ("reason", models.TextField(blank=True)),
                (
                    "decided_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                (
                    "game",
                    models.ForeignKey(
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="standing_decisions",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "ordering": ["id"],
                "abstract": False,
                "default_permissions": ("view",),
                "base_manager_name": "objects",
            },
        ),
        locked("games_standingdecision"),
    ]
