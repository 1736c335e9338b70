"""Changes of ratings that no longer hold: worked out as of the time when they held.

A change holds from the fold that added it to the fold that retired it. At each fold the changes
that hold are a chain for each player and pool, and follow from the ratings of their opponents.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from datetime import date
from typing import Final, NamedTuple

from audit import fields
from audit.dump import Dump, UnreadableDump, file_name, parse_line, read_lines
from audit.fields import AuditDifference, Line, WrongField
from audit.pins import Numbered
from ratings.elo import (
    INITIAL,
    POINT,
    PlayerForm,
    deviation_before,
    deviation_or_default,
    rate_game,
    rate_game_2,
)

LEDGER: Final = file_name("ledger")
HOLDS: Final = 1 << 62
"""As a fold: later than all."""
REVERSAL: Final = "reversal"
AHEAD: Final = {POINT: 3, POINT // 2: 2, 0: 1}
"""The place of an opponent by one's score against them, if one's own place is 2."""

Ends = tuple[int, int | None]
"""A rating, and its deviation by terms 2."""

Holder = tuple[str, int]
"""A pool, and a player in it."""


ComputedFields = tuple[int, int, int, int | None, int | None]
"""Right fields of a row: before, after, games before, deviations before and after."""


class DatedChange(NamedTuple):
    """A row of the ledger; it held from the fold `added` to the fold `retired`. In the order of
    rating: `place` is day, moment, game, number. `doubt`: deviations before and after, by terms 2;
    `played`: the day of play, as a number."""

    place: tuple[str, str, str, int]
    added: int
    retired: int
    before: int
    after: int
    games: int
    kind: str
    number: int
    doubt: tuple[int | None, int | None]
    played: int

    @property
    def reversal(self) -> bool:
        return self.kind == REVERSAL

    @property
    def second(self) -> bool:
        """By terms 2."""
        return self.doubt[1] is not None


def holder_of(line: Line) -> Holder:
    """Raises ``WrongField``."""
    return fields.text_field(line, "pool"), fields.number_field(line, "player")


def retired_terms(game: str, rows: Iterable[Numbered]) -> Iterator[AuditDifference]:
    """Retired changes of a game that do not follow from the ratings of those who sat there, as
    their changes were then. Raises ``WrongField``."""
    lines = list(rows)
    if all(line.get("retired") is None for _number, line in lines):
        return
    dated = [(_dated(number, line), holder_of(line), line) for number, line in lines]
    for change, holder, line in dated:
        if change.retired == HOLDS:
            continue
        if change.retired <= change.added:
            label = f"{game} {holder[0]} player {holder[1]} retired by fold"
            follows = f"later than {change.added}"
            yield AuditDifference(LEDGER, change.number, label, change.retired, follows)
        pairs = fields.objects_field(line, "pairs")
        terms = sum(fields.number_field(pair, "term") for pair in pairs)
        ends: Ends | None = (change.before + terms, change.doubt[1])
        if not change.reversal:
            sitting = {
                player: (other, fields.objects_field(other_line, "pairs"))
                for other, (pool, player), other_line in dated
                if pool == holder[0]
                and other.place[3] == change.place[3]
                and other.added <= change.added < other.retired
            }
            ends = _follows(change, holder[1], pairs, sitting)
        stored = (change.after, change.doubt[1])
        if stored != ends:
            label = f"{game} {holder[0]} player {holder[1]}, retired"
            yield AuditDifference(LEDGER, change.number, label, _ends(stored), _ends(ends))


def chain_differences(
    dump: Dump, holders: Collection[Holder], computed: Mapping[int, ComputedFields]
) -> Iterator[AuditDifference]:
    """Changes of these players that did not begin, at some time when they held, where the change
    before them had ended. `computed`: before, after and games of rows that are wrong and hold, by
    their line. Raises ``UnreadableDump``."""
    if not holders:
        return
    changes: dict[Holder, list[DatedChange]] = defaultdict(list)
    for number, raw in read_lines(dump, "ledger"):
        line = parse_line(raw, LEDGER, number)
        try:
            if line.get("played_on") is None:
                continue  # its game is not here, and that is named
            if (holder := holder_of(line)) in holders:
                dated = _dated(number, line)
                if number in computed:
                    before, after, games, *doubt = computed[number]
                    dated = dated._replace(before=before, after=after, games=games)
                    dated = dated._replace(doubt=(doubt[0], doubt[1]))
                if dated.added < dated.retired:
                    changes[holder].append(dated)
        except WrongField as error:
            raise UnreadableDump(f"{LEDGER}:{number}: {error}") from None
    for (pool, player), chain in sorted(changes.items()):
        steps = RatingSteps()
        for change in sorted(chain):
            for state in steps.replace(change):
                label = f"{change.place[2]} {pool} player {player} since fold {change.added}"
                stored = f"{_ends((change.before, change.doubt[0]))} after {change.games} games"
                due = state.due(change) if change.second else None
                follows = f"{_ends((state.rating, due))} after {state.games} games"
                yield AuditDifference(LEDGER, change.number, label, stored, follows)


class ChainState(NamedTuple):
    """A player's state behind a change. `played`: the last day of play, as a number."""

    rating: int = INITIAL
    games: int = 0
    deviation: int | None = None
    played: int = 0

    def due(self, change: DatedChange) -> int:
        """The deviation with which the player comes to a change by terms 2."""
        if change.reversal:
            return deviation_or_default(self.deviation, self.games)
        days = change.played - self.played if self.games else 0
        return deviation_before(self.deviation, self.games, days)

    def begins(self, change: DatedChange) -> bool:
        matches = (self.rating, self.games) == (change.before, change.games)
        return matches and (not change.second or self.due(change) == change.doubt[0])

    def after(self, change: DatedChange) -> ChainState:
        if not change.reversal:
            last = max(self.played, change.played) if self.games else change.played
            return ChainState(change.after, change.games + 1, change.doubt[1], last)
        games = change.games - 1
        return ChainState(change.after, games, change.doubt[1] if games else None, self.played)


class RatingSteps:
    """A player's state behind one change of a chain, by fold: a step for each fold since which it
    is another."""

    def __init__(self) -> None:
        self._folds = [0]
        self._states = [ChainState()]

    def replace(self, change: DatedChange) -> Iterator[ChainState]:
        """Go on behind `change`, while it held; the first state then that it does not begin at."""
        first = bisect_right(self._folds, change.added) - 1
        last = bisect_right(self._folds, change.retired - 1) - 1
        states = self._states[first : last + 1]
        yield from [state for state in states if not state.begins(change)][:1]
        steps = [(change.added, states[0].after(change))]
        if self._folds[first] < change.added:
            steps.insert(0, (self._folds[first], self._states[first]))
        if change.retired < next(iter(self._folds[last + 1 : last + 2]), HOLDS):
            steps.append((change.retired, self._states[last]))
        self._folds[first : last + 1] = [fold for fold, _state in steps]
        self._states[first : last + 1] = [state for _fold, state in steps]


# --- inside -------------------------------------------------------------------


def _dated(number: int, line: Line) -> DatedChange:
    place = (
        fields.day_field(line, "day"),
        fields.moment_field(line, "at"),
        fields.text_field(line, "game"),
        fields.number_field(line, "nth"),
    )
    added = fields.object_or_none(line, "added") or {}
    retired = fields.object_or_none(line, "retired")
    added_by = fields.number_field(added, "fold")
    retired_by = HOLDS if retired is None else fields.number_field(retired, "fold")
    if added_by < 1:
        raise WrongField("added: expected the number of a fold")
    return DatedChange(
        place,
        added_by,
        retired_by,
        fields.number_field(line, "before"),
        fields.number_field(line, "after"),
        fields.number_field(line, "games_before"),
        fields.text_field(line, "kind"),
        number,
        (
            fields.number_or_none(line, "deviation_before"),
            fields.number_or_none(line, "deviation"),
        ),
        _day_number(fields.text_or_none(line, "played_on") or place[0]),
    )


def _day_number(day: str) -> int:
    try:
        return date.fromisoformat(day).toordinal()
    except ValueError:
        raise WrongField("played_on: expected a day, as 2026-11-23") from None


def _follows(
    change: DatedChange,
    player: int,
    pairs: list[Line],
    sitting: dict[int, tuple[DatedChange, list[Line]]],
) -> Ends | None:
    """The rating and deviation after a change, by the changes of the opponents at that time;
    ``None`` if one of them is missing, says another score, or is by other terms."""
    forms, places = [PlayerForm(change.before, change.games, change.doubt[0])], [2]
    for pair in pairs:
        opponent, score = fields.number_field(pair, "opponent"), fields.number_field(pair, "score")
        other, other_pairs = sitting.get(opponent, (None, []))
        mirrored = [p.get("score") for p in other_pairs if p.get("opponent") == player]
        if other is None or score not in AHEAD or mirrored != [POINT - score]:
            return None
        if other.second != change.second:
            return None
        forms.append(PlayerForm(other.before, other.games, other.doubt[0]))
        places.append(AHEAD[score])
    if len(forms) < 2 or (change.second and len(forms) > 4):
        return None
    ends = (rate_game_2 if change.second else rate_game)(forms, places)[0]
    return ends.after, ends.deviation


def _ends(ends: Ends | None) -> str:
    if ends is None:
        return "no rating"
    rating, deviation = ends
    doubt = "" if deviation is None else f" ± {deviation / POINT:.3f}"
    return f"{rating / POINT:.3f}{doubt}"
