"""A league of any size in the database, for measuring: real games, copied under other names.

It wants PostgreSQL, as its superuser: a thousand games are dealt and judged here, and the server
itself makes the copies, so that a million take minutes, and no more memory than a thousand.

Real are: the originals (dealt, judged, their facts gathered), all columns, indexes and constraints
at the end. Made up are: fingerprints, ids, days, who played, and ratings; nothing is verified or
folded again. Keys are not checked while copies are made, for they are right by construction;
indexes are made afterwards, at once.

Games are written in the order of play, as they come on record on a site. People play unequally: of
a million games among 50,000 the busiest has some 2,000, half of the players fewer than 30.
"""

from __future__ import annotations

import hashlib
import random
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, date, datetime, timedelta
from itertools import accumulate
from operator import attrgetter
from typing import Any, Final

from django.db import connection, models
from psycopg import sql
from psycopg.types.json import Jsonb

from engine import Game as Played
from engine import Setup, deal, verify, write_text
from engine.facts import VERSION
from engine.vocabulary import Module
from games.facts import fact_row
from games.models import (
    Account,
    Channel,
    Game,
    GameFacts,
    Player,
    Seat,
    SeatFacts,
    Standing,
    Status,
    Submission,
    Upload,
)
from ratings.models import Fold, Pool, Rating, RatingChange
from web.public_id import game_id

ORIGINALS: Final = 1000
FIRST_DAY: Final = date(2016, 6, 1)
DAYS: Final = 3_500
COLOURS: Final = ("black", "white", "brown", "gray")
EAGERNESS: Final = 172
"""The greater, the more games has the busiest player."""
CREATED_AT: Final = datetime(2026, 1, 1, tzinfo=UTC)
COPIED: Final[tuple[type[models.Model], ...]] = (Game, Seat, GameFacts, SeatFacts)
SITES: Final = ("market", "pyramid", "temple", "burial_chamber", "obelisks")


def fill(
    games: int, players: int, seed: int = 1, originals: int = ORIGINALS, *, rated: bool = True
) -> None:
    """Fill an empty database with `games` games of `players` accounts, all of them rated; or none
    yet."""
    chance = random.Random(seed)
    people = _people(players)
    first = _submissions(games)
    with connection.cursor() as cursor:
        for model in COPIED:
            table = sql.Identifier(model._meta.db_table)
            name = sql.Identifier(_original(model))
            cursor.execute(sql.SQL("CREATE TEMP TABLE {} (LIKE {})").format(name, table))
        cursor.execute(
            "CREATE TEMP TABLE drawn (submission bigint, id text, fingerprint text, original text,"
            " day date, accepted timestamptz, strength int, people int[])"
        )
    originals_made = [_dealt(chance, number) for number in range(min(originals, games))]
    for place, copied in enumerate(COPIED):
        _copy(copied, (row for rows in originals_made for row in rows[place]), _original(copied))
    _draw(chance, games, first, people, [game[0].pk for game, *_ in originals_made])
    fold = Fold.objects.create(cause=Fold.Cause.CHANGE) if rated else None
    with _at_once((*COPIED, RatingChange)):
        _copies(fold)
    if rated:
        _copy(Rating, _ratings(chance, people))
    with connection.cursor() as cursor:
        cursor.execute("VACUUM ANALYZE")


# --- what is copied -----------------------------------------------------------

Rows = tuple[list[Game], list[Seat], list[GameFacts], list[SeatFacts]]


def _dealt(chance: random.Random, number: int) -> Rows:
    """One game over random sides and modules."""
    seats = chance.choice((2, 2, 2, 3, 3, 4, 4, 4))
    sides = "".join(chance.choice("AABBCD") for _ in range(5))
    modules = " ".join(chance.sample([Module.STONEMASONS_WAGER.word], chance.choice((0, 1))))
    setup = Setup.of(" ".join(COLOURS[:seats]), sides, modules)
    played = verify(deal(setup, seed=chance.randrange(1 << 30), play="greedy"), keep_events=True)
    pk = f"original{number}"[:12]
    facts = fact_row(played)
    return (
        [_game(pk, played, sides, modules)],
        _seats(pk, played),
        [GameFacts(game_id=pk, values=facts.game)],
        [
            SeatFacts(game_id=pk, number=seat, values=values, tokens=tokens)
            for seat, (values, tokens) in enumerate(zip(facts.seats, facts.tokens, strict=True))
        ],
    )


def _game(pk: str, played: Played, sides: str, modules: str) -> Game:
    setup = played.log.setup
    best, second = sorted(played.result.points, reverse=True)[:2]
    return Game(
        id=pk,
        fingerprint="",
        digest="",
        submission_id=0,
        log=write_text(played.canonical),
        edition=setup.edition,
        profile=setup.profile.value,
        players=len(setup.seats),
        modules=f" {modules} " if modules else "",
        chance="dealt",
        entries=len(played.entries),
        winning_points=best,
        margin=best - second,
        winners=played.result.places.count(1),
        played_on=FIRST_DAY,
        standing=Standing.COUNTED,
        marked=True,
        facts_version=VERSION,
        **dict(zip(SITES, sides, strict=True)),
    )


def _seats(pk: str, played: Played) -> list[Seat]:
    result = played.result
    return [
        Seat(
            id=0,
            game_id=pk,
            number=seat,
            colour=colour.word,
            points=result.points[seat],
            place=result.places[seat],
            rated_place=result.places[seat],
            sled=result.sleds[seat],
            breakdown=result.breakdown(seat),
            played_on=FIRST_DAY,
        )
        for seat, colour in enumerate(played.log.setup.seats)
    ]


# --- people, and which game is copied for whom --------------------------------


def _people(number: int) -> list[int]:
    accounts = (
        Account(username=f"player{n}", password="!", email=f"player{n}@example.org")
        for n in range(number)
    )
    _copy(Account, accounts)
    made = Account.objects.order_by("pk").values_list("pk", "username")
    _copy(Player, (Player(account_id=pk, name=name, created_at=CREATED_AT) for pk, name in made))
    return list(Player.objects.order_by("pk").values_list("pk", flat=True))


def _submissions(games: int) -> int:
    """One for each game; gives the id of the first."""
    upload = Upload.objects.create(
        account=Account.objects.earliest("pk"),
        channel=Channel.COMMAND,
        raw=b"",
        size=0,
        sha256=hashlib.sha256(b"").hexdigest(),
    )
    first = Submission.objects.create(upload=upload, number=1, status=Status.VERIFIED)
    fields = [field for field in Submission._meta.concrete_fields if not field.primary_key]
    names = ", ".join(f'"{field.column}"' for field in fields)
    values = ", ".join("n" if one.name == "number" else f'"{one.column}"' for one in fields)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO games_submission ({names}) SELECT {values}"
            " FROM games_submission CROSS JOIN generate_series(2, %s) AS n",
            [games],
        )
    return int(first.pk)


def _draw(
    chance: random.Random, games: int, first: int, people: list[int], originals: list[str]
) -> None:
    """Write down for each game which one it copies, its day, and who played it."""
    shares = [*accumulate(1 / (n + len(people) / EAGERNESS) for n in range(1, len(people) + 1))]
    days = sorted(chance.randrange(DAYS) for _ in range(games))
    with connection.cursor() as cursor, cursor.cursor.copy("COPY drawn FROM STDIN") as copy:
        for submission, day in enumerate(days, first):
            fingerprint = hashlib.sha256(str(submission).encode()).hexdigest()
            copy.write_row(
                (
                    submission,
                    game_id(fingerprint),
                    fingerprint,
                    chance.choice(originals),
                    FIRST_DAY + timedelta(days=day),
                    CREATED_AT + timedelta(seconds=submission),
                    chance.randrange(1_100, 2_000),
                    _table(chance, people, shares),
                )
            )


def _table(chance: random.Random, people: Sequence[int], shares: Sequence[float]) -> list[int]:
    """Players of a game, each drawn by their share."""
    drawn: dict[int, None] = {}
    while len(drawn) < len(COLOURS):
        drawn.update(dict.fromkeys(chance.choices(people, cum_weights=shares, k=len(COLOURS))))
    return [*drawn][: len(COLOURS)]


# --- the copies, made by the server -------------------------------------------


def _copies(fold: Fold | None) -> None:
    columns = {
        "id": "d.id",
        "fingerprint": "d.fingerprint",
        "digest": "d.fingerprint",
        "submission_id": "d.submission",
        "played_on": "d.day",
        "accepted_at": "d.accepted",
        "strength": "d.strength",
    }
    _insert(Game, columns, on="o.id")
    _insert(
        Seat,
        {"game_id": "d.id", "player_id": "d.people[o.number + 1]", "played_on": "d.day"},
        without="id",
    )
    _insert(GameFacts, {"game_id": "d.id"})
    _insert(SeatFacts, {"game_id": "d.id"})
    if fold is None:
        return
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {RatingChange._meta.db_table} (player_id, pool, game_id, played_on,"
            " accepted_at, before, after, games_before, pairs, added_by_id)"
            " SELECT d.people[s.number + 1], pool, d.id, d.day, d.accepted, moved.before,"
            " moved.before + moved.by, 10, '[]', %s"
            " FROM drawn d JOIN original_games_seat s ON s.game_id = d.original"
            " JOIN original_games_game o ON o.id = d.original"
            " CROSS JOIN LATERAL (VALUES (%s), (o.players::text)) AS pools (pool)"
            " CROSS JOIN LATERAL (SELECT 1100000 + (900000 * random())::int AS before,"
            " (40000 * random())::int - 20000 + 0 * s.number AS by) AS moved",
            [fold.pk, Pool.OVERALL],
        )


@contextmanager
def _at_once(copied: Iterable[type[models.Model]]) -> Iterator[None]:
    """Within, no key is checked and no index but those of constraints is kept; afterwards all
    indexes are made: an inverted one takes a fraction of the time."""
    tables = [model._meta.db_table for model in copied]
    with connection.cursor() as cursor:
        cursor.execute(
            "SELECT c.relname, pg_get_indexdef(i.indexrelid)"
            " FROM pg_index i JOIN pg_class c ON c.oid = i.indexrelid"
            " WHERE i.indrelid = ANY (%s::regclass[]) AND NOT EXISTS"
            " (SELECT FROM pg_constraint k WHERE k.conindid = i.indexrelid)",
            [tables],
        )
        indexes = cursor.fetchall()
        for name, _definition in indexes:
            cursor.execute(sql.SQL("DROP INDEX {}").format(sql.Identifier(name)))
        cursor.execute("SET session_replication_role = replica; SET work_mem = '64MB'")
        yield
        cursor.execute("SET session_replication_role = DEFAULT; RESET work_mem")
        cursor.execute("SET maintenance_work_mem = '512MB'")
        for _name, definition in indexes:
            cursor.execute(definition)
        cursor.execute("RESET maintenance_work_mem")


def _insert(
    model: type[models.Model], changed: dict[str, str], *, on: str = "o.game_id", without: str = ""
) -> None:
    """Rows of `model` for each game drawn: those of its original but for what is `changed`."""
    columns = [
        str(field.column) for field in model._meta.concrete_fields if field.column != without
    ]
    values = ", ".join(changed.get(column, f'o."{column}"') for column in columns)
    names = ", ".join(f'"{column}"' for column in columns)
    with connection.cursor() as cursor:
        cursor.execute(
            f"INSERT INTO {model._meta.db_table} ({names}) SELECT {values}"
            f" FROM drawn d JOIN {_original(model)} o ON {on} = d.original ORDER BY d.submission"
        )


def _original(model: type[models.Model]) -> str:
    return f"original_{model._meta.db_table}"


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
                last_played=FIRST_DAY + timedelta(days=chance.randrange(DAYS)),
                listed_until=LISTED if chance.random() < LISTED_SHARE else None,
            )


def _copy(model: type[models.Model], rows: Iterable[models.Model], table: str = "") -> None:
    """COPY `rows` into the table of `model`, or one like it; the database numbers them where it
    can."""
    fields = [
        field
        for field in model._meta.concrete_fields
        if table or not (field.primary_key and isinstance(field, models.AutoField))
    ]
    columns = ", ".join(f'"{field.column}"' for field in fields)
    statement = f'COPY "{table or model._meta.db_table}" ({columns}) FROM STDIN'
    value_of = attrgetter(*(field.attname for field in fields))
    documents = [n for n, field in enumerate(fields) if isinstance(field, models.JSONField)]
    with connection.cursor() as cursor, cursor.cursor.copy(statement) as copy:
        for row in rows:
            values: list[Any] = list(value_of(row))
            for n in documents:
                values[n] = values[n] if values[n] is None else Jsonb(values[n])
            copy.write_row(values)
