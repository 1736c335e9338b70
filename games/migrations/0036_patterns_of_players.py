"""Players whom a pattern takes off the leaderboards, and their answers."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0035_standing_decisions"),
    ]

    operations = [
        migrations.AddField(
            model_name="pattern",
            name="answer",
            field=models.TextField(blank=True, db_default="", default="", max_length=2000),
        ),
        migrations.AddField(
            model_name="pattern",
            name="answered_at",
            field=models.DateTimeField(blank=True, null=True),
        ),
        migrations.AddField(
            model_name="pattern",
            name="player",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="patterns",
                to="games.player",
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
                ],
                max_length=12,
            ),
        ),
        migrations.AlterField(
            model_name="pattern",
            name="kind",
            field=models.CharField(
                choices=[
                    ("farming", "one wins nearly all"),
                    ("absent", "one side writes hardly anything"),
                    ("circle", "a closed circle"),
                    ("mirror", "nearly the same log"),
                    ("pace", "too fast"),
                    ("feeders", "one wins on paper against few"),
                ],
                max_length=8,
            ),
        ),
    ]
