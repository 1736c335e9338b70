"""Head to head: the rated games that two players have together."""

from __future__ import annotations

from collections import defaultdict
from dataclasses import dataclass, field
from typing import Final, NamedTuple

from django.db.models import Count, F, Q, Sum

from drawing.language.words import SITES as SITE_NAMES
from engine.vocabulary import Side, Site
from games.models import Game, Player, Seat, Standing
from games.queries import GAME_ORDER, games_list
from insights.stats.queries import key_label, order, search_link, side_query
from insights.stats.services.reading import COLUMNS
from insights.stats.significance import wilson
from ratings.elo import POINT, expected_score
from ratings.models import GENERAL_POOLS, Pool, Rating, RatingChange
from ratings.queries import deviation_today

LATEST: Final = 10
SITES: Final = tuple(site.word for site in Site)


@dataclass
class MeetingScore:
    """Games, in how many the first was ahead, level, behind, by the place as rated; their points
    more than the other's, together; places of both, together."""

    games: int = 0
    ahead: int = 0
    behind: int = 0
    margin: int = 0
    places: list[int] = field(default_factory=lambda: [0, 0])

    def add(self, other: MeetingScore) -> None:
        self.games += other.games
        self.ahead += other.ahead
        self.behind += other.behind
        self.margin += other.margin
        self.places = [old + new for old, new in zip(self.places, other.places, strict=True)]

    @property
    def level(self) -> int:
        return self.games - self.ahead - self.behind

    @property
    def points(self) -> float:
        """Points: one for each game ahead, a half for each level game."""
        return self.ahead + self.level / 2

    @property
    def share(self) -> float:
        return self.points / self.games

    @property
    def interval(self) -> tuple[float, float]:
        return wilson(self.points, self.games)

    @property
    def leader(self) -> str:
        """The player who finishes ahead more often, by more than chance: ``ahead`` is the first,
        ``behind`` the other; empty where it is too close to call."""
        low, high = self.interval
        return "ahead" if low > 0.5 else "behind" if high < 0.5 else ""

    @property
    def mean_margin(self) -> float:
        return self.margin / self.games

    @property
    def mean_places(self) -> list[float]:
        return [places / self.games for places in self.places]


class MeetingLine(NamedTuple):
    label: str
    score: MeetingScore
    link: str


class MeetingGame(NamedTuple):
    """A game, and the seats of both in it."""

    game: Game
    seat: Seat
    other_seat: Seat

    @property
    def order(self) -> str:
        """How the first finished: ``ahead``, ``level`` or ``behind``."""
        place, other_place = self.seat.rated_place, self.other_seat.rated_place
        return "level" if place == other_place else "ahead" if place < other_place else "behind"

    @property
    def by_stones(self) -> bool:
        """True if both have as many points, and stones left on the sled decide."""
        return self.order != "level" and self.seat.points == self.other_seat.points


class SiteSides(NamedTuple):
    """A site, and the scores on each of its sides that was played: by letter."""

    label: str
    sides: list[tuple[str, MeetingLine]]


class DuelFace(NamedTuple):
    """One of the two players, with the rating among all games; ``None`` without one."""

    player: Player
    rating: Rating | None

    @property
    def deviation(self) -> int | None:
        """As in ``Ranked``: today."""
        return deviation_today(self.rating) if self.rating else None


class Meeting(NamedTuple):
    """`sites`: the scores of `sides` by site. `expected`: points that the ratings before each of
    the `rated` games let expect; these are fewer than all while some are not rated yet. `latest`:
    the last games together."""

    score: MeetingScore
    players: list[MeetingLine]
    sides: list[MeetingLine]
    sites: list[SiteSides]
    rated: int
    expected: float
    link: str
    latest: list[MeetingGame]

    @property
    def expected_share(self) -> float:
        return self.expected / self.rated

    @property
    def tells(self) -> bool:
        """True if the score differs from the expected one by more than chance."""
        low, high = self.score.interval
        return self.rated == self.score.games and not low <= self.expected / self.rated <= high


def meeting(player: Player, other: Player) -> Meeting | None:
    """Head to head of two players; ``None`` without common games. Two queries, and five for the
    latest games."""
    columns = [f"game__{column}" for column in COLUMNS]
    theirs = F("game__seats__rated_place")
    rows = (
        Seat.objects.filter(
            player=player, game__standing=Standing.COUNTED, game__seats__player=other.pk
        )
        .order_by()
        .values_list("game__players", *columns)
        .annotate(
            n=Count("pk"),
            ahead=Count("pk", filter=Q(rated_place__lt=theirs)),
            behind=Count("pk", filter=Q(rated_place__gt=theirs)),
            more=Sum(F("points") - F("game__seats__points")),
            mine=Sum("rated_place"),
            places=Sum(theirs),
        )
    )
    total = MeetingScore()
    numbers: dict[int, MeetingScore] = defaultdict(MeetingScore)
    sides: dict[str, MeetingScore] = defaultdict(MeetingScore)
    for number, *letters, games, ahead, behind, margin, places_of_player, places in rows:
        score = MeetingScore(games, ahead, behind, margin, [places_of_player, places])
        total.add(score)
        numbers[number].add(score)
        for site, letter in zip(SITES, letters, strict=True):
            sides[f"{site} {Side.read(letter).word}"].add(score)
    if not total.games:
        return None
    rated, expected = _expected(player, other)

    def line(label: str, score: MeetingScore, word: str) -> MeetingLine:
        return MeetingLine(label, score, search_link([word], player, other))

    side_lines = {
        key: line(key_label("side", key), sides[key], side_query(key))
        for key in sorted(sides, key=lambda key: order("side", key))
    }
    return Meeting(
        total,
        [line(str(number), numbers[number], f"players={number}") for number in sorted(numbers)],
        list(side_lines.values()),
        [
            SiteSides(
                str(SITE_NAMES[site]),
                [
                    (key.rpartition(" ")[2], row)
                    for key, row in side_lines.items()
                    if key.startswith(f"{site.word} ")
                ],
            )
            for site in Site
        ],
        rated,
        expected,
        search_link([], player, other),
        _latest(player, other),
    )


def duel_faces(*players: Player) -> list[DuelFace]:
    """The players of a duel, with their ratings. One query."""
    ratings = {
        row.player_id: row for row in Rating.objects.filter(pool=Pool.OVERALL, player__in=players)
    }
    return [DuelFace(player, ratings.get(player.pk)) for player in players]


# --- inside -------------------------------------------------------------------


def _expected(player: Player, other: Player) -> tuple[int, float]:
    """Games in the ledger, and the points that are expected of them. Ratings are taken to whole
    points, so that the database adds up games of the same advantage."""
    theirs = "game__rating_changes__"
    rows = (
        RatingChange.objects.that_stand()
        .filter(
            player=player,
            pool__in=GENERAL_POOLS,
            **{f"{theirs}player": other.pk, f"{theirs}pool": F("pool")},
            **{f"{theirs}retired_by": None, f"{theirs}nth": F("nth")},
        )
        .order_by()
        .annotate(above=(F("before") - F(f"{theirs}before")) / POINT)
        .values("above")
        .annotate(n=Count("pk"))
        .values_list("above", "n")
    )
    games, expected = 0, 0.0
    for above, number in rows:
        games += number
        expected += number * expected_score(above * POINT) / POINT
    return games, expected


def _latest(player: Player, other: Player) -> list[MeetingGame]:
    seats = Seat.objects.filter(
        player=player, game__standing=Standing.COUNTED, game__seats__player=other.pk
    )
    ids = list(seats.order_by("-played_on", "-game_id").values_list("game", flat=True)[:LATEST])
    games = []
    for game in games_list().filter(pk__in=ids).order_by(*GAME_ORDER):
        pair_seats = {seat.player_id: seat for seat in game.seats.all()}
        games.append(MeetingGame(game, pair_seats[player.pk], pair_seats[other.pk]))
    return games
