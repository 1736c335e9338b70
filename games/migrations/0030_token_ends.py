"""Tokens of the API end: those of before a year from the upgrade, and their owners get a mail."""

from datetime import timedelta
from typing import Any

from django.db import migrations, models
from django.utils import timezone


def set_ends(apps: Any, schema_editor: object) -> None:
    tokens = apps.get_model("games", "ApiToken").objects
    endless = tokens.filter(expires_at=None, revoked_at=None)
    endless.update(expires_at=timezone.now() + timedelta(days=365), end_to_announce=True)


class Migration(migrations.Migration):
    dependencies = [("games", "0029_salts")]

    operations = [
        migrations.AddField(
            model_name="apitoken",
            name="end_to_announce",
            field=models.BooleanField(
                db_default=False,
                default=False,
                editable=False,
                verbose_name="its owner has yet to hear that it ends",
            ),
        ),
        migrations.RunPython(set_ends, migrations.RunPython.noop),
    ]
