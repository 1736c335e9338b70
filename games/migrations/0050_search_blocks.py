import django.db.models.deletion
from django.db import migrations, models


def add_empty_rows(apps, editor):
    """Games that the engine did not judge legal have an empty row of facts from now on."""
    games = apps.get_model("games", "Game").objects.filter(facts_version__gt=0, facts=None)
    rows = apps.get_model("games", "GameFacts").objects
    ids = games.values_list("pk", flat=True)
    rows.bulk_create([rows.model(game_id=pk, values=[]) for pk in ids], batch_size=500)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0049_occasions_of_drafts"),
    ]

    operations = [
        migrations.CreateModel(
            name="SearchBlock",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("day", models.DateField()),
                ("accepted_at", models.DateTimeField()),
                ("last", models.CharField(max_length=12)),
                ("games", models.PositiveIntegerField()),
                ("summary", models.JSONField()),
            ],
            options={
                "ordering": ["-day", "-accepted_at", "-last"],
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="SearchPlane",
            fields=[
                (
                    "pk",
                    models.CompositePrimaryKey(
                        "block_id",
                        "column",
                        blank=True,
                        editable=False,
                        primary_key=True,
                        serialize=False,
                    ),
                ),
                (
                    "block",
                    models.ForeignKey(
                        db_index=False,
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="planes",
                        to="games.searchblock",
                    ),
                ),
                ("column", models.PositiveSmallIntegerField()),
                ("planes", models.BinaryField()),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.AddField(
            model_name="gamefacts",
            name="packed",
            field=models.BooleanField(db_default=False, default=False),
        ),
        migrations.RunPython(add_empty_rows, migrations.RunPython.noop, elidable=True),
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                condition=models.Q(
                    (
                        "standing__in",
                        ["waiting", "unrated", "disputed", "contested", "void", "refuted"],
                    )
                ),
                fields=["standing", "-played_on", "-accepted_at", "-id"],
                name="game_that_does_not_count",
            ),
        ),
        migrations.AddIndex(
            model_name="gamefacts",
            index=models.Index(
                condition=models.Q(("packed", False)), fields=["game"], name="facts_to_pack"
            ),
        ),
    ]
