"""What accounts had before they were kept by allauth: their addresses and their sessions."""

from itertools import islice

from django.contrib.sessions.backends.db import SessionStore
from django.db import migrations
from django.utils import timezone

AT_ONCE = 500
UNKNOWN = "0.0.0.0"
"""Where a session comes from that began before this was written down."""


def in_batches(rows):
    while some := list(islice(rows, AT_ONCE)):
        yield some


def keep_addresses(apps, schema_editor):
    """Each address is its account's, and nobody has shown yet that it is theirs: two accounts may
    have the same one until one of them verifies it."""
    Account = apps.get_model("games", "Account")
    EmailAddress = apps.get_model("account", "EmailAddress")
    known = set(EmailAddress.objects.values_list("user_id", flat=True))
    made = (
        EmailAddress(user_id=pk, email=email.strip().lower(), primary=True, verified=False)
        for pk, email in Account.objects.exclude(email="").values_list("pk", "email").iterator()
        if email.strip() and pk not in known
    )
    for some in in_batches(made):
        EmailAddress.objects.bulk_create(some)


def keep_sessions(apps, schema_editor):
    """Sessions that have begun are listed beside those that will, and can be ended."""
    Session = apps.get_model("sessions", "Session")
    UserSession = apps.get_model("usersessions", "UserSession")
    accounts = set(apps.get_model("games", "Account").objects.values_list("pk", flat=True))
    known = set(UserSession.objects.values_list("session_key", flat=True))
    store = SessionStore()
    running = Session.objects.filter(expire_date__gt=timezone.now())
    found = (
        (key, store.decode(data).get("_auth_user_id"))
        for key, data in running.values_list("session_key", "session_data").iterator()
        if key not in known
    )
    made = (
        UserSession(session_key=key, user_id=int(pk), ip=UNKNOWN, user_agent="")
        for key, pk in found
        if pk and int(pk) in accounts
    )
    for some in in_batches(made):
        UserSession.objects.bulk_create(some)


class Migration(migrations.Migration):
    dependencies = [
        ("games", "0005_scopes_named"),
        ("account", "0009_emailaddress_unique_primary_email"),
        ("mfa", "0003_authenticator_type_uniq"),
        ("sessions", "0001_initial"),
        ("usersessions", "0001_initial"),
    ]

    operations = [
        migrations.RunPython(keep_addresses, migrations.RunPython.noop),
        migrations.RunPython(keep_sessions, migrations.RunPython.noop),
    ]
