"""All tables of `tables`: for new sites."""

# fmt: off
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

from games.written_once import locked


class Migration(migrations.Migration):
    initial = True

    replaces = [
        ("tables", "0001_initial"),
        ("tables", "0002_opening"),
        ("tables", "0003_written_once"),
        ("tables", "0004_pulse"),
        ("tables", "0005_deal"),
        ("tables", "0006_deal_alone"),
        ("tables", "0007_plainer_words"),
        ("tables", "0008_first_games"),
        ("tables", "0009_previews"),
        ("tables", "0010_playing_on"),
        ("tables", "0011_push"),
        ("tables", "0012_auth"),
        ("tables", "0013_confirming"),
    ]

    dependencies = [
        ("games", "0015_branches"),
        migrations.swappable_dependency(settings.AUTH_USER_MODEL),
    ]

    operations = [
        migrations.CreateModel(
            name="Table",
            fields=[
                ("id", models.CharField(editable=False, max_length=12, primary_key=True, serialize=False)),
                ("phase", models.CharField(choices=[("open", "waiting for players"), ("dealing", "waiting for the players' share of the shuffle"), ("playing", "being played"), ("finished", "finished"), ("cancelled", "cancelled"), ("abandoned", "abandoned")], default="open", max_length=9)),
                ("seats_wanted", models.PositiveSmallIntegerField(verbose_name="number of seats")),
                ("preset", models.CharField(blank=True, max_length=12)),
                ("sites", models.CharField(default="AAAAA", max_length=5, verbose_name="five sides, market to obelisks")),
                ("modules", models.CharField(blank=True, max_length=200, verbose_name="words between spaces")),
                ("profile", models.CharField(choices=[("official", "official"), ("yucata", "yucata")], max_length=20)),
                ("edition", models.CharField(max_length=20)),
                ("rated", models.BooleanField(default=True)),
                ("watchable", models.BooleanField(default=True, verbose_name="spectators may watch")),
                ("access", models.CharField(choices=[("open", "everybody"), ("link", "everybody with the link"), ("invited", "those invited")], default="open", max_length=7)),
                ("pace", models.CharField(choices=[("live", "live, with a clock"), ("days", "days per move")], default="live", max_length=4)),
                ("minutes", models.PositiveSmallIntegerField(default=20, verbose_name="live: minutes of thinking time for each player")),
                ("increment", models.PositiveSmallIntegerField(default=10, verbose_name="live: seconds added for each entry")),
                ("days", models.PositiveSmallIntegerField(default=3, verbose_name="days: for each entry")),
                ("commitment", models.CharField(max_length=64, verbose_name="SHA-256 of the secret")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("started_at", models.DateTimeField(blank=True, null=True)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("plies", models.PositiveSmallIntegerField(default=0, verbose_name="entries written")),
                ("awaited", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="the place that is to act, by turn order, from 0")),
                ("awaited_since", models.DateTimeField(blank=True, null=True)),
                ("deadline", models.DateTimeField(blank=True, help_text="dealing: it is dealt without the missing shares; playing: time is over; open: the table is closed", null=True)),
                ("reminded", models.BooleanField(default=False, verbose_name="the awaited player was reminded")),
                ("announced", models.BooleanField(default=False, verbose_name="e-mail said that it has begun")),
                ("host", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="tables_opened", to=settings.AUTH_USER_MODEL)),
                ("rematch_of", models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.SET_NULL, related_name="rematch", to="tables.table")),
                ("upload", models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="table", to="games.upload")),
                ("deal_terms", models.PositiveSmallIntegerField(default=2, verbose_name="terms of dealing")),
                ("previews", models.BooleanField(db_default=False, default=False, verbose_name="shows what a choice would bring, in a rated game too")),
                ("begun", models.TextField(blank=True, verbose_name="the entries that it begins with, one a line")),
                ("order", models.CharField(blank=True, max_length=40, verbose_name="its colours in turn order, between spaces")),
                ("origin", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="tables_from_it", to="games.game")),
                ("origin_ply", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="the step of that game that it leaves from")),
            ],
            options={
                "ordering": ["-created_at", "-id"],
                "default_permissions": ("view",),
                "indexes": [
                    models.Index(fields=["phase", "-created_at", "-id"], name="table_by_phase"),
                    models.Index(condition=models.Q(("phase__in", ["open", "dealing", "playing"])), fields=["deadline"], name="table_by_deadline"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Place",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("colour", models.CharField(choices=[("black", "black"), ("white", "white"), ("brown", "brown"), ("gray", "gray")], max_length=8)),
                ("turn", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="turn order, from 0")),
                ("joined_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("promise", models.CharField(blank=True, max_length=64, verbose_name="SHA-256 of the share of the shuffle, given when sitting down; empty: none")),
                ("left_ms", models.PositiveIntegerField(default=0, verbose_name="live: thinking time left, milliseconds")),
                ("replaced_at", models.PositiveSmallIntegerField(blank=True, null=True, verbose_name="first entry that a computer player wrote instead")),
                ("replaced_why", models.CharField(blank=True, choices=[("time", "ran out of time"), ("left", "left")], max_length=4)),
                ("consents", models.BooleanField(default=False, verbose_name="agrees to cancel the game")),
                ("seen_ply", models.PositiveSmallIntegerField(default=0, verbose_name="has been shown everything up to")),
                ("account", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="places", to=settings.AUTH_USER_MODEL)),
                ("stand_in", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="stood_in", to=settings.AUTH_USER_MODEL)),
                ("table", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="places", to="tables.table")),
                ("opened_at", models.DateTimeField(blank=True, null=True, verbose_name="the promised share was given; empty in a game that is dealt: withheld")),
                ("looked_ply", models.PositiveSmallIntegerField(default=0, verbose_name="had it in sight after entry")),
                ("told_ply", models.PositiveSmallIntegerField(default=0, verbose_name="was told of by push, up to")),
            ],
            options={
                "ordering": ["table", "turn", "id"],
                "default_permissions": ("view",),
                "indexes": [
                    models.Index(fields=["account", "-table"], name="place_by_account"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("table", "colour"), name="colour_sits_once"),
                    models.UniqueConstraint(fields=("table", "turn"), name="one_place_a_turn"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Invitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("declined", models.BooleanField(default=False)),
                ("told", models.BooleanField(default=False, verbose_name="e-mail said so")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("account", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="table_invitations", to=settings.AUTH_USER_MODEL)),
                ("table", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="invitations", to="tables.table")),
            ],
            options={
                "default_permissions": ("view",),
                "constraints": [
                    models.UniqueConstraint(fields=("table", "account"), name="invited_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="ChatLine",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("text", models.CharField(max_length=500)),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("hidden_at", models.DateTimeField(blank=True, null=True, verbose_name="hidden by a moderator")),
                ("account", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="chat_lines", to=settings.AUTH_USER_MODEL)),
                ("table", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="talk", to="tables.table")),
            ],
            options={
                "ordering": ["id"],
                "default_permissions": ("view",),
                "indexes": [
                    models.Index(fields=["table", "id"], name="talk_of_a_table"),
                ],
            },
        ),
        migrations.CreateModel(
            name="TableEntry",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("ply", models.PositiveSmallIntegerField(verbose_name="number of the entry, from 1")),
                ("seat", models.SmallIntegerField(verbose_name="turn order from 0; -1: the bank")),
                ("text", models.CharField(max_length=200, verbose_name="the entry as the log has it")),
                ("shown", models.CharField(blank=True, max_length=200, verbose_name="what the others see of it")),
                ("only_for", models.SmallIntegerField(blank=True, null=True)),
                ("key", models.CharField(blank=True, max_length=64, null=True)),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("by", models.ForeignKey(blank=True, help_text="the account that sent it; empty for the bank", null=True, on_delete=django.db.models.deletion.PROTECT, related_name="table_entries", to=settings.AUTH_USER_MODEL)),
                ("table", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="entries", to="tables.table")),
            ],
            options={
                "ordering": ["table", "ply"],
                "default_permissions": ("view",),
                "constraints": [
                    models.UniqueConstraint(fields=("table", "ply"), name="one_entry_a_ply"),
                    models.UniqueConstraint(condition=models.Q(("key__isnull", False)), fields=("table", "key"), name="one_entry_a_key"),
                ],
                "base_manager_name": "objects",
            },
        ),
        migrations.CreateModel(
            name="Block",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("account", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="blocks", to=settings.AUTH_USER_MODEL)),
                ("blocked", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="blocked_by", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "default_permissions": ("view",),
                "constraints": [
                    models.UniqueConstraint(fields=("account", "blocked"), name="blocked_once"),
                    models.CheckConstraint(condition=models.Q(("account", models.F("blocked")), _negated=True), name="nobody_blocks_himself"),
                ],
            },
        ),
        migrations.CreateModel(
            name="ChatReport",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("reason", models.CharField(blank=True, max_length=500)),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
                ("upheld", models.BooleanField(blank=True, null=True)),
                ("by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="chat_reports", to=settings.AUTH_USER_MODEL)),
                ("line", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="reports", to="tables.chatline")),
                ("settled_by", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="chat_reports_settled", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "ordering": ["-at", "-id"],
                "default_permissions": ("view",),
                "constraints": [
                    models.UniqueConstraint(fields=("line", "by"), name="reported_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Opening",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("key", models.CharField(max_length=64)),
                ("terms", models.CharField(max_length=64, verbose_name="SHA-256 of what was asked for")),
                ("account", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="table_openings", to=settings.AUTH_USER_MODEL)),
                ("table", models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name="opening", to="tables.table")),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("account", "key"), name="one_table_a_key"),
                ],
                "base_manager_name": "objects",
            },
        ),
        migrations.CreateModel(
            name="Pulse",
            fields=[
                ("id", models.PositiveSmallIntegerField(default=1, editable=False, primary_key=True, serialize=False)),
                ("seen_at", models.DateTimeField(verbose_name="the time as it was seen last")),
                ("swept_at", models.DateTimeField(verbose_name="when the last sweep ran")),
                ("jumped_at", models.DateTimeField(null=True, verbose_name="when time was given back last")),
                ("jumped_by", models.BigIntegerField(default=0, verbose_name="by how many seconds the time had jumped")),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("id", 1)), name="one_pulse"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Deal",
            fields=[
                ("table", models.CharField(editable=False, max_length=12, primary_key=True, serialize=False, verbose_name="id of the table")),
                ("secret", models.BinaryField(verbose_name="32 bytes")),
                ("shares", models.JSONField(default=dict, editable=False, verbose_name="by colour, 64 digits")),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Promise",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(max_length=64, unique=True, verbose_name="SHA-256 of the share")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("account", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("table", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="tables.table")),
            ],
            options={
                "base_manager_name": "objects",
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="FirstGame",
            fields=[
                ("id", models.CharField(editable=False, max_length=12, primary_key=True, serialize=False)),
                ("seed", models.BigIntegerField(editable=False, verbose_name="what the deal follows from")),
                ("entries", models.TextField(default="", editable=False)),
                ("plies", models.PositiveSmallIntegerField(default=0, verbose_name="entries written")),
                ("taken_back", models.PositiveIntegerField(default=0)),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("moved_at", models.DateTimeField(db_index=True, default=django.utils.timezone.now, editable=False)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("account", models.ForeignKey(blank=True, help_text="who kept it; empty: the browser that holds its cookie plays it", null=True, on_delete=django.db.models.deletion.CASCADE, related_name="first_games", to=settings.AUTH_USER_MODEL)),
                ("upload", models.OneToOneField(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="first_game", to="games.upload")),
            ],
            options={
                "ordering": ["-moved_at", "-id"],
                "default_permissions": ("view",),
            },
        ),
        migrations.CreateModel(
            name="PushWishes",
            fields=[
                ("account", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name="push_wishes", serialize=False, to=settings.AUTH_USER_MODEL)),
                ("turn", models.BooleanField(default=True, verbose_name="that it is their turn")),
                ("begun", models.BooleanField(default=True, verbose_name="that a game has begun")),
                ("ended", models.BooleanField(default=True, verbose_name="that a game is over")),
                ("confirming", models.BooleanField(default=True, verbose_name="that a game waits to be confirmed")),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="PushBrowser",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("endpoint", models.CharField(max_length=1000, unique=True, verbose_name="address at the push service")),
                ("key", models.CharField(max_length=100, verbose_name="public key, base64")),
                ("auth", models.CharField(max_length=40, verbose_name="shared secret (RFC 8291), base64")),
                ("session", models.CharField(max_length=40, verbose_name="key of the session")),
                ("proof", models.CharField(max_length=128, verbose_name="that the password is still the same")),
                ("made_by", models.CharField(blank=True, max_length=200, verbose_name="user agent")),
                ("created_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("told_at", models.DateTimeField(editable=False, null=True, verbose_name="was told last")),
                ("failures", models.PositiveSmallIntegerField(default=0, verbose_name="in a row")),
                ("account", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="push_browsers", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "ordering": ["pk"],
                "default_permissions": (),
            },
        ),
        locked("tables_tableentry"),
        locked("tables_opening"),
        locked("tables_promise"),
    ]
