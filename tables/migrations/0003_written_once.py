import django.db.models.deletion
from django.conf import settings
from django.db import migrations, models

from games.written_once import locked


class Migration(migrations.Migration):
    dependencies = [
        ("tables", "0002_opening"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.AlterModelOptions(
            name="opening",
            options={"base_manager_name": "objects", "default_permissions": ()},
        ),
        migrations.AlterModelOptions(
            name="tableentry",
            options={
                "base_manager_name": "objects",
                "default_permissions": ("view",),
                "ordering": ["table", "ply"],
            },
        ),
        migrations.AlterField(
            model_name="opening",
            name="account",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="table_openings",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="opening",
            name="table",
            field=models.OneToOneField(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="opening",
                to="tables.table",
            ),
        ),
        locked("tables_tableentry"),
        locked("tables_opening"),
    ]
