"""Facts of the result and of the way to it."""

from __future__ import annotations

from collections.abc import Sequence

from engine.events import PileReshuffled, RoundEnded
from engine.facts.fact import GAME, count_fact, measure_fact, truth_fact
from engine.facts.history import Plies, Story
from engine.vocabulary import Source


@measure_fact(
    1,
    "place",
    "final place; if two players tie for first place, the next place is 3",
    "R10.2",
    unit="place",
)
def _place(story: Story) -> Sequence[int]:
    return story.places


@truth_fact(2, "won", "has the first place, alone or shared", "R10.2")
def _won(story: Story) -> list[bool]:
    return [place == 1 for place in story.places]


@measure_fact(3, "points", "all points", "R10.1")
def _points(story: Story) -> Sequence[int]:
    return story.points


@measure_fact(4, "behind", "points behind the highest score of the game", "R10.1")
def _behind(story: Story) -> list[int]:
    return [max(story.points) - points for points in story.points]


@measure_fact(5, "sled", "stones on the sled at the end", "R10.2", unit="stones")
def _sled(story: Story) -> Sequence[int]:
    return story.sleds


@truth_fact(
    6, "won-by-sled", "tied on points with another player, and won by stones on the sled", "R10.2"
)
def _won_by_sled(story: Story) -> list[bool]:
    places, points = story.places, story.points
    return [
        places[seat] == 1
        and any(points[seat] == points[other] and places[other] > 1 for other in story.contenders)
        for seat in range(story.seats)
    ]


@truth_fact(7, "resigned", "resigned", "R2.10")
def _resigned(story: Story) -> list[bool]:
    return [seat in story.state.resigned for seat in range(story.seats)]


def _points_from(source: Source) -> None:
    name = source.word.replace("_", "-")

    @measure_fact(10 + source, f"points-{name}", "points from: %(what)s", "R10.1", what=source)
    def _points(story: Story) -> list[int]:
        return [scored[source] for scored in story.scored]


for _source in Source:
    _points_from(_source)


def _points_after(number: int) -> None:
    @measure_fact(
        *(29 + number, f"points-round-{number}"), "points after round %(what)s", "R2.7", what=number
    )
    def _points(story: Story) -> Sequence[int | None]:
        short = len(story.rounds) < number + story.is_cut_short
        return [None] * story.seats if short else story.rounds[number - 1]


for _number in range(1, 6):
    _points_after(_number)


@measure_fact(
    36,
    "rounds-led",
    "rounds that ended with this player alone in the lead, not counting the last round",
    "R2.7",
    unit="rounds",
)
def _rounds_led(story: Story) -> list[int]:
    return [
        sum(row[seat] == max(row) and row.count(row[seat]) == 1 for row in story.rounds[:-1])
        for seat in range(story.seats)
    ]


@measure_fact(
    37, "deficit", "most points behind the leader after any round except the last", "R2.7"
)
def _deficit(story: Story) -> list[int]:
    return _deficits(story)


@truth_fact(
    38, "came-back", "won after being in sole last place, at least ten points behind", "R2.7"
)
def _came_back(story: Story) -> list[bool]:
    return [
        story.places[seat] == 1
        and any(
            row[seat] == min(row) and row.count(row[seat]) == 1 and max(row) - row[seat] >= 10
            for row in story.rounds[:-1]
        )
        for seat in range(story.seats)
    ]


# --- of the game --------------------------------------------------------------


@count_fact(1, "lead-changes", "another seat took the sole lead", "R10.1", of=GAME)
def _lead_changes(story: Story) -> list[Plies]:
    return [story.leads]


@measure_fact(2, "margin", "points between the two best seats", "R10.1", of=GAME)
def _margin(story: Story) -> list[int]:
    best, second = sorted(story.points, reverse=True)[:2]
    return [best - second]


@measure_fact(3, "spread", "points between the best and the last seat", "R10.1", of=GAME)
def _spread(story: Story) -> list[int]:
    return [max(story.points) - min(story.points)]


@measure_fact(
    4,
    "comeback",
    "the most points that a winner was behind, not counting the last round",
    "R2.7",
    of=GAME,
)
def _comeback(story: Story) -> list[int]:
    deficits = _deficits(story)
    return [max(deficits[seat] for seat in range(story.seats) if story.places[seat] == 1)]


@truth_fact(5, "shared", "the first place is shared", "R10.2", of=GAME)
def _shared(story: Story) -> list[bool]:
    return [story.places.count(1) > 1]


@truth_fact(
    6,
    "decided-by-sled",
    "first place tied on points, decided by stones on the sled",
    "R10.2",
    of=GAME,
)
def _decided_by_sled(story: Story) -> list[bool]:
    points = [story.points[seat] for seat in story.contenders]
    winners = story.places.count(1)
    return [points.count(max(points)) > winners]


@count_fact(7, "stuck-rounds", "all passed, and ships stayed in the harbour", "R2.6", of=GAME)
def _stuck_rounds(story: Story) -> list[Plies]:
    return [[ply for ply, event in story.all(RoundEnded) if event.stuck]]


@count_fact(8, "reshuffles", "the discard pile became the draw pile", "R4.3", of=GAME)
def _reshuffles(story: Story) -> list[Plies]:
    return [[ply for ply, _ in story.all(PileReshuffled)]]


def _deficits(story: Story) -> list[int]:
    rounds = story.rounds[:-1]
    return [max((max(row) - row[seat] for row in rounds), default=0) for seat in range(story.seats)]
