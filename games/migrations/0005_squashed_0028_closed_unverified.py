"""From release 0.2.0 to the next, without the rows of a site: for new sites."""

# fmt: off
import uuid

import django.core.validators
import django.db.models.deletion
import django.utils.timezone
from django.conf import settings
from django.db import migrations, models

import games.models.facts
import games.models.packed
from games.written_once import locked

INDEX = "seat_by_tokens"


def refuse_rows(apps, editor):
    """A site of 0.2.0 has the first of these migrations, and goes through the others one by one."""
    if apps.get_model("games", "Account").objects.using(editor.connection.alias).exists():
        raise RuntimeError("This site is from before release 0.2.0: migrate it with 0.2.0 first.")


def index_tokens(apps, editor):
    """An inverted index, which PostgreSQL alone has; statistics of more of the tokens."""
    if editor.connection.vendor == "postgresql":
        editor.execute(f"CREATE INDEX {INDEX} ON games_seatfacts USING gin (tokens)")
        editor.execute("ALTER TABLE games_seatfacts ALTER COLUMN tokens SET STATISTICS 1000")


def drop_index(apps, editor):
    if editor.connection.vendor == "postgresql":
        editor.execute(f"DROP INDEX {INDEX}")


class Migration(migrations.Migration):
    replaces = [
        ("games", "0005_scopes_named"),
        ("games", "0006_addresses_and_sessions"),
        ("games", "0007_written_once"),
        ("games", "0008_offices_and_disputes"),
        ("games", "0009_invitations_to_sign_up"),
        ("games", "0010_space"),
        ("games", "0011_seatings"),
        ("games", "0012_identities"),
        ("games", "0013_closed_accounts"),
        ("games", "0014_plainer_words"),
        ("games", "0015_branches"),
        ("games", "0016_sorted"),
        ("games", "0017_language"),
        ("games", "0018_previews"),
        ("games", "0019_notices"),
        ("games", "0020_nearly"),
        ("games", "0021_reports"),
        ("games", "0022_patterns"),
        ("games", "0023_drafts"),
        ("games", "0024_facts"),
        ("games", "0025_editions"),
        ("games", "0026_releases"),
        ("games", "0027_sides"),
        ("games", "0028_closed_unverified"),
    ]

    dependencies = [
        ("games", "0004_played_here"),
    ]

    operations = [
        migrations.RunPython(refuse_rows, migrations.RunPython.noop),
        migrations.CreateModel(
            name="SignUpInvitation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("digest", models.CharField(editable=False, max_length=64, unique=True)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("expires_at", models.DateTimeField()),
                ("email", models.EmailField(blank=True, help_text="a person who opens an account by the link has shown that this address is theirs; forgotten when the link is used or withdrawn", max_length=254, verbose_name="mailed to")),
                ("used_at", models.DateTimeField(blank=True, null=True)),
                ("withdrawn_at", models.DateTimeField(blank=True, null=True)),
                ("made_by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="sign_up_invitations", to=settings.AUTH_USER_MODEL)),
                ("used_by", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "verbose_name": "invitation to sign up",
                "verbose_name_plural": "invitations to sign up",
                "ordering": ["-made_at", "-id"],
                "default_permissions": ("view",),
            },
        ),
        migrations.CreateModel(
            name="Bundle",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveIntegerField()),
                ("data", models.BinaryField(verbose_name="the logs, as zlib deflates them")),
                ("upload", models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="bundles", to="games.upload")),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("upload", "number"), name="bundle_number"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Intake",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("day", models.DateField()),
                ("size", models.BigIntegerField(default=0, verbose_name="bytes")),
                ("logs", models.PositiveIntegerField(default=0)),
                ("account", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="intakes", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("account", "day"), name="one_intake_a_day"),
                ],
            },
        ),
        migrations.CreateModel(
            name="ClosedAccount",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("former", models.CharField(editable=False, max_length=64, unique=True, verbose_name="digest of the handle")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("account", models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name="closed", to=settings.AUTH_USER_MODEL)),
                ("verified", models.BooleanField(db_default=True, default=True, editable=False, verbose_name="had a verified mail address")),
            ],
            options={
                "verbose_name": "closed account",
                "ordering": ["-at", "-id"],
                "default_permissions": ("view",),
            },
        ),
        migrations.CreateModel(
            name="NoticeWishes",
            fields=[
                ("account", models.OneToOneField(on_delete=django.db.models.deletion.CASCADE, primary_key=True, related_name="notice_wishes", serialize=False, to=settings.AUTH_USER_MODEL)),
                ("confirming", models.BooleanField(default=True, verbose_name="games to confirm")),
                ("games", models.BooleanField(default=True, verbose_name="what became of one's games")),
                ("rating", models.BooleanField(default=False, verbose_name="ratings that a later event changed")),
                ("uploads", models.BooleanField(default=False, verbose_name="verdicts on uploads")),
                ("mailed_at", models.DateTimeField(editable=False, null=True, verbose_name="the last mail")),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="StandingConfirmation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("since", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("ended_at", models.DateTimeField(blank=True, null=True)),
                ("account", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="standing_confirmations", to=settings.AUTH_USER_MODEL)),
                ("uploader", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="standingly_confirmed_by", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "ordering": ["-since", "-id"],
                "default_permissions": ("view",),
                "constraints": [
                    models.UniqueConstraint(condition=models.Q(("ended_at__isnull", True)), fields=("account", "uploader"), name="one_agreement_with_an_uploader"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Pattern",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("kind", models.CharField(choices=[("farming", "one wins nearly all"), ("absent", "one side writes hardly anything"), ("circle", "a closed circle"), ("mirror", "nearly the same log"), ("pace", "too fast")], max_length=8)),
                ("key", models.CharField(max_length=100)),
                ("games", models.JSONField()),
                ("facts", models.JSONField()),
                ("found_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("settled_at", models.DateTimeField(blank=True, null=True)),
                ("settled_by", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="patterns_settled", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "ordering": ["-found_at", "-id"],
                "default_permissions": ("view",),
                "indexes": [
                    models.Index(condition=models.Q(("settled_at", None)), fields=["-found_at", "-id"], name="pattern_to_see"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("kind", "key"), name="pattern_once"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Draft",
            fields=[
                ("id", models.UUIDField(default=uuid.uuid4, editable=False, primary_key=True, serialize=False)),
                ("log", games.models.packed.PackedField(verbose_name="the log so far")),
                ("size", models.PositiveIntegerField(help_text="of the log as it is read", verbose_name="bytes")),
                ("version", models.PositiveIntegerField(default=1)),
                ("mark", models.CharField(blank=True, max_length=40)),
                ("began_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("written_at", models.DateTimeField(default=django.utils.timezone.now)),
                ("code", models.CharField(blank=True, editable=False, max_length=64, null=True, unique=True, verbose_name="digest of the code that hands it on")),
                ("code_ends_at", models.DateTimeField(blank=True, null=True)),
                ("account", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="drafts", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "ordering": ["-written_at", "id"],
                "default_permissions": (),
                "indexes": [
                    models.Index(fields=["written_at"], name="drafts_by_age"),
                ],
            },
        ),
        migrations.CreateModel(
            name="DraftHand",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("account", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="drafts_in_hand", to=settings.AUTH_USER_MODEL)),
                ("draft", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="hands", to="games.draft")),
            ],
            options={
                "default_permissions": (),
                "constraints": [
                    models.UniqueConstraint(fields=("draft", "account"), name="one_hand_a_draft"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Edition",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("name", models.CharField(max_length=20, unique=True)),
                ("toml", models.TextField()),
                ("sha256", models.CharField(max_length=64, unique=True)),
                ("base", models.CharField(max_length=20)),
                ("proposals", models.JSONField(default=list)),
                ("made_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("reason", models.TextField(max_length=2000)),
                ("made_by", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="editions_made", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "ordering": ["id"],
                "default_permissions": ("view",),
                "base_manager_name": "objects",
            },
        ),
        migrations.CreateModel(
            name="NumberProposal",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("board", models.CharField(max_length=20)),
                ("numbers", models.JSONField()),
                ("box", models.CharField(max_length=40)),
                ("year", models.PositiveSmallIntegerField()),
                ("note", models.TextField(blank=True, max_length=500)),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("withdrawn_at", models.DateTimeField(editable=False, null=True)),
                ("hidden_at", models.DateTimeField(editable=False, null=True)),
                ("account", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="number_proposals", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "ordering": ["id"],
                "default_permissions": ("view",),
                "base_manager_name": "objects",
                "indexes": [
                    models.Index(fields=["board", "id"], name="proposals_of_a_board"),
                ],
                "constraints": [
                    models.UniqueConstraint(condition=models.Q(("withdrawn_at", None)), fields=("account", "board", "box", "year"), name="one_proposal_a_board_and_box"),
                ],
            },
        ),
        migrations.CreateModel(
            name="NumberConfirmation",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("box", models.CharField(max_length=40)),
                ("year", models.PositiveSmallIntegerField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("withdrawn_at", models.DateTimeField(editable=False, null=True)),
                ("account", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="number_confirmations", to=settings.AUTH_USER_MODEL)),
                ("proposal", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="confirmations", to="games.numberproposal")),
            ],
            options={
                "ordering": ["id"],
                "default_permissions": ("view",),
                "base_manager_name": "objects",
                "constraints": [
                    models.UniqueConstraint(condition=models.Q(("withdrawn_at", None)), fields=("proposal", "account"), name="one_confirmation_of_numbers"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Identity",
            fields=[
                ("game", models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name="identity", serialize=False, to="games.game")),
                ("digest", models.CharField(help_text="see engine.identity", max_length=64)),
                ("holds", models.BooleanField(default=True)),
            ],
            options={
                "verbose_name_plural": "identities",
                "default_permissions": ("view",),
                "indexes": [
                    models.Index(condition=models.Q(("holds", False)), fields=["digest"], name="identity_of_twins"),
                ],
                "constraints": [
                    models.UniqueConstraint(condition=models.Q(("holds", True)), fields=("digest",), name="one_game_is_one_game"),
                ],
            },
        ),
        migrations.CreateModel(
            name="SeatClaim",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("names", models.JSONField()),
                ("replaced", models.JSONField()),
                ("effect", models.CharField(choices=[("holds", "the game does not count until it is decided"), ("suspends", "the game does not count while it is among the last rated ones"), ("nothing", "the game counts on until it is upheld")], max_length=8)),
                ("opened_at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("closed_at", models.DateTimeField(blank=True, null=True)),
                ("met", models.BooleanField(blank=True, help_text="the seats became so; empty while open, or taken back", null=True)),
                ("answer", models.TextField(blank=True, verbose_name="the decision, in public words")),
                ("account", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="seat_claims", to=settings.AUTH_USER_MODEL)),
                ("closed_by", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="seat_claims_closed", to=settings.AUTH_USER_MODEL)),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="seat_claims", to="games.game")),
                ("submission", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="games.submission")),
            ],
            options={
                "ordering": ["-opened_at", "-id"],
                "default_permissions": ("view",),
                "constraints": [
                    models.UniqueConstraint(fields=("game", "account"), name="one_seat_claim_a_player"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Seating",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField()),
                ("moderated", models.BooleanField(default=False, help_text="by a moderator")),
                ("before", models.JSONField()),
                ("after", models.JSONField()),
                ("reason", models.TextField(max_length=2000)),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("account", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="seatings", to=settings.AUTH_USER_MODEL)),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="seatings", to="games.game")),
            ],
            options={
                "ordering": ["game", "number"],
                "base_manager_name": "objects",
                "default_permissions": ("view",),
                "constraints": [
                    models.UniqueConstraint(fields=("game", "number"), name="one_seating_a_number"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Notice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                (
                    "kind",
                    models.CharField(
                        choices=[
                            ("named", "Named"),
                            ("confirmed", "Confirmed"),
                            ("counts", "Counts"),
                            ("disputed", "Disputed"),
                            ("contested", "Contested"),
                            ("void", "Void"),
                            ("reseated", "Reseated"),
                            ("judged", "Judged"),
                            ("discrepancy", "Discrepancy"),
                            ("rating", "Rating"),
                            ("upload", "Upload"),
                            ("reminder", "Reminder"),
                            ("lapsed", "Lapsed"),
                        ],
                        max_length=12,
                    ),
                ),
                ("n", models.PositiveIntegerField(default=1, verbose_name="how many of them")),
                ("facts", models.JSONField(default=dict, help_text="numbers that the sentence needs")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("read_at", models.DateTimeField(blank=True, null=True)),
                ("mailed_at", models.DateTimeField(blank=True, null=True)),
                ("account", models.ForeignKey(on_delete=django.db.models.deletion.CASCADE, related_name="notices", to=settings.AUTH_USER_MODEL)),
                ("by", models.ForeignKey(blank=True, help_text="who did it, where that is said", null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to=settings.AUTH_USER_MODEL)),
                ("game", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="games.game")),
                ("upload", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="+", to="games.upload")),
            ],
            options={
                "ordering": ["-id"],
                "default_permissions": (),
                "indexes": [
                    models.Index(fields=["account", "-id"], name="notice_by_account"),
                    models.Index(condition=models.Q(("read_at__isnull", True)), fields=["account", "kind"], name="notice_unread"),
                    models.Index(condition=models.Q(("mailed_at__isnull", True), ("read_at__isnull", True)), fields=["at"], name="notice_to_mail"),
                ],
            },
        ),
        migrations.CreateModel(
            name="Discrepancy",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("number", models.PositiveSmallIntegerField(verbose_name="number among those of the game, from 1")),
                ("fingerprint", models.CharField(max_length=64)),
                ("names", models.JSONField()),
                ("replaced", models.JSONField()),
                ("equal", models.PositiveSmallIntegerField()),
                ("share", models.PositiveSmallIntegerField()),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("account", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="discrepancies", to=settings.AUTH_USER_MODEL)),
                ("game", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="discrepancies", to="games.game")),
                ("submission", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="+", to="games.submission")),
            ],
            options={
                "verbose_name_plural": "discrepancies",
                "ordering": ["game", "number"],
                "default_permissions": ("view",),
                "base_manager_name": "objects",
                "indexes": [
                    models.Index(fields=["account", "-at"], name="discrepancy_by_account"),
                ],
                "constraints": [
                    models.UniqueConstraint(fields=("game", "number"), name="discrepancy_number"),
                    models.UniqueConstraint(fields=("game", "fingerprint", "account"), name="one_discrepancy_a_log"),
                ],
            },
        ),
        migrations.CreateModel(
            name="DiscrepancyChoice",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("which", models.CharField(choices=[("first", "the log that is here"), ("second", "the other log"), ("both", "both: they are two games")], max_length=6)),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("account", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="discrepancy_choices", to=settings.AUTH_USER_MODEL)),
                ("discrepancy", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="choices", to="games.discrepancy")),
            ],
            options={
                "ordering": ["at", "id"],
                "default_permissions": ("view",),
                "base_manager_name": "objects",
            },
        ),
        migrations.CreateModel(
            name="DiscrepancyVerdict",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("which", models.CharField(choices=[("first", "the log that is here"), ("second", "the other log"), ("both", "both: they are two games")], max_length=6)),
                ("reason", models.TextField(blank=True, verbose_name="the decision, in public words")),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("discrepancy", models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name="verdict", to="games.discrepancy")),
                ("moderator", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="discrepancies_decided", to=settings.AUTH_USER_MODEL)),
            ],
            options={
                "default_permissions": ("view",),
                "base_manager_name": "objects",
            },
        ),
        migrations.CreateModel(
            name="LogMark",
            fields=[
                ("pk", models.CompositePrimaryKey("value", "game_id", blank=True, editable=False, primary_key=True, serialize=False)),
                ("value", models.BigIntegerField()),
                ("game", models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="log_marks", to="games.game")),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="Report",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("reason", models.TextField(max_length=2000)),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("account", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="reports", to=settings.AUTH_USER_MODEL)),
                ("game", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="reports", to="games.game")),
                ("player", models.ForeignKey(blank=True, null=True, on_delete=django.db.models.deletion.PROTECT, related_name="reports", to="games.player")),
            ],
            options={
                "ordering": ["-at", "-id"],
                "default_permissions": ("view",),
                "base_manager_name": "objects",
                "indexes": [
                    models.Index(fields=["account", "-at"], name="report_by_account"),
                ],
                "constraints": [
                    models.CheckConstraint(condition=models.Q(("game", None), ("player", None), _connector="XOR"), name="report_of_game_or_player"),
                ],
            },
        ),
        migrations.CreateModel(
            name="ReportAnswer",
            fields=[
                ("id", models.BigAutoField(auto_created=True, primary_key=True, serialize=False, verbose_name="ID")),
                ("upheld", models.BooleanField()),
                ("answer", models.TextField(max_length=2000)),
                ("at", models.DateTimeField(default=django.utils.timezone.now, editable=False)),
                ("moderator", models.ForeignKey(on_delete=django.db.models.deletion.PROTECT, related_name="reports_answered", to=settings.AUTH_USER_MODEL)),
                ("report", models.OneToOneField(on_delete=django.db.models.deletion.PROTECT, related_name="answered", to="games.report")),
            ],
            options={
                "default_permissions": ("view",),
                "base_manager_name": "objects",
            },
        ),
        migrations.CreateModel(
            name="GameFacts",
            fields=[
                ("game", models.OneToOneField(db_constraint=False, on_delete=django.db.models.deletion.PROTECT, primary_key=True, related_name="facts", serialize=False, to="games.game")),
                ("values", games.models.facts.NumbersField(kind="smallint")),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.CreateModel(
            name="SeatFacts",
            fields=[
                ("game", models.ForeignKey(db_constraint=False, db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="seat_facts", to="games.game")),
                ("number", models.PositiveSmallIntegerField()),
                ("pk", models.CompositePrimaryKey("game_id", "number", blank=True, editable=False, primary_key=True, serialize=False)),
                ("values", games.models.facts.NumbersField(kind="smallint")),
                ("tokens", games.models.facts.NumbersField(kind="integer")),
            ],
            options={
                "default_permissions": (),
            },
        ),
        migrations.AlterField(model_name="account", name="computer", field=models.CharField(blank=True, editable=False, help_text="empty for a person; a computer player cannot log in", max_length=20, verbose_name="level of the computer player that plays under this handle")),
        migrations.AddField(model_name="account", name="language", field=models.CharField(blank=True, help_text="of pages and mails; empty: what the browser asks for", max_length=8, verbose_name="language")),
        migrations.AddField(model_name="account", name="previews", field=models.BooleanField(default=True, help_text="shown at tables before it is made, where the table allows it", verbose_name="what a choice would bring")),
        migrations.AlterField(model_name="apitoken", name="scopes", field=models.CharField(help_text="words between spaces: read, upload, attest, note, play", max_length=100)),
        migrations.AlterField(
            model_name="game",
            name="standing",
            field=models.CharField(
                choices=[("waiting", "verified, not rated"), ("unrated", "verified, agreed not to be rated"), ("counted", "verified and rated"), ("disputed", "disputed by a player"), ("contested", "contested: who sat where"), ("void", "void"), ("refuted", "refused by a later verification")],
                default="waiting",
                max_length=12,
            ),
        ),
        migrations.AddField(model_name="game", name="arbiter_may_sit", field=models.BooleanField(default=False, editable=False, help_text="vouched for when an arbiter's word still counted for games of their own")),
        migrations.AddField(model_name="game", name="seating", field=models.PositiveSmallIntegerField(default=0, help_text="how often its seats were mended")),
        migrations.AddField(model_name="game", name="lapsed_at", field=models.DateTimeField(blank=True, editable=False, help_text="unconfirmed for so long that it waits no more, unless a player confirms it", null=True)),
        migrations.AddField(model_name="game", name="reminded", field=models.PositiveSmallIntegerField(blank=True, editable=False, help_text="how often its players were reminded", null=True)),
        migrations.AddField(model_name="game", name="reminded_at", field=models.DateTimeField(blank=True, editable=False, null=True)),
        migrations.AddField(model_name="game", name="addresses_asked", field=models.BooleanField(db_default=False, default=False, editable=False, help_text="came when players had to have verified addresses to be rated")),
        migrations.AddField(model_name="game", name="marked", field=models.BooleanField(db_default=False, default=False, editable=False, help_text="no: from before there were any (games.judging.similarity)", verbose_name="its marks are here")),
        migrations.AddField(model_name="game", name="facts_version", field=models.PositiveSmallIntegerField(db_default=0, default=0, editable=False, help_text="of what it tells (facts.VERSION); 0: from before there were facts")),
        migrations.AlterField(model_name="seat", name="rated_place", field=models.PositiveSmallIntegerField(default=0, help_text="the place that ratings use: players who were replaced are behind all others")),
        migrations.AddField(model_name="seat", name="since", field=models.PositiveSmallIntegerField(default=0, help_text="the seating of the game from which on its player has to confirm")),
        migrations.AlterField(model_name="submission", name="source", field=models.BinaryField(help_text="from before there were bundles", null=True)),
        migrations.AlterField(model_name="submission", name="upload", field=models.ForeignKey(db_index=False, on_delete=django.db.models.deletion.PROTECT, related_name="submissions", to="games.upload")),
        migrations.AddField(model_name="submission", name="bundle", field=models.PositiveIntegerField(blank=True, null=True, verbose_name="number of its bundle")),
        migrations.AddField(model_name="submission", name="length", field=models.PositiveIntegerField(blank=True, null=True, verbose_name="its bytes")),
        migrations.AddField(model_name="submission", name="offset", field=models.PositiveIntegerField(blank=True, null=True, verbose_name="its first byte in the bundle")),
        migrations.AddField(model_name="submission", name="differs", field=models.JSONField(blank=True, null=True)),
        migrations.AlterField(model_name="upload", name="raw", field=games.models.packed.PackedField(help_text="kept deflated", verbose_name="the bytes as received")),
        migrations.AddField(model_name="upload", name="drop_at", field=models.DateTimeField(blank=True, help_text="when the bytes of its refused logs are dropped", null=True)),
        migrations.AddField(model_name="upload", name="dropped_at", field=models.DateTimeField(blank=True, null=True)),
        migrations.AddField(model_name="upload", name="packed", field=models.BooleanField(db_default=False, default=False, help_text="no: from before, kept as it came and log by log", verbose_name="packed")),
        migrations.AlterModelOptions(name="ModeratorAction", options={"base_manager_name": "objects", "default_permissions": ("view",), "ordering": ["-at", "-id"]}),
        migrations.AlterField(
            model_name="moderatoraction",
            name="kind",
            field=models.CharField(
                choices=[
                    ("verify_again", "verified again"),
                    ("void", "voided"),
                    ("restore", "restored"),
                    ("settle_dispute", "settled a dispute"),
                    ("decide_claim", "decided a claim"),
                    ("merge", "merged players"),
                    ("rebuild_ratings", "rebuilt the ratings"),
                    ("queue_again", "queued again"),
                    ("office", "gave or took a role"),
                    ("suspend", "suspended an account"),
                    ("reinstate", "let an account in again"),
                    ("invite", "invited a person to sign up"),
                    ("reset_link", "sent a link for a new password"),
                    ("close_account", "closed an account"),
                    ("revoke_token", "revoked a token"),
                    ("hide_note", "hid a note"),
                    ("show_note", "showed a note again"),
                    ("hide_line", "hid a chat line"),
                    ("show_line", "showed a chat line again"),
                    ("settle_report", "settled a report of a chat line"),
                    ("reseat", "mended the seats of a game"),
                    ("settle_claim", "settled a claim of seats"),
                    ("discrepancy", "decided which of two logs is right"),
                    ("answer_report", "answered a report"),
                    ("close_table", "closed a table"),
                    ("make_edition", "made an edition of the numbers"),
                    ("hide_numbers", "hid a note on the numbers of a box"),
                    ("release", "decided about a release of the engine"),
                ],
                max_length=20,
            ),
        ),
        migrations.AddField(model_name="moderatoraction", name="office", field=models.CharField(choices=[("moderator", "moderator"), ("superuser", "superuser")], editable=False, max_length=10, null=True)),
        migrations.AddField(
            model_name="moderatoraction",
            name="outcome",
            field=models.CharField(
                choices=[
                    ("upheld", "upheld"),
                    ("dismissed", "dismissed"),
                    ("accepted", "accepted"),
                    ("refused", "refused"),
                    ("merged", "merged"),
                    ("taken_back", "taken back"),
                    ("made_arbiter", "made arbiter"),
                    ("no_arbiter", "no longer arbiter"),
                    ("made_moderator", "made moderator"),
                    ("no_moderator", "no longer moderator"),
                    ("first_log", "the log that is here"),
                    ("second_log", "the other log"),
                    ("two_games", "two games"),
                ],
                editable=False,
                max_length=16,
                null=True,
            ),
        ),
        migrations.AddField(model_name="moderatoraction", name="why", field=models.TextField(editable=False, null=True, verbose_name="why, for everybody to read")),
        migrations.AlterModelOptions(name="Verification", options={"base_manager_name": "objects", "default_permissions": ("view",), "ordering": ["-at", "-id"]}),
        migrations.AddField(
            model_name="dispute", name="effect", field=models.CharField(choices=[("holds", "the game does not count until it is decided"), ("suspends", "the game does not count while it is among the last rated ones"), ("nothing", "the game counts on until it is upheld")], default="holds", max_length=8)
        ),
        migrations.AlterModelOptions(name="Attestation", options={"base_manager_name": "objects", "default_permissions": ("view",), "ordering": ["at", "id"]}),
        migrations.RemoveConstraint(model_name="attestation", name="attested_once"),
        migrations.AddField(model_name="attestation", name="seating", field=models.PositiveSmallIntegerField(default=0, help_text="the seating of the game that was confirmed")),
        migrations.AddField(model_name="attestation", name="agreement", field=models.ForeignKey(blank=True, help_text="the standing agreement by which it was confirmed", null=True, on_delete=django.db.models.deletion.PROTECT, related_name="attestations", to="games.standingconfirmation")),
        migrations.AddField(model_name="note", name="branch", field=models.TextField(blank=True, help_text="the entries of a what-if that goes on from the step, one a line")),
        migrations.AddIndex(model_name="game", index=models.Index(fields=["margin", "-played_on", "-accepted_at", "-id"], name="game_by_margin")),
        migrations.AddIndex(model_name="game", index=models.Index(fields=["-entries", "-played_on", "-accepted_at", "-id"], name="game_by_length")),
        migrations.AddIndex(model_name="game", index=models.Index(condition=models.Q(("lapsed_at__isnull", True), ("standing", "waiting")), fields=["accepted_at"], name="game_that_waits")),
        migrations.AddIndex(model_name="game", index=models.Index(condition=models.Q(("marked", False)), fields=["id"], name="game_to_mark")),
        migrations.AddIndex(model_name="game", index=models.Index(fields=["facts_version", "id"], name="game_by_facts")),
        migrations.AddIndex(model_name="game", index=models.Index(fields=["-winning_points", "-played_on", "-accepted_at", "-id"], name="game_by_points")),
        migrations.AddIndex(model_name="game", index=models.Index(fields=["-margin", "-played_on", "-accepted_at", "-id"], name="game_by_distance")),
        migrations.AddIndex(model_name="game", index=models.Index(fields=["market", "pyramid", "temple", "burial_chamber", "obelisks"], name="game_by_sides")),
        migrations.AddIndex(model_name="upload", index=models.Index(condition=models.Q(("drop_at__isnull", False)), fields=["drop_at"], name="upload_to_drop")),
        migrations.AddIndex(model_name="upload", index=models.Index(condition=models.Q(("packed", False)), fields=["received_at"], name="upload_to_pack")),
        migrations.AddIndex(model_name="moderatoraction", index=models.Index(fields=["-at", "-id"], name="deed_by_time")),
        migrations.AddIndex(model_name="dispute", index=models.Index(condition=models.Q(("closed_at__isnull", True), ("effect", "suspends")), fields=["game"], name="dispute_that_suspends")),
        migrations.AddConstraint(model_name="attestation", constraint=models.UniqueConstraint(fields=("game", "account", "seating"), name="attested_once_a_seating")),
        locked("games_attestation"),
        locked("games_verification"),
        locked("games_moderatoraction"),
        locked("games_seating"),
        locked("games_discrepancy"),
        locked("games_discrepancychoice"),
        locked("games_discrepancyverdict"),
        locked("games_report"),
        locked("games_reportanswer"),
        locked("games_edition"),
        locked("games_numberproposal", "withdrawn_at", "hidden_at"),
        locked("games_numberconfirmation", "withdrawn_at"),
        migrations.RunPython(index_tokens, drop_index),
    ]
