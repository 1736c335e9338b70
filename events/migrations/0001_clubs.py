"""Clubs: members, invitations, games, words of arbiters, reports."""

import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from games.written_once import locked


class Migration(migrations.Migration):
    initial = True

    dependencies = [
        ("games", "0045_clubs"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Club",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("name", models.CharField(max_length=40, verbose_name="name")),
                ("slug", models.SlugField(unique=True, verbose_name="its address")),
                ("skeleton", models.CharField(editable=False, max_length=200, unique=True)),
                (
                    "text",
                    models.TextField(blank=True, max_length=2000, verbose_name="about the club"),
                ),
                (
                    "founded_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                (
                    "hidden_at",
                    models.DateTimeField(
                        blank=True, null=True, verbose_name="hidden by a moderator"
                    ),
                ),
                (
                    "owner",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="clubs_owned",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["name", "id"],
                "default_permissions": ("view",),
            },
        ),
        migrations.CreateModel(
            name="ClubGame",
            fields=[
                (
                    "game",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="club_game",
                        serialize=False,
                        to="games.game",
                    ),
                ),
                (
                    "added_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                (
                    "added_by",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="games",
                        to="events.club",
                    ),
                ),
            ],
            options={
                "ordering": ["-added_at"],
                "default_permissions": ("view",),
            },
        ),
        migrations.CreateModel(
            name="ClubInvitation",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("nonce", models.CharField(editable=False, max_length=32)),
                (
                    "created_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("expires_at", models.DateTimeField()),
                (
                    "uses",
                    models.PositiveIntegerField(default=0, verbose_name="people who joined by it"),
                ),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                (
                    "account",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="invited_to_clubs",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="invitations",
                        to="events.club",
                    ),
                ),
                (
                    "inviter",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="club_invitations",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-created_at", "-id"],
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="ClubMember",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                (
                    "role",
                    models.CharField(
                        choices=[
                            ("member", "member"),
                            ("officer", "officer"),
                            ("arbiter", "arbiter"),
                        ],
                        default="member",
                        max_length=8,
                    ),
                ),
                (
                    "joined_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("since", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("until", models.DateTimeField(blank=True, null=True)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="club_memberships",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="members",
                        to="events.club",
                    ),
                ),
                (
                    "removed_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="+",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["joined_at", "id"],
                "abstract": False,
                "default_permissions": ("view",),
                "base_manager_name": "objects",
            },
        ),
        migrations.CreateModel(
            name="ClubReport",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("reason", models.TextField(max_length=2000)),
                (
                    "reported_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
                (
                    "upheld",
                    models.BooleanField(blank=True, help_text="empty while open", null=True),
                ),
                ("answer", models.TextField(blank=True, max_length=2000)),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="club_reports",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="reports",
                        to="events.club",
                    ),
                ),
                (
                    "settled_by",
                    models.ForeignKey(
                        blank=True,
                        null=True,
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="club_reports_settled",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
            ],
            options={
                "ordering": ["-reported_at", "-id"],
                "default_permissions": ("view",),
            },
        ),
        migrations.CreateModel(
            name="ClubUpload",
            fields=[
                (
                    "upload",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.PROTECT,
                        primary_key=True,
                        related_name="club_upload",
                        serialize=False,
                        to="games.upload",
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="uploads",
                        to="events.club",
                    ),
                ),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="ClubWord",
            fields=[
                (
                    "id",
                    models.BigAutoField(
                        auto_created=True, primary_key=True, serialize=False, verbose_name="ID"
                    ),
                ),
                ("fingerprint", models.CharField(max_length=64)),
                (
                    "seating",
                    models.PositiveSmallIntegerField(help_text="the seating that is vouched for"),
                ),
                (
                    "vouched_at",
                    models.DateTimeField(default=django.utils.timezone.now, editable=False),
                ),
                (
                    "account",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="club_words",
                        to=settings.AUTH_USER_MODEL,
                    ),
                ),
                (
                    "club",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="words",
                        to="events.club",
                    ),
                ),
                (
                    "game",
                    models.ForeignKey(
                        on_delete=django.db.models.deletion.PROTECT,
                        related_name="club_words",
                        to="games.game",
                    ),
                ),
            ],
            options={
                "ordering": ["vouched_at", "id"],
                "abstract": False,
                "default_permissions": ("view",),
                "base_manager_name": "objects",
            },
        ),
        migrations.AddIndex(
            model_name="club",
            index=models.Index(fields=["name", "id"], name="club_by_name"),
        ),
        migrations.AddIndex(
            model_name="clubgame",
            index=models.Index(fields=["club", "-added_at"], name="game_by_club"),
        ),
        migrations.AddIndex(
            model_name="clubmember",
            index=models.Index(fields=["club", "joined_at", "id"], name="member_by_club"),
        ),
        migrations.AddIndex(
            model_name="clubmember",
            index=models.Index(fields=["account", "club"], name="club_by_member"),
        ),
        migrations.AddConstraint(
            model_name="clubmember",
            constraint=models.UniqueConstraint(
                condition=models.Q(("until__isnull", True)),
                fields=("club", "account"),
                name="member_of_a_club_once",
            ),
        ),
        migrations.AddConstraint(
            model_name="clubmember",
            constraint=models.CheckConstraint(
                condition=models.Q(("since__gte", models.F("joined_at"))),
                name="joined_before_the_role",
            ),
        ),
        migrations.AddConstraint(
            model_name="clubreport",
            constraint=models.UniqueConstraint(
                condition=models.Q(("settled_at__isnull", True)),
                fields=("club", "account"),
                name="one_open_report_of_a_club",
            ),
        ),
        migrations.AddConstraint(
            model_name="clubword",
            constraint=models.UniqueConstraint(
                fields=("game", "seating"), name="one_club_word_a_seating"
            ),
        ),
        locked("events_clubmember", "until", "removed_by_id"),
        locked("events_clubword"),
    ]
