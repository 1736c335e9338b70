"""Games of the record become results of tables: brought by the code of a table, or played here."""

from __future__ import annotations

from collections.abc import Sequence
from datetime import timedelta
from typing import Final
from unicodedata import normalize

from django.db import transaction
from django.utils.translation import gettext as _

from events.acts.writing import table_act, write_acts
from events.clubs.games import adopt_game_of_event
from events.models import (
    BroughtGame,
    Event,
    EventAct,
    EventSeat,
    EventTable,
    ResultState,
)
from events.organising.arbiters import is_arbiter, lock_event, must_run, sits_at
from events.round_tables.tables import lock_event_table
from games.models import Account, Game, Seat, Standing
from games.ports import RecordedGame
from web.database_clock import database_time
from web.errors import Conflict, Invalid, NotAllowed

Outcome = BroughtGame.Outcome
GONE: Final = (Standing.VOID, Standing.REFUTED)


def take_recorded_games(recorded: Sequence[RecordedGame]) -> None:
    """Games whose logs came with the code of a table, and those of live tables of events. A game
    that does not fit is noted at the table, once, and changes nothing. One query where no event
    asks."""
    codes = {mark for row in recorded for mark in row.occasion.split()}
    uploads = {row.upload for row in recorded}
    tables = EventTable.objects.filter(code__in=codes) | EventTable.objects.filter(
        live_table__upload__in=uploads
    )
    keys = tables.values_list("pk", "round__event", "code", "live_table__upload").order_by("pk")
    for pk, event_id, code, upload in keys:
        for row in recorded:
            if row.upload == upload or code in row.occasion.split():
                _take(event_id, pk, row.game, row.uploader, from_site=row.upload == upload)


def attach_game(event_id: int, table_id: int, account: Account, game_id: str) -> BroughtGame:
    """A player of the table or an arbiter names a game on record as its result.

    Raises ``NotAllowed``, ``Invalid`` for a game that is not there, ``Conflict`` if it does not
    fit, with the reason.
    """
    game = Game.objects.filter(pk=game_id.strip().lower()[:12]).first()
    if game is None:
        raise Invalid(_("There is no game with that link or number."))
    with transaction.atomic():
        event = lock_event(event_id)
        must_run(event)
        table = lock_event_table(event_id, table_id)
        if not (sits_at(table, account) or is_arbiter(event, account)):
            raise NotAllowed(_("Only a player of this table or an arbiter can do that."))
        row = _take(event_id, table_id, game.pk, account.pk)
    if row.outcome != Outcome.ACCEPTED:
        raise Conflict(str(Outcome(row.outcome).label))
    return row


# --- inside -------------------------------------------------------------------


@transaction.atomic
def _take(
    event_id: int, table_id: int, game_id: str, uploader: int, *, from_site: bool = False
) -> BroughtGame:
    """Make the game the result of the table if it fits, and note what became of it."""
    event = lock_event(event_id)
    table = lock_event_table(event_id, table_id)
    game = Game.objects.defer("log").get(pk=game_id)
    seats = list(table.seats.select_related("entrant"))
    game_seats = list(Seat.objects.filter(game=game).select_related("player").order_by("number"))
    account = Account.objects.get(pk=uploader)
    outcome = Outcome.ACCEPTED
    if not from_site:
        outcome = _outcome(event, table, game, account, seats, game_seats)
    rows = BroughtGame.objects.filter(table=table, game=game, account=account, outcome=outcome)
    noted: BroughtGame | None = rows.first()
    if noted is not None and (outcome is not Outcome.ACCEPTED or table.game_id == game.pk):
        return noted
    if outcome is Outcome.ACCEPTED:
        _write_game(table, game, seats, game_seats)
        if event.club is not None:
            adopt_game_of_event(event.club, game, account)
    row: BroughtGame = BroughtGame.objects.create(
        table=table, game=game, account=account, outcome=outcome, noted_at=database_time()
    )
    content = {"brought": game.pk, "outcome": str(outcome)}
    rules = not from_site and is_arbiter(event, account)
    actor = None if from_site else account
    write_acts(event, [table_act(EventAct.Kind.GAME, table, actor, content, as_arbiter=rules)])
    return row


def _outcome(
    event: Event,
    table: EventTable,
    game: Game,
    account: Account,
    seats: Sequence[EventSeat],
    game_seats: Sequence[Seat],
) -> BroughtGame.Outcome:
    if event.is_over:
        return Outcome.CLOSED
    if not (sits_at(table, account) or is_arbiter(event, account)):
        return Outcome.STRANGER
    if _by_entrant(seats, game_seats) is None:
        return Outcome.OTHER_PLAYERS
    if game.standing in GONE or not _fits_terms(event, game) or event.is_duplicate:
        return Outcome.OTHER_TERMS  # of a deal for all tables the game at its table alone counts
    opened = table.round.opened_at
    first_day = (opened.astimezone(event.zone) - timedelta(days=1)).date()
    if game.accepted_at < opened or game.played_on < first_day:
        return Outcome.EARLIER
    if EventTable.objects.filter(game=game).exclude(pk=table.pk).exists():
        return Outcome.OTHER_TABLE
    if table.game_id == game.pk:
        return Outcome.ACCEPTED
    stands = table.state in (ResultState.CONFIRMED, ResultState.RULED)
    if stands and (table.game_id or not _agree(seats, game_seats)):
        return Outcome.FINISHED
    return Outcome.ACCEPTED


def _fits_terms(event: Event, game: Game) -> bool:
    if (game.edition, game.profile) != (event.edition, event.profile):
        return False
    if not event.sites:
        return True
    return (game.sides, sorted(game.module_words)) == (event.sites, sorted(event.module_words))


def _by_entrant(seats: Sequence[EventSeat], game_seats: Sequence[Seat]) -> dict[int, Seat] | None:
    """The seat of the game of each entrant; None if other people sit there."""
    if len(seats) != len(game_seats):
        return None
    by_account = {seat.player.account_id: seat for seat in game_seats if seat.player}
    by_name = {
        _normal(seat.name): seat
        for seat in game_seats
        if seat.player and seat.player.account_id is None
    }
    place_by_entrant: dict[int, Seat] = {}
    for seat in seats:
        entrant = seat.entrant
        place = (
            by_account.get(entrant.account_id)
            if entrant.account_id
            else by_name.get(_normal(entrant.guest)) or by_name.get(entrant.in_logs)
        )
        if place is None:
            return None
        place_by_entrant[entrant.pk] = place
    return place_by_entrant


def _by_turn_of_deal(
    table: EventTable, seats: Sequence[EventSeat], game_seats: Sequence[Seat]
) -> dict[int, Seat] | None:
    """The seat in the turn of each entrant, if this table played a deal of many tables and made
    the same moves as another one of it: both are one game, on record with the people of the other
    table. None if other people sat there, or somebody else did not play to the end."""
    live = table.live_table
    if live is None or live.shared_deal_id is None or len(seats) != len(game_seats):
        return None
    by_turn = {seat.number: seat for seat in game_seats}
    places = {place.account_id: place for place in live.places.all()}
    by_entrant: dict[int, Seat] = {}
    for seat in seats:
        place = places.get(seat.entrant.account_id or 0)
        game_seat = by_turn.get(place.turn) if place and place.turn is not None else None
        if place is None or game_seat is None:
            return None
        if (place.replaced_at is None) != (game_seat.replaced_at is None):
            return None
        by_entrant[seat.entrant_id] = game_seat
    return by_entrant


def _normal(name: str) -> str:
    """The form in which the record compares names of guests."""
    return normalize("NFC", name)


def _agree(seats: Sequence[EventSeat], game_seats: Sequence[Seat]) -> bool:
    by_entrant = _by_entrant(seats, game_seats)
    return by_entrant is not None and all(
        seat.score == by_entrant[seat.entrant_id].points for seat in seats
    )


def _write_game(
    table: EventTable, game: Game, seats: list[EventSeat], game_seats: Sequence[Seat]
) -> None:
    """Points and places of the game; those whom a computer player replaced are behind all others.
    The turn order of the table becomes that of the game. A result that an arbiter ruled stays."""
    by_entrant = _by_entrant(seats, game_seats) or _by_turn_of_deal(table, seats, game_seats)
    if by_entrant is None:
        return  # an account was closed, or the seats are contested: an arbiter decides
    if table.state != ResultState.RULED:
        for seat in seats:
            place = by_entrant[seat.entrant_id]
            seat.score, seat.place = place.points, place.rated_place or place.place
            seat.came, seat.colour = True, place.colour
        EventSeat.objects.bulk_update(seats, ["score", "place", "came", "colour"])
        order = {entrant: place.number for entrant, place in by_entrant.items()}
        if any(seat.turn != order[seat.entrant_id] for seat in seats):
            for seat in seats:  # first out of the way: a turn is taken once
                seat.turn += len(seats)
            EventSeat.objects.bulk_update(seats, ["turn"])
            for seat in seats:
                seat.turn = order[seat.entrant_id]
            EventSeat.objects.bulk_update(seats, ["turn"])
        table.state = ResultState.CONFIRMED
    table.game, table.changed_at = game, database_time()
    table.save()
