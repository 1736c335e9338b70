"""Leagues: divisions of a season, their players, and the season that follows."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import NamedTuple

from django.db import transaction
from django.utils.translation import gettext as _

from events.entrants.names import plain_guest_name
from events.limits import MAX_DIVISION_PLAYERS, MAX_DIVISIONS
from events.models import Division, DivisionPlayer, Series, SeriesAct, SeriesEvent
from events.results.series_boards import (
    PersonKey,
    SeriesPerson,
    hidden_guests,
    read_board,
    seasons_until,
)
from events.series.acts import (
    PendingSeriesAct,
    created_act,
    division_act,
    placed_act,
    write_series_acts,
)
from events.series.organising import SeriesTerms, checked_series_terms, lock_series
from games.accounts import person_called, typed_handle
from games.models import Account
from ratings.standings import DivisionEnd, DivisionPlace, guest_form, next_divisions
from tables.models import Block
from web.database_clock import database_time
from web.errors import Conflict, Invalid

Kind = SeriesAct.Kind


class NextPlace(NamedTuple):
    """A person's place in the next season. `move`: words of ``DivisionPlayer.Move``; `before`: the
    number of the division so far."""

    person: SeriesPerson
    move: DivisionPlayer.Move
    before: int | None


class NextSeason(NamedTuple):
    """The divisions of the next season as they would be now. `digest` changes with any of it;
    `places`: keys of the players of this season's divisions, by person."""

    divisions: list[tuple[Division, list[NextPlace]]]
    leaving: list[SeriesPerson]
    digest: str
    places: dict[PersonKey, int]


def add_division(series_id: int, organiser: Account, name: str, exchanged: int) -> Division:
    """A further division below all others; `exchanged` of its last change places with the next.

    Raises ``NotAllowed``, ``Invalid``, ``Conflict`` for a series that has events without a division
    or a next season, or too many divisions.
    """
    name = " ".join(name.split())
    if not 1 <= len(name) <= 40 or not name.isprintable():
        raise Invalid(_("Enter a name of at most 40 characters."))
    if not 0 <= exchanged <= MAX_DIVISION_PLAYERS:
        raise Invalid(_("Enter how many players move down, or 0."))
    with transaction.atomic():
        series = _open_season(series_id, organiser)
        count = series.divisions.count()
        if SeriesEvent.objects.filter(series=series, division=None, removed_at=None).exists():
            raise Conflict(
                _(
                    "This series already has events without a division. Make a new series for "
                    "the divisions."
                )
            )
        if count >= MAX_DIVISIONS:
            raise Conflict(_("A season can have at most %d divisions.") % MAX_DIVISIONS)
        division = Division.objects.create(
            series=series, number=count + 1, name=name, exchanged=exchanged
        )
        write_series_acts(series, organiser, [division_act(division)])
    return division


def place_players(
    series_id: int, organiser: Account, number: int, names: Sequence[str]
) -> list[DivisionPlayer]:
    """People come into the division `number`: ``@ana`` is an account, other names are guests.

    All of them or none. Raises ``NotAllowed``, ``Invalid``, ``Conflict`` for a person who has a
    division already, or too many.
    """
    with transaction.atomic():
        series = _open_season(series_id, organiser)
        division = series.divisions.filter(number=number).first()
        if division is None:
            raise Invalid(_("There is no such division."))
        typed = [name.strip() for name in names if name.strip()]
        if not typed:
            raise Invalid(_("Write a name, or a handle with @."))
        players = [_place(series, division, organiser, name) for name in typed]
        if division.players.count() > MAX_DIVISION_PLAYERS:
            raise Conflict(_("A division can have at most %d players.") % MAX_DIVISION_PLAYERS)
        write_series_acts(series, organiser, [placed_act(player, number) for player in players])
    return players


def remove_player(series_id: int, organiser: Account, player_id: int) -> None:
    """A person is in no division, where they have not played yet. Raises ``Conflict`` for one who
    has: they leave at the end of the season."""
    with transaction.atomic():
        series = _open_season(series_id, organiser)
        player = _player(series, player_id)
        board = read_board(series)
        key = player.account_id or guest_form(player.guest)
        numbers = [n for n, person in enumerate(board.persons) if person.key == key]
        for finishes in board.finishes:
            if any(finish.person in numbers for finish in finishes):
                raise Conflict(
                    _(
                        "This player has already played this season, and can leave only after it "
                        "ends."
                    )
                )
        act = PendingSeriesAct(Kind.REMOVED, {"place": player.pk})
        write_series_acts(series, organiser, [act])
        player.delete()


def set_leaving(
    series_id: int, account: Account, player_id: int, *, leaving: bool
) -> DivisionPlayer:
    """A player does not play the next season, or does after all: an organiser or the player
    says so."""
    with transaction.atomic():
        player = DivisionPlayer.objects.filter(division__series=series_id, pk=player_id).first()
        if player is None:
            raise Invalid(_("There is no such player."))
        if player.account_id != account.pk:
            series = lock_series(series_id, account)
        else:
            series = Series.objects.select_for_update(no_key=True).get(pk=series_id)
        _must_be_last(player.division.series)
        player.leaving_at = database_time() if leaving else None
        player.save(update_fields=["leaving_at"])
        kind = Kind.LEAVING if leaving else Kind.STAYING
        write_series_acts(series, account, [PendingSeriesAct(kind, {"place": player.pk})])
    return player


def plan_next_season(series: Series, joining: Sequence[str] = ()) -> NextSeason:
    """The next season as the boards of `series` make it, with newcomers in the last division.

    Raises ``Conflict`` while an event of it has not ended, or if the next season was made already;
    ``Invalid`` for a newcomer that cannot be.
    """
    _must_be_last(series)
    board, divisions = read_board(series), list(series.divisions.all())
    if not divisions:
        raise Conflict(_("This series has no divisions."))
    if board.running:
        raise Conflict(_("An event of this season has not ended yet."))
    newcomers = [_newcomer(series, name.strip()) for name in joining if name.strip()]
    numbers_by_key = {person.key: number for number, person in enumerate(board.persons)}
    persons = list(board.persons)
    numbers = []
    for newcomer in newcomers:
        if newcomer.key not in numbers_by_key:
            numbers_by_key[newcomer.key] = len(persons)
            persons.append(newcomer)
        numbers.append(numbers_by_key[newcomer.key])
    leaving = {
        numbers_by_key[board.key_of(player)]
        for player in board.players
        if player.leaving_at or (player.account and not player.account.is_active)
    }
    ends = [
        DivisionEnd(tuple(row.person for row in board.rows(division)), division.exchanged)
        for division in divisions
    ]
    try:
        places = next_divisions(ends, leaving, numbers)
    except ValueError:
        raise Conflict(
            _(
                "A division has too few players for so many moves up and down, "
                "or a player is in two divisions."
            )
        ) from None
    parts = [
        (division, [_next_place(place, persons) for place in part])
        for division, part in zip(divisions, places, strict=True)
    ]
    words = repr([[(place.person.key, place.move.value) for place in p] for _d, p in parts])
    digest = sha256(words.encode()).hexdigest()[:16]
    old_places = {board.key_of(player): player.pk for player in reversed(board.players)}
    return NextSeason(parts, [persons[number] for number in sorted(leaving)], digest, old_places)


def start_next_season(
    series_id: int,
    organiser: Account,
    terms: SeriesTerms,
    joining: Sequence[str],
    digest: str,
) -> Series:
    """The next season with its divisions filled, as it was shown with `digest`.

    Raises as ``plan_next_season``; ``Conflict`` if the boards moved since it was shown;
    ``InvalidTerms``.
    """
    terms = checked_series_terms(terms)
    with transaction.atomic():
        series = _open_season(series_id, organiser)
        plan = plan_next_season(series, joining)
        if plan.digest != digest:
            raise Conflict(_("The divisions have changed. Update the preview and check it again."))
        season = Series.objects.create(
            founder=organiser, club=series.club, before=series, **terms.columns
        )
        old_players = DivisionPlayer.objects.filter(division__series=series).exclude(guest="")
        guests: dict[int | str, str] = {guest_form(row.guest): row.guest for row in old_players}
        write_series_acts(series, organiser, [_season_act(season, plan)])
        acts = [created_act(season, organiser)]
        for old, places in plan.divisions:
            division = Division.objects.create(
                series=season, number=old.number, name=old.name, exchanged=old.exchanged
            )
            players = DivisionPlayer.objects.bulk_create(
                DivisionPlayer(
                    division=division,
                    account=place.person.account,
                    guest=""
                    if place.person.account
                    else guests.get(place.person.key, place.person.guest),
                    move=place.move,
                )
                for place in places
            )
            acts.append(division_act(division))
            acts += [placed_act(player, old.number) for player in players]
        write_series_acts(season, organiser, acts)
    return season


class DivisionHistory(NamedTuple):
    """A person and the numbers of their divisions by season, None where they were in none."""

    person: SeriesPerson
    divisions: list[int | None]


def division_history(series: Series) -> tuple[list[Series], list[DivisionHistory]]:
    """The seasons that led to `series`, from the first, and the divisions of everybody in them. Two
    queries and one a season."""
    seasons = seasons_until(series)[::-1]
    rows = DivisionPlayer.objects.filter(division__series__in=seasons)
    hidden = hidden_guests(series)
    persons: dict[int | str, DivisionHistory] = {}
    places = {season.pk: number for number, season in enumerate(seasons)}
    for player in rows.select_related("division", "account__player").order_by("pk"):
        key = player.account_id or guest_form(player.guest)
        empty: list[int | None] = [None] * len(seasons)
        guest = hidden.get(guest_form(player.guest), player.guest)
        person = SeriesPerson(key, player.account, guest)
        line = persons.setdefault(key, DivisionHistory(person, empty))
        line.divisions[places[player.division.series_id]] = player.division.number
    last = len(seasons) - 1
    return seasons, sorted(
        persons.values(),
        key=lambda line: ([n or MAX_DIVISIONS + 1 for n in reversed(line.divisions)], last),
    )


# --- inside -------------------------------------------------------------------


def _season_act(season: Series, plan: NextSeason) -> PendingSeriesAct:
    """The next season follows: of each division the places of its players in this one, null for
    newcomers, with their moves; and the places of those who leave."""
    divisions = [
        [[plan.places.get(place.person.key), place.move.value] for place in places]
        for _division, places in plan.divisions
    ]
    leaving = [plan.places[person.key] for person in plan.leaving]
    content = {"season": season.pk, "divisions": divisions, "leaving": leaving}
    return PendingSeriesAct(Kind.SEASON, content)


def _open_season(series_id: int, organiser: Account) -> Series:
    series = lock_series(series_id, organiser)
    _must_be_last(series)
    return series


def _must_be_last(series: Series) -> None:
    if Series.objects.filter(before=series).exists():
        raise Conflict(_("The next season has begun, so this one can’t be changed."))


def _player(series: Series, player_id: int) -> DivisionPlayer:
    player = DivisionPlayer.objects.filter(division__series=series, pk=player_id).first()
    if player is None:
        raise Invalid(_("There is no such player."))
    return player


def _place(series: Series, division: Division, organiser: Account, name: str) -> DivisionPlayer:
    person = _newcomer(series, name)
    if person.account and Block.objects.filter(account=person.account, blocked=organiser).exists():
        raise Invalid(_("You can’t add @%(handle)s.") % {"handle": person.account.username})
    return DivisionPlayer.objects.create(
        division=division, account=person.account, guest=person.guest, added_at=database_time()
    )


def _newcomer(series: Series, name: str) -> SeriesPerson:
    """A person by what was typed, who is in no division of `series`."""
    rows = DivisionPlayer.objects.filter(division__series=series)
    if not name.startswith("@"):
        guest = plain_guest_name(name)
        forms = {guest_form(row) for row in rows.values_list("guest", flat=True) if row}
        if guest_form(guest) in forms:
            raise Conflict(_("%(name)s has a division already.") % {"name": guest})
        return SeriesPerson(guest_form(guest), None, guest)
    account = person_called(name)
    if account is None:
        raise Invalid(_("You can’t add @%(handle)s.") % {"handle": typed_handle(name)[:40]})
    if rows.filter(account=account).exists():
        raise Conflict(_("%(name)s has a division already.") % {"name": name})
    return SeriesPerson(account.pk, account)


def _next_place(place: DivisionPlace, persons: Sequence[SeriesPerson]) -> NextPlace:
    return NextPlace(persons[place.person], DivisionPlayer.Move(place.move), place.before)
