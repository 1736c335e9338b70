"""Leaderboards of months and seasons."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ratings", "0011_by_day"),
    ]

    operations = [
        migrations.CreateModel(
            name="Period",
            fields=[
                ("name", models.CharField(max_length=7, primary_key=True, serialize=False)),
                ("begins", models.DateField()),
                ("ends", models.DateField()),
                ("is_current", models.BooleanField(default=False)),
                ("players", models.PositiveIntegerField(default=0)),
                ("ranked", models.PositiveIntegerField(default=0)),
            ],
            options={
                "ordering": ["-begins", "-name"],
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="PeriodProgress",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("fold", models.BigIntegerField(default=0)),
                ("change", models.BigIntegerField(default=0)),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="PeriodStanding",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("rank", models.PositiveIntegerField(null=True)),
                ("games", models.PositiveIntegerField()),
                ("wins", models.PositiveIntegerField()),
                ("opponents", models.PositiveIntegerField()),
                ("gain", models.IntegerField()),
                ("rating", models.IntegerField()),
                ("deviation", models.IntegerField(null=True)),
                (
                    "period",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.CASCADE,
                        related_name="standings",
                        to="ratings.period",
                    ),
                ),
                (
                    "player",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to="games.player",
                    ),
                ),
            ],
            options={
                "default_permissions": (),
                "indexes": [
                    models.Index(
                        condition=models.Q(("rank__isnull", False)),
                        fields=["period", "rank", "player"],
                        name="standing_by_rank",
                    )
                ],
                "constraints": [
                    models.UniqueConstraint(
                        fields=("player", "period"), name="one_standing_a_period"
                    )
                ],
            },
        ),
    ]
