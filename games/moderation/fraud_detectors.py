"""Detectors of made-up games: pairs, circles, pace. Plain arithmetic, no database.

What is found is for moderators to look at, and says nothing by itself: friends play each other, and
a beginner loses to an expert.
"""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Iterable, Iterator, Sequence
from datetime import date
from itertools import combinations
from typing import Final, NamedTuple

MAX_GAMES: Final = 200
"""Games that a suspicion names, the latest."""

FARMED: Final = 10
"""Games of a pair from which on it is looked at."""

NEARLY_ALL: Final = 0.9
"""Of them so many are won by one."""

LEFT_EARLY: Final = 0.25
"""A seat that was given up before this part of the entries wrote hardly any."""

ABSENT: Final = 5
"""Games of a pair in which the same one did so."""

CIRCLE_GAMES: Final = 30
CIRCLE_PEOPLE: Final = 5
"""At most so many people, who play no others, and at least so many games."""

FED_GAMES: Final = 10
FEEDERS: Final = 2
FED_SHARE: Final = 0.5
DEPENDENCE: Final = 0.75
"""A player who won nearly all of so many games that nobody saw, which are at least this share of
their games and of whose other seats at least this share are feeders: at least so many people,
each with the player at this part of their games."""

A_DAY: Final = 20
"""Games of one player on one day from which on it is looked at."""


class SeatedPlayer(NamedTuple):
    """Player of a seat of a game; `place` as ratings have it. `left`: the part of the entries after
    which the player resigned or a computer player went on, or ``None``."""

    player: int
    place: int
    left: float | None


class PlayedGame(NamedTuple):
    """A game that counts; `witnessed`: it was played here, or an arbiter vouches for it."""

    game: str
    day: date
    seats: Sequence[SeatedPlayer]
    witnessed: bool = False


class Suspicion(NamedTuple):
    """`kind` is a ``Pattern.Kind``; `key` names what it is about; `facts` are for a sentence, with
    players by their ids."""

    kind: str
    key: str
    games: list[str]
    facts: dict[str, int | str | list[int]]


def suspicions(games: Iterable[PlayedGame]) -> Iterator[Suspicion]:
    """All of them, of `games` in order of play."""
    played = list(games)
    yield from _pairs(played)
    yield from _circles(played)
    yield from _pace(played)
    yield from _feeders(played)


# --- inside -------------------------------------------------------------------


def _pairs(games: Sequence[PlayedGame]) -> Iterator[Suspicion]:
    met: dict[tuple[int, int], list[tuple[str, int, int]]] = defaultdict(list)
    for game in games:
        seats = sorted(game.seats, key=lambda seat: seat.player)
        for first_seat, other_seat in combinations(seats, 2):
            better = (first_seat.place < other_seat.place) - (first_seat.place > other_seat.place)
            gone = _gone(first_seat) - _gone(other_seat)
            met[first_seat.player, other_seat.player].append((game.game, better, gone))
    for (player, other), rows in met.items():
        wins = sum(better for _, better, _ in rows)
        if len(rows) >= FARMED and abs(wins) >= (2 * NEARLY_ALL - 1) * len(rows):
            winner, loser = (player, other) if wins > 0 else (other, player)
            won = sum(better == (1 if wins > 0 else -1) for _, better, _ in rows)
            yield Suspicion(
                "farming",
                f"{player}-{other}",
                _latest(game for game, _, _ in rows),
                {"players": [winner, loser], "games": len(rows), "won": won},
            )
        for absentee, sign in ((player, 1), (other, -1)):
            left = [game for game, _, gone in rows if gone == sign]
            if len(left) >= ABSENT:
                yield Suspicion(
                    "absent",
                    f"{player}-{other}-{absentee}",
                    _latest(left),
                    {
                        "players": [absentee, other if absentee == player else player],
                        "games": len(left),
                    },
                )


def _gone(seat: SeatedPlayer) -> int:
    return seat.left is not None and seat.left < LEFT_EARLY


def _circles(games: Sequence[PlayedGame]) -> Iterator[Suspicion]:
    """People who are connected by games, and by none with others."""
    root: dict[int, int] = {}

    def find(player: int) -> int:
        while root.setdefault(player, player) != player:
            root[player] = player = root[root[player]]
        return player

    for game in games:
        for seat in game.seats[1:]:
            root[find(seat.player)] = find(game.seats[0].player)
    circles: dict[int, list[PlayedGame]] = defaultdict(list)
    for game in games:
        circles[find(game.seats[0].player)].append(game)
    for circle in circles.values():
        people = sorted({seat.player for game in circle for seat in game.seats})
        if len(people) <= CIRCLE_PEOPLE and len(circle) >= CIRCLE_GAMES:
            yield Suspicion(
                "circle",
                "-".join(map(str, people)),
                _latest(game.game for game in circle),
                {"players": people, "games": len(circle)},
            )


def _pace(games: Sequence[PlayedGame]) -> Iterator[Suspicion]:
    days: Counter[tuple[int, date]] = Counter()
    games_by_day: dict[tuple[int, date], list[str]] = defaultdict(list)
    for game in games:
        for seat in game.seats:
            days[seat.player, game.day] += 1
            games_by_day[seat.player, game.day].append(game.game)
    for (player, day), number in days.items():
        if number >= A_DAY:
            yield Suspicion(
                "pace",
                f"{player}-{day}",
                _latest(games_by_day[player, day]),
                {"players": [player], "games": number, "day": str(day)},
            )


def _feeders(games: Sequence[PlayedGame]) -> Iterator[Suspicion]:
    """Players whose rating comes from people who play hardly anybody else, in games that nobody
    saw. Only games that the player confirmed count here, so nobody else can bring it about."""
    games_of: dict[int, list[PlayedGame]] = defaultdict(list)
    for game in games:
        if len(game.seats) > 1:
            for seat in game.seats:
                games_of[seat.player].append(game)
    for player, played in games_of.items():
        on_paper = [game for game in played if not game.witnessed]
        won = sum(_won(game, player) for game in on_paper)
        is_short = len(on_paper) < max(FED_GAMES, FED_SHARE * len(played))
        if is_short or won < NEARLY_ALL * len(on_paper):
            continue
        seats = Counter(seat.player for game in on_paper for seat in game.seats)
        del seats[player]
        together = Counter(seat.player for game in played for seat in game.seats)
        feeders = [other for other in seats if together[other] >= DEPENDENCE * len(games_of[other])]
        fed = sum(seats[feeder] for feeder in feeders)
        if len(feeders) >= FEEDERS and fed >= FED_SHARE * seats.total():
            yield Suspicion(
                "feeders",
                f"{player}",
                _latest(game.game for game in on_paper),
                {"players": [player, *sorted(feeders)], "games": len(on_paper), "won": won},
            )


def _won(game: PlayedGame, player: int) -> bool:
    return min(game.seats, key=lambda seat: seat.place).player == player


def _latest(games: Iterable[str]) -> list[str]:
    return list(games)[-MAX_GAMES:]
