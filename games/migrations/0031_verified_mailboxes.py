"""Mailboxes of verified addresses. Accounts that share one from before keep their addresses."""

from typing import Any

import django.db.models.deletion
from django.db import migrations, models

from web.mailboxes import mailbox_of

ROWS = 1000


def reserve_mailboxes(apps: Any, schema_editor: object) -> None:
    addresses = apps.get_model("account", "EmailAddress").objects.filter(verified=True)
    model = apps.get_model("games", "VerifiedMailbox")
    reserved: set[str] = set()
    rows = []
    for pk, email in addresses.order_by("pk").values_list("pk", "email").iterator(ROWS):
        mailbox = mailbox_of(email)
        rows.append(model(address_id=pk, mailbox=mailbox, is_shared=mailbox in reserved))
        reserved.add(mailbox)
    model.objects.bulk_create(rows, batch_size=ROWS)


class Migration(migrations.Migration):
    dependencies = [
        ("account", "0009_emailaddress_unique_primary_email"),
        ("games", "0030_token_ends"),
    ]

    operations = [
        migrations.CreateModel(
            name="VerifiedMailbox",
            fields=[
                (
                    "address",
                    models.OneToOneField(
                        on_delete=django.db.models.deletion.CASCADE,
                        primary_key=True,
                        related_name="mailbox",
                        serialize=False,
                        to="account.emailaddress",
                    ),
                ),
                ("mailbox", models.CharField(db_index=True, max_length=254)),
                (
                    "is_shared",
                    models.BooleanField(
                        default=False, verbose_name="another account had it verified before"
                    ),
                ),
            ],
            options={
                "constraints": [
                    models.UniqueConstraint(
                        condition=models.Q(("is_shared", False)),
                        fields=("mailbox",),
                        name="one_account_a_mailbox",
                    )
                ]
            },
        ),
        migrations.RunPython(reserve_mailboxes, migrations.RunPython.noop),
    ]
