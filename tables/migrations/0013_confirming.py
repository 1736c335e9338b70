from django.db import migrations, models

WORDS = "that a game waits to be confirmed"


class Migration(migrations.Migration):
    """Who has chosen before this could be chosen is not told of it."""

    dependencies = [
        ("tables", "0012_auth"),
    ]

    operations = [
        migrations.AddField("pushwishes", "confirming", models.BooleanField(WORDS, default=False)),
        migrations.AlterField("pushwishes", "confirming", models.BooleanField(WORDS, default=True)),
    ]
