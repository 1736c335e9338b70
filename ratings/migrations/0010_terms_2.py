"""Terms 2 of the ratings: a deviation, the day from which they hold, a pool with computers."""

import django.utils.timezone
from django.db import migrations, models

from games.written_once import locked


class Migration(migrations.Migration):
    dependencies = [
        ("ratings", "0009_retired_changes"),
    ]

    operations = [
        migrations.CreateModel(
            name="RatingTerms",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("terms", models.PositiveSmallIntegerField(unique=True)),
                ("since", models.DateField()),
                ("moment", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
            ],
            options={
                "verbose_name_plural": "terms of ratings",
                "ordering": ["id"],
                "abstract": False,
                "default_permissions": ("view",),
                "base_manager_name": "objects",
            },
        ),
        migrations.AddField(
            model_name="rating",
            name="deviation",
            field=models.IntegerField(
                blank=True, help_text="on the day of the last game; empty: by terms 1", null=True
            ),
        ),
        migrations.AddField(
            model_name="ratingchange",
            name="deviation",
            field=models.IntegerField(blank=True, null=True, verbose_name="deviation after it"),
        ),
        migrations.AddField(
            model_name="ratingchange",
            name="deviation_before",
            field=models.IntegerField(
                blank=True, help_text="on the day of the game; empty: by terms 1", null=True
            ),
        ),
        migrations.AlterField(
            model_name="entry",
            name="cause",
            field=models.CharField(
                choices=[
                    ("counted", "the game came to count"),
                    ("void", "the game was voided"),
                    ("restored", "the game is no longer void"),
                    ("disputed", "the game was disputed"),
                    ("upheld", "a dispute was upheld"),
                    ("dispute-ended", "a dispute ended"),
                    ("contested", "the seats of the game were contested"),
                    ("contest-ended", "a claim of seats ended"),
                    ("reseated", "the seats of the game were mended"),
                    ("merged", "a guest turned out to be a player"),
                    ("other-log", "another log of the game was taken for right"),
                    ("judged", "the log of the game was judged again"),
                    ("release", "a release of the rules engine was adopted"),
                    ("address", "a player verified their mail address"),
                    ("terms", "ratings have new terms"),
                ],
                max_length=16,
            ),
        ),
        migrations.AlterField(
            model_name="pending",
            name="cause",
            field=models.CharField(
                choices=[
                    ("counted", "the game came to count"),
                    ("void", "the game was voided"),
                    ("restored", "the game is no longer void"),
                    ("disputed", "the game was disputed"),
                    ("upheld", "a dispute was upheld"),
                    ("dispute-ended", "a dispute ended"),
                    ("contested", "the seats of the game were contested"),
                    ("contest-ended", "a claim of seats ended"),
                    ("reseated", "the seats of the game were mended"),
                    ("merged", "a guest turned out to be a player"),
                    ("other-log", "another log of the game was taken for right"),
                    ("judged", "the log of the game was judged again"),
                    ("release", "a release of the rules engine was adopted"),
                    ("address", "a player verified their mail address"),
                    ("terms", "ratings have new terms"),
                ],
                default="counted",
                max_length=16,
            ),
        ),
        migrations.AlterField(
            model_name="rating",
            name="pool",
            field=models.CharField(
                choices=[
                    ("overall", "Overall"),
                    ("2", "2 players"),
                    ("3", "3 players"),
                    ("4", "4 players"),
                    ("computer", "With computers"),
                ],
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="ratingchange",
            name="pool",
            field=models.CharField(
                choices=[
                    ("overall", "Overall"),
                    ("2", "2 players"),
                    ("3", "3 players"),
                    ("4", "4 players"),
                    ("computer", "With computers"),
                ],
                max_length=8,
            ),
        ),
        migrations.AlterField(
            model_name="reason",
            name="cause",
            field=models.CharField(
                choices=[
                    ("counted", "the game came to count"),
                    ("void", "the game was voided"),
                    ("restored", "the game is no longer void"),
                    ("disputed", "the game was disputed"),
                    ("upheld", "a dispute was upheld"),
                    ("dispute-ended", "a dispute ended"),
                    ("contested", "the seats of the game were contested"),
                    ("contest-ended", "a claim of seats ended"),
                    ("reseated", "the seats of the game were mended"),
                    ("merged", "a guest turned out to be a player"),
                    ("other-log", "another log of the game was taken for right"),
                    ("judged", "the log of the game was judged again"),
                    ("release", "a release of the rules engine was adopted"),
                    ("address", "a player verified their mail address"),
                    ("terms", "ratings have new terms"),
                ],
                max_length=16,
            ),
        ),
        locked("ratings_ratingterms"),
        # Its new columns too.
        locked("ratings_ratingchange", "retired_by_id"),
    ]
