"""Vouchers of a game: its players at a table here, the player who uploads its log, an arbiter who
does not sit in it.

At a table the site saw every entry being made: it knows who played, since when a computer player
stood in, and whether the game was to be rated. Playing is the confirmation.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.judging.diff import handle_of, seats_other_accounts
from games.judging.pending_result import PendingResult, places_for_rating
from games.models import Dispute, Game, Player, Seat, SeatClaim, Standing

Seats = Mapping[str, list[Seat]]
"""On record, by game and in turn order."""


def adopt_table_games(duplicates: Sequence[PendingResult], seats: Seats) -> list[PendingResult]:
    """Those of `duplicates` that were played here, and were on record without a word of that:
    a player uploaded the log first. What the site knows takes the place of what that log said."""
    table_results = [pending for pending in duplicates if pending.from_table]
    for pending in table_results:
        assert pending.game is not None
        if not pending.has_this_log:
            continue  # the same entries at two tables
        stored = Game.objects.only("played_here", "standing", "played_on").get(pk=pending.game.pk)
        if not stored.played_here:
            _correct_by_table(pending, stored, seats[pending.game.pk])
    return table_results


def _correct_by_table(pending: PendingResult, stored: Game, table: Sequence[Seat]) -> None:
    """A game that waits has never been rated, so that its day may still be put right; the place
    of another in the order of rating never changes."""
    game = pending.game
    assert game is not None
    header = pending.verdict.header
    assert header is not None
    waits = stored.standing == Standing.WAITING and header.played is not None
    game.played_on = header.played if waits and header.played else stored.played_on
    game.log, game.chance = pending.verdict.log, header.chance
    game.played_here, game.unrated = True, pending.submission.upload.unrated
    game.save(update_fields=["log", "chance", "played_here", "unrated", "played_on"])
    game.disputes.filter(closed_at=None).update(effect=Dispute.Effect.NOTHING)
    rated = places_for_rating([seat.place for seat in table], pending.replaced)
    for seat, name, player, place, since in zip(
        table, pending.names, pending.players, rated, pending.replaced, strict=True
    ):
        seat.name, seat.player, seat.played_on = name, player, game.played_on
        seat.rated_place, seat.replaced_at = place, since
    fields = ["name", "player", "played_on", "rated_place", "replaced_at"]
    Seat.objects.bulk_update(table, fields)
    still_open = SeatClaim.objects.filter(game=game, closed_at=None)
    still_open.update(closed_at=timezone.now(), answer=_("The game was played on this site."))


# --- by uploading -------------------------------------------------------------


def vouch_by_uploading(duplicates: Sequence[PendingResult], seats: Seats) -> list[PendingResult]:
    """Those of `duplicates` whose upload is a confirmation too: the uploader sits in the game and
    the log contradicts nothing on record about the seats; or the uploader is an arbiter and the
    log says the same about every seat: then the arbiter vouches for the game from now on."""
    vouched = []
    for pending in duplicates:
        assert pending.game is not None
        table = seats[pending.game.pk]
        if not pending.has_this_log or pending.replaced != [seat.replaced_at for seat in table]:
            continue
        players = [seat.player for seat in table]
        if pending.arbitrates(players) and _names_match(pending, table):
            _vouch_as_arbiter(pending, players)
            vouched.append(pending)
        if _may_attest(pending, table):
            pending.players = players
            vouched.append(pending)
    return vouched


def stored_seats(games: Sequence[Game]) -> Seats:
    """The seats of `games` on record, whose rows stay locked until the transaction ends. Their
    seating is read again under the lock."""
    pks = {game.pk for game in games}
    seats: dict[str, list[Seat]] = defaultdict(list)
    rows = Game.objects.select_for_update(no_key=True).filter(pk__in=pks).order_by("pk")
    seatings = dict(rows.values_list("pk", "seating"))
    for game in games:
        game.seating = seatings[game.pk]
    for seat in Seat.objects.filter(game__in=pks).select_related("player__account"):
        seats[seat.game_id].append(seat)
    for table in seats.values():
        table.sort(key=lambda seat: seat.number)
    return seats


def _vouch_as_arbiter(pending: PendingResult, players: Sequence[Player | None]) -> None:
    """Unless another arbiter vouches already; one who turned out to sit there does not."""
    assert pending.game is not None
    idle = Q(arbiter__in=[p.account_id for p in players if p and p.account_id])
    free = Q(arbiter=None) | (idle & Q(arbiter_may_sit=False))
    Game.objects.filter(free, pk=pending.game.pk).update(arbiter=pending.uploader)


def _names_match(pending: PendingResult, table: Sequence[Seat]) -> bool:
    return all(
        handle_of(seat) == name[1:].lower() if name.startswith("@") else seat.name == name
        for seat, name in zip(table, pending.names, strict=True)
    )


def _may_attest(pending: PendingResult, table: Sequence[Seat]) -> bool:
    sits = any(handle_of(seat) == pending.uploader.username for seat in table)
    return sits and not seats_other_accounts(table, pending.names)
