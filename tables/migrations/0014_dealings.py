"""Tables whose seats are taken, for their leaves in the transparency log; also those from before."""

import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models
from django.db.models import Count, F

from games.written_once import locked

BATCH = 1000


def add_dealings(apps, _schema_editor):
    """A table that began, or whose seats were all taken when it ended."""
    tables, dealings = (apps.get_model("tables", name).objects for name in ("Table", "Dealing"))
    full = tables.alias(taken=Count("places")).filter(taken__gte=F("seats_wanted"), origin=None)
    last = ""
    while batch := list(
        full.filter(pk__gt=last).order_by("pk").only("created_at", "started_at")[:BATCH]
    ):
        dealings.bulk_create(
            dealings.model(table=table, filled_at=table.started_at or table.created_at)
            for table in batch
        )
        last = batch[-1].pk


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0013_confirming"),
    ]

    operations = [
        migrations.CreateModel(
            name="Dealing",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "filled_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                (
                    "table",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="dealing",
                        to="tables.table",
                    ),
                ),
            ],
            options={
                "abstract": False,
                "default_permissions": (),
                "base_manager_name": "objects",
            },
        ),
        migrations.RunPython(add_dealings, migrations.RunPython.noop, elidable=True),
        locked("tables_dealing"),
    ]
