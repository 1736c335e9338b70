import django.db.models.deletion
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

import games.models.facts

INDEX = "seat_by_tokens"


def index(apps: object, editor: BaseDatabaseSchemaEditor) -> None:
    """An inverted index, which PostgreSQL alone has; statistics of more of the tokens."""
    if editor.connection.vendor == "postgresql":
        editor.execute(f"CREATE INDEX {INDEX} ON games_seatfacts USING gin (tokens)")
        editor.execute("ALTER TABLE games_seatfacts ALTER COLUMN tokens SET STATISTICS 1000")


def no_index(apps: object, editor: BaseDatabaseSchemaEditor) -> None:
    if editor.connection.vendor == "postgresql":
        editor.execute(f"DROP INDEX {INDEX}")


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0023_drafts"),
    ]

    operations = [
        migrations.CreateModel(
            name="GameFacts",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        db_constraint=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="facts",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                ("values", games.models.facts.NumbersField(kind="smallint")),
            ],
            options={"default_permissions": ()},
        ),
        migrations.CreateModel(
            name="SeatFacts",
            fields=[
                (
                    "game",
                    models.ForeignKey(
                        db_constraint=False,
                        db_index=False,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="seat_facts",
                        to="games.game",
                    ),
                ),
                ("number", models.PositiveSmallIntegerField()),
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "game_id",
                        "number",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                ("values", games.models.facts.NumbersField(kind="smallint")),
                ("tokens", games.models.facts.NumbersField(kind="integer")),
            ],
            options={"default_permissions": ()},
        ),
        migrations.AddField(
            model_name="game",
            name="facts_version",
            field=models.PositiveSmallIntegerField(
                db_default=0,
                default=0,
                editable=False,
                help_text="of what it tells (facts.VERSION); 0: from before there were facts",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(fields=["facts_version", "id"], name="game_by_facts"),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["-winning_points", "-played_on", "-accepted_at", "-id"],
                name="game_by_points",
            ),
        ),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["-margin", "-played_on", "-accepted_at", "-id"], name="game_by_distance"
            ),
        ),
        migrations.RunPython(index, no_index, elidable=False),
    ]
