"""Changes in force by their day, for what is counted by month."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ratings", "0010_terms_2"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="ratingchange",
            index=models.Index(
                condition=models.Q(
                    models.Q(("pool", "overall"), ("pool", "computer"), _connector="OR"),
                    ("retired_by__isnull", True),
                ),
                fields=["played_on"],
                name="change_by_day",
            ),
        ),
    ]
