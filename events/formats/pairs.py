"""Pairs: tables of two by the FIDE (Dutch) system; an odd player has the bye, worth a win."""

from __future__ import annotations

from django.utils.translation import gettext as _

from events.formats.rules import FormatRules, RoundRequest
from events.limits import MAX_ROUNDS
from events.organising.scoring import seed_of
from events.seating import SeatedRound, pair_round
from web.errors import Conflict


class PairRules(FormatRules):
    """The first at a table has the first turn, as white begins at chess."""

    def seat(self, request: RoundRequest) -> SeatedRound:
        event, unseated = request.event, request.unseated
        if not unseated:
            return SeatedRound(request.fixed_tables, request.fixed_byes)
        for separate in (request.book.separate_pairs(), ()):
            try:
                paired = pair_round(
                    unseated,
                    request.book.played_rounds(),
                    request.book.results(),
                    seed_of(event),
                    count=event.rounds_planned or min(MAX_ROUNDS, len(request.book.rounds) + 1),
                    separate=separate,
                )
            except ValueError:
                continue  # without the teams, then
            return SeatedRound(
                (*request.fixed_tables, *paired.tables), (*request.fixed_byes, *paired.byes)
            )
        raise Conflict(
            _(
                "The FIDE rules allow no pairing: all remaining players have already played each "
                "other. Enter your own pairings, or end the event."
            )
        )
