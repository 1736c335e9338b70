"""The present ratings of a dump, its players, and the leaderboards that follow."""

from __future__ import annotations

from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from datetime import date, timedelta
from typing import Final, NamedTuple

from audit import fields
from audit.differences import Difference
from audit.dump import Dump, Unreadable, counted, file_of, lines, parsed
from audit.fields import Line, Wrong
from audit.rating import OVERALL, Ledger, State, points

RATINGS: Final = file_of("ratings")
PLAYERS: Final = file_of("players")
POOLS: Final = (OVERALL, "2", "3", "4")


class Player(NamedTuple):
    name: str
    computer: bool


def players(dump: Dump) -> dict[int, Player]:
    """By id. Raises ``Unreadable``."""
    found: dict[int, Player] = {}
    for number, raw in lines(dump, "players"):
        said = parsed(raw, PLAYERS, number)
        try:
            computer = fields.text(said, "computer") != ""
            found[fields.number(said, "id")] = Player(fields.text(said, "name"), computer)
        except Wrong as error:
            raise Unreadable(f"{PLAYERS}:{number}: {error}") from None
    return found


def compare(dump: Dump, ledger: Ledger) -> Iterator[Difference]:
    """The present ratings beside the ends of their chains. Raises ``Unreadable``."""
    left = {who: state for who, state in ledger.states.items() if state.form.games}
    count = 0
    for count, raw in lines(dump, "ratings"):
        said = parsed(raw, RATINGS, count)
        try:
            who = fields.text(said, "pool"), fields.number(said, "player")
            rating, games = fields.number(said, "rating"), fields.number(said, "games")
            last = fields.day(said, "last_played")
        except Wrong as error:
            raise Unreadable(f"{RATINGS}:{count}: {error}") from None
        state = left.pop(who, None)
        if state is None or (rating, games, last) != (*state.form, state.last_played):
            written = f"{points(rating)} after {games} games, the last on {last}"
            what = f"player {who[1]} {who[0]}"
            yield Difference(RATINGS, count, what, written, state and state_text(state))
    for (pool, player), state in sorted(left.items()):
        yield Difference(RATINGS, 0, f"player {player} {pool}", None, state_text(state))
    yield from counted(dump, "ratings", count)


def state_text(state: State) -> str:
    rating, games = state.form
    return f"{points(rating)} after {games} games, the last on {state.last_played}"


# --- leaderboards -------------------------------------------------------------


class Met:
    """Recent opponents of each player, by which leaderboards list."""

    def __init__(self, dump: Dump, known: dict[int, Player]) -> None:
        self._games = setting(dump.settings, "leaderboard_games", 10)
        self._opponents = setting(dump.settings, "leaderboard_opponents", 4)
        days = min(setting(dump.settings, "leaderboard_days", 365), 36_500)
        made = date.fromisoformat(dump.made_at[:10])
        self._since = (made - timedelta(days=days)).isoformat()
        self._people = {player for player, one in known.items() if not one.computer}
        self._of: dict[int, deque[frozenset[int]]] = defaultdict(deque)

    def add(self, day: str, seats: Iterable[int]) -> None:
        """A rated game."""
        if day < self._since:
            return
        sat = frozenset(seats)
        people = sat & self._people
        for player in sat:
            if others := people - {player}:
                self._of[player].append(others)

    def listed(self, player: int) -> bool:
        games = self._of.get(player, ())
        return len(games) >= self._games and len(frozenset().union(*games)) >= self._opponents


def setting(said: Line, name: str, usual: int) -> int:
    value = said.get(name)
    return value if type(value) is int and value >= 0 else usual


def boards(
    ledger: Ledger, met: Met, known: dict[int, Player], most: int
) -> Iterator[tuple[str, list[tuple[str, int, int]]]]:
    """Of each pool who is listed: name, rating, games; the best first."""
    of: dict[str, list[tuple[int, int, int]]] = defaultdict(list)
    for (pool, player), state in ledger.states.items():
        if state.form.games and met.listed(player):
            of[pool].append((state.form.rating, state.form.games, player))
    for pool in POOLS:
        best = sorted(of[pool], key=lambda one: (-one[0], one[2]))[:most]
        yield pool, [(_name(known, player), rating, games) for rating, games, player in best]


def _name(known: dict[int, Player], player: int) -> str:
    return known[player].name if player in known else f"player {player}"
