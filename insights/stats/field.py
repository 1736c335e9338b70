"""A player against the field: what all rated games of the same kinds say of a seat."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from math import sqrt
from operator import add
from typing import Final, NamedTuple

from engine.facts import FACTS
from games.models import Player
from games.search import fact_label as fact_label
from insights.stats.contrasts import DONE, TWELVE, RatedScore
from insights.stats.findings import contrast_words
from insights.stats.models import PlayerTally, Tally
from insights.stats.queries import PEOPLE_ONLY, key_label, order, search_link, words_of
from insights.stats.services.tally import TALLY_VERSION
from insights.stats.significance import chance, significant, wilson
from insights.stats.sums import Sums, player_cell

KINDS: Final = ("players", "seat", "side", "module")
LEAST: Final = 20
"""Of fewer games nothing is told."""

RARE: Final = 0.1
"""A habit with a lower mean per game, of the player and of the field, is left out: a single game
would make the difference."""

Key = tuple[str, str]


@dataclass(slots=True)
class FieldComparison:
    """A player's games of a kind, and what the field has in as many of the same: first places with
    their variance, and points. `scores`: sums of the score against the ratings, by opponent."""

    games: int = 0
    wins: float = 0.0
    points: int = 0
    usual_wins: float = 0.0
    variance: float = 0.0
    usual_points: float = 0.0
    scores: list[float] = field(default_factory=lambda: [0.0] * 4)

    def add(self, cell: Sequence[int], share: float, mean: float, players: int) -> None:
        """`cell`: the numbers of ``player_cell``, of games with so many players."""
        games = cell[0]
        self.games += games
        self.wins += cell[1] / TWELVE
        self.points += cell[2]
        self.usual_wins += games * share
        self.variance += games * share * (1 - share)
        self.usual_points += games * mean
        seats, expected, surplus, squares = cell[4:]
        opponents = players - 1
        row = seats, expected / opponents, surplus / opponents, squares / opponents**2
        self.scores = list(map(add, self.scores, row))

    @property
    def score(self) -> RatedScore:
        """The score against the ratings before each game."""
        return RatedScore.read(self.scores, 2)  # sums of one opponent each

    @property
    def by_ratings(self) -> bool:
        """True if enough games have a score that ratings expect."""
        return self.scores[0] >= LEAST

    @property
    def chance(self) -> float:
        """Probability of the difference from what ratings expect, or else from the field."""
        if self.by_ratings:
            return self.score.chance
        return chance(self.wins - self.usual_wins, self.variance)


class FieldLine(NamedTuple):
    """A kind of games. Shares are from 0 to 1. `tells`: the difference is significant: from what
    the ratings expect where they are known, else from the field."""

    kind: str
    label: str
    comparison: FieldComparison
    tells: bool
    link: str

    @property
    def is_small(self) -> bool:
        return self.comparison.games < LEAST

    @property
    def share(self) -> float:
        return self.comparison.wins / self.comparison.games

    @property
    def usual(self) -> float:
        return self.comparison.usual_wins / self.comparison.games

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.comparison.wins, self.comparison.games)

    @property
    def by_ratings(self) -> bool:
        return self.comparison.by_ratings

    @property
    def score(self) -> RatedScore:
        return self.comparison.score

    @property
    def difference(self) -> float:
        """From what is expected, in hundredths of a game."""
        return self.score.surplus if self.by_ratings else self.share - self.usual

    @property
    def better(self) -> bool:
        return self.difference > 0

    @property
    def mean(self) -> float:
        return self.comparison.points / self.comparison.games

    @property
    def usual_mean(self) -> float:
        return self.comparison.usual_points / self.comparison.games


class HabitDifference(NamedTuple):
    """Mean frequency of a habit of the player and of the field; `deviations`: the difference in
    standard deviations of the field."""

    words: str
    player_mean: float
    usual: float
    deviations: float

    @property
    def difference(self) -> float:
        """Of the means as the page rounds them, so that readers can check it."""
        return round(self.player_mean, 2) - round(self.usual, 2)

    @property
    def is_rare(self) -> bool:
        return max(self.player_mean, self.usual) < RARE


class Against(NamedTuple):
    """A player's rated games against the field. `with_computers`: games with computer players are
    among them. `lines`: by kind. `doing`: significant habits that are not rare, the largest
    difference first."""

    games: int
    with_computers: bool
    lines: dict[str, list[FieldLine]]
    doing: list[HabitDifference]

    @property
    def telling_lines(self) -> list[FieldLine]:
        """Lines with a significant difference, the largest first."""
        telling = [line for lines in self.lines.values() for line in lines if line.tells]
        return sorted(telling, key=lambda line: (-abs(line.difference), line.label))

    @property
    def finding(self) -> str:
        """The clearest habits of the player as a sentence."""
        frequent = [habit.words for habit in self.doing if habit.deviations > 0]
        fewer = [habit.words for habit in self.doing if habit.deviations < 0]
        return contrast_words(frequent, fewer)


def against_field(player: Player, *, all_games: bool = False) -> Against | None:
    """A player's counted games among people against the field. With `all_games`, or without a game
    among people, also those with computer players: these are compared with such games. Two queries;
    ``None`` without counted games."""
    rows = PlayerTally.objects.filter(player_id=player.pk, version=TALLY_VERSION)
    player_tallies = list(rows)
    if not player_tallies:
        return None
    among_people = [row for row in player_tallies if row.people]
    if among_people and not all_games:
        player_tallies = among_people
    field_sums = {
        (row.dimension, row.key, row.players, row.people): Sums(row.numbers)
        for row in Tally.objects.filter(
            dimension__in=KINDS,
            band="",
            version=TALLY_VERSION,
            people__in={row.people for row in player_tallies},
        )
    }
    with_computers = player_tallies is not among_people
    comparisons: dict[Key, FieldComparison] = defaultdict(FieldComparison)
    for row in player_tallies:
        for (kind, key), cell in _cells(row):
            usual = field_sums.get((kind, key, row.players, row.people))
            if usual is not None:
                comparisons[kind, key].add(cell, usual.share, usual.mean, row.players)
    return Against(
        sum(Sums(row.numbers).games for row in player_tallies),
        with_computers,
        _lines(player, comparisons, with_computers=with_computers),
        _doing(
            [(Sums(row.numbers), field_sums.get(_table_size_key(row))) for row in player_tallies]
        ),
    )


# --- inside -------------------------------------------------------------------


def _table_size_key(row: PlayerTally) -> tuple[str, str, int, bool]:
    return "players", str(row.players), row.players, row.people


def _cells(row: PlayerTally) -> Iterable[tuple[Key, Sequence[int]]]:
    yield ("players", str(row.players)), player_cell(Sums(row.numbers).numbers)
    for name, cell in row.cells.items():
        kind, _blank, key = name.partition(" ")
        yield (kind, key), cell


def _lines(
    player: Player, comparisons: dict[Key, FieldComparison], *, with_computers: bool
) -> dict[str, list[FieldLine]]:
    enough = [key for key, comparison in comparisons.items() if comparison.games >= LEAST]
    chances = [comparisons[key].chance for key in enough]
    tells = dict(zip(enough, significant(chances), strict=True))
    lines: dict[str, list[FieldLine]] = {kind: [] for kind in KINDS}
    for kind, key in sorted(
        comparisons, key=lambda kind_and_key: (kind_and_key[0], order(*kind_and_key))
    ):
        line = FieldLine(
            kind,
            key_label(kind, key),
            comparisons[kind, key],
            tells.get((kind, key), False),
            _link(player, kind, key, with_computers=with_computers),
        )
        lines[kind].append(line)
    return lines


def _link(player: Player, kind: str, key: str, *, with_computers: bool) -> str:
    if kind == "seat":
        return ""
    words = [f"players={key}"] if kind == "players" else words_of(kind, key) or []
    return search_link([*words, *([] if with_computers else [PEOPLE_ONLY])], player)


def _doing(rows: Iterable[tuple[Sums, Sums | None]]) -> list[HabitDifference]:
    """Compared with the field of as many players, weighed by the player's games."""
    pairs = [(sums, field) for sums, field in rows if field is not None and sums.seats]
    seats = sum(sums.seats for sums, _ in pairs)
    if seats < LEAST:
        return []
    habits, chances = [], []
    for number, fact in enumerate(DONE):
        did = usual = variance = 0.0
        for sums, field_sums in pairs:
            did += sums.winners[number][0] + sums.losers[number][0]
            mean, square = _of_field(field_sums, number)
            usual += sums.seats * mean
            variance += sums.seats * square
        if variance:
            spread = sqrt(variance / seats)
            deviations = (did - usual) / seats / spread
            habits.append(
                HabitDifference(
                    fact_label(FACTS[fact.name]), did / seats, usual / seats, deviations
                )
            )
            chances.append(chance(did - usual, variance))
    tells = significant(chances)
    sure_habits = [
        habit for habit, sure in zip(habits, tells, strict=True) if sure and not habit.is_rare
    ]
    return sorted(sure_habits, key=lambda habit: (-abs(habit.deviations), habit.words))


def _of_field(field: Sums, number: int) -> tuple[float, float]:
    """Mean and variance of what a seat did."""
    won, lost = field.winners[number], field.losers[number]
    mean = (won[0] + lost[0]) / field.seats
    return mean, max(0.0, (won[1] + lost[1]) / field.seats - mean * mean)
