"""Queries of the statistics rows, for pages and API. All sums are stored."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from operator import add
from typing import Final, NamedTuple
from urllib.parse import urlencode

from django.db.models import QuerySet, Sum
from django.urls import reverse
from django.utils.translation import gettext as _

from drawing.language.words import SITES
from drawing.text.names import MODULES
from engine.vocabulary import Module, Side, Site
from games.models import Player
from insights.stats.contrasts import LeaderResult, RatedScore, SkillThirds, skill_thirds
from insights.stats.models import Progress, Tally
from insights.stats.services.reading import BAND, BIN, SKILL
from insights.stats.services.tally import TALLY_VERSION
from insights.stats.sums import Sums

PLAYERS: Final = (2, 3, 4)
DIMENSIONS: Final = (
    *("players", "seat", "side", "seat-side", "pair", "mix", "module", "band", "rating"),
    *("year", "edition", "points"),
)
OF_GAMES: Final = frozenset(("players", "side", "pair", "mix", "module", "band", "year", "edition"))
"""Dimensions that all seats of a game share: every number of their rows is of all its seats."""

WITH_COMPUTERS: Final = "computers"
"""Value of the parameter ``with``: games with computer players are counted too."""

PEOPLE_ONLY: Final = "-computer"
"""The word of a search for games of people only."""

MIXES: Final = 20
"""Mixes of sides that a page shows: those most played."""

_SITES: Final = {site.word: site for site in Site}


class StatisticsRow(NamedTuple):
    """The sums of a key of a dimension. `label`: what it is called; `link`: the list of its games,
    empty where no search names them."""

    key: str
    label: str
    sums: Sums
    link: str
    constant: bool = False
    players: int = 2

    @property
    def score(self) -> RatedScore:
        """The score against what ratings let expect."""
        return self.sums.rated_score(self.players)

    @property
    def interval(self) -> tuple[float, float]:
        """95 % interval of the share of wins; the share itself where it is `constant`: a game has
        one first place, and all its seats are counted."""
        share = self.sums.share
        return (share, share) if self.constant else self.sums.interval


Tables = dict[str, list[StatisticsRow]]
"""Rows by dimension, in the order of their keys."""


class Matrix(NamedTuple):
    """Sides against sides: `heads`, and by row and column the row of both, or ``None``."""

    heads: list[str]
    rows: list[tuple[str, list[StatisticsRow | None]]]


class Population(NamedTuple):
    """Games of so many players, in a band of mean ratings (empty: all); of people only, or
    `all_games`, those with computer players too."""

    players: int
    band: str = ""
    all_games: bool = False

    def tallies(self, dimensions: Sequence[str]) -> QuerySet[Tally]:
        """The rows of these games; with computers a key may have two."""
        rows = Tally.objects.filter(
            dimension__in=dimensions, players=self.players, band=self.band, version=TALLY_VERSION
        )
        return rows if self.all_games else rows.filter(people=True)

    def link(self, dimension: str, key: str) -> str:
        """The list of the games that a row counts; empty where no search names them."""
        words = words_of(dimension, key)
        if words is None:
            return ""
        people = [] if self.all_games else [PEOPLE_ONLY]
        return search_link([f"players={self.players}", *people, *words, *_mean(self.band)])


def statistics_rows(dimension: str, population: Population) -> list[StatisticsRow]:
    """The rows of a dimension, in the order of their keys. One query."""
    return tables([dimension], population).get(dimension, [])


def tables(dimensions: Sequence[str], population: Population) -> Tables:
    """The rows of several. One query."""
    return _tables(population.tallies(dimensions), population)


class Contrasts(NamedTuple):
    """Results of the seats that did something most in their game, by fact; of those that led alone
    after a round; and habits by thirds of the ratings, where a third is no small sample."""

    habits: dict[str, LeaderResult]
    rounds: dict[int, LeaderResult]
    thirds: SkillThirds | None


def contrasts(population: Population) -> Contrasts:
    """Comparisons of players. One query. Thirds of a band of ratings are none."""
    sums: dict[str, dict[str, list[int]]] = defaultdict(dict)
    for tally in population.tallies(["habit", "round", "skill"]):
        row = sums[tally.dimension].setdefault(tally.key, [0] * len(tally.numbers))
        row[:] = map(add, row, tally.numbers)
    players = population.players
    return Contrasts(
        {name: LeaderResult.read(row, players) for name, row in sums["habit"].items()},
        {int(key): LeaderResult.read(row, players) for key, row in sorted(sums["round"].items())},
        skill_thirds({int(key): row for key, row in sums["skill"].items()}, SKILL),
    )


def mixes_by_games(population: Population, limit: int = MIXES) -> list[StatisticsRow]:
    """The mixes of sides of most games. Two queries."""
    tallies = population.tallies(["mix"])
    counts = tallies.order_by().values("key").annotate(total=Sum("games")).order_by("-total", "key")
    keys = list(counts.values_list("key", flat=True)[:limit])
    rows = _tables(tallies.filter(key__in=keys), population)["mix"]
    return sorted(rows, key=lambda row: keys.index(row.key))


def bands(players: int, *, all_games: bool = False) -> list[str]:
    """The bands of mean ratings that have games, ascending. One query."""
    keys = Population(players, all_games=all_games).tallies(["band"]).values_list("key", flat=True)
    return sorted(set(keys), key=int)


def band_in(text: str) -> str | None:
    """The band that is asked for; empty for all; ``None`` where it is none."""
    if not text:
        return ""
    number = text.removeprefix("-")
    if not (number.isascii() and number.isdigit() and len(number) <= 5):
        return None
    return text if str(int(text) // BAND * BAND) == text else None


def worked_at() -> object:
    """When the tallies were last worked out; ``None`` for never."""
    return (
        Progress.objects.filter(version=TALLY_VERSION).values_list("worked_at", flat=True).first()
    )


def matrix(pairs: Iterable[StatisticsRow]) -> Matrix:
    """Matrix of every side of a site against the sides of the other sites. No query."""
    by_key = {row.key: row for row in pairs}
    sides = [f"{site.word} {side.word}" for site in Site for side in Side]
    sides = [site_side for site_side in sides if any(site_side in key for key in by_key)]
    lines = [
        (key_label("side", site_side), [_pair_row(by_key, site_side, other) for other in sides])
        for site_side in sides
    ]
    return Matrix([key_label("side", site_side) for site_side in sides], lines)


def key_label(dimension: str, key: str) -> str:
    """Label of a key."""
    if dimension == "side":
        return _side_label(key)
    if dimension == "seat-side":
        return _side_label(key.partition(" ")[2])
    if dimension == "pair":
        side, other = _halves(key)
        return f"{_side_label(side)} · {_side_label(other)}"
    if dimension == "module":
        return _("no module") if key == "none" else str(MODULES[Module.read(key)])
    if dimension in ("band", "rating"):
        return f"{key} – {int(key) + BAND - 1}"
    if dimension == "points":
        return f"{key} – {int(key) + BIN - 1}"
    return key


def search_link(words: Iterable[str], *players: Player) -> str:
    """The search for rated games by these words, of all `players` together."""
    query = [("q", " ".join(["standing=counted", *words]))]
    people = [("player", str(player.pk)) for player in players]
    return f"{reverse('games')}?{urlencode([*people, *query])}"


def side_query(side: str) -> str:
    """The word of a search for the side ``market A``: ``market=A``."""
    site, _blank, letter = side.partition(" ")
    return f"{site.replace('_', '-')}={letter}"


# --- inside -------------------------------------------------------------------


def _tables(tallies: Iterable[Tally], population: Population) -> Tables:
    sums: dict[tuple[str, str], Sums] = defaultdict(Sums)
    for tally in tallies:
        sums[tally.dimension, tally.key].add_row(tally.numbers)
    tables: Tables = defaultdict(list)
    for (dimension, key), total in sums.items():
        row = StatisticsRow(
            key,
            key_label(dimension, key),
            total,
            population.link(dimension, key),
            dimension in OF_GAMES,
            population.players,
        )
        tables[dimension].append(row)
    for name, rows in tables.items():
        rows.sort(key=lambda row: order(name, row.key))
    return tables


def words_of(dimension: str, key: str) -> list[str] | None:
    """The words of a search for a key; ``None`` where there are none."""
    match dimension:
        case "players" | "seat":
            return []
        case "side":
            return [side_query(key)]
        case "seat-side":
            return [side_query(key.partition(" ")[2])]
        case "pair":
            return [*map(side_query, _halves(key))]
        case "mix":
            return [f"{name}={side}" for name, side in zip(_names(), key, strict=True)]
        case "module":
            every = [f"-module={module.word}" for module in Module]
            return every if key == "none" else [f"module={key}"]
        case "band":
            return _mean(key)
        case "year" | "edition":
            return [f"{dimension}={key}"]
        case "points":
            return [f"points>={key}", f"points<={int(key) + BIN - 1}"]
    return None


def _mean(band: str) -> list[str]:
    return [f"rating>={band}", f"rating<{int(band) + BAND}"] if band else []


def order(dimension: str, key: str) -> tuple[object, ...]:
    if dimension in ("side", "seat-side"):
        *number, site, side = key.split()
        return (_SITES[site], side, *number)
    return (int(key),) if key.lstrip("-").isdigit() else (key,)


def _side_label(side: str) -> str:
    site, _blank, letter = side.partition(" ")
    return f"{SITES[_SITES[site]]} {letter}"


def _names() -> Iterator[str]:
    return (site.word.replace("_", "-") for site in Site)


def _halves(pair: str) -> tuple[str, str]:
    site, side, other, letter = pair.split()
    return f"{site} {side}", f"{other} {letter}"


def _pair_row(by_key: dict[str, StatisticsRow], side: str, other: str) -> StatisticsRow | None:
    return by_key.get(f"{side} {other}") or by_key.get(f"{other} {side}")
