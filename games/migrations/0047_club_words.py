"""Decisions of arbiters of clubs."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0046_occasions"),
    ]

    operations = [
        migrations.AlterField(
            model_name="standingdecision",
            name="kind",
            field=models.CharField(
                choices=[
                    ("began", "decisions are on record from here on"),
                    ("confirmed", "a player confirmed the game"),
                    ("uploaded", "another upload of the game confirmed it, or vouched for it"),
                    ("club-word", "an arbiter of a club vouched for the game"),
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
                    ("hidden-name", "a moderator hid the name of a guest"),
                    ("wrong-edition", "an edition of the site was marked as wrong"),
                    ("other", "facts about the game changed"),
                ],
                max_length=16,
            ),
        ),
    ]
