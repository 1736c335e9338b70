"""Retired changes of ratings are found by the fold that retired them."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ratings", "0008_causes"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="ratingchange",
            index=models.Index(
                condition=models.Q(("retired_by__isnull", False)),
                fields=["retired_by"],
                name="change_retired",
            ),
        ),
    ]
