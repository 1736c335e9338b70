from django.apps.registry import Apps
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from games.written_once import locked


def keep_what_was_vouched_for(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """From now on an arbiter's word counts only for games in which they do not sit. What was
    vouched for before stays as it is."""
    games = apps.get_model("games", "Game").objects.using(schema_editor.connection.alias)
    games.exclude(arbiter=None).update(arbiter_may_sit=True)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0007_written_once"),
    ]

    operations = [
        migrations.AddField(
            model_name="dispute",
            name="effect",
            field=models.CharField(
                choices=[
                    ("holds", "the game does not count until it is decided"),
                    ("suspends", "the game does not count while it is among the last rated ones"),
                    ("nothing", "the game counts on until it is upheld"),
                ],
                default="holds",
                max_length=8,
            ),
        ),
        migrations.AddField(
            model_name="game",
            name="arbiter_may_sit",
            field=models.BooleanField(
                default=False,
                editable=False,
                help_text="vouched for when an arbiter's word still counted for games of their own",
            ),
        ),
        migrations.AddField(
            model_name="moderatoraction",
            name="office",
            field=models.CharField(
                choices=[("moderator", "moderator"), ("superuser", "superuser")],
                editable=False,
                max_length=10,
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="moderatoraction",
            name="outcome",
            field=models.CharField(
                choices=[
                    ("upheld", "upheld"),
                    ("dismissed", "dismissed"),
                    ("accepted", "accepted"),
                    ("refused", "refused"),
                    ("merged", "merged"),
                    ("taken_back", "taken back"),
                    ("made_arbiter", "made arbiter"),
                    ("no_arbiter", "no longer arbiter"),
                    ("made_moderator", "made moderator"),
                    ("no_moderator", "no longer moderator"),
                ],
                editable=False,
                max_length=16,
                null=True,
            ),
        ),
        migrations.AddField(
            model_name="moderatoraction",
            name="why",
            field=models.TextField(
                editable=False, null=True, verbose_name="why, for everybody to read"
            ),
        ),
        migrations.AddIndex(
            model_name="dispute",
            index=models.Index(
                condition=models.Q(("closed_at__isnull", True), ("effect", "suspends")),
                fields=["game"],
                name="dispute_that_suspends",
            ),
        ),
        migrations.AddIndex(
            model_name="moderatoraction",
            index=models.Index(fields=["-at", "-id"], name="deed_by_time"),
        ),
        locked("games_moderatoraction"),
        migrations.RunPython(keep_what_was_vouched_for, migrations.RunPython.noop),
    ]
