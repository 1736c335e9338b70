"""All tables of `ratings`: for new sites."""

# fmt: off
import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models

from games.written_once import locked

CAUSES = [
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
]


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("ratings", "0001_initial"),
        ("ratings", "0002_place_in_the_order"),
        ("ratings", "0003_written_once"),
        ("ratings", "0004_listed"),
        ("ratings", "0005_who_is_listed"),
        ("ratings", "0006_sorted"),
        ("ratings", "0007_books"),
        ("ratings", "0008_causes"),
    ]

    dependencies = [
        ("games", "0024_facts"),
    ]

    operations = [
        migrations.CreateModel(
            name="Fold",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("cause", models.CharField(choices=[("change", "games changed"), ("rebuild", "rebuilt from nothing")], max_length=8)),
                ("started_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("duration", models.PositiveIntegerField(default=0, verbose_name="time taken, in microseconds")),
                ("games", models.PositiveIntegerField(default=0, verbose_name="games gone through")),
                ("added", models.PositiveIntegerField(default=0, verbose_name="changes added")),
                ("retired", models.PositiveIntegerField(default=0, verbose_name="changes retired")),
                ("reasons", models.PositiveIntegerField(help_text="rows of Reason; empty: before reasons were kept", null=True, verbose_name="reasons kept")),
            ],
            options={
                "ordering": ["-id"],
                "default_permissions": ("view",),
            },
        ),
        migrations.CreateModel(
            name="Pending",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="games.game")),
                ("cause", models.CharField(choices=CAUSES, default="counted", max_length=16)),
                ("ref", models.CharField(blank=True, default="", max_length=40)),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Rating",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("pool", models.CharField(choices=[("overall", "Overall"), ("2", "2 players"), ("3", "3 players"), ("4", "4 players")], max_length=8)),
                ("rating", models.IntegerField()),
                ("games", models.PositiveIntegerField()),
                ("last_played", models.DateField()),
                ("player", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="ratings", to="games.player")),
                ("listed_until", models.DateField(blank=True, help_text="the last day on leaderboards; see ratings.listing", null=True)),
            ],
            options={
                "ordering": ["pool", "-rating", "player"],
                "default_permissions": ("view",),
                "indexes": [
                    models.Index(fields=["pool", "-rating", "-player", "listed_until"], name="rating_on_board"),
                    models.Index(fields=["pool", "-games", "-player"], name="rating_by_games"),
                    models.Index(fields=["pool", "-last_played", "-player"], name="rating_by_day"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("player", "pool"), name="one_rating_a_pool"),
                ],
            },
        ),
        migrations.CreateModel(
            name="RatingChange",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("pool", models.CharField(choices=[("overall", "Overall"), ("2", "2 players"), ("3", "3 players"), ("4", "4 players")], max_length=8)),
                ("before", models.IntegerField()),
                ("after", models.IntegerField()),
                ("games_before", models.PositiveIntegerField(verbose_name="rated games before this one")),
                ("pairs", models.JSONField()),
                ("added_by", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="changes_added", to="ratings.fold")),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="rating_changes", to="games.game")),
                ("player", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="rating_changes", to="games.player")),
                ("retired_by", models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="changes_retired", to="ratings.fold")),
                ("played_on", models.DateField(verbose_name="day of the entry")),
                ("accepted_at", models.DateTimeField(verbose_name="moment of the entry")),
                ("kind", models.CharField(blank=True, choices=[("", "in the order of play"), ("late", "rated late"), ("reversal", "taken back"), ("again", "rated again")], db_default="", default="", max_length=8)),
                ("last_played", models.DateField(blank=True, help_text="empty: the day of the entry", null=True, verbose_name="last day of play after it")),
                ("nth", models.PositiveSmallIntegerField(db_default=0, default=0, verbose_name="number of the entry of its game")),
            ],
            options={
                "ordering": ["id"],
                "default_permissions": ("view",),
                "indexes": [
                    models.Index(condition=models.Q(("retired_by__isnull", True)), fields=["player", "pool", "played_on", "accepted_at", "game", "nth"], name="change_in_force"),
                    models.Index(condition=models.Q(("retired_by__isnull", True), models.Q(("kind", ""), _negated=True)), fields=["player", "pool"], name="change_out_of_order"),
                ],
                "constraints": [
                    models.UniqueConstraint(condition=models.Q(("retired_by__isnull", True)), fields=("game", "pool", "player", "nth"), name="one_change_an_entry_pool_player"),
                ],
                "base_manager_name": "objects",
            },
        ),
        migrations.CreateModel(
            name="Closing",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("through", models.DateField(unique=True)),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("changes", models.PositiveIntegerField(verbose_name="changes in force in its days")),
                ("digest", models.CharField(max_length=64)),
                ("previous", models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="next", to="ratings.closing")),
            ],
            options={
                "ordering": ["id"],
                "default_permissions": ("view",),
                "base_manager_name": "objects",
            },
        ),
        migrations.CreateModel(
            name="Entry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("nth", models.PositiveSmallIntegerField(verbose_name="number among the entries of its game, from 1")),
                ("kind", models.CharField(choices=[("", "in the order of play"), ("late", "rated late"), ("reversal", "taken back"), ("again", "rated again")], max_length=8)),
                ("day", models.DateField()),
                ("at", models.DateTimeField()),
                ("cause", models.CharField(choices=CAUSES, max_length=16)),
                ("ref", models.CharField(blank=True, max_length=40)),
                ("reverses", models.PositiveSmallIntegerField(blank=True, null=True)),
                ("seats", models.JSONField(blank=True, null=True)),
                ("added_by", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="entries_added", to="ratings.fold")),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="entries_of", to="games.game")),
                ("retired_by", models.ForeignKey(blank=True, db_index=False, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="entries_retired", to="ratings.fold")),
            ],
            options={
                "verbose_name_plural": "entries",
                "ordering": ["id"],
                "default_permissions": ("view",),
                "base_manager_name": "objects",
                "indexes": [
                    models.Index(condition=models.Q(("retired_by__isnull", True)), fields=["day", "at", "game", "nth"], name="entry_in_order"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "nth"), name="one_entry_a_number"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Move",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("before", models.IntegerField(null=True)),
                ("after", models.IntegerField(null=True)),
                ("fold", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="moves", to="ratings.fold")),
                ("player", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="games.player")),
            ],
            options={
                "ordering": ["id"],
                "default_permissions": ("view",),
                "base_manager_name": "objects",
                "constraints": [
                    models.UniqueConstraint(fields=("player", "fold"), name="one_move_a_fold"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Reason",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("cause", models.CharField(choices=CAUSES, max_length=16)),
                ("ref", models.CharField(blank=True, max_length=40)),
                ("at", models.DateTimeField()),
                ("fold", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="why", to="ratings.fold")),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="games.game")),
            ],
            options={
                "ordering": ["id"],
                "default_permissions": ("view",),
                "base_manager_name": "objects",
            },
        ),
        locked("ratings_ratingchange", "retired_by_id"),
        locked("ratings_entry", "retired_by_id"),
        locked("ratings_closing"),
        locked("ratings_reason"),
        locked("ratings_move"),
    ]
