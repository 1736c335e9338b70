from typing import Any

from django.db import migrations
from django.db.models import OuterRef, Subquery, Value
from django.db.models.functions import Concat, Trim


def name_clubs_on_uploads(apps: Any, _schema_editor: object) -> None:
    """What an upload was brought for stands on the upload itself, clubs as well as tables."""
    rows = apps.get_model("events", "ClubUpload").objects
    slug = Subquery(rows.filter(upload=OuterRef("pk")).values("club__slug")[:1])
    uploads = apps.get_model("games", "Upload").objects
    uploads.filter(pk__in=rows.values("upload")).update(
        occasion=Trim(Concat(Value("club:"), slug, Value(" "), "occasion"))
    )


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0010_format_labels"),
        ("games", "0049_occasions_of_drafts"),
    ]

    operations = [
        migrations.RunPython(name_clubs_on_uploads, migrations.RunPython.noop),
        migrations.DeleteModel(name="ClubUpload"),
    ]
