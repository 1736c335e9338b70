"""``manage.py pack_uploads``: pack what was uploaded before bytes were kept compressed.

The workers do it too, a few uploads at a time; this does the rest now. It may be ended at any time
and started again.
"""

from __future__ import annotations

from django.core.management.base import BaseCommand

from games.intake.retention import pack_old


class Command(BaseCommand):
    help = "Compresses uploads from before uploads were stored compressed."

    def handle(self, **options: object) -> None:
        done = 0
        while packed := pack_old():
            done += packed
            self.stdout.write(f"{done} uploads packed.")
        self.stdout.write("Every upload is packed.")
