"""Folds that leaderboards and notices have not followed yet; all from before have been."""

from django.db import migrations, models


class Migration(migrations.Migration):
    dependencies = [
        ("ratings", "0012_periods"),
    ]

    operations = [
        migrations.AddField(
            model_name="fold",
            name="followed",
            field=models.BooleanField(
                db_default=True,
                default=False,
                editable=False,
                verbose_name="leaderboards and notices have followed",
            ),
        ),
        migrations.AddIndex(
            model_name="fold",
            index=models.Index(
                condition=models.Q(("followed", False)), fields=["id"], name="folds_to_follow"
            ),
        ),
    ]
