"""What can be done with the pages of statistics: huge and wrong parameters, tables as formulas."""

from __future__ import annotations

import csv
import io
from datetime import date
from pathlib import Path

import pytest
from django.test import Client

from games.example.league import fill_league
from games.models import Game
from games.moderation.actions import void
from insights.stats.models import OpeningGame
from insights.stats.opening_path import path_of, unpack_path
from insights.stats.openings import PATH
from insights.stats.queries import DIMENSIONS, Population, statistics_rows
from insights.stats.services.opening_rows import SUMMED
from insights.stats.services.research import publish_research_files
from insights.stats.services.tally import tally
from ratings.services.fold import fold_pending
from tests.cast import account, finished_log, game_of, submit

WRONG = (
    "1401",
    "9" * 400,
    "-",
    "--200",
    "0x200",
    "٢٠٠",
    "1400\0",
    "1400 ",
    "1e3",
    "' OR 1=1",
    "=1",
)


@pytest.mark.django_db
def test_wrong_bands_and_numbers_are_refused_not_looked_up(django_assert_num_queries) -> None:
    client = Client()
    with django_assert_num_queries(0):
        for wrong in WRONG:
            query = {"rating": wrong}
            assert client.get("/stats/", query).status_code == 404
            assert client.get("/stats/side.csv", query).status_code == 404
            assert client.get("/api/v1/stats/side", query).status_code == 400
    for wrong in (*WRONG, "1", "5", "2.0"):
        assert client.get("/stats/", {"players": wrong}).status_code == 200
        assert client.get("/api/v1/stats/side", {"players": wrong}).status_code == 400


@pytest.mark.django_db
def test_only_rated_games_are_counted_and_tables_hold_no_formula() -> None:
    ida, mo = account("ida", arbiter=True), account("mo", moderator=True)
    account("ana")
    account("ben")
    logs = [finished_log(seed=seed) for seed in (1, 2, 3)]
    rated, gone = (game_of(submit(ida, log)) for log in logs[:2])
    waiting = game_of(submit(account("cat"), logs[2]))
    void(mo, gone, "It never happened.")
    fold_pending()
    tally()
    assert {game.standing for game in Game.objects.filter(pk=waiting.pk)} == {"waiting"}
    (every,) = statistics_rows("players", Population(2))
    assert every.sums.games == 1
    assert every.sums.mean * 2 == sum(seat.points for seat in rated.seats.all())
    for dimension in DIMENSIONS:
        text = Client().get(f"/stats/{dimension}.csv").content.decode()
        assert "@" not in text
        for row in csv.reader(io.StringIO(text)):
            for cell in row:
                assert cell[:1] not in ("=", "+", "@", "\t")
                assert not cell.startswith("-") or float(cell) < 0


@pytest.mark.django_db
def test_only_the_files_of_the_index_are_given(tmp_path: Path, settings):
    settings.RESEARCH_DIR = tmp_path
    (tmp_path / "secret").write_text("key")
    publish_research_files()
    for name in ("..%2Fsecret", "%2E%2E%2Fsecret", "secret", "games.parquet%00", "..", "%5Csecret"):
        assert Client().get(f"/stats/files/{name}").status_code == 404


NO_PATHS = ("\0/", "<b>/", "take", "A/", "1 take/" * 61, "x" * 121 + "/", "٤ take/", "1 take/\n")


@pytest.mark.django_db
def test_wrong_openings_are_refused_not_looked_up(django_assert_num_queries) -> None:
    client = Client()
    with django_assert_num_queries(0):
        for path in NO_PATHS:
            assert client.get("/stats/openings/", {"path": path}).status_code == 404, path
        for sides in ("AAAA", "AAAAE", "aaaaa", "AAAAA\0", "AAAAA\n", "٤" * 5):
            assert client.get("/stats/openings/", {"sides": sides}).status_code == 404
    for path in ("1 sail 9 nowhere/", "1 load 0.0/", "9 9 9 9/", "1 sail x temple/" * 20):
        assert client.get("/stats/openings/", {"path": path}).status_code == 200, path


@pytest.mark.django_db
def test_a_path_as_it_is_stored_is_no_path() -> None:
    """``1l2.1`` is how the database keeps ``1 load 2.1``; pictures are drawn from the words."""
    fill_league(1, today=date(2026, 3, 1))
    tally()
    opening = OpeningGame.objects.get()
    stored = bytes(opening.path).decode()
    steps = unpack_path(bytes(opening.path))
    tried = 0
    for last in range(SUMMED, len(steps)):
        beginning, short = path_of(steps[:last]), "/".join(stored.split("/")[:last]) + "/"
        query = {"players": str(opening.players), "with": "computers"}
        for address in ("/stats/openings/", "/stats/openings/ships.svg"):
            assert Client().get(address, {**query, "path": beginning}).status_code == 200
            if short != beginning and PATH.fullmatch(short):
                tried += 1
                assert Client().get(address, {**query, "path": short}).status_code == 404, short
    assert tried
