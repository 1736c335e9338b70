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

from ratings.elo import (
    POINT,
    Change,
    PlayerForm,
    deviation_before,
    rate_game,
    rate_game_2,
    reversed_deviations,
)
from ratings.models import EntryKind
from ratings.services.books import (
    COMPUTERS,
    OVERALL,
    ChangeRow,
    EntryKey,
    RatedEntry,
    RatingState,
    Rows,
    state_after,
)
from ratings.services.terms import TERMS_1, LedgerTerms


class ComputedChange(NamedTuple):
    """A change of one rating by an entry. `pairs`: as JSON. `last_played`: empty if it is the day
    of the entry."""

    before: int
    after: int
    games_before: int
    pairs: str
    last_played: date | None
    deviation_before: int | None
    deviation: int | None


class Addition(NamedTuple):
    """A change to be added to the ledger."""

    player: int
    pool: str
    key: EntryKey
    kind: str
    computed: ComputedChange


Doubt = tuple[int | None, int | None]
"""Deviations before and after a change; none by terms 1."""


class ReversibleChange(NamedTuple):
    """A change, as far as a reversal needs it."""

    pairs: str
    deviation_before: int | None
    deviation: int | None


ReversibleChanges = dict[tuple[str, int], dict[tuple[str, int], ReversibleChange]]
"""Of entries that are taken back, by game and number: their changes, by pool and player."""


@dataclass
class LedgerWalk:
    """`states` are right at this point; `ledger_states`: those of the ledger, where they differ.

    `added`, `retired` (ids of rows) and `mean_ratings` (by game) are what the steps found to be
    changed in the database, for others to carry out. `met`: who came to a game, or left one;
    `revised`: whose change of overall rating by a game that they had played is another now, or was
    taken back. `reversible`: of entries of this walk that are taken back; `replaced`: the last
    entry of which a change was retired.
    """

    terms: LedgerTerms = TERMS_1
    states: dict[tuple[int, str], RatingState] = field(default_factory=dict)
    ledger_states: dict[tuple[int, str], RatingState] = field(default_factory=dict)
    added: list[Addition] = field(default_factory=list)
    retired: list[int] = field(default_factory=list)
    mean_ratings: dict[str, int | None] = field(default_factory=dict)
    met: set[int] = field(default_factory=set)
    revised: set[int] = field(default_factory=set)
    reversible: ReversibleChanges = field(default_factory=dict)
    replaced: EntryKey | None = None

    def step(self, entry: RatedEntry, rows: Rows) -> None:
        """Go over the next entry. `rows`: the changes in force, its own among them."""
        second = self.terms.second(entry.key.day)
        pools: tuple[str, ...] = (*entry.pools, COMPUTERS) if second else entry.pools
        rated_in = self._rated_in(entry) if second else entry.pools
        general: Mapping[int, ComputedChange] = {}
        for pool in pools:
            changes = self._compute(entry, pool, rows) if pool in rated_in else {}
            if changes and pool in (OVERALL, COMPUTERS):
                general = changes
            if old := rows.get((entry.key.id, entry.key.nth, pool)):
                self._compare(entry, pool, changes, old)
                self._advance_states(entry, pool, changes, old)
            elif changes:
                self._add(entry, pool, changes)
        if entry.last:
            self._note_mean_rating(entry, general)

    def _rated_in(self, entry: RatedEntry) -> tuple[str, ...]:
        """The pools of an entry by terms 2. A reversal is in those of what it takes back."""
        if entry.kind == EntryKind.REVERSAL:
            return (*entry.pools, COMPUTERS)
        computers_play = self.terms.with_computers(entry.players, entry.accepted_at)
        return (COMPUTERS,) if computers_play else entry.pools

    def _compute(self, entry: RatedEntry, pool: str, rows: Rows) -> dict[int, ComputedChange]:
        """By player. What is to be taken back later is kept."""
        if entry.kind == EntryKind.REVERSAL:
            return self._compute_reversal(entry, pool, rows)
        if not entry.players:
            return {}
        players, played_on, day = entry.players, entry.played_on, None
        before = [self.states.get((player, pool), UNRATED) for player in players]
        if self.terms.second(entry.key.day):
            changes = rate_game_2([form_on(played_on, state) for state in before], entry.places)
        else:
            forms = [PlayerForm(rating, games) for rating, games, _, _ in before]
            changes = rate_game(forms, entry.places)
        by_player = {}
        ordinary = not entry.kind
        for player, state, change in zip(players, before, changes, strict=True):
            if not ordinary:
                day = max(state.last_played or played_on, played_on)
            was, after, games, _, *doubt = change
            text = pairs_text(change, players)
            by_player[player] = ComputedChange(was, after, games, text, day, *doubt)
        if (reversible := self.reversible.get(entry.key[2:])) is not None:
            for player, computed in by_player.items():
                pairs, _, *doubt = computed[3:]
                reversible[pool, player] = ReversibleChange(pairs, *doubt)
        return by_player

    def _compute_reversal(
        self, entry: RatedEntry, pool: str, rows: Rows
    ) -> dict[int, ComputedChange]:
        """Of an entry that this walk went over, or else, in closed books, as the ledger has it."""
        originals = self.reversible.get((entry.key.id, entry.reverses))
        if originals is None:
            rows_of_entry = rows.get((entry.key.id, entry.reverses, pool), {})
            originals = {
                (pool, player): ReversibleChange(row.pairs, row.deviation_before, row.deviation)
                for player, row in rows_of_entry.items()
            }
        second = self.terms.second(entry.key.day)
        if second and not any(name == pool for name, _ in originals):
            return {}
        changes = {}
        for player in entry.players:
            original = originals[pool, player]
            pairs = [reverse_pair(pair) for pair in json.loads(original.pairs)]
            state = self.states.get((player, pool), UNRATED)
            after = state.rating + sum(pair["term"] for pair in pairs)
            last = state.last_played or entry.played_on
            doubt: Doubt = (None, None)
            if second:
                doubt = reversed_deviations(state.deviation, state.games, *original[1:])
            changes[player] = ComputedChange(
                state.rating, after, state.games, pairs_as_json(pairs), last, *doubt
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
                *(kind, change.after, change.games_before, change.last_played or key.day),
                change.deviation,
            )
            states[place] = state
            if state == ledger_states.setdefault(place, was):
                del ledger_states[place]
        if pool in (OVERALL, COMPUTERS):
            self.met.update(changes)
        if pool == OVERALL and kind in (EntryKind.REVERSAL, EntryKind.RERATED):
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
        if pool in (OVERALL, COMPUTERS) and old.keys() != changes.keys():
            self.met.update(old, changes)
        if pool != OVERALL:
            return
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
                    *(kind, row.after, row.games_before, row.last_played or day), row.deviation
                )
            else:
                ledger_state = self.ledger_states.get(place, was)
            state = was
            if change:
                state = state_after(
                    *(kind, change.after, change.games_before, change.last_played or day),
                    change.deviation,
                )
            self.states[place] = state
            if state != ledger_state:
                self.ledger_states[place] = ledger_state
            else:
                self.ledger_states.pop(place, None)


UNRATED = RatingState()


def form_on(day: date, state: RatingState) -> PlayerForm:
    """The form by terms 2 with which a player comes to a game that was played on `day`."""
    rating, games, last_played, deviation = state
    days = (day - last_played).days if last_played else 0
    return PlayerForm(rating, games, deviation_before(deviation, games, days))


def is_unchanged(row: ChangeRow, computed: ComputedChange) -> bool:
    """True if a change in force says what was made; its pairs may be written in another order."""
    if row[1:] == computed:
        return True
    if row[1:4] != computed[:3] or row[5:] != computed[4:]:
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
