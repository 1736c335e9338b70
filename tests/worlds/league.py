"""Players and games for the tests of ratings: rows without logs, for ratings read none."""

import hashlib
import json
from collections.abc import Iterable, Sequence
from datetime import UTC, date, datetime, timedelta
from itertools import count

from games.models import Account, Channel, Game, Player, Seat, Standing, Submission, Upload
from games.standing.standing import announce_changes as games_changed
from ratings.models import Rating, RatingChange

DAY = date(2026, 1, 1)
NOON = datetime(2026, 6, 1, 12, tzinfo=UTC)
COLOURS = ("black", "white", "brown", "gray")

_numbers = count(1)


def players(*names: str) -> list[Player]:
    """Accounts with their players; nobody can log in as them."""
    stored_players = []
    for name in names:
        account = Account.objects.create(username=name)
        stored_players.append(Player.objects.create(account=account, name=name))
    return stored_players


def games(
    tables: Iterable[tuple[Sequence[Player | None], Sequence[int]]],
    *,
    days: Sequence[int] = (),
    standing: Standing = Standing.COUNTED,
) -> list[Game]:
    """A game for each ``(players in turn order, their places)``, accepted a minute after one
    another, played in turn on `days` after the first of January."""
    stored_games, seats = [], []
    uploader, _ = Account.objects.get_or_create(username="the-uploader")
    upload = Upload.objects.create(account=uploader, channel=Channel.COMMAND, raw=b"", size=0)
    for (sitting, places), number in zip(tables, _numbers, strict=False):
        fingerprint = hashlib.sha256(str(number).encode()).hexdigest()
        day = DAY + timedelta(
            days=days[len(stored_games) % len(days)] if days else len(stored_games)
        )
        game = Game(
            id=fingerprint[:12],
            fingerprint=fingerprint,
            submission=Submission(upload=upload, number=number),
            players=len(sitting),
            market="A",
            pyramid="A",
            temple="A",
            burial_chamber="A",
            obelisks="A",
            entries=0,
            winning_points=40,
            margin=0,
            winners=places.count(1),
            played_on=day,
            accepted_at=NOON + timedelta(minutes=number),
            standing=standing,
        )
        stored_games.append(game)
        seats += [
            Seat(
                game=game,
                number=seat,
                colour=COLOURS[seat],
                player=player,
                points=41 - place,
                place=place,
                rated_place=place,
                sled=0,
                breakdown={},
                played_on=day,
            )
            for seat, (player, place) in enumerate(zip(sitting, places, strict=True))
        ]
    Submission.objects.bulk_create([game.submission for game in stored_games])
    for game in stored_games:
        game.submission = game.submission  # takes over the key it was given
    Game.objects.bulk_create(stored_games)
    Seat.objects.bulk_create(seats)
    return stored_games


def played(*names: Player | None, places: Sequence[int] = (), day: int = 0) -> Game:
    """One game that counts; its players in order of place. Its ratings are pending."""
    [game] = games([(names, places or range(1, len(names) + 1))], days=[day])
    games_changed([game.pk])
    return game


def stand(game: Game, standing: Standing) -> None:
    """Give a game another standing, as a service would."""
    Game.objects.filter(pk=game.pk).update(standing=standing)
    games_changed([game.pk])


LedgerRow = tuple[str, str, int, int, int, int, str, int, str, int | None, int | None]


def ledger() -> set[LedgerRow]:
    """The rows in force, as values."""
    rows = RatingChange.objects.filter(retired_by=None)
    found = [
        (row.game_id, row.pool, row.player_id, row.before, row.after, row.games_before,
         json.dumps(row.pairs, sort_keys=True), row.nth, row.kind, row.deviation_before,
         row.deviation)
        for row in rows
    ]  # fmt: skip
    assert len(found) == len(set(found))
    return set(found)


def present() -> set[tuple[int, str, int, int, date, int | None]]:
    """The present ratings, as values."""
    fields = ("player", "pool", "rating", "games", "last_played", "deviation")
    return set(Rating.objects.values_list(*fields))
