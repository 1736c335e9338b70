import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models
from django.db.models import F
from django.db.models.functions import Coalesce, Now

BATCH = 500


def move(apps, schema_editor):
    """Secrets and shares to their own table, promises to theirs; nothing is lost.

    Where two promised the same, which nothing forbade, the first is written down.
    """
    table, place, deal, promise = (
        apps.get_model("tables", name) for name in ("Table", "Place", "Deal", "Promise")
    )
    ids = list(table.objects.order_by("pk").values_list("pk", flat=True))
    for start in range(0, len(ids), BATCH):
        part = ids[start : start + BATCH]
        places = place.objects.filter(table__in=part).order_by("pk")
        shares = {}
        for table_id, colour, share in places.exclude(share="").values_list(
            "table", "colour", "share"
        ):
            shares.setdefault(table_id, {})[colour] = share
        rows = table.objects.filter(pk__in=part).values_list("pk", "secret")
        deal.objects.bulk_create(
            [deal(table=pk, secret=bytes(secret), shares=shares.get(pk, {})) for pk, secret in rows]
        )
        promise.objects.bulk_create(
            [
                promise(digest=digest, account_id=account, table_id=pk, at=at)
                for digest, account, pk, at in places.exclude(promise="").values_list(
                    "promise", "account", "table", "joined_at"
                )
            ],
            ignore_conflicts=True,
        )
        started = table.objects.filter(pk=models.OuterRef("table")).values("started_at")
        places.exclude(share="").order_by().update(
            opened_at=Coalesce(models.Subquery(started), F("joined_at"), Now())
        )


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0004_pulse"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Deal",
            fields=[
                (
                    "table",
                    models.CharField(
                        editable=False,
                        max_length=12,
                        primary_key=True,
                        serialize=False,
                        verbose_name="id of the table",
                    ),
                ),
                ("secret", models.BinaryField(verbose_name="32 bytes")),
                (
                    "shares",
                    models.JSONField(
                        default=dict, editable=False, verbose_name="by colour, 64 digits"
                    ),
                ),
            ],
            options={"default_permissions": ()},
        ),
        migrations.CreateModel(
            name="Promise",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "digest",
                    models.CharField(
                        max_length=64, unique=True, verbose_name="SHA-256 of the share"
                    ),
                ),
                (
                    "at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "table",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="tables.table",
                    ),
                ),
            ],
            options={"base_manager_name": "objects", "default_permissions": ()},
        ),
        # Tables that were opened before keep the terms that their players were shown.
        migrations.AddField(
            model_name="table",
            name="deal_terms",
            field=models.PositiveSmallIntegerField(default=1, verbose_name="terms of dealing"),
        ),
        migrations.AddField(
            model_name="place",
            name="opened_at",
            field=models.DateTimeField(
                blank=True,
                null=True,
                verbose_name="the promised share was given; empty in a game that is dealt: withheld",
            ),
        ),
        migrations.RunPython(move, migrations.RunPython.noop),
    ]
