from django.db import migrations, models


class Migration(migrations.Migration):
    """New tables are dealt by terms 3. Django fills defaults in: no row and no column changes."""

    dependencies = [
        ("tables", "0021_reserved"),
    ]

    operations = [
        migrations.SeparateDatabaseAndState(
            state_operations=[
                migrations.AlterField(
                    model_name="table",
                    name="deal_terms",
                    field=models.PositiveSmallIntegerField(
                        default=3, verbose_name="terms of dealing"
                    ),
                ),
            ]
        ),
    ]
