from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0026_releases"),
    ]

    operations = [
        migrations.AddIndex(
            model_name="game",
            index=models.Index(
                fields=["market", "pyramid", "temple", "burial_chamber", "obelisks"],
                name="game_by_sides",
            ),
        ),
    ]
