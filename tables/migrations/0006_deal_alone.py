from django.db import migrations, models

from games.written_once import locked


class Migration(migrations.Migration):
    """By itself, since PostgreSQL does not alter a table in which it has just changed rows."""

    dependencies = [("tables", "0005_deal")]

    operations = [
        migrations.RemoveField(model_name="place", name="share"),
        migrations.RemoveField(model_name="table", name="secret"),
        migrations.AlterField(
            model_name="table",
            name="deal_terms",
            field=models.PositiveSmallIntegerField(default=2, verbose_name="terms of dealing"),
        ),
        locked("tables_promise"),
    ]
