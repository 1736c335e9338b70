"""When a web process could last store something: no player loses on time after it."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0015_host_presence")]

    operations = [
        migrations.AddField(
            model_name="pulse",
            name="served_at",
            field=models.DateTimeField(
                null=True, verbose_name="when a web process could last store something"
            ),
        ),
    ]
