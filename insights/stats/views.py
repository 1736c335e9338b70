"""The page of statistics, and its tables as CSV."""

from __future__ import annotations

import csv
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from django.http import FileResponse, Http404, HttpRequest, HttpResponse, JsonResponse
from django.shortcuts import get_object_or_404, redirect, render
from django.template.loader import render_to_string
from django.utils.translation import get_language, gettext_lazy
from django.views.decorators.cache import cache_control
from django.views.decorators.http import require_safe

from drawing.text.names import source_name
from engine.facts import FACTS
from engine.vocabulary import Source
from games.models import Player
from games.search import fact_label as fact_label
from insights.stats.cards import (
    action_rows,
    finding_cards,
    points_ticks,
    share_ticks,
    skill_rows,
    starts,
)
from insights.stats.contrasts import DONE, SMALL_SAMPLE, HabitContrast
from insights.stats.croissant import FORMATS
from insights.stats.field import LEAST, against_field
from insights.stats.forecasts import by_players, forecast_months, total_of
from insights.stats.head_to_head import duel_faces, meeting
from insights.stats.queries import (
    DIMENSIONS,
    PLAYERS,
    WITH_COMPUTERS,
    Population,
    StatisticsRow,
    band_in,
    bands,
    contrasts,
    matrix,
    mixes_by_games,
    statistics_rows,
    tables,
    worked_at,
)
from insights.stats.services.monthly import Month, published_month, published_months
from insights.stats.services.research import INDEX, published
from insights.stats.sums import SOURCES, Sums
from insights.stats.worked_questions import worked_questions
from ratings.models import GENERAL_POOLS, Pool
from web.known_names import unknown_filters
from web.shared_files import SharedPath, file_size, open_file

MAX_HABITS: Final = 16
"""Number of winners' habits on a page."""

SITES_DONE: Final = (
    *("pyramid", "temple", "burial-chamber", "obelisks", "cards", "first-sail"),
    *("sail-pyramid", "sail-temple", "sail-burial-chamber", "sail-obelisks", "sail-market"),
)
"""Facts that a page always compares: stones by site, cards, the first ship, ships by site."""

DIMENSION_TITLES: Final = {
    "players": gettext_lazy("number of players"),
    "seat": gettext_lazy("turn order"),
    "side": gettext_lazy("sides"),
    "seat-side": gettext_lazy("turn order by board side"),
    "pair": gettext_lazy("pairs of sides"),
    "mix": gettext_lazy("mixes of sides"),
    "module": gettext_lazy("modules"),
    "band": gettext_lazy("mean rating"),
    "rating": gettext_lazy("rating before the game"),
    "year": gettext_lazy("years"),
    "edition": gettext_lazy("editions"),
    "points": gettext_lazy("points"),
}

MEETINGS: Final = 20
"""Games together from which two players are compared."""

RENDERED: Final = 48
"""Pages whose numbers a process keeps rendered: some 100 KB each."""

HEIGHT: Final = 100
"""Of the picture of points, in its units; a bin is ten wide."""

FRESH: Final = cache_control(max_age=300, public=True)


class PointsBar(NamedTuple):
    """A bin of points: where it stands, how high it and the winners in it are."""

    row: StatisticsRow
    x: int
    high: int
    won: int


class HabitBar(NamedTuple):
    """A habit of winners in words; `wide`: the size of the difference, from 0 to 100."""

    words: str
    habit: HabitContrast
    wide: int


class Strip(NamedTuple):
    """A side, and by source its name and the mean points, of which ``None`` are none."""

    row: StatisticsRow
    means: list[tuple[Source, str, float | None]]


@require_safe
@FRESH
def stats(request: HttpRequest) -> HttpResponse:
    """Statistics of games with so many players, of all ratings or of a band of mean ratings; of
    people, unless games with computers are asked for."""
    population = Population(players_of(request), _band(request), with_computers(request))
    players, band, _all = population
    moment = worked_at()
    # While they are counted for the first time they change from request to request.
    render_numbers = rendered_numbers if moment else rendered_numbers.__wrapped__
    context = {
        "players": players,
        "choices": PLAYERS,
        "band": band,
        "with_computers": population.all_games,
        "unknown_filters": unknown_filters(request.GET, ("players", "rating", "with")),
        "bands": bands(players, all_games=population.all_games),
        "worked_at": moment,
        "numbers": render_numbers(population, get_language(), moment),
    }
    return render(request, "stats/stats.html", context)


@lru_cache(maxsize=RENDERED)
def rendered_numbers(population: Population, language: str, moment: object) -> str:
    """The numbers of the page in `language`, as they were counted at `moment`. They take most of
    the page's time, and depend on no visitor."""
    players, band, _all = population
    rows_by_dimension = tables(
        [source for source in DIMENSIONS if source not in ("mix", "band")], population
    )
    every = rows_by_dimension["players"]
    sums = every[0].sums if every else Sums()
    sources = [source for source in SOURCES if sums.of_source(source) != (0, 0)]
    habits, compared = sums.winners_habits(), contrasts(population)
    cards = finding_cards(rows_by_dimension, sums, 1 / players, habits, compared)
    context = {
        "players": players,
        "band": band,
        "with_computers": population.all_games,
        "whole": sums,
        "actions": action_rows(compared, 1 / players),
        "rounds": compared.rounds,
        "thirds": compared.thirds,
        "skills": skill_rows(compared),
        "cards": cards,
        "has_findings": any(card.finding for card in cards),
        "all": every[0] if every else None,
        "tables": rows_by_dimension,
        "starts": starts(rows_by_dimension),
        "matrix": matrix(rows_by_dimension["pair"]),
        "mixes": mixes_by_games(population),
        "by_band": [] if band else statistics_rows("band", population),
        "bars": bars(rows_by_dimension["points"]),
        "points_ticks": points_ticks([row.key for row in rows_by_dimension["points"]]),
        "most_seats": max((row.sums.seats for row in rows_by_dimension["points"]), default=0),
        "most": habit_bars([habit for habit in habits if habit.tells][:MAX_HABITS]),
        "always": habit_bars([source for source in habits if source.name in SITES_DONE]),
        "sources": [(source_name(source), *sums.of_source(source)) for source in sources],
        "best_source": max((sums.of_source(source)[0] for source in sources), default=1),
        "strips": strips(rows_by_dimension["side"], sources),
        "even": 1 / players,
        "few": SMALL_SAMPLE,
        "csv_tables": [(name, DIMENSION_TITLES[name]) for name in DIMENSIONS],
    }
    return render_to_string("stats/partials/numbers.html", context)


@require_safe
@FRESH
def dimension_csv(request: HttpRequest, dimension: str) -> HttpResponse:
    """A dimension as CSV (RFC 4180), one row a key; all numbers of players."""
    if dimension not in DIMENSIONS:
        raise Http404("there is no such table")
    answer = HttpResponse(content_type="text/csv; charset=utf-8")
    answer["Content-Disposition"] = f'attachment; filename="imhotep-{dimension}.csv"'
    writer = csv.writer(answer)
    writer.writerows(_lines(dimension, _band(request), all_games=with_computers(request)))
    return answer


def bars(rows: Sequence[StatisticsRow]) -> list[PointsBar]:
    """The distribution of points."""
    tallest = max((row.sums.seats for row in rows), default=1)
    pairs = [(row.sums.seats, row.sums.won) for row in rows]
    heights = [[round(HEIGHT * number / tallest) for number in pair] for pair in pairs]
    return [PointsBar(row, 10 * place, *heights[place]) for place, row in enumerate(rows)]


def habit_bars(habits: Sequence[HabitContrast]) -> list[HabitBar]:
    """Differences in words, the largest as wide as there is room."""
    largest = max((abs(habit.deviations) for habit in habits), default=1.0) or 1.0
    return [
        HabitBar(fact_label(FACTS[habit.name]), habit, round(100 * abs(habit.deviations) / largest))
        for habit in habits
    ]


def strips(sides: Iterable[StatisticsRow], sources: Sequence[Source]) -> list[Strip]:
    """Points of the seats by side and source, the side with most points first."""
    names = [(source, source_name(source)) for source in sources]
    return [
        Strip(row, [(source, name, row.sums.of_source(source)[0]) for source, name in names])
        for row in sorted(sides, key=lambda row: (-row.sums.mean, row.label))
    ]


MAX_ID = (1 << 63) - 1


@require_safe
def field(request: HttpRequest, player_id: int) -> HttpResponse:
    """A player's rated games, compared with all rated games of the same kinds."""
    player = _player(player_id)
    if player.merged_into_id:
        return redirect("player-field", player.merged_into_id)
    comparison = against_field(player, all_games=with_computers(request))
    context = {"player": player, "against": comparison, "least": LEAST}
    return render(request, "stats/field.html", context)


@require_safe
def against(request: HttpRequest, player_id: int, other_id: int) -> HttpResponse:
    """The rated games of two players together."""
    player, other = _player(player_id), _player(other_id)
    current_ids = player.merged_into_id or player.pk, other.merged_into_id or other.pk
    if current_ids[0] == current_ids[1]:
        raise Http404("that is one player")
    if current_ids != (player.pk, other.pk):
        return redirect("player-against", *current_ids)
    context = {
        "player": player,
        "other": other,
        "faces": {"rows": duel_faces(player, other)},
        "meeting": meeting(player, other),
        "least": MEETINGS,
    }
    return render(request, "stats/against.html", context)


def _player(player_id: int) -> Player:
    if player_id > MAX_ID:
        raise Http404("there is no such player")
    return get_object_or_404(Player.objects.select_related("account", "known_to"), pk=player_id)


@require_safe
@FRESH
def forecasts(request: HttpRequest) -> HttpResponse:
    """How well the ratings forecast games: by month, and of one month or all of them by tenths."""
    pool = request.GET.get("pool", Pool.OVERALL)
    if pool not in GENERAL_POOLS:
        raise Http404("forecasts of this pool are not counted")
    months = forecast_months(pool)
    month = request.GET.get("month", "")
    chosen = [row for row in months if month in ("", f"{row.month:%Y-%m}")]
    if month and not chosen:
        raise Http404("no game of this month was rated")
    total = total_of(chosen)
    context = {
        "months": months,
        "month": month,
        "first_day": chosen[0].month if month else None,
        "pool": pool,
        "pools": GENERAL_POOLS,
        "share_ticks": share_ticks(),
        "whole": total,
        "favourites": total and total.favourites,
        "least": SMALL_SAMPLE,
        "numbers": by_players(chosen),
        "unknown_filters": unknown_filters(request.GET, ("month", "pool")),
    }
    return render(request, "stats/forecasts.html", context)


@require_safe
def files(request: HttpRequest) -> HttpResponse:
    """The newest files, and questions that they answer."""
    context = {
        "published": published(),
        "months": published_months(),
        "questions": worked_questions(),
        "index": INDEX,
    }
    return render(request, "stats/files.html", context)


@require_safe
def month_files(request: HttpRequest, month: str) -> HttpResponse:
    """The files of a month, which stay as they are."""
    published = _published_month(month)
    return render(request, "stats/month_files.html", {"month": published, "index": INDEX})


@require_safe
def month_file(request: HttpRequest, month: str, name: str) -> FileResponse:
    """A file of a month, or a description of all of them."""
    return _download(_published_month(month).path(name), "public, max-age=86400")


def _download(path: SharedPath | None, caching: str) -> FileResponse:
    """A file of research as an answer. Raises ``Http404`` if it is not there."""
    size = None if path is None else file_size(path)
    if path is None or size is None:
        raise Http404("there is no such file")
    answer = FileResponse(open_file(path), filename=path.name, as_attachment=True)
    answer["Content-Length"] = str(size)
    answer["Content-Type"] = FORMATS.get(path.suffix, "application/json")
    answer["Cache-Control"] = caching
    return answer


def _published_month(name: str) -> Month:
    month = published_month(name)
    if month is None:
        raise Http404("there are no files of this month")
    return month


@require_safe
def research_file(request: HttpRequest, name: str) -> HttpResponse | FileResponse:
    """A file of the newest export, or what all of them are."""
    newest = published()
    if newest is None:
        raise Http404("nothing was exported yet")
    if name == INDEX:
        index = {"made_at": newest.made_at, "files": [file._asdict() for file in newest.files]}
        return JsonResponse(index)
    return _download(newest.path(name), "no-cache")


# --- inside -------------------------------------------------------------------


def players_of(request: HttpRequest) -> int:
    """Number of players that is asked for; 2 unless another one is."""
    players = request.GET.get("players", "")
    return int(players) if players in {str(number) for number in PLAYERS} else PLAYERS[0]


def _band(request: HttpRequest) -> str:
    band = band_in(request.GET.get("rating", ""))
    if band is None:
        raise Http404("there is no such band of ratings")
    return band


def with_computers(request: HttpRequest) -> bool:
    """True if games with computer players are asked for, too."""
    return request.GET.get("with") == WITH_COMPUTERS


def _lines(dimension: str, band: str, *, all_games: bool) -> Iterator[list[object]]:
    sources = [source.word for source in SOURCES]
    yield [
        *("players", "rating", dimension, "games", "seats", "wins", "share", "low", "high"),
        *("points", "spread"),
        *(f"points_{word}" for word in sources),
        *(f"spread_{word}" for word in sources),
        *(f"{fact.name}_{group}" for fact in DONE for group in ("winners", "others")),
        *("rated_seats", "expected_score", "score", "score_error"),
    ]
    for players in PLAYERS:
        for row in statistics_rows(dimension, Population(players, band, all_games)):
            yield [players, band, row.key, *_numbers(row)]


def _numbers(row: StatisticsRow) -> Iterator[object]:
    sums, (low, high) = row.sums, row.interval
    yield from (sums.games, sums.seats, round(sums.wins, 4))
    yield from (round(number, 4) for number in (sums.share, low, high, sums.mean, sums.spread))
    of_sources = [sums.of_source(source) for source in SOURCES]
    yield from (round(mean, 4) for mean, _ in of_sources)
    yield from (round(spread, 4) for _, spread in of_sources)
    for _fact, *means in sums.habit_means():
        yield from ("" if mean is None else round(mean, 4) for mean in means)
    score = row.score
    yield score.seats
    yield from (round(number, 4) for number in (score.expected, score.score, score.error))
