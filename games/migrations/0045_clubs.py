"""Notices and moderators' actions about clubs."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0044_saved_searches"),
    ]

    operations = [
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
                    ("hide_text", "hid the text of a profile"),
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
                    ("mark_bot", "marked an account as a bot"),
                    ("hide_club", "hid the name of a club"),
                    ("show_club", "showed the name of a club again"),
                    ("club_report", "settled a report of a club"),
                ],
                max_length=20,
            ),
        ),
        migrations.AlterField(
            model_name="notice",
            name="kind",
            field=models.CharField(
                choices=[
                    ("named", "Named"),
                    ("confirmed", "Confirmed"),
                    ("counts", "Counts"),
                    ("disputed", "Disputed"),
                    ("contested", "Contested"),
                    ("void", "Void"),
                    ("reseated", "Reseated"),
                    ("judged", "Judged"),
                    ("discrepancy", "Discrepancy"),
                    ("rating", "Rating"),
                    ("upload", "Upload"),
                    ("reminder", "Reminder"),
                    ("lapsed", "Lapsed"),
                    ("pattern", "Pattern"),
                    ("search", "Search"),
                    ("club-invited", "Club Invited"),
                    ("club-role", "Club Role"),
                ],
                max_length=12,
            ),
        ),
    ]
