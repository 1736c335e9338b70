import django.db.models.deletion
import django.utils.timezone
from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ratings", "0001_initial"),
    ]

    operations = [
        migrations.AddField(
            model_name="ratingchange",
            name="played_on",
            field=models.DateField(default=django.utils.timezone.now),
            preserve_default=False,
        ),
        migrations.AddField(
            model_name="ratingchange",
            name="accepted_at",
            field=models.DateTimeField(default=django.utils.timezone.now),
            preserve_default=False,
        ),
        migrations.AlterField(
            model_name="ratingchange",
            name="added_by",
            field=models.ForeignKey(
                db_index=False,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="changes_added",
                to="ratings.fold",
            ),
        ),
        migrations.AlterField(
            model_name="ratingchange",
            name="retired_by",
            field=models.ForeignKey(
                blank=True,
                db_index=False,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="changes_retired",
                to="ratings.fold",
            ),
        ),
        migrations.RemoveIndex(
            model_name="ratingchange",
            name="change_in_force",
        ),
        migrations.AddIndex(
            model_name="ratingchange",
            index=models.Index(
                condition=models.Q(("retired_by__isnull", True)),
                fields=["player", "pool", "played_on", "accepted_at", "game"],
                name="change_in_force",
            ),
        ),
    ]
