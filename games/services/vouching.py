"""Who stands for a game by uploading its log: a player in it, or an arbiter who is none."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence

from django.db.models import Q

from games.models import Attestation, Game, Player, Seat
from games.services.result import Result


def arbitrates(one: Result, seats: Iterable[Player | None]) -> bool:
    """An arbiter brings it, and has none of its `seats`: in their own game they are a player as
    the others are. That the site itself brings a game says nothing about its host."""
    by = one.case.account
    sits = any(player and player.account_id == by.pk for player in seats)
    return by.is_arbiter and not sits and not one.from_table


def attest(results: Iterable[Result]) -> None:
    """The uploader's own seat confirms by uploading."""
    rows = {
        (one.game.pk, one.case.account.pk): Attestation(
            game=one.game,
            account=one.case.account,
            fingerprint=one.game.fingerprint,
            seating=one.game.seating,
            by_uploading=True,
        )
        for one in results
        if one.game and _sits(one) and not one.from_table
    }
    Attestation.objects.bulk_create([rows[key] for key in sorted(rows)], ignore_conflicts=True)


Seats = Mapping[str, list[Seat]]
"""On record, by game and in turn order."""


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
    if not pks:
        return seats
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
