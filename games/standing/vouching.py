"""Who stands for a game: those who played it here, the player who uploads its log, an arbiter who
does not sit in it.

At a table the site saw every entry being made: it knows who played, since when a computer player
stood in, and whether the game was to be rated. Playing is the confirmation.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Q
from django.utils import timezone
from django.utils.translation import gettext as _

from games.intake.pending_result import Result, rated_places
from games.models import Account, Attestation, Dispute, Game, Player, Seat, SeatClaim, Standing

Seats = Mapping[str, list[Seat]]
"""On record, by game and in turn order."""


def attest_by_playing(results: Iterable[Result]) -> None:
    """Everybody who sat there confirms the game by having played it."""
    said = (
        (player.account_id, one.game)
        for one in results
        for player in one.players
        if one.game and player and player.account_id
    )
    Attestation.write(said, by_playing=True)


def bring(duplicates: Sequence[Result], seats: Seats) -> list[Result]:
    """Those of `duplicates` that were played here, and were on record without a word of that:
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
    header = one.judged.header
    assert header is not None
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


# --- by uploading -------------------------------------------------------------


def arbitrates(one: Result, seats: Iterable[Player | None]) -> bool:
    """An arbiter brings it, and has none of its `seats`: in their own game they are a player as
    the others are. That the site itself brings a game says nothing about its host."""
    by = one.case.account
    sits = any(player and player.account_id == by.pk for player in seats)
    return by.is_arbiter and not sits and not one.from_table


def attest_by_uploading(results: Iterable[Result]) -> None:
    """The uploader's own seat confirms by uploading."""
    said = ((by.pk, game) for by, game in by_uploaders(results))
    Attestation.write(said, by_uploading=True)


def by_uploaders(results: Iterable[Result]) -> list[tuple[Account, Game]]:
    """Which uploaders confirm which games by bringing them: those in which they sit."""
    return [
        (one.case.account, one.game)
        for one in results
        if one.game and _sits(one) and not one.from_table
    ]


def vouch(duplicates: Sequence[Result], seats: Seats) -> list[Result]:
    """Those of `duplicates` whose upload is a confirmation too: the uploader sits in the game and
    the log contradicts nothing on record about the seats; or the uploader is an arbiter and the
    log says the same about every seat: then the arbiter vouches for the game from now on."""
    found = []
    for one in duplicates:
        assert one.game is not None
        table = seats[one.game.pk]
        if not one.same_log or one.replaced != [seat.replaced_at for seat in table]:
            continue
        players = [seat.player for seat in table]
        if arbitrates(one, players) and _same(one, table):
            _take_the_word(one, players)
            found.append(one)
        if _may_attest(one, table):
            one.players = players
            found.append(one)
    return found


def seats_of(results: Iterable[Result]) -> Seats:
    """The seats of the games that were here already. The rows of these games stay locked until
    the transaction ends."""
    here = [one for one in results if one.game]
    pks = {one.game.pk for one in here if one.game}
    seats: dict[str, list[Seat]] = defaultdict(list)
    rows = Game.objects.select_for_update(no_key=True).filter(pk__in=pks).order_by("pk")
    now = dict(rows.values_list("pk", "seating"))
    for one in here:
        assert one.game is not None
        one.game.seating = now[one.game.pk]
    for seat in Seat.objects.filter(game__in=pks).select_related("player__account"):
        seats[seat.game_id].append(seat)
    for table in seats.values():
        table.sort(key=lambda seat: seat.number)
    return seats


def _take_the_word(one: Result, players: Sequence[Player | None]) -> None:
    """Unless another arbiter vouches already; one who turned out to sit there does not."""
    assert one.game is not None
    idle = Q(arbiter__in=[p.account_id for p in players if p and p.account_id])
    free = Q(arbiter=None) | (idle & Q(arbiter_may_sit=False))
    Game.objects.filter(free, pk=one.game.pk).update(arbiter=one.case.account)


def _sits(one: Result) -> bool:
    return any(player and player.account_id == one.case.account.pk for player in one.players)


def _same(one: Result, table: Sequence[Seat]) -> bool:
    return all(
        _handle(seat) == name[1:].lower() if name.startswith("@") else seat.name == name
        for seat, name in zip(table, one.names, strict=True)
    )


def _may_attest(one: Result, table: Sequence[Seat]) -> bool:
    sits = any(_handle(seat) == one.case.account.username for seat in table)
    return sits and all(
        not name.startswith("@") or _handle(seat) == name[1:].lower()
        for seat, name in zip(table, one.names, strict=True)
    )


def _handle(seat: Seat) -> str:
    account = seat.player and seat.player.account
    return account.username if account else ""
