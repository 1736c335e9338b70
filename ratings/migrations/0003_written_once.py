from django.db import migrations

from games.written_once import locked


class Migration(migrations.Migration):
    dependencies = [
        ("ratings", "0002_place_in_the_order"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="ratingchange",
            options={
                "base_manager_name": "objects",
                "default_permissions": ("view",),
                "ordering": ["id"],
            },
        ),
        locked("ratings_ratingchange", "retired_by_id"),
    ]
