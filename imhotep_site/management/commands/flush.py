"""Django's flush, which rows that are written once would refuse: their locks are taken off for it.

It throws the site away, after asking. The tests empty their databases by it.
"""

from __future__ import annotations

from typing import Any

from django.core.management.commands import flush
from django.db import connections

from games.models.append_only import append_only_models, locks
from games.written_once import lifted


class Command(flush.Command):
    def handle(self, **options: Any) -> None:
        with lifted(connections[options["database"]], locks(append_only_models())):
            super().handle(**options)
