from django.db import migrations

from games.written_once import locked


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0006_addresses_and_sessions"),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="attestation",
            options={
                "base_manager_name": "objects",
                "default_permissions": ("view",),
                "ordering": ["at", "id"],
            },
        ),
        migrations.AlterModelOptions(
            name="moderatoraction",
            options={
                "base_manager_name": "objects",
                "default_permissions": ("view",),
                "ordering": ["-at", "-id"],
            },
        ),
        migrations.AlterModelOptions(
            name="verification",
            options={
                "base_manager_name": "objects",
                "default_permissions": ("view",),
                "ordering": ["-at", "-id"],
            },
        ),
        locked("games_attestation"),
        locked("games_verification"),
        locked("games_moderatoraction"),
    ]
