"""A walk over games in the order of rating: what should be in the ledger, and what differs.

The walk knows two things of a player in a pool: the state that is right, and, where it is another,
the state that the ledger held at this point. As long as a rating differs, every game that follows
has to be looked at. Once none does, the rest of the ledger is right already.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from typing import NamedTuple

from ratings.elo import ONE, Change, Form, rate
from ratings.services.reading import Key, Rated, Row, Rows, State


class Addition(NamedTuple):
    """A change to be added to the ledger."""

    player: int
    pool: str
    key: Key
    change: Change
    pairs: list[dict[str, int]]


@dataclass
class Walk:
    """`states` are right at this point; `held` has what the ledger held, where that differs.

    `added`, `retired` (ids of rows) and `mean_ratings` (by game) are what the steps found to be
    changed in the database, for others to carry out. `met`: who came to a game, or left one;
    `revised`: whose change of overall rating by a game that they had played is another now.
    """

    states: dict[tuple[int, str], State] = field(default_factory=dict)
    held: dict[tuple[int, str], State] = field(default_factory=dict)
    added: list[Addition] = field(default_factory=list)
    retired: list[int] = field(default_factory=list)
    mean_ratings: dict[str, int | None] = field(default_factory=dict)
    met: set[int] = field(default_factory=set)
    revised: set[int] = field(default_factory=set)

    def step(self, game: Rated, rows: Rows) -> None:
        """Go over the next game. `rows`: the changes in force, its own among them."""
        for pool in game.pools:
            before = [self._form(player, pool) for player in game.players]
            changes = rate(before, game.places) if before else []
            if pool == game.pools[0]:
                self._note_mean_rating(game, before)
            old = rows.get((game.key.id, pool), {})
            self._compare(game, pool, changes, old)
            self._go_on(game, pool, changes, old)

    def _form(self, player: int, pool: str) -> Form:
        state = self.states.get((player, pool))
        return Form(state.rating, state.games) if state else Form()

    def _note_mean_rating(self, game: Rated, before: list[Form]) -> None:
        mean_rating = mean([form.rating for form in before]) if before else None
        if mean_rating != game.mean_rating:
            self.mean_ratings[game.key.id] = mean_rating

    def _compare(self, game: Rated, pool: str, changes: list[Change], old: dict[int, Row]) -> None:
        """Note which rows no longer hold, and which hold instead."""
        kept = set()
        for player, change in zip(game.players, changes, strict=True):
            pairs = pair_terms(change, game.players)
            row = old.get(player)
            if row and row[1:] == (change.before, change.after, change.games, pairs):
                kept.add(player)
            else:
                self.added.append(Addition(player, pool, game.key, change, pairs))
        if pool == game.pools[0] and old.keys() != set(game.players):
            self.met.update(old, game.players)
        gone = {player: row.id for player, row in old.items() if player not in kept}
        self.retired += gone.values()
        if pool == game.pools[0]:
            self.revised |= gone.keys()

    def _go_on(self, game: Rated, pool: str, changes: list[Change], old: dict[int, Row]) -> None:
        """The states after the game: the right ones, and those that the ledger held."""
        day = game.key.played_on
        after = {
            player: State(change.after, change.games + 1, day)
            for player, change in zip(game.players, changes, strict=True)
        }
        for player in after.keys() | old.keys():
            place = (player, pool)
            was = self.states.get(place, State())
            row = old.get(player)
            held = State(row.after, row.games_before + 1, day) if row else None
            held = held or self.held.get(place, was)
            now = self.states[place] = after.get(player, was)
            if now != held:
                self.held[place] = held
            else:
                self.held.pop(place, None)


def pair_terms(change: Change, players: tuple[int, ...]) -> list[dict[str, int]]:
    """The pairs of a change as the ledger keeps them, with players instead of seats."""
    return [
        {
            "opponent": players[pair.opponent],
            "score": pair.score,
            "expected": pair.expected,
            "k": pair.k,
            "term": pair.term,
        }
        for pair in change.pairs
    ]


def mean(ratings: list[int]) -> int:
    """The mean of ratings in whole points, a half upwards."""
    unit = ONE * len(ratings)
    return (2 * sum(ratings) + unit) // (2 * unit)
