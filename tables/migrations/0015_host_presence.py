"""When the host of a table had a page open last: a live table is not offered while they are away."""

import django.db.models.functions.datetime
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [("tables", "0014_dealings")]

    operations = [
        migrations.AddField(
            model_name="table",
            name="host_present_at",
            field=models.DateTimeField(
                db_default=django.db.models.functions.datetime.Now(),
                default=django.utils.timezone.now,
                editable=False,
                verbose_name="when the host had a page open last, roughly",
            ),
        ),
    ]
