"""A league of any size in the database, for measuring: real games, copied under other names.

Rows go in by COPY, so it wants PostgreSQL. What is measured is lists, so the same few hundred logs
do for all games; fingerprints are made up, and not verified again.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from datetime import UTC, date, datetime, timedelta
from operator import attrgetter
from typing import Any, Final

from django.db import connection, models
from psycopg.types.json import Jsonb

from engine import Setup, deal, verify, write_text
from engine.vocabulary import Module
from games.models import Account, Channel, Game, Player, Seat, Standing, Status, Submission, Upload
from games.public_id import game_id
from ratings.models import Fold, Pool, Rating, RatingChange

ORIGINALS: Final = 200
FIRST_DAY: Final = date(2016, 6, 1)
COLOURS: Final = ("black", "white", "brown", "gray")
NOW: Final = datetime(2026, 1, 1, tzinfo=UTC)


@dataclass(frozen=True)
class Original:
    """A judged game to be copied: the columns of its game and of its seats."""

    game: dict[str, Any]
    seats: list[dict[str, Any]]


def fill(games: int, players: int, seed: int = 1) -> None:
    """Fill an empty database with `games` games of `players` accounts, all of them rated."""
    chance = random.Random(seed)
    people = _people(players)
    upload = Upload.objects.create(
        account=Account.objects.earliest("pk"),
        channel=Channel.COMMAND,
        raw=b"",
        size=0,
        sha256=hashlib.sha256(b"").hexdigest(),
    )
    _copy(
        Submission,
        (
            Submission(upload=upload, number=number, status=Status.VERIFIED)
            for number in range(1, games + 1)
        ),
    )
    submissions = Submission.objects.order_by("pk").values_list("pk", flat=True)
    originals = [_original(chance) for _ in range(ORIGINALS)]
    made = [_game(chance, originals, submission) for submission in submissions]
    _copy(Game, (game for game, _ in made))
    tables = [(game, original, chance.sample(people, game.players)) for game, original in made]
    _copy(Seat, _seats(tables))
    fold = Fold.objects.create(cause=Fold.Cause.CHANGE)
    _copy(RatingChange, _changes(chance, fold, tables))
    _copy(Rating, _ratings(chance, people))
    with connection.cursor() as cursor:
        cursor.execute("ANALYZE")


def _people(number: int) -> list[int]:
    accounts = [
        Account(username=f"player{n}", password="!", email=f"player{n}@example.org")
        for n in range(number)
    ]
    _copy(Account, accounts)
    made = Account.objects.order_by("pk").values_list("pk", "username")
    _copy(Player, (Player(account_id=pk, name=name, created_at=NOW) for pk, name in made))
    return list(Player.objects.order_by("pk").values_list("pk", flat=True))


def _original(chance: random.Random) -> Original:
    """One game over random sides and modules."""
    number = chance.choice((2, 2, 2, 3, 3, 4, 4, 4))
    sides = "".join(chance.choice("AABBCD") for _ in range(5))
    modules = " ".join(chance.sample([Module.STONEMASONS_WAGER.word], chance.choice((0, 1))))
    setup = Setup.of(" ".join(COLOURS[:number]), sides, modules)
    log = deal(setup, seed=chance.randrange(1 << 30), play="greedy")
    game = verify(log)
    points, places = game.result.points, game.result.places
    best = sorted(points, reverse=True)
    columns = {
        "log": write_text(game.canonical),
        "edition": setup.edition,
        "profile": setup.profile.value,
        "players": number,
        "modules": f" {modules} " if modules else "",
        "chance": "dealt",
        "entries": len(game.entries),
        "winning_points": best[0],
        "margin": best[0] - best[1],
        "winners": places.count(1),
        **dict(
            zip(
                ("market", "pyramid", "temple", "burial_chamber", "obelisks"),
                sides,
                strict=True,
            )
        ),
    }
    seats = [
        {
            "number": seat,
            "colour": colour.word,
            "points": points[seat],
            "place": places[seat],
            "rated_place": places[seat],
            "sled": game.result.sleds[seat],
            "breakdown": game.result.breakdown(seat),
        }
        for seat, colour in enumerate(setup.seats)
    ]
    return Original(columns, seats)


def _game(
    chance: random.Random, originals: Sequence[Original], submission: int
) -> tuple[Game, Original]:
    original = chance.choice(originals)
    fingerprint = hashlib.sha256(str(submission).encode()).hexdigest()
    day = FIRST_DAY + timedelta(days=chance.randrange(3_500))
    game = Game(
        id=game_id(fingerprint),
        fingerprint=fingerprint,
        digest=fingerprint,
        submission_id=submission,
        played_on=day,
        accepted_at=NOW + timedelta(seconds=submission),
        standing=Standing.COUNTED,
        strength=chance.randrange(1_100, 2_000),
        **original.game,
    )
    return game, original


Table = tuple[Game, Original, list[int]]


def _seats(tables: Iterable[Table]) -> Iterator[Seat]:
    for game, original, people in tables:
        for columns, player in zip(original.seats, people, strict=True):
            yield Seat(game=game, player_id=player, played_on=game.played_on, **columns)


def _changes(chance: random.Random, fold: Fold, tables: Iterable[Table]) -> Iterator[RatingChange]:
    for game, _, people in tables:
        for pool in (Pool.OVERALL, Pool(str(game.players))):
            for player in people:
                before = chance.randrange(1_100_000, 2_000_000)
                yield RatingChange(
                    player_id=player,
                    pool=pool,
                    game=game,
                    played_on=game.played_on,
                    accepted_at=game.accepted_at,
                    before=before,
                    after=before + chance.randrange(-20_000, 20_000),
                    games_before=10,
                    pairs=[],
                    added_by=fold,
                )


LISTED: Final = date(2999, 1, 1)
LISTED_SHARE: Final = 0.5
"""Of the players; the others have a rating and are on no leaderboard."""


def _ratings(chance: random.Random, people: Iterable[int]) -> Iterator[Rating]:
    for player in people:
        for pool in Pool:
            yield Rating(
                player_id=player,
                pool=pool,
                rating=chance.randrange(1_100_000, 2_000_000),
                games=chance.randrange(1, 200),
                last_played=FIRST_DAY + timedelta(days=chance.randrange(3_500)),
                listed_until=LISTED if chance.random() < LISTED_SHARE else None,
            )


def _copy(model: type[models.Model], rows: Iterable[models.Model]) -> None:
    """COPY `rows` into the table of `model`; the database numbers them where it can."""
    fields = [
        field
        for field in model._meta.concrete_fields
        if not (field.primary_key and isinstance(field, models.AutoField))
    ]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    statement = f'COPY "{model._meta.db_table}" ({columns}) FROM STDIN'
    value_of = attrgetter(*(field.attname for field in fields))
    documents = [n for n, field in enumerate(fields) if isinstance(field, models.JSONField)]
    with connection.cursor() as cursor, cursor.cursor.copy(statement) as copy:
        for row in rows:
            values = list(value_of(row))
            for n in documents:
                values[n] = values[n] if values[n] is None else Jsonb(values[n])
            copy.write_row(values)
