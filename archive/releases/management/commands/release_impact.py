"""``manage.py release_impact``: what the current engine would change of the record."""

from __future__ import annotations

import time

from django.core.management.base import BaseCommand, CommandError, CommandParser

from archive.releases.models import UNDER_WAY, Impact, ImpactState
from archive.releases.services import working
from archive.releases.services.impact import begin_impact, progress_percent
from engine.build import engine_version
from web.errors import ServiceError

STINT = 2.0
PAUSE = 0.5
MAX_LINES = 20


class Command(BaseCommand):
    help = (
        "Checks every game with the current engine and prints what would change: verdicts, places, "
        "points, digests, ratings. Changes no stored game. Continues a run that stopped; workers "
        "help. Start it several times at once to use more processors."
    )

    def add_arguments(self, parser: CommandParser) -> None:
        parser.add_argument("--edition", default="", help="use the printed numbers of this edition")

    def handle(self, *args: object, **options: object) -> None:
        impact = self._impact(str(options["edition"]))
        self.stdout.write(f"Comparison {impact.pk} for engine {impact.release.build}.")
        while impact.under_way:
            done = working.work_on_impacts(STINT)
            impact.refresh_from_db()
            self.stdout.write(
                f"{impact.games} of {impact.expected} games ({progress_percent(impact)} %)"
            )
            if not done:
                time.sleep(PAUSE)  # other workers hold what is left
        self._say(impact)

    def _impact(self, edition: str) -> Impact:
        impacts = Impact.objects.filter(state__in=UNDER_WAY, edition=edition)
        impact = impacts.filter(release__build=engine_version()).first()
        if impact is not None:
            return impact
        try:
            return begin_impact(None, edition or None)
        except ServiceError as refusal:
            raise CommandError(refusal.message) from None

    def _say(self, impact: Impact) -> None:
        if impact.state != ImpactState.DONE:
            self.stdout.write(f"The comparison is not finished: {impact.get_state_display()}.")
            return
        rate = impact.games / impact.seconds if impact.seconds else 0
        self.stdout.write(
            f"{impact.games} games: {impact.verdicts} other verdicts, {impact.places} other places,"
            f" {impact.points} other points, {impact.digests} other digests,"
            f" {impact.crashes} that the engine could not check; {impact.ratings} other ratings."
            f" {rate:.0f} games per second of processor time."
        )
        for row in impact.differences.all()[:MAX_LINES]:
            entry = f" entry {row.entry}" if row.entry else ""
            self.stdout.write(f"  {row.game_id} {row.kind} {row.where}{entry}".rstrip())
        if not impact.differing:
            self.stdout.write(
                self.style.SUCCESS("The current engine gives the same results as before.")
            )
