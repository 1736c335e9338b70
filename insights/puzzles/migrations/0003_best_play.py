"""Shipped puzzles, solved by best play; deviations of puzzle ratings."""

import django.db.models.deletion
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0042_data_licence"),
        ("puzzles", "0002_rulings"),
    ]

    operations = [
        migrations.AddField(
            model_name="puzzle",
            name="deviation",
            field=models.IntegerField(
                editable=False, null=True, verbose_name="of its rating, in thousandths"
            ),
        ),
        migrations.AddField(
            model_name="puzzle",
            name="line",
            field=models.JSONField(
                blank=True, default=list, verbose_name="what follows by best play"
            ),
        ),
        migrations.AddField(
            model_name="puzzle",
            name="log",
            field=models.TextField(
                blank=True, verbose_name="the game up to there, of a shipped puzzle"
            ),
        ),
        migrations.AddField(
            model_name="puzzle",
            name="number",
            field=models.PositiveSmallIntegerField(
                blank=True, null=True, unique=True, verbose_name="number of a shipped puzzle"
            ),
        ),
        migrations.AddField(
            model_name="solver",
            name="deviation",
            field=models.IntegerField(
                editable=False, null=True, verbose_name="of the rating, in thousandths"
            ),
        ),
        migrations.AlterField(
            model_name="puzzle",
            name="game",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="puzzles",
                to="games.game",
            ),
        ),
        migrations.AddConstraint(
            model_name="puzzle",
            constraint=models.CheckConstraint(
                condition=models.Q(("game", None), ("number", None), _connector="XOR"),
                name="of_a_game_or_shipped",
            ),
        ),
    ]
