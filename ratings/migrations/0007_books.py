import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from games.written_once import locked


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0024_facts"),
        ("ratings", "0006_sorted"),
    ]

    operations = [
        migrations.CreateModel(
            name="Closing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("through", models.DateField(unique=True)),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                (
                    "changes",
                    models.PositiveIntegerField(verbose_name="changes in force in its days"),
                ),
                ("digest", models.CharField(max_length=64)),
            ],
            options={
                "ordering": ["id"],
                "abstract": False,
                "default_permissions": ("view",),
                "base_manager_name": "objects",
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "nth",
                    models.PositiveSmallIntegerField(
                        verbose_name="number among the entries of its game, from 1"
                    ),
                ),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("", "in the order of play"),
                            ("late", "rated late"),
                            ("reversal", "taken back"),
                            ("again", "rated again"),
                        ],
                        max_length=8,
                    ),
                ),
                ("day", models.DateField()),
                ("at", models.DateTimeField()),
                (
                    "cause",
                    models.CharField(
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
                            ("closed", "an account was closed"),
                        ],
                        max_length=16,
                    ),
                ),
                ("ref", models.CharField(blank=True, max_length=40)),
                ("reverses", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("seats", models.JSONField(blank=True, null=True)),
            ],
            options={
                "verbose_name_plural": "entries",
                "ordering": ["id"],
                "abstract": False,
                "default_permissions": ("view",),
                "base_manager_name": "objects",
            },
        ),
        migrations.CreateModel(
            name="Move",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("before", models.IntegerField(null=True)),
                ("after", models.IntegerField(null=True)),
            ],
            options={
                "ordering": ["id"],
                "abstract": False,
                "default_permissions": ("view",),
                "base_manager_name": "objects",
            },
        ),
        migrations.CreateModel(
            name="Reason",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "cause",
                    models.CharField(
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
                            ("closed", "an account was closed"),
                        ],
                        max_length=16,
                    ),
                ),
                ("ref", models.CharField(blank=True, max_length=40)),
                ("at", models.DateTimeField()),
            ],
            options={
                "ordering": ["id"],
                "abstract": False,
                "default_permissions": ("view",),
                "base_manager_name": "objects",
            },
        ),
        migrations.RemoveConstraint(
            model_name="ratingchange",
            name="one_change_a_game_pool_player",
        ),
        migrations.RemoveIndex(
            model_name="ratingchange",
            name="change_in_force",
        ),
        migrations.AddField(
            model_name="fold",
            name="reasons",
            field=models.PositiveIntegerField(
                help_text="rows of Reason; empty: before reasons were kept",
                null=True,
                verbose_name="reasons kept",
            ),
        ),
        migrations.AddField(
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
                    ("closed", "an account was closed"),
                ],
                default="counted",
                max_length=16,
            ),
        ),
        migrations.AddField(
            model_name="pending",
            name="ref",
            field=models.CharField(blank=True, default="", max_length=40),
        ),
        migrations.AddField(
            model_name="ratingchange",
            name="kind",
            field=models.CharField(
                blank=True,
                choices=[
                    ("", "in the order of play"),
                    ("late", "rated late"),
                    ("reversal", "taken back"),
                    ("again", "rated again"),
                ],
                db_default="",
                default="",
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="ratingchange",
            name="last_played",
            field=models.DateField(
                blank=True,
                help_text="empty: the day of the entry",
                null=True,
                verbose_name="last day of play after it",
            ),
        ),
        migrations.AddField(
            model_name="ratingchange",
            name="nth",
            field=models.PositiveSmallIntegerField(
                db_default=0, default=0, verbose_name="number of the entry of its game"
            ),
        ),
        migrations.AlterField(
            model_name="ratingchange",
            name="accepted_at",
            field=models.DateTimeField(verbose_name="moment of the entry"),
        ),
        migrations.AlterField(
            model_name="ratingchange",
            name="played_on",
            field=models.DateField(verbose_name="day of the entry"),
        ),
        migrations.AddIndex(
            model_name="ratingchange",
            index=models.Index(
                condition=models.Q(("retired_by__isnull", True)),
                fields=["player", "pool", "played_on", "accepted_at", "game", "nth"],
                name="change_in_force",
            ),
        ),
        migrations.AddIndex(
            model_name="ratingchange",
            index=models.Index(
                condition=models.Q(
                    ("retired_by__isnull", True), models.Q(("kind", ""), _negated=True)
                ),
                fields=["player", "pool"],
                name="change_out_of_order",
            ),
        ),
        migrations.AddConstraint(
            model_name="ratingchange",
            constraint=models.UniqueConstraint(
                condition=models.Q(("retired_by__isnull", True)),
                fields=("game", "pool", "player", "nth"),
                name="one_change_an_entry_pool_player",
            ),
        ),
        migrations.AddField(
            model_name="closing",
            name="previous",
            field=models.OneToOneField(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="next",
                to="ratings.closing",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="added_by",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="entries_added",
                to="ratings.fold",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="entries_of",
                to="games.game",
            ),
        ),
        migrations.AddField(
            model_name="entry",
            name="retired_by",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="entries_retired",
                to="ratings.fold",
            ),
        ),
        migrations.AddField(
            model_name="move",
            name="fold",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="moves",
                to="ratings.fold",
            ),
        ),
        migrations.AddField(
            model_name="move",
            name="player",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="+",
                to="games.player",
            ),
        ),
        migrations.AddField(
            model_name="reason",
            name="fold",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="why", to="ratings.fold"
            ),
        ),
        migrations.AddField(
            model_name="reason",
            name="game",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT, related_name="+", to="games.game"
            ),
        ),
        migrations.AddIndex(
            model_name="entry",
            index=models.Index(
                condition=models.Q(("retired_by__isnull", True)),
                fields=["day", "at", "game", "nth"],
                name="entry_in_order",
            ),
        ),
        migrations.AddConstraint(
            model_name="entry",
            constraint=models.UniqueConstraint(fields=("game", "nth"), name="one_entry_a_number"),
        ),
        migrations.AddConstraint(
            model_name="move",
            constraint=models.UniqueConstraint(fields=("player", "fold"), name="one_move_a_fold"),
        ),
        locked("ratings_ratingchange", "retired_by_id"),
        locked("ratings_entry", "retired_by_id"),
        locked("ratings_closing"),
        locked("ratings_reason"),
        locked("ratings_move"),
    ]
