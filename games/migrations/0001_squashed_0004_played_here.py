"""The first tables of `games`, and the groups of arbiters and moderators: for new sites."""

# fmt: off
import uuid

import django.contrib.auth.models
import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.contrib.auth.management import create_permissions
from django.db import migrations, models

OFFICES = {
    "arbiters": ["arbitrate"],
    "moderators": ["moderate", *(f"view_{model}" for model in (
        "account", "apitoken", "attestation", "dispute", "game", "merge", "moderatoraction",
        "player", "seat", "submission", "upload", "verification",
    ))],
}


def make_offices(apps, editor):
    """Permissions are made after the last migration: those that the groups need are made here."""
    games = apps.get_app_config("games")
    games.models_module = True  # or nothing is made for the models of a migration
    alias = editor.connection.alias
    create_permissions(games, verbosity=0, using=alias, apps=apps)
    permissions = apps.get_model("auth", "Permission").objects.using(alias)
    for name, codenames in OFFICES.items():
        group, _ = apps.get_model("auth", "Group").objects.using(alias).get_or_create(name=name)
        group.permissions.add(*permissions.filter(content_type__app_label="games", codename__in=codenames))


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("games", "0001_initial"),
        ("games", "0002_offices"),
        ("games", "0003_notes"),
        ("games", "0004_played_here"),
    ]

    dependencies = [
        ("auth", "0012_alter_user_first_name_max_length"),
        ("contenttypes", "0002_remove_content_type_name"),
    ]

    operations = [
        migrations.CreateModel(
            name="Account",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("password", models.CharField(max_length=128, verbose_name="password")),
                ("last_login", models.DateTimeField(blank=True, null=True, verbose_name="last login")),
                ("is_superuser", models.BooleanField(default=False, help_text="Designates that this user has all permissions without explicitly assigning them.", verbose_name="superuser status")),
                ("first_name", models.CharField(blank=True, max_length=150, verbose_name="first name")),
                ("last_name", models.CharField(blank=True, max_length=150, verbose_name="last name")),
                ("email", models.EmailField(blank=True, max_length=254, verbose_name="email address")),
                ("is_staff", models.BooleanField(default=False, help_text="Designates whether the user can log into this admin site.", verbose_name="staff status")),
                ("is_active", models.BooleanField(default=True, help_text="Designates whether this user should be treated as active. Unselect this instead of deleting accounts.", verbose_name="active")),
                ("date_joined", models.DateTimeField(default=django.utils.timezone.now, verbose_name="date joined")),
                (
                    "username",
                    models.CharField(
                        error_messages={"unique": "This handle is taken."},
                        help_text="2 to 24 small letters, digits, _ and -; logs name you by it, as in black=@ana.",
                        max_length=24,
                        unique=True,
                        validators=[django.core.validators.RegexValidator("\\A[a-z0-9][a-z0-9_-]{1,23}\\Z", "A handle has 2 to 24 characters: small letters, digits, _ and -.")],
                        verbose_name="handle",
                    ),
                ),
                ("groups", models.ManyToManyField(blank=True, help_text="The groups this user belongs to. A user will get all permissions granted to each of their groups.", related_name="user_set", related_query_name="user", to="auth.group", verbose_name="groups")),
                ("user_permissions", models.ManyToManyField(blank=True, help_text="Specific permissions for this user.", related_name="user_set", related_query_name="user", to="auth.permission", verbose_name="user permissions")),
                ("computer", models.CharField(blank=True, editable=False, help_text="empty for a person; nobody can log in as a computer player", max_length=20, verbose_name="level of the computer player that plays under this handle")),
                ("reminders", models.BooleanField(default=True, help_text="invitations, beginnings, and turns that wait; needs an e-mail address", verbose_name="e-mail about tables")),
            ],
            options={
                "verbose_name": "account",
                "verbose_name_plural": "accounts",
                "permissions": [
                    ("arbitrate", "Can vouch for games: uploads are rated without attestations"),
                    ("moderate", "Can void and restore games, settle disputes, decide claims"),
                ],
            },
            managers=[("objects", django.contrib.auth.models.UserManager())],
        ),
        migrations.CreateModel(
            name="ApiToken",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=60)),
                ("digest", models.CharField(max_length=64, unique=True, verbose_name="SHA-256 of the token")),
                ("beginning", models.CharField(max_length=12, verbose_name="its first characters")),
                ("scopes", models.CharField(help_text="words between spaces: read, upload, attest", max_length=100)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("last_used_at", models.DateTimeField(blank=True, null=True)),
                ("expires_at", models.DateTimeField(blank=True, null=True)),
                ("revoked_at", models.DateTimeField(blank=True, null=True)),
                ("account", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="api_tokens", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "ordering": ["-created_at", "-id"],
            },
        ),
        migrations.CreateModel(
            name="Player",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=80)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("account", models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="player", to=settings.AUTH_USER_MODEL)),
                ("known_to", models.ForeignKey(blank=True, help_text="the uploader who knows this guest; empty for the player of an account", null=True, on_delete=django.db.models.deletion.PROTECT, related_name="guests", to=settings.AUTH_USER_MODEL)),
                ("merged_into", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="merged", to="games.player")),
            ],
            options={
                "indexes": [
                    models.Index(fields=["name"], name="player_name"),
                ],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(models.Q(("account__isnull", False), ("known_to__isnull", True)), models.Q(("account__isnull", True), ("known_to__isnull", False)), _connector="OR"), name="player_of_an_account_or_guest"),
                    models.UniqueConstraint(fields=("known_to", "name"), name="guest_known_once_to_an_uploader"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Merge",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("requested_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("note", models.TextField(blank=True, max_length=2000)),
                ("decided_at", models.DateTimeField(blank=True, null=True)),
                ("accepted", models.BooleanField(blank=True, null=True)),
                ("decided_by", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="claims_decided", to=settings.AUTH_USER_MODEL)),
                ("requested_by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="claims_made", to=settings.AUTH_USER_MODEL)),
                ("guest", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="claims", to="games.player")),
                ("into", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="merges", to="games.player")),
            ],
            options={
                "ordering": ["-requested_at", "-id"],
                "default_permissions": ("view",),
                "constraints": [
                    models.UniqueConstraint(condition=models.Q(("decided_at__isnull", True)), fields=("guest", "into"), name="one_open_claim_a_pair"),
                    models.CheckConstraint(condition=models.Q(("guest", models.F("into")), _negated=True), name="not_into_oneself"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Upload",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("channel", models.CharField(choices=[("page", "Page"), ("api", "Api"), ("command", "Command"), ("table", "played here")], max_length=8)),
                ("name", models.CharField(blank=True, max_length=255, verbose_name="file name")),
                ("raw", models.BinaryField()),
                ("size", models.PositiveIntegerField(verbose_name="size in bytes")),
                ("sha256", models.CharField(max_length=64, verbose_name="SHA-256 of the raw bytes")),
                ("received_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("account", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="uploads", to=settings.AUTH_USER_MODEL)),
                ("unrated", models.BooleanField(default=False, help_text="played here, and agreed before the first entry not to be rated")),
            ],
            options={
                "ordering": ["-received_at", "-id"],
                "indexes": [
                    models.Index(fields=["account", "-received_at"], name="upload_by_account"),
                    models.Index(fields=["sha256"], name="upload_by_sha256"),
                    models.Index(fields=["-received_at", "-id"], name="upload_by_day"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Game",
            fields=[
                ("id", models.CharField(editable=False, max_length=12, primary_key=True, serialize=False)),
                ("fingerprint", models.CharField(max_length=64, unique=True)),
                ("digest", models.CharField(max_length=64)),
                ("log", models.TextField(verbose_name="canonical log")),
                ("edition", models.CharField(max_length=20)),
                ("profile", models.CharField(choices=[("official", "official"), ("yucata", "yucata")], max_length=20)),
                ("players", models.PositiveSmallIntegerField(verbose_name="number of players")),
                ("market", models.CharField(choices=[("A", "A"), ("B", "B"), ("C", "C"), ("D", "D")], max_length=1)),
                ("pyramid", models.CharField(choices=[("A", "A"), ("B", "B"), ("C", "C"), ("D", "D")], max_length=1)),
                ("temple", models.CharField(choices=[("A", "A"), ("B", "B"), ("C", "C"), ("D", "D")], max_length=1)),
                ("burial_chamber", models.CharField(choices=[("A", "A"), ("B", "B"), ("C", "C"), ("D", "D")], max_length=1)),
                ("obelisks", models.CharField(choices=[("A", "A"), ("B", "B"), ("C", "C"), ("D", "D")], max_length=1)),
                ("modules", models.CharField(blank=True, help_text="words between spaces, a space at both ends", max_length=200)),
                ("chance", models.CharField(max_length=100)),
                ("entries", models.PositiveSmallIntegerField()),
                ("winning_points", models.SmallIntegerField()),
                ("margin", models.PositiveSmallIntegerField(verbose_name="points between the two best seats")),
                ("winners", models.PositiveSmallIntegerField(verbose_name="seats that share the first place")),
                ("played_on", models.DateField(help_text="as the log says, else the day it was accepted")),
                ("accepted_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("standing", models.CharField(choices=[("waiting", "verified, not rated"), ("unrated", "verified, agreed not to be rated"), ("counted", "verified and rated"), ("disputed", "disputed by a player"), ("void", "void"), ("refuted", "refused by a later verification")], default="waiting", max_length=8)),
                ("void_reason", models.TextField(blank=True, verbose_name="public reason for being void")),
                ("strength", models.IntegerField(blank=True, editable=False, help_text="mean overall rating of its players before it, in points; empty if not rated", null=True)),
                ("arbiter", models.ForeignKey(blank=True, help_text="the arbiter who vouches for it by having uploaded it", null=True, on_delete=django.db.models.deletion.PROTECT, related_name="arbitrated", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "ordering": ["-played_on", "-accepted_at", "-id"],
                "indexes": [
                    models.Index(fields=["-played_on", "-accepted_at", "-id"], name="game_by_day"),
                    models.Index(fields=["players", "-played_on", "-accepted_at", "-id"], name="game_by_players"),
                    models.Index(fields=["strength"], name="game_by_strength"),
                    models.Index(condition=models.Q(("standing", "counted")), fields=["played_on", "accepted_at", "id"], name="game_in_rating_order"),
                    models.Index(fields=["-accepted_at"], name="game_by_acceptance"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Seat",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(verbose_name="turn order, from 0")),
                ("colour", models.CharField(choices=[("black", "black"), ("white", "white"), ("brown", "brown"), ("gray", "gray")], max_length=8)),
                ("name", models.CharField(blank=True, max_length=80, verbose_name="name in the log")),
                ("points", models.SmallIntegerField()),
                ("place", models.PositiveSmallIntegerField()),
                ("sled", models.PositiveSmallIntegerField(verbose_name="stones left on the sled")),
                ("breakdown", models.JSONField(verbose_name="points by source")),
                ("played_on", models.DateField()),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="seats", to="games.game")),
                ("player", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="seats", to="games.player")),
                ("rated_place", models.PositiveSmallIntegerField(default=0, help_text="the place that ratings use: who was replaced is behind all others")),
                ("replaced_at", models.PositiveSmallIntegerField(blank=True, help_text="the first entry that a computer player made for this seat instead of its player", null=True)),
            ],
            options={
                "ordering": ["game", "number"],
                "indexes": [
                    models.Index(fields=["player", "-played_on", "-game"], name="seat_by_player"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "number"), name="seat_number"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Submission",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField(verbose_name="number in the upload, from 1")),
                ("member", models.CharField(blank=True, max_length=255, verbose_name="file in the archive")),
                ("begins", models.PositiveIntegerField(default=1, verbose_name="line of the file at which it begins")),
                ("source", models.BinaryField(help_text="empty: the whole upload is this log", null=True)),
                ("status", models.CharField(choices=[("queued", "Queued"), ("running", "Running"), ("verified", "Verified"), ("duplicate", "Duplicate"), ("refused", "Refused"), ("failed", "Failed")], default="queued", max_length=9)),
                ("attempts", models.PositiveSmallIntegerField(default=0)),
                ("queued_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("claimed_at", models.DateTimeField(blank=True, null=True)),
                ("judged_at", models.DateTimeField(blank=True, null=True)),
                ("refusal", models.JSONField(blank=True, null=True)),
                ("game", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="submissions", to="games.game")),
                ("upload", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="submissions", to="games.upload")),
            ],
            options={
                "ordering": ["upload", "number"],
                "indexes": [
                    models.Index(condition=models.Q(("status__in", ["queued", "running"])), fields=["status", "queued_at"], name="submission_open"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("upload", "number"), name="submission_number"),
                ],
            },
        ),
        migrations.CreateModel(
            name="ModeratorAction",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("verify_again", "verified again"),
                            ("void", "voided"),
                            ("restore", "restored"),
                            ("settle_dispute", "settled a dispute"),
                            ("decide_claim", "decided a claim"),
                            ("merge", "merged players"),
                            ("rebuild_ratings", "rebuilt the ratings"),
                            ("queue_again", "queued again"),
                            ("office", "gave or took an office"),
                            ("suspend", "suspended an account"),
                            ("reinstate", "let an account in again"),
                            ("revoke_token", "revoked a token"),
                            ("hide_note", "hid a note"),
                            ("show_note", "showed a note again"),
                            ("hide_line", "hid something said at a table"),
                            ("show_line", "showed something said at a table again"),
                            ("settle_report", "settled a report of something said"),
                            ("close_table", "closed a table"),
                        ],
                        max_length=20,
                    ),
                ),
                ("reason", models.TextField(blank=True)),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("game", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="moderator_actions", to="games.game")),
                ("moderator", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="moderator_actions", to=settings.AUTH_USER_MODEL)),
                ("player", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="moderator_actions", to="games.player")),
                ("upload", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="moderator_actions", to="games.upload")),
            ],
            options={
                "ordering": ["-at", "-id"],
                "default_permissions": ("view",),
            },
        ),
        migrations.CreateModel(
            name="Verification",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("engine", models.CharField(max_length=40, verbose_name="version of the engine")),
                ("edition", models.CharField(blank=True, max_length=20)),
                ("verdict", models.CharField(choices=[("verified", "Verified"), ("refused", "Refused")], max_length=8)),
                ("fingerprint", models.CharField(blank=True, max_length=64)),
                ("digest", models.CharField(blank=True, max_length=64)),
                ("refusal", models.JSONField(blank=True, null=True)),
                ("duration", models.PositiveIntegerField(verbose_name="time taken, in microseconds")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("game", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="verifications", to="games.game")),
                ("submission", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="verifications", to="games.submission")),
            ],
            options={
                "ordering": ["-at", "-id"],
                "default_permissions": ("view",),
            },
        ),
        migrations.CreateModel(
            name="Dispute",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("reason", models.TextField(max_length=2000)),
                ("opened_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                ("upheld", models.BooleanField(blank=True, help_text="upheld: the game is void; empty while open", null=True)),
                ("answer", models.TextField(blank=True, verbose_name="the decision, in public words")),
                ("account", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="disputes", to=settings.AUTH_USER_MODEL)),
                ("closed_by", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="disputes_closed", to=settings.AUTH_USER_MODEL)),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="disputes", to="games.game")),
            ],
            options={
                "ordering": ["-opened_at", "-id"],
                "default_permissions": ("view",),
                "constraints": [
                    models.UniqueConstraint(condition=models.Q(("closed_at__isnull", True)), fields=("game", "account"), name="one_open_dispute_a_player"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Attestation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("fingerprint", models.CharField(max_length=64)),
                ("by_uploading", models.BooleanField(default=False)),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("account", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="attestations", to=settings.AUTH_USER_MODEL)),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="attestations", to="games.game")),
                ("by_playing", models.BooleanField(default=False)),
            ],
            options={
                "ordering": ["at", "id"],
                "default_permissions": ("view",),
                "constraints": [
                    models.UniqueConstraint(fields=("game", "account"), name="attested_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Note",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("ply", models.PositiveIntegerField(help_text="the entry that the note is about; 0: the start")),
                ("kind", models.CharField(choices=[("question", "question"), ("idea", "idea"), ("mistake", "mistake"), ("brilliant", "brilliant")], max_length=10)),
                ("text", models.TextField(max_length=2000)),
                ("public", models.BooleanField(default=False)),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("edited_at", models.DateTimeField(blank=True, null=True)),
                ("hidden_at", models.DateTimeField(blank=True, null=True)),
                ("hidden_reason", models.TextField(blank=True)),
                ("account", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="notes", to=settings.AUTH_USER_MODEL)),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="notes", to="games.game")),
            ],
            options={
                "ordering": ["ply", "at", "id"],
                "default_permissions": ("view",),
                "indexes": [
                    models.Index(fields=["game", "ply"], name="notes_of_a_step"),
                ],
            },
        ),
        migrations.AddField(model_name="game", name="submission", field=models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name="first_of", to="games.submission")),
        migrations.AddField(model_name="game", name="played_here", field=models.BooleanField(default=False, help_text="at a table of this site, which saw every entry being made")),
        migrations.AddField(model_name="game", name="unrated", field=models.BooleanField(default=False, help_text="the players agreed before the game that it is not rated")),
        migrations.RunPython(make_offices, migrations.RunPython.noop),
    ]
