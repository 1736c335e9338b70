import django.utils.timezone
from django.db import migrations, models

from games.written_once import locked


class Migration(migrations.Migration):
    initial = True

    dependencies = []

    operations = [
        migrations.CreateModel(
            name="Checkpoint",
            fields=[
                (
                    "id",
                    models.BigIntegerField(primary_key=True, serialize=False, verbose_name="size"),
                ),
                ("root", models.CharField(max_length=64)),
                ("at", models.DateTimeField()),
            ],
            options={
                "abstract": False,
                "default_permissions": ("view",),
                "base_manager_name": "objects",
            },
        ),
        migrations.CreateModel(
            name="Log",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("size", models.BigIntegerField(default=0)),
                ("edge", models.BinaryField(default=b"")),
                ("note", models.TextField(blank=True)),
                ("verifications", models.BigIntegerField(default=0)),
                ("games", models.CharField(blank=True, max_length=12)),
                ("filled", models.BooleanField(default=False)),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Waiting",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("kind", models.CharField(max_length=12)),
                ("records", models.JSONField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now)),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Leaf",
            fields=[
                (
                    "id",
                    models.BigIntegerField(
                        primary_key=True, serialize=False, verbose_name="number"
                    ),
                ),
                ("kind", models.CharField(max_length=12)),
                ("record", models.CharField(max_length=40)),
                ("digest", models.CharField(max_length=64)),
                ("at", models.DateTimeField()),
            ],
            options={
                "abstract": False,
                "default_permissions": ("view",),
                "base_manager_name": "objects",
                "indexes": [models.Index(fields=["kind", "record", "-id"], name="leaf_of_record")],
            },
        ),
        migrations.CreateModel(
            name="Tile",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("level", models.PositiveSmallIntegerField()),
                ("number", models.BigIntegerField()),
                ("hashes", models.BinaryField()),
            ],
            options={
                "abstract": False,
                "default_permissions": (),
                "base_manager_name": "objects",
                "constraints": [
                    models.UniqueConstraint(fields=("level", "number"), name="one_tile")
                ],
            },
        ),
        locked("transparency_leaf"),
        locked("transparency_tile"),
        locked("transparency_checkpoint"),
    ]
