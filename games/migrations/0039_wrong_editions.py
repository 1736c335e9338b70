"""Editions may be marked as wrong, once."""

import django.db.models.deletion
from django.db import migrations, models

from games.written_once import locked


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0038_seat_resigned_at"),
    ]

    operations = [
        migrations.AddField(
            model_name="edition",
            name="wrong_decision",
            field=models.ForeignKey(
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="games.standingdecision",
            ),
        ),
        migrations.AlterField(
            model_name="moderatoraction",
            name="kind",
            field=models.CharField(
                choices=[
                    ("verify_again", "verified again"),
                    ("void", "voided"),
                    ("restore", "restored"),
                    ("settle_dispute", "settled a dispute"),
                    ("decide_claim", "decided a claim"),
                    ("merge", "merged players"),
                    ("rebuild_ratings", "rebuilt the ratings"),
                    ("queue_again", "queued again"),
                    ("office", "gave or took a role"),
                    ("suspend", "suspended an account"),
                    ("reinstate", "let an account in again"),
                    ("invite", "invited a person to sign up"),
                    ("reset_link", "sent a link for a new password"),
                    ("close_account", "closed an account"),
                    ("revoke_token", "revoked a token"),
                    ("hide_note", "hid a note"),
                    ("show_note", "showed a note again"),
                    ("hide_line", "hid a chat line"),
                    ("show_line", "showed a chat line again"),
                    ("settle_report", "settled a report of a chat line"),
                    ("reseat", "mended the seats of a game"),
                    ("settle_claim", "settled a claim of seats"),
                    ("discrepancy", "decided which of two logs is right"),
                    ("answer_report", "answered a report"),
                    ("close_table", "closed a table"),
                    ("make_edition", "made an edition of the numbers"),
                    ("hide_numbers", "hid a note on the numbers of a box"),
                    ("release", "decided about a release of the engine"),
                    ("ask_to_hide_name", "asked for a name to be hidden"),
                    ("hide_name", "hid a name"),
                    ("mark_edition", "marked an edition as wrong"),
                ],
                max_length=20,
            ),
        ),
        migrations.AlterField(
            model_name="standingdecision",
            name="kind",
            field=models.CharField(
                choices=[
                    ("began", "decisions are on record from here on"),
                    ("confirmed", "a player confirmed the game"),
                    ("uploaded", "another upload of the game confirmed it, or vouched for it"),
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
        locked("games_edition", "wrong_decision_id"),
    ]
