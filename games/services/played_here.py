"""What the record knows of a game because it was played here.

The site saw every entry being made: it knows who played, since when a computer player stood in for
a player, and whether the game was to be rated. Playing is the confirmation.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence

from django.utils import timezone
from django.utils.translation import gettext as _

from games.models import Attestation, Dispute, Game, Seat, SeatClaim, Standing
from games.services.rated_places import rated_places
from games.services.result import Result
from games.services.vouching import Seats


def attest(results: Iterable[Result]) -> None:
    """Everybody who sat there confirms the game by having played it."""
    rows = {
        (one.game.pk, player.account_id): Attestation(
            game=one.game,
            account_id=player.account_id,
            fingerprint=one.game.fingerprint,
            seating=one.game.seating,
            by_playing=True,
        )
        for one in results
        for player in one.players
        if one.game and player and player.account_id
    }
    Attestation.objects.bulk_create([rows[key] for key in sorted(rows)], ignore_conflicts=True)


def bring(duplicates: Sequence[Result], seats: Seats) -> list[Result]:
    """Those of `duplicates` that were played here, and were on record without anybody knowing it:
    a player uploaded the log first. What the site knows takes the place of what that log said."""
    brought = [one for one in duplicates if one.from_table]
    for one in brought:
        assert one.game is not None
        if not one.same_log:
            continue  # the same entries at two tables
        now = Game.objects.only("played_here", "standing", "played_on").get(pk=one.game.pk)
        if not now.played_here:
            _put_right(one, now, seats[one.game.pk])
    return brought


def _put_right(one: Result, now: Game, table: Sequence[Seat]) -> None:
    """A game that waits has never been rated, so that its day may still be put right; the place
    of another in the order of rating never changes."""
    game = one.game
    assert game is not None
    assert one.judged.game is not None
    header = one.judged.game.log.header
    waits = now.standing == Standing.WAITING and header.played is not None
    game.played_on = header.played if waits and header.played else now.played_on
    game.log, game.chance = one.judged.log, header.chance
    game.played_here, game.unrated = True, one.submission.upload.unrated
    game.save(update_fields=["log", "chance", "played_here", "unrated", "played_on"])
    game.disputes.filter(closed_at=None).update(effect=Dispute.Effect.NOTHING)
    rated = rated_places([seat.place for seat in table], one.replaced)
    for seat, name, player, place, since in zip(
        table, one.names, one.players, rated, one.replaced, strict=True
    ):
        seat.name, seat.player, seat.played_on = name, player, game.played_on
        seat.rated_place, seat.replaced_at = place, since
    fields = ["name", "player", "played_on", "rated_place", "replaced_at"]
    Seat.objects.bulk_update(table, fields)
    still_open = SeatClaim.objects.filter(game=game, closed_at=None)
    still_open.update(closed_at=timezone.now(), answer=_("The game was played here."))
