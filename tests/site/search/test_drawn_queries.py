"""Searches drawn by chance: what they find, and where a hit opens, by going through all games.

A drawn word is a function of a game and a seat, and a text in one of the ways of writing it. So
nothing of the search judges what the search should have found. The seed is printed; ``SEED=…``
draws the same words again.
"""

from __future__ import annotations

import os
import random
from collections.abc import Callable, Iterator
from datetime import date
from functools import cache
from typing import Final, NamedTuple

import pytest

from engine.facts import FACTS, GAME, GameFacts
from games.models import Game
from games.search.find import filter_games, parse_search
from games.search.opening import opens_at, seats_of_terms
from games.search.query import parse_query
from tests.site.search.conftest import MARKED, facts_by_game

pytestmark = pytest.mark.both_databases

QUERIES: Final = 400
FITS: Final[dict[str, Callable[[int, int], bool]]] = {
    ">=": lambda amount, number: amount >= number,
    "<=": lambda amount, number: amount <= number,
    ">": lambda amount, number: amount > number,
    "<": lambda amount, number: amount < number,
    "=": lambda amount, number: amount == number,
}
SPELLED: Final = {">=": (">=", "=>", "≥", " >= "), "<=": ("<=", "≤"), "=": ("=", ":", " = ")}
SITES: Final = ("market", "pyramid", "temple", "burial_chamber", "obelisks")
HANDLES: Final = ("ana", "ben", "cat")


class Table(NamedTuple):
    """A game as the test knows it: its row, its facts, its players by seat."""

    game: Game
    facts: GameFacts
    handles: list[str]
    colours: list[str]
    computers: set[int]
    marks: dict[int, str]


class DrawnWord(NamedTuple):
    """A word: `text` without a prefix; `of` is the game or a seat, of which `holds` tells."""

    text: str
    subject: str
    holds: Callable[[Table, int], bool]


@pytest.fixture
def tables(games: list[Game]) -> list[Table]:
    facts = facts_by_game(games)
    return [_table(number, game, facts[game.pk]) for number, game in enumerate(games)]


def _table(number: int, game: Game, facts: GameFacts) -> Table:
    seats = sorted(game.seats.all(), key=lambda seat: seat.number)
    accounts = [seat.player.account if seat.player else None for seat in seats]
    return Table(
        game,
        facts,
        [row.username if row else "" for row in accounts],
        [seat.colour for seat in seats],
        {index for index, row in enumerate(accounts) if row and row.computer},
        {MARKED[number][0]: MARKED[number][1].value} if number in MARKED else {},
    )


# --- words ----------------------------------------------------------------------


def draw_fact(chance: random.Random, tables: list[Table]) -> DrawnWord:
    """A fact at a value that there is, or at a range or a list of values."""
    name = chance.choice([*FACTS])
    fact = FACTS[name]
    subject = "game" if fact.of == GAME else "seat"
    rows = [table.facts.game for table in tables]
    if subject == "seat":
        rows = [seat for table in tables for seat in table.facts.seats]
    values = [row[name].value for row in rows if row[name].value is not None] or [0]
    number = chance.choice(values)

    def value_of(table: Table, seat: int) -> int | None:
        row = table.facts.game if subject == "game" else table.facts.seats[seat]
        return row[name].value

    spelling = chance.choice([name, name.replace("-", "_"), name.upper(), name.replace("-", " ")])
    if spelling.split()[0] in FACTS:
        spelling = name  # two words, each of which is one
    form = chance.randrange(4)
    if form == 0 and number > 1 and number < 30000:
        further = chance.choice(values)
        text = chance.choice([f"{number}|{further}", f"{number}, {further}"])
        return DrawnWord(
            f"{spelling}={text}",
            subject,
            lambda table, seat: value_of(table, seat) in (number, further),
        )
    if form == 1 and number >= 0:
        high = number + chance.randrange(1, 6)
        dots = chance.choice(["..", "-"])
        return DrawnWord(
            f"{spelling}={number}{dots}{high}",
            subject,
            lambda table, seat: (
                (amount := value_of(table, seat)) is not None and number <= amount <= high
            ),
        )
    op = chance.choice([*FITS])
    if FACTS[name].kind == "yes" and op == "=" and number not in (0, 1):
        number = 1
    sign = chance.choice(SPELLED.get(op, (op,)))
    return DrawnWord(
        f"{spelling}{sign}{number}",
        subject,
        lambda table, seat: (
            (amount := value_of(table, seat)) is not None and FITS[op](amount, number)
        ),
    )


def draw_place(chance: random.Random, _tables: list[Table]) -> DrawnWord:
    """A seat, a colour, a computer player, a player."""
    colour, seat_number = chance.choice(["black", "white", "gray"]), chance.randrange(1, 5)
    handle, further = chance.sample(HANDLES, 2)
    return chance.choice(
        [
            DrawnWord(f"colour={colour}", "seat", lambda t, s: t.colours[s] == colour),
            DrawnWord(f"Color: {colour}", "seat", lambda t, s: t.colours[s] == colour),
            DrawnWord(f"seat={seat_number}", "seat", lambda t, s: s + 1 == seat_number),
            DrawnWord("computer", "seat", lambda t, s: s in t.computers),
            DrawnWord(f"player=@{handle}", "seat", lambda t, s: t.handles[s] == handle),
            DrawnWord(
                f"player={handle}|@{further}",
                "seat",
                lambda t, s: t.handles[s] in (handle, further),
            ),
            DrawnWord(
                f"winner:{handle.title()}",
                "seat",
                lambda t, s: t.handles[s] == handle and bool(t.facts.seats[s]["won"].value),
            ),
        ]
    )


def draw_game_word(chance: random.Random, tables: list[Table]) -> DrawnWord:
    """A word about the game's columns, or about who lost."""
    site, side = chance.choice(SITES), chance.choice("ABCD")
    further = chance.choice("ABCD")
    handle = chance.choice(HANDLES)
    setup = chance.choice(tables).game.sides
    return chance.choice(
        [
            DrawnWord(
                f"{site}={side.lower()}", "game", lambda t, _s: getattr(t.game, site) == side
            ),
            DrawnWord(
                f"{site}={side},{further}",
                "game",
                lambda t, _s: getattr(t.game, site) in (side, further),
            ),
            DrawnWord(f"sides={setup.lower()}", "game", lambda t, _s: t.game.sides == setup),
            DrawnWord("players=2-3", "game", lambda t, _s: t.game.players in (2, 3)),
            DrawnWord("players:4", "game", lambda t, _s: t.game.players == 4),
            DrawnWord("module=none", "game", lambda t, _s: not t.game.modules),
            DrawnWord(
                "module=private ships", "game", lambda t, _s: "private_ships" in t.game.modules
            ),
            DrawnWord(
                "rating=1450..1600",
                "game",
                lambda t, _s: t.game.strength is not None and 1450 <= t.game.strength <= 1600,
            ),
            DrawnWord("from=2024", "game", lambda t, _s: t.game.played_on >= date(2024, 1, 1)),
            DrawnWord("to=2024-02", "game", lambda t, _s: t.game.played_on <= date(2024, 2, 29)),
            DrawnWord("date>=2024-03", "game", lambda t, _s: t.game.played_on >= date(2024, 3, 1)),
            DrawnWord("date<=2025", "game", lambda t, _s: t.game.played_on <= date(2025, 12, 31)),
            DrawnWord("month=2026-01", "game", lambda t, _: f"{t.game.played_on}"[:7] == "2026-01"),
            DrawnWord(
                "year=2024..2025", "game", lambda t, _: t.game.played_on.year in (2024, 2025)
            ),
            DrawnWord("before=2024", "game", lambda t, _s: t.game.played_on.year < 2024),
            DrawnWord("after=2025", "game", lambda t, _s: t.game.played_on.year > 2025),
            DrawnWord(
                f"loser=@{handle}",
                "game",
                lambda t, _s: any(
                    t.handles[s] == handle and not t.facts.seats[s]["won"].value for s in _seats(t)
                ),
            ),
        ]
    )


def draw_mark(chance: random.Random, _tables: list[Table]) -> DrawnWord:
    order = ("inaccuracy", "mistake", "blunder")
    least = chance.randrange(3)
    return DrawnWord(f"mark>={order[least]}", "seat", lambda t, s: t.marks.get(s) in order[least:])


DRAWS: Final = (draw_fact, draw_fact, draw_fact, draw_place, draw_game_word, draw_mark)
GAME_WIDE: Final = ("resigned", "came-back", "won-by-sled")


def _seats(table: Table) -> range:
    return range(len(table.handles))


class DrawnQuery(NamedTuple):
    text: str
    fits: Callable[[Table], bool]
    pairs: Callable[[Table], list[tuple[int, int]]]
    """The seats for which all words hold, each with each second seat; with itself if no word
    asks for one."""


def draw_query(chance: random.Random, tables: list[Table]) -> DrawnQuery:
    texts: list[str] = []
    of_game: list[Callable[[Table], bool]] = []
    of_seat: list[Callable[[Table, int], bool]] = []
    of_other: list[Callable[[Table, int], bool]] = []
    for _ in range(chance.randrange(1, 4)):
        word = chance.choice(DRAWS)(chance, tables)
        negated = chance.random() < 0.25 and not word.text.startswith("mark")
        holds = _turned(word.holds) if negated else word.holds
        minus = chance.choice(["-", "not "]) if negated else ""
        if word.subject == "game":
            texts.append(minus + word.text)
            of_game.append(lambda table, holds=holds: holds(table, 0))
            continue
        name = word.text.lower().replace("_", "-").replace(" ", "-")
        scope = chance.choice(["", "", "", "other", "none", "every"])
        if scope in ("none", "every") and not name.startswith("mark"):
            inner = word.holds
            texts.append(f"{minus}{scope}:{word.text}")
            of_game.append(
                lambda table, inner=inner, scope=scope, negated=negated: (
                    (
                        all(inner(table, seat) for seat in _seats(table))
                        if scope == "every"
                        else not any(inner(table, seat) for seat in _seats(table))
                    )
                    != negated
                )
            )
        elif scope == "other":
            texts.append(f"{minus}other:{word.text}")
            of_other.append(holds)
        elif negated and name.startswith(("player", "winner", "computer", *GAME_WIDE)):
            texts.append(minus + word.text)
            of_game.append(
                lambda table, inner=word.holds: not any(inner(table, s) for s in _seats(table))
            )
        else:
            texts.append(minus + word.text)
            of_seat.append(holds)
    if chance.random() < 0.15:
        handle = chance.choice(HANDLES)
        texts.append(f"vs=@{handle}")

        def has_opponent(table: Table, seat: int, handle: str = handle) -> bool:
            return any(table.handles[s] == handle for s in _seats(table) if s != seat)

        of_seat.append(has_opponent)

    def pairs(table: Table) -> list[tuple[int, int]]:
        return [
            (seat, other)
            for seat in _seats(table)
            for other in _seats(table)
            if (seat != other) == bool(of_other)
            and all(holds(table, seat) for holds in of_seat)
            and all(holds(table, other) for holds in of_other)
        ]

    def fits(table: Table) -> bool:
        return all(holds(table) for holds in of_game) and bool(pairs(table))

    return DrawnQuery(" ".join(texts), fits, pairs)


def _turned(holds: Callable[[Table, int], bool]) -> Callable[[Table, int], bool]:
    return lambda table, seat: not holds(table, seat)


# --- the searches ---------------------------------------------------------------


@cache
def seed() -> int:
    return int(os.environ.get("SEED", 0)) or random.SystemRandom().randrange(1, 1_000_000)


def draw_queries(tables: list[Table]) -> Iterator[DrawnQuery]:
    print(f"SEED={seed()}")
    chance = random.Random(seed())
    return (draw_query(chance, tables) for _ in range(QUERIES))


def test_a_drawn_search_finds_what_going_through_all_games_finds(tables: list[Table]):
    hits = 0
    for query in draw_queries(tables):
        criteria = parse_search(query.text)
        listed = filter_games(Game.objects.all(), criteria).values_list("pk", flat=True)
        expected = {table.game.pk for table in tables if query.fits(table)}
        assert set(listed) == expected, (query.text, str(criteria.query))
        assert len(listed) == len(expected), query.text
        parsed = parse_search(str(criteria.query))
        assert parsed.query == criteria.query, query.text
        hits += len(expected)
    assert hits > QUERIES  # the words are not so rare that nothing is compared


def test_a_hit_opens_where_its_seats_are(tables: list[Table]):
    """Each hit, at the first entry at which a pair of seats that fulfils the search came to
    fulfil the word that opens it."""
    opened = 0
    chance = random.Random(seed() + 1)
    print(f"SEED={seed()}")
    counts = [name for name, fact in FACTS.items() if fact.kind == "count" and fact.of != GAME]
    for number in range(QUERIES):
        query = draw_query(chance, tables)
        name, times = chance.choice(counts), chance.randrange(1, 5)
        of_other = chance.random() < 0.5
        scope = "other:" if of_other else ""
        text = f"{scope}entry:{name}>={times} {query.text}"
        criteria = parse_search(text)
        listed = set(filter_games(Game.objects.all(), criteria).values_list("pk", flat=True))
        for table in tables if number % 2 else ():
            if table.game.pk not in listed:
                continue
            seats = seats_of_terms(table.game, criteria.query)
            ply = opens_at(table.game, table.handles, criteria.query, seats)
            assert ply in _entries(table, query, name, times, of_other), text
            opened += 1
    assert opened > QUERIES // 20


def _entries(table: Table, query: DrawnQuery, name: str, times: int, of_other: bool) -> set[int]:
    """The one entry: of all pairs of seats, that of the first to have done it so often."""
    pairs = query.pairs(table)
    if of_other and all(seat == other for seat, other in pairs):
        pairs = [(s, o) for s, _o in pairs for o in _seats(table) if s != o]
    doers = [other if of_other else seat for seat, other in pairs]
    plies = [
        fact.plies[times - 1]
        for seat in doers
        if len((fact := table.facts.seats[seat][name]).plies) >= times
    ]
    return {min(plies)}


@pytest.mark.parametrize(
    "text",
    [
        "winner=@ana other:obelisks>=2",
        "other:entry:sail-empty won",
        "other:lever obelisks>=3",
        "obelisks>=2 other:temple>=3",
        "statue>=1 other:statue>=1",
        "other:statue>=1",
    ],
)
def test_second_seats_open_where_their_pair_is(tables: list[Table], text: str):
    """Each entry at which a hit could rightly open is one of a seat that is half of a pair."""
    query = parse_query(text)
    term = query.opening
    assert term is not None
    least = int(term.value)
    for table in tables:
        pairs = [
            (seat, other)
            for seat in _seats(table)
            for other in _seats(table)
            if seat != other and _by_hand(text, table, seat, other)
        ]
        ply = opens_at(table.game, table.handles, query)
        if not pairs:
            assert ply == 0
            continue
        doers = {other if term.other else seat for seat, other in pairs}
        plies = [table.facts.seats[seat][term.name].plies for seat in doers]
        assert ply == min(row[least - 1] for row in plies if len(row) >= least)


def _by_hand(text: str, table: Table, seat: int, other: int) -> bool:
    """The words of the test above, which are few."""
    for word in text.split():
        place = other if "other:" in word else seat
        name, _sign, amount = word.replace("other:", "").replace("entry:", "").partition(">=")
        if name.startswith("winner=@"):
            fits = table.handles[place] == name[8:] and bool(table.facts.seats[place]["won"].value)
        else:
            fits = (table.facts.seats[place][name].value or 0) >= int(amount or 1)
        if not fits:
            return False
    return True
