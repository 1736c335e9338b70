"""A walk over the books in the order of rating: what should be in the ledger, and what differs.

The walk knows two things of a player in a pool: the state that is right, and, where it is another,
the state that the ledger held at this point. As long as a rating differs, every entry that follows
has to be looked at. Once none does, the rest of the ledger is right already.
"""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from datetime import date
from typing import NamedTuple

from ratings.elo import ONE, Change, Form, rate
from ratings.models import Kind
from ratings.services.reading import Key, Rated, Row, Rows, State, state_after


class Made(NamedTuple):
    """A change of one rating by an entry. `pairs`: as JSON. `last_played`: empty if it is the day
    of the entry."""

    before: int
    after: int
    games_before: int
    pairs: str
    last_played: date | None


class Addition(NamedTuple):
    """A change to be added to the ledger."""

    player: int
    pool: str
    key: Key
    kind: str
    made: Made


Taken = dict[tuple[str, int], dict[tuple[str, int], str]]
"""Of entries that are taken back, by game and number: the pairs, by pool and player."""


@dataclass
class Walk:
    """`states` are right at this point; `held` has what the ledger held, where that differs.

    `added`, `retired` (ids of rows) and `mean_ratings` (by game) are what the steps found to be
    changed in the database, for others to carry out. `met`: who came to a game, or left one;
    `revised`: whose change of overall rating by a game that they had played is another now, or was
    taken back. `taken`: of entries of this walk that are taken back; `replaced`: the last
    entry of which a change was retired.
    """

    states: dict[tuple[int, str], State] = field(default_factory=dict)
    held: dict[tuple[int, str], State] = field(default_factory=dict)
    added: list[Addition] = field(default_factory=list)
    retired: list[int] = field(default_factory=list)
    mean_ratings: dict[str, int | None] = field(default_factory=dict)
    met: set[int] = field(default_factory=set)
    revised: set[int] = field(default_factory=set)
    taken: Taken = field(default_factory=dict)
    replaced: Key | None = None

    def step(self, entry: Rated, rows: Rows) -> None:
        """Go over the next entry. `rows`: the changes in force, its own among them."""
        overall = entry.pools[0]
        for pool in entry.pools:
            made = self._made(entry, pool, rows)
            if pool == overall and entry.last:
                self._note_mean_rating(entry, made)
            if old := rows.get((entry.key.id, entry.key.nth, pool)):
                self._compare(entry, pool, made, old)
                self._go_on(entry, pool, made, old)
            elif made:
                self._add(entry, pool, made)

    def _made(self, entry: Rated, pool: str, rows: Rows) -> dict[int, Made]:
        """By player. What is to be taken back later is kept."""
        if entry.kind == Kind.REVERSAL:
            return self._taken_back(entry, pool, rows)
        if not entry.players:
            return {}
        players, played_on, day = entry.players, entry.played_on, None
        before = [self.states.get((player, pool), UNRATED) for player in players]
        changes = rate([Form(rating, games) for rating, games, _ in before], entry.places)
        made = {}
        ordinary = not entry.kind
        for player, state, change in zip(players, before, changes, strict=True):
            if not ordinary:
                day = max(state.last_played or played_on, played_on)
            was, after, games, _ = change
            made[player] = Made(was, after, games, pairs_text(change, players), day)
        if (kept := self.taken.get(entry.key[2:])) is not None:
            kept.update({(pool, player): one.pairs for player, one in made.items()})
        return made

    def _taken_back(self, entry: Rated, pool: str, rows: Rows) -> dict[int, Made]:
        """Of an entry that this walk went over, or else, in closed books, as the ledger has it."""
        taken = self.taken.get((entry.key.id, entry.reverses))
        if taken is None:
            there = rows.get((entry.key.id, entry.reverses, pool), {})
            taken = {(pool, player): row.pairs for player, row in there.items()}
        made = {}
        for player in entry.players:
            pairs = [opposite(pair) for pair in json.loads(taken[pool, player])]
            state = self._state(player, pool)
            after = state.rating + sum(pair["term"] for pair in pairs)
            last = state.last_played or entry.played_on
            made[player] = Made(state.rating, after, state.games, text_of(pairs), last)
        return made

    def _state(self, player: int, pool: str) -> State:
        return self.states.get((player, pool), UNRATED)

    def _note_mean_rating(self, entry: Rated, made: Mapping[int, Made]) -> None:
        rated = made and entry.kind != Kind.REVERSAL
        mean_rating = mean([one.before for one in made.values()]) if rated else None
        if mean_rating != entry.mean_rating:
            self.mean_ratings[entry.key.id] = mean_rating

    def _add(self, entry: Rated, pool: str, made: Mapping[int, Made]) -> None:
        """Like ``_compare`` and ``_go_on``, for an entry without ledger rows."""
        key, kind, states, held = entry.key, entry.kind, self.states, self.held
        for player, one in made.items():
            self.added.append(Addition(player, pool, key, kind, one))
            place = (player, pool)
            was = states.get(place, UNRATED)
            now = state_after(kind, one.after, one.games_before, one.last_played or key.day)
            states[place] = now
            if now == held.setdefault(place, was):
                del held[place]
        if pool == entry.pools[0]:
            self.met.update(made)
            if kind in (Kind.REVERSAL, Kind.AGAIN):
                self.revised |= made.keys()

    def _compare(
        self, entry: Rated, pool: str, made: Mapping[int, Made], old: Mapping[int, Row]
    ) -> None:
        """Note which rows no longer hold, and which hold instead."""
        kept = set()
        for player, one in made.items():
            row = old.get(player)
            if row and same(row, one):
                kept.add(player)
            else:
                self.added.append(Addition(player, pool, entry.key, entry.kind, one))
        gone = {player: row.id for player, row in old.items() if player not in kept}
        self.retired += gone.values()
        if gone:
            self.replaced = max(entry.key, self.replaced or entry.key)
        if pool != entry.pools[0]:
            return
        if old.keys() != made.keys():
            self.met.update(old, made)
        self.revised |= gone.keys()
        if entry.kind in (Kind.REVERSAL, Kind.AGAIN):
            self.revised |= made.keys() - kept

    def _go_on(
        self, entry: Rated, pool: str, made: Mapping[int, Made], old: Mapping[int, Row]
    ) -> None:
        """The states after the entry: the right ones, and those that the ledger held."""
        day, kind = entry.key.day, entry.kind
        for player in made.keys() | old.keys() if old else made:
            place = (player, pool)
            was = self.states.get(place, UNRATED)
            row, one = old.get(player), made.get(player)
            if row:
                held = state_after(kind, row.after, row.games_before, row.last_played or day)
            else:
                held = self.held.get(place, was)
            now = was
            if one:
                now = state_after(kind, one.after, one.games_before, one.last_played or day)
            self.states[place] = now
            if now != held:
                self.held[place] = held
            else:
                self.held.pop(place, None)


UNRATED = State()


def same(row: Row, made: Made) -> bool:
    """True if a change in force says what was made; its pairs may be written in another order."""
    if row[1:] == made:
        return True
    if row[1:4] != made[:3] or row.last_played != made.last_played:
        return False
    return bool(json.loads(row.pairs) == json.loads(made.pairs))


# --- pairs --------------------------------------------------------------------


def pairs_text(change: Change, players: tuple[int, ...]) -> str:
    """The pairs of a change as the ledger keeps them, with players instead of seats: JSON as
    PostgreSQL writes it, so that texts can be compared."""
    pairs = [
        f'{{"k": {k}, "term": {term}, "score": {score}, "expected": {expected}, '
        f'"opponent": {players[opponent]}}}'
        for opponent, score, expected, k, term in change.pairs
    ]
    return f"[{', '.join(pairs)}]"


ORDER = ("k", "term", "score", "expected", "opponent")


def text_of(pairs: Sequence[Mapping[str, int]]) -> str:
    return json.dumps([{name: pair[name] for name in ORDER} for pair in pairs])


def opposite(pair: Mapping[str, int]) -> dict[str, int]:
    """The pair that takes `pair` back: with the opposite of its K, and so of its term."""
    return {**pair, "k": -pair["k"], "term": -pair["term"]}


def mean(ratings: list[int]) -> int:
    """The mean of ratings in whole points, a half upwards."""
    unit = ONE * len(ratings)
    return (2 * sum(ratings) + unit) // (2 * unit)
