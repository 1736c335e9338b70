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

from ratings.elo import POINT, Change, PlayerForm, rate_game
from ratings.models import EntryKind
from ratings.services.books import ChangeRow, EntryKey, RatedEntry, RatingState, Rows, state_after


class ComputedChange(NamedTuple):
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
    key: EntryKey
    kind: str
    computed: ComputedChange


ReversiblePairs = dict[tuple[str, int], dict[tuple[str, int], str]]
"""Of entries that are taken back, by game and number: the pairs, by pool and player."""


@dataclass
class LedgerWalk:
    """`states` are right at this point; `ledger_states`: those of the ledger, where they differ.

    `added`, `retired` (ids of rows) and `mean_ratings` (by game) are what the steps found to be
    changed in the database, for others to carry out. `met`: who came to a game, or left one;
    `revised`: whose change of overall rating by a game that they had played is another now, or was
    taken back. `reversible`: of entries of this walk that are taken back; `replaced`: the last
    entry of which a change was retired.
    """

    states: dict[tuple[int, str], RatingState] = field(default_factory=dict)
    ledger_states: dict[tuple[int, str], RatingState] = field(default_factory=dict)
    added: list[Addition] = field(default_factory=list)
    retired: list[int] = field(default_factory=list)
    mean_ratings: dict[str, int | None] = field(default_factory=dict)
    met: set[int] = field(default_factory=set)
    revised: set[int] = field(default_factory=set)
    reversible: ReversiblePairs = field(default_factory=dict)
    replaced: EntryKey | None = None

    def step(self, entry: RatedEntry, rows: Rows) -> None:
        """Go over the next entry. `rows`: the changes in force, its own among them."""
        overall = entry.pools[0]
        for pool in entry.pools:
            changes = self._compute(entry, pool, rows)
            if pool == overall and entry.last:
                self._note_mean_rating(entry, changes)
            if old := rows.get((entry.key.id, entry.key.nth, pool)):
                self._compare(entry, pool, changes, old)
                self._advance_states(entry, pool, changes, old)
            elif changes:
                self._add(entry, pool, changes)

    def _compute(self, entry: RatedEntry, pool: str, rows: Rows) -> dict[int, ComputedChange]:
        """By player. What is to be taken back later is kept."""
        if entry.kind == EntryKind.REVERSAL:
            return self._compute_reversal(entry, pool, rows)
        if not entry.players:
            return {}
        players, played_on, day = entry.players, entry.played_on, None
        before = [self.states.get((player, pool), UNRATED) for player in players]
        changes = rate_game(
            [PlayerForm(rating, games) for rating, games, _ in before], entry.places
        )
        by_player = {}
        ordinary = not entry.kind
        for player, state, change in zip(players, before, changes, strict=True):
            if not ordinary:
                day = max(state.last_played or played_on, played_on)
            was, after, games, _ = change
            by_player[player] = ComputedChange(was, after, games, pairs_text(change, players), day)
        if (reversible := self.reversible.get(entry.key[2:])) is not None:
            reversible.update(
                {(pool, player): computed.pairs for player, computed in by_player.items()}
            )
        return by_player

    def _compute_reversal(
        self, entry: RatedEntry, pool: str, rows: Rows
    ) -> dict[int, ComputedChange]:
        """Of an entry that this walk went over, or else, in closed books, as the ledger has it."""
        pairs_of = self.reversible.get((entry.key.id, entry.reverses))
        if pairs_of is None:
            rows_of_entry = rows.get((entry.key.id, entry.reverses, pool), {})
            pairs_of = {(pool, player): row.pairs for player, row in rows_of_entry.items()}
        changes = {}
        for player in entry.players:
            pairs = [reverse_pair(pair) for pair in json.loads(pairs_of[pool, player])]
            state = self.states.get((player, pool), UNRATED)
            after = state.rating + sum(pair["term"] for pair in pairs)
            last = state.last_played or entry.played_on
            changes[player] = ComputedChange(
                state.rating, after, state.games, pairs_as_json(pairs), last
            )
        return changes

    def _note_mean_rating(self, entry: RatedEntry, changes: Mapping[int, ComputedChange]) -> None:
        rated = changes and entry.kind != EntryKind.REVERSAL
        mean_rating = (
            mean_in_points([change.before for change in changes.values()]) if rated else None
        )
        if mean_rating != entry.mean_rating:
            self.mean_ratings[entry.key.id] = mean_rating

    def _add(self, entry: RatedEntry, pool: str, changes: Mapping[int, ComputedChange]) -> None:
        """Like ``_compare`` and ``_advance_states``, for an entry without ledger rows."""
        key, kind, states, ledger_states = entry.key, entry.kind, self.states, self.ledger_states
        for player, change in changes.items():
            self.added.append(Addition(player, pool, key, kind, change))
            place = (player, pool)
            was = states.get(place, UNRATED)
            state = state_after(
                kind, change.after, change.games_before, change.last_played or key.day
            )
            states[place] = state
            if state == ledger_states.setdefault(place, was):
                del ledger_states[place]
        if pool == entry.pools[0]:
            self.met.update(changes)
            if kind in (EntryKind.REVERSAL, EntryKind.RERATED):
                self.revised |= changes.keys()

    def _compare(
        self,
        entry: RatedEntry,
        pool: str,
        changes: Mapping[int, ComputedChange],
        old: Mapping[int, ChangeRow],
    ) -> None:
        """Note which rows no longer hold, and which hold instead."""
        unchanged = set()
        for player, change in changes.items():
            row = old.get(player)
            if row and is_unchanged(row, change):
                unchanged.add(player)
            else:
                self.added.append(Addition(player, pool, entry.key, entry.kind, change))
        gone = {player: row.id for player, row in old.items() if player not in unchanged}
        self.retired += gone.values()
        if gone:
            self.replaced = max(entry.key, self.replaced or entry.key)
        if pool != entry.pools[0]:
            return
        if old.keys() != changes.keys():
            self.met.update(old, changes)
        self.revised |= gone.keys()
        if entry.kind in (EntryKind.REVERSAL, EntryKind.RERATED):
            self.revised |= changes.keys() - unchanged

    def _advance_states(
        self,
        entry: RatedEntry,
        pool: str,
        changes: Mapping[int, ComputedChange],
        old: Mapping[int, ChangeRow],
    ) -> None:
        """The states after the entry: the right ones, and those that the ledger held."""
        day, kind = entry.key.day, entry.kind
        for player in changes.keys() | old.keys() if old else changes:
            place = (player, pool)
            was = self.states.get(place, UNRATED)
            row, change = old.get(player), changes.get(player)
            if row:
                ledger_state = state_after(
                    kind, row.after, row.games_before, row.last_played or day
                )
            else:
                ledger_state = self.ledger_states.get(place, was)
            state = was
            if change:
                state = state_after(
                    kind, change.after, change.games_before, change.last_played or day
                )
            self.states[place] = state
            if state != ledger_state:
                self.ledger_states[place] = ledger_state
            else:
                self.ledger_states.pop(place, None)


UNRATED = RatingState()


def is_unchanged(row: ChangeRow, computed: ComputedChange) -> bool:
    """True if a change in force says what was made; its pairs may be written in another order."""
    if row[1:] == computed:
        return True
    if row[1:4] != computed[:3] or row.last_played != computed.last_played:
        return False
    return bool(json.loads(row.pairs) == json.loads(computed.pairs))


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


def pairs_as_json(pairs: Sequence[Mapping[str, int]]) -> str:
    return json.dumps([{name: pair[name] for name in ORDER} for pair in pairs])


def reverse_pair(pair: Mapping[str, int]) -> dict[str, int]:
    """The pair that takes `pair` back: with the opposite of its K, and so of its term."""
    return {**pair, "k": -pair["k"], "term": -pair["term"]}


def mean_in_points(ratings: list[int]) -> int:
    """The mean of ratings in whole points, a half upwards."""
    unit = POINT * len(ratings)
    return (2 * sum(ratings) + unit) // (2 * unit)
