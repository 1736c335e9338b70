"""How well the ratings forecast games, by month."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("stats", "0004_openings"),
    ]

    operations = [
        migrations.CreateModel(
            name="ForecastProgress",
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
            name="ForecastMonth",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("month", models.DateField()),
                ("pool", models.CharField(blank=True, max_length=8)),
                ("players", models.PositiveSmallIntegerField()),
                ("games", models.PositiveIntegerField(default=0)),
                ("loss", models.BigIntegerField(default=0, verbose_name="log loss, in millionths")),
                (
                    "even_loss",
                    models.BigIntegerField(default=0, verbose_name="log loss of an even forecast"),
                ),
                ("tenths", models.JSONField(default=list)),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(
                        fields=("month", "pool", "players"), name="one_forecast_month"
                    )
                ],
            },
        ),
    ]
