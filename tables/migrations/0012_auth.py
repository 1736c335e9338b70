from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0011_push"),
    ]

    operations = [
        migrations.RenameField("pushbrowser", "secret", "auth"),
        migrations.AlterField(
            "pushbrowser",
            "auth",
            models.CharField(max_length=40, verbose_name="shared secret (RFC 8291), base64"),
        ),
    ]
