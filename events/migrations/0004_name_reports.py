"""Reports of names and texts at clubs and events are one table; announcements of arbiters; names of
guests can be hidden. Reports of clubs are kept."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from games.written_once import locked


class Migration(migrations.Migration):
    dependencies = [
        ("events", "0003_series"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.RenameModel("ClubReport", "NameReport"),
        migrations.CreateModel(
            name="EventAnnouncement",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("text", models.CharField(max_length=300)),
                (
                    "announced_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                (
                    "hidden_at",
                    models.DateTimeField(
                        blank=True, null=True, verbose_name="hidden by a moderator"
                    ),
                ),
            ],
            options={
                "ordering": ["-announced_at", "-id"],
                "abstract": False,
                "default_permissions": ("view",),
                "base_manager_name": "objects",
            },
        ),
        migrations.RemoveConstraint(
            model_name="namereport",
            name="one_open_report_of_a_club",
        ),
        migrations.AddField(
            model_name="entrant",
            name="hidden_at",
            field=models.DateTimeField(
                blank=True, null=True, verbose_name="name hidden by a moderator"
            ),
        ),
        migrations.AddField(
            model_name="namereport",
            name="entrant",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="reports",
                to="events.entrant",
            ),
        ),
        migrations.AddField(
            model_name="namereport",
            name="event",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="reports",
                to="events.event",
            ),
        ),
        migrations.AlterField(
            model_name="namereport",
            name="account",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="name_reports",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AlterField(
            model_name="namereport",
            name="club",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="reports",
                to="events.club",
            ),
        ),
        migrations.AlterField(
            model_name="namereport",
            name="settled_by",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="name_reports_settled",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="eventannouncement",
            name="arbiter",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="event_announcements",
                to=settings.AUTH_USER_MODEL,
            ),
        ),
        migrations.AddField(
            model_name="eventannouncement",
            name="event",
            field=models.ForeignKey(
                on_delete=django.db.models.deletion.PROTECT,
                related_name="announcements",
                to="events.event",
            ),
        ),
        migrations.AddField(
            model_name="namereport",
            name="announcement",
            field=models.ForeignKey(
                blank=True,
                null=True,
                on_delete=django.db.models.deletion.PROTECT,
                related_name="reports",
                to="events.eventannouncement",
            ),
        ),
        migrations.AddConstraint(
            model_name="namereport",
            constraint=models.UniqueConstraint(
                condition=models.Q(("settled_at__isnull", True)),
                fields=("club", "account"),
                name="one_open_report_of_club",
            ),
        ),
        migrations.AddConstraint(
            model_name="namereport",
            constraint=models.UniqueConstraint(
                condition=models.Q(("settled_at__isnull", True)),
                fields=("event", "account"),
                name="one_open_report_of_event",
            ),
        ),
        migrations.AddConstraint(
            model_name="namereport",
            constraint=models.UniqueConstraint(
                condition=models.Q(("settled_at__isnull", True)),
                fields=("entrant", "account"),
                name="one_open_report_of_entrant",
            ),
        ),
        migrations.AddConstraint(
            model_name="namereport",
            constraint=models.UniqueConstraint(
                condition=models.Q(("settled_at__isnull", True)),
                fields=("announcement", "account"),
                name="one_open_report_of_announcement",
            ),
        ),
        migrations.AddIndex(
            model_name="eventannouncement",
            index=models.Index(
                fields=["event", "-announced_at", "-id"], name="announcement_by_event"
            ),
        ),
        locked("events_eventannouncement", "hidden_at"),
    ]
