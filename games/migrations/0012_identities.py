"""Says of every game which game it is, so that a log which tells it again is a duplicate.

Each batch is a transaction of its own: what was broken off goes on where it was. Of games that are
here twice the one that was accepted first holds the identity; the other stays as it is.
"""

from typing import Any

from django.apps.registry import Apps
from django.db import migrations, transaction
from django.db.backends.base.schema import BaseDatabaseSchemaEditor

from engine import identity, read_log

BATCH = 500


def identify(apps: Apps, schema_editor: BaseDatabaseSchemaEditor) -> None:
    games, identities = apps.get_model("games", "Game"), apps.get_model("games", "Identity")
    using = schema_editor.connection.alias
    rows = games.objects.using(using).order_by("accepted_at", "id")
    ids = list(rows.filter(identity=None).values_list("pk", flat=True))
    for begin in range(0, len(ids), BATCH):
        some = rows.filter(pk__in=ids[begin : begin + BATCH]).values_list("pk", "log")
        found = {pk: identity(read_log(log)) for pk, log in some}
        with transaction.atomic(using=using):
            identities.objects.using(using).bulk_create(_rows(identities.objects, found))


def _rows(identities: Any, found: dict[str, str]) -> list[Any]:
    taken = identities.filter(holds=True, digest__in=set(found.values()))
    held = set(taken.values_list("digest", flat=True))
    made = []
    for pk, digest in found.items():
        made.append(identities.model(game_id=pk, digest=digest, holds=digest not in held))
        held.add(digest)
    return made


class Migration(migrations.Migration):
    atomic = False
    dependencies = [("games", "0011_seatings")]
    operations = [migrations.RunPython(identify, migrations.RunPython.noop, elidable=False)]
