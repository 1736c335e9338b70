"""Accounts save searches, and notices tell of their new games."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0043_bots"),
    ]

    operations = [
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
                ],
                max_length=12,
            ),
        ),
        migrations.CreateModel(
            name="SavedSearch",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.TextField()),
                ("query", models.TextField()),
                (
                    "notify",
                    models.BooleanField(
                        default=False, verbose_name="the account is told of new games"
                    ),
                ),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                (
                    "looked_at",
                    models.DateTimeField(
                        default=django.utils.timezone.now,
                        help_text="games that came on record until then are not new",
                    ),
                ),
                (
                    "trouble",
                    models.CharField(
                        blank=True,
                        choices=[("", "none"), ("refused", "Refused"), ("slow", "Slow")],
                        default="",
                        help_text="why the last look for new games was skipped",
                        max_length=8,
                    ),
                ),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="saved_searches",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "verbose_name_plural": "saved searches",
                "ordering": ["id"],
                "default_permissions": (),
            },
        ),
        migrations.AddField(
            model_name="notice",
            name="saved_search",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.CASCADE,
                related_name="+",
                to="games.savedsearch",
            ),
        ),
        migrations.AddIndex(
            model_name="savedsearch",
            index=models.Index(
                condition=models.Q(("notify", True)),
                fields=["looked_at"],
                name="saved_search_to_look",
            ),
        ),
    ]
