from django.apps.registry import Apps
from django.contrib.auth.management import create_permissions
from django.db import migrations, models
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

OFFICES = {"arbiters": ["arbitrate"], "moderators": ["moderate"]}


def make_offices(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    """The groups of arbiters and moderators. Permissions are made only after the last migration,
    so those which are needed here are made now."""
    games = apps.get_app_config("games")
    alias = schema_editor.connection.alias
    games.models_module = True  # or nothing is made for the models of a migration
    create_permissions(games, verbosity=0, using=alias, apps=apps)
    permissions = apps.get_model("auth", "Permission").objects.using(alias)
    groups = apps.get_model("auth", "Group").objects.using(alias)
    ours = permissions.filter(content_type__app_label="games")
    for name, codenames in OFFICES.items():
        group, _ = groups.get_or_create(name=name)
        group.permissions.add(*ours.filter(codename__in=codenames))
        if name == "moderators":
            group.permissions.add(*ours.filter(codename__startswith="view_"))


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0001_initial"),
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="account",
            options={
                "permissions": [
                    ("arbitrate", "Can vouch for games: uploads are rated without attestations"),
                    ("moderate", "Can void and restore games, settle disputes, decide claims"),
                ],
                "verbose_name": "account",
                "verbose_name_plural": "accounts",
            },
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
                    ("office", "gave or took an office"),
                    ("suspend", "suspended an account"),
                    ("reinstate", "let an account in again"),
                    ("revoke_token", "revoked a token"),
                ],
                max_length=20,
            ),
        ),
        migrations.RunPython(make_offices, migrations.RunPython.noop),
    ]
