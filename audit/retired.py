"""Changes of ratings that no longer hold: worked out as of the time when they held.

A change holds from the fold that added it to the fold that retired it. At each fold the changes
that hold are a chain for each player and pool, and follow from the ratings of their opponents.
"""

from __future__ import annotations

from bisect import bisect_right
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from typing import Final, NamedTuple

from audit import fields
from audit.dump import Dump, UnreadableDump, file_name, parse_line, read_lines
from audit.fields import AuditDifference, Line, WrongField
from audit.pins import Numbered
from ratings.elo import INITIAL, POINT, PlayerForm, rate_game

LEDGER: Final = file_name("ledger")
HOLDS: Final = 1 << 62
"""As a fold: later than all."""
REVERSAL: Final = "reversal"
AHEAD: Final = {POINT: 3, POINT // 2: 2, 0: 1}
"""The place of an opponent by one's score against them, if one's own place is 2."""

Holder = tuple[str, int]
"""A pool, and a player in it."""


class DatedChange(NamedTuple):
    """A row of the ledger; it held from the fold `added` to the fold `retired`. In the order of
    rating: `place` is day, moment, game, number."""

    place: tuple[str, str, str, int]
    added: int
    retired: int
    before: int
    after: int
    games: int
    reversal: bool
    number: int


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
        ends: int | None = change.before + sum(fields.number_field(pair, "term") for pair in pairs)
        if not change.reversal:
            sitting = {
                player: (other, fields.objects_field(other_line, "pairs"))
                for other, (pool, player), other_line in dated
                if pool == holder[0]
                and other.place[3] == change.place[3]
                and other.added <= change.added < other.retired
            }
            ends = _follows(change, holder[1], pairs, sitting)
        if change.after != ends:
            label = f"{game} {holder[0]} player {holder[1]}, retired"
            stored = _points(change.after)
            yield AuditDifference(LEDGER, change.number, label, stored, _points(ends))


def chain_differences(
    dump: Dump, holders: Collection[Holder], computed: Mapping[int, tuple[int, int, int]]
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
                    before, after, games = computed[number]
                    dated = dated._replace(before=before, after=after, games=games)
                if dated.added < dated.retired:
                    changes[holder].append(dated)
        except WrongField as error:
            raise UnreadableDump(f"{LEDGER}:{number}: {error}") from None
    for (pool, player), chain in sorted(changes.items()):
        steps = RatingSteps()
        for change in sorted(chain):
            for state in steps.replace(change):
                label = f"{change.place[2]} {pool} player {player} since fold {change.added}"
                stored = f"{_points(change.before)} after {change.games} games"
                follows = f"{_points(state[0])} after {state[1]} games"
                yield AuditDifference(LEDGER, change.number, label, stored, follows)


class RatingSteps:
    """A player's rating and number of games behind one change of a chain, by fold: a step for each
    fold since which it is another."""

    def __init__(self) -> None:
        self._folds = [0]
        self._states = [(INITIAL, 0)]

    def replace(self, change: DatedChange) -> Iterator[tuple[int, int]]:
        """Go on behind `change`, while it held; the first state then that it does not begin at."""
        first = bisect_right(self._folds, change.added) - 1
        last = bisect_right(self._folds, change.retired - 1) - 1
        begins = (change.before, change.games)
        yield from [state for state in self._states[first : last + 1] if state != begins][:1]
        steps = [(change.added, (change.after, change.games + (-1 if change.reversal else 1)))]
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
        fields.text_field(line, "kind") == REVERSAL,
        number,
    )


def _follows(
    change: DatedChange,
    player: int,
    pairs: list[Line],
    sitting: dict[int, tuple[DatedChange, list[Line]]],
) -> int | None:
    """The rating after a change, by the changes of the opponents at that time; ``None`` if one of
    them is missing, or says another score."""
    forms, places = [PlayerForm(change.before, change.games)], [2]
    for pair in pairs:
        opponent, score = fields.number_field(pair, "opponent"), fields.number_field(pair, "score")
        other, other_pairs = sitting.get(opponent, (None, []))
        mirrored = [p.get("score") for p in other_pairs if p.get("opponent") == player]
        if other is None or score not in AHEAD or mirrored != [POINT - score]:
            return None
        forms.append(PlayerForm(other.before, other.games))
        places.append(AHEAD[score])
    if len(forms) < 2:
        return None
    return rate_game(forms, places)[0].after


def _points(thousandths: int | None) -> str:
    return "no rating" if thousandths is None else f"{thousandths / POINT:.3f}"
