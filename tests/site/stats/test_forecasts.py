"""How well the ratings forecast games: what is counted is what the ledger says, month by month."""

from __future__ import annotations

import io
import json
from datetime import timedelta
from math import log
from pathlib import Path
from random import Random
from typing import Any

import pytest
from django.test import Client

from games.models import Standing
from insights.stats.forecasts import Favourites, ForecastSummary, forecast_months, total_of
from insights.stats.models import ForecastMonth
from insights.stats.services.forecasts import note_changed_months, tally_forecasts
from ratings.forecasts import MILLION, Calibration, ForecastSeat, ForecastSums, main, win_chances
from ratings.lines import change_lines
from ratings.models import Entry, Pool, RatingChange
from ratings.services import closings
from ratings.services.fold import fold_pending
from tests.fake_clock import set_clock
from tests.ratings.test_books_property import Story
from tests.worlds.league import DAY, played, players, stand

pytestmark = pytest.mark.django_db


def stored() -> list[dict[str, Any]]:
    rows = ForecastMonth.objects.order_by("month", "pool", "players")
    columns = "pool", "players", "games", "loss", "even_loss", "tenths"
    return [{"month": f"{row.month:%Y-%m}"} | {c: getattr(row, c) for c in columns} for row in rows]


def by_the_program(folder: Path) -> list[dict[str, Any]]:
    """The same from the lines of a dump, by the program that knows no database."""
    games = RatingChange.objects.order_by("game").values_list("game", flat=True).distinct()
    ledger = folder / "ledger.ndjson"
    ledger.write_text("".join(f"{json.dumps(line)}\n" for line in change_lines(list(games))))
    out = io.StringIO()
    assert main([str(ledger)], out) == 0
    return [json.loads(line) for line in out.getvalue().splitlines()]


# --- a forecast ---------------------------------------------------------------


def test_chances_of_two_are_the_expected_scores_of_ratings() -> None:
    assert win_chances([1_600_000, 1_500_000])[0] == pytest.approx(1 / (1 + 10**-0.25))
    assert sum(win_chances([1_900_000, 1_200_000, 1_555_123, 1_500_000])) == pytest.approx(1)


def test_a_game_adds_its_loss_and_each_seat_its_tenth() -> None:
    sums = ForecastSums()
    sums.add_game([ForecastSeat(1_500_000, True), ForecastSeat(1_500_000, False)])
    assert (sums.games, sums.loss, sums.even_loss) == (1, 693_147, 693_147)
    assert sums.tenths[5] == (2, 1_000_000, 12)
    sums.add_game([ForecastSeat(1_900_000, True), *[ForecastSeat(1_500_000, True)] * 2])
    assert sums.loss - 693_147 == pytest.approx(-1e6 * log((10 / 12 + 2 / 12) / 3), abs=1)
    assert (sums.tenths[8], sums.tenths[0]) == ((1, 833_333, 4), (2, 166_666, 8))


# --- month by month -----------------------------------------------------------


@pytest.mark.both_databases
def test_months_follow_the_ledger(tmp_path: Path) -> None:
    ana, ben, cat = players("ana", "ben", "cat")
    first = played(ana, ben, day=0)
    played(ana, ben, cat, places=(1, 1, 3), day=31)
    fold_pending()
    assert tally_forecasts() == 2
    assert [(row["month"], row["players"], row["games"]) for row in stored()] == [
        ("2026-01", 2, 1), ("2026-02", 3, 1),
    ]  # fmt: skip
    assert stored() == by_the_program(tmp_path)
    assert tally_forecasts() == 0
    stand(first, Standing.VOID)
    fold_pending()
    assert tally_forecasts() == 2
    assert [row["month"] for row in stored()] == ["2026-02"]
    assert stored() == by_the_program(tmp_path)


@pytest.mark.parametrize(("seed", "terms"), [(1, None), (3, "start")])
def test_a_long_story_is_counted_as_the_program_counts_it(
    seed: int, terms: Any, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, settings: Any
) -> None:
    """With late games, reversals and games that count again in closed books."""
    settings.BOOKS_CLOSE_AFTER_DAYS, settings.SECOND_RATING_TERMS_FROM = 2, terms
    monkeypatch.setattr(closings, "SPAN", 2)
    story = Story(Random(seed))
    set_clock(monkeypatch, lambda: story.now)
    for step in range(120):
        story.go_on()
        if step % 15 == 0:
            fold_pending()
            tally_forecasts()
            assert stored() == by_the_program(tmp_path)
    assert Entry.objects.exists()


def test_a_month_that_changes_while_it_is_counted_is_counted_again() -> None:
    ana, ben = players("ana", "ben")
    played(ana, ben, day=0)
    fold_pending()
    note_changed_months()
    played(ben, ana, day=1)
    fold_pending()
    note_changed_months()
    assert ForecastMonth.objects.filter(players=0).count() == 1
    assert tally_forecasts() == 1
    assert ForecastMonth.objects.get().games == 2


# --- page and API -------------------------------------------------------------


@pytest.fixture
def league(db: None) -> None:
    """A strong player and a weak one, in two months."""
    ana, ben = players("ana", "ben")
    for day in range(40):
        played(*((ben, ana) if day % 10 == 9 else (ana, ben)), day=day)
    fold_pending()
    tally_forecasts()


def test_the_page_says_what_is_stored(league: None) -> None:
    page = Client().get("/stats/forecasts/").content.decode()
    total = total_of(forecast_months(Pool.OVERALL))
    assert total is not None
    assert total.games == 40
    assert total.log_loss < total.even_loss == pytest.approx(log(2), abs=1e-5)
    for text in (f"{total.log_loss:.3f}", "0.693", "January 2026", "February 2026", "50 – 60 %"):
        assert text in page, text
    assert page.count("?month=2026-02") == 1
    for tenth in total.tenths:
        assert f">{tenth.sums.seats} seat" in page
    assert "Favourites" not in page, "fewer than 100 favourites"
    month = Client().get("/stats/forecasts/?month=2026-02").content.decode()
    assert "Forecast and result in February 2026" in month
    assert "See all months together" in month


@pytest.mark.parametrize(("wins", "tells"), [(70, False), (50, True), (90, True)])
def test_favourites_are_compared_with_their_forecast(wins: int, tells: bool) -> None:
    """A hundred seats with a chance of 70 %, and a hundred opponents, who are no favourites."""
    sums = ForecastSums()
    sums.tenths[7] = Calibration(100, 70 * MILLION, 12 * wins)
    sums.tenths[3] = Calibration(100, 30 * MILLION, 12 * (100 - wins))
    favourites = ForecastSummary(None, {2: sums}).favourites
    assert favourites == Favourites(pytest.approx(wins / 100), pytest.approx(0.7), tells)
    sums.tenths[7] = Calibration(99, 69 * MILLION, 12 * 50)
    assert ForecastSummary(None, {2: sums}).favourites is None, "they are few"


def test_what_is_not_there(league: None) -> None:
    for query in ("month=2026-03", "month=x", "pool=2", "pool=nonsense"):
        assert Client().get(f"/stats/forecasts/?{query}").status_code == 404, query
    empty = Client().get("/stats/forecasts/?pool=computer").content.decode()
    assert "No rated game has been counted yet" in empty
    assert Client().get("/api/v1/stats/forecasts?pool=2").status_code == 400


def test_the_api_says_the_same(league: None) -> None:
    rows = Client().get("/api/v1/stats/forecasts").json()
    assert [(row["month"], row["games"]) for row in rows] == [("2026-02", 9), ("2026-01", 31)]
    assert sum(tenth["players"] for row in rows for tenth in row["tenths"]) == 80


def test_the_number_of_months_costs_no_queries(
    league: None, django_assert_num_queries: Any
) -> None:
    client = Client()
    client.get("/stats/forecasts/")
    for months in (0, 60):
        ForecastMonth.objects.bulk_create(
            ForecastMonth(
                month=(DAY - timedelta(days=31 * n)).replace(day=1), pool="overall", players=2,
                games=1, loss=1, even_loss=2, tenths=[[1, 500_000, 6]] * 10,
            )
            for n in range(2, months)
        )  # fmt: skip
        with django_assert_num_queries(1):
            client.get("/stats/forecasts/")
