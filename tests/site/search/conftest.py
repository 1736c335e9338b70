"""A league for searches: games of two and four, of several sides, years, modules and players."""

from __future__ import annotations

from collections.abc import Callable
from datetime import date
from typing import Any

import pytest

from engine import read_log, verify
from engine.facts import GameFacts, facts_of
from games.models import Account, Game, Seat
from insights.reviews.models import EntryMark, Flaw, Review
from tests.cast import account, finished_log, game_of, submit

FOUR = "black=@ana white=@ben brown=Guest gray=@computer-greedy"
LOGS = (
    ("black=@ana white=@ben", "AAAAA", "", 1, "2023-12-31"),
    ("black=@ana white=@ben", "BBBBB", "", 2, "2024-01-01"),
    ("white=@cat black=@ana", "AABAA", "private_ships", 3, "2024-02-29"),
    ("black=@ben white=@cat", "ABCDA", "", 4, "2024-03-01"),
    ("black=@ben gray=@ana", "AAAAA", "stonemasons_wager", 5, "2025-06-30"),
    ("white=Guest black=@cat brown=@ben", "CCCCC", "", 6, "2025-07-01"),
    (FOUR, "AAAAA", "", 7, "2026-01-15"),
    (FOUR, "DDDDD", "", 8, "2026-01-16"),
    (FOUR, "BABAB", "private_ships", 9, "2026-02-01"),
    ("black=@computer-greedy white=@ana brown=@cat", "AAAAA", "", 10, "2026-02-28"),
)
MARKED = {1: (0, EntryMark.BLUNDER), 3: (1, EntryMark.INACCURACY), 6: (2, EntryMark.MISTAKE)}
"""By the number of a game the seat of a marked move."""


def make_league() -> list[Game]:
    """The games of ``LOGS``, with mean ratings and marks."""
    ana = account("ana")
    for handle in ("ben", "cat"):
        account(handle)
    computer = account("computer-greedy")
    Account.objects.filter(pk=computer.pk).update(computer="greedy")
    games = []
    for number, (seats, sites, modules, seed, day) in enumerate(LOGS):
        log = finished_log(seats, sites, modules, seed=seed, played=day)
        game = game_of(submit(ana, log))
        strength = 1400 + 50 * number if number % 3 else None
        Game.objects.filter(pk=game.pk).update(strength=strength)
        games.append(game)
    for number, (seat, mark) in MARKED.items():
        _mark(games[number], seat, mark)
    rows = Game.objects.prefetch_related("seats__player__account").in_bulk([g.pk for g in games])
    return [rows[game.pk] for game in games]


def _mark(game: Game, seat: int, mark: EntryMark) -> None:
    review = Review.objects.create(game=game, method=1, state="done", entries=0)
    row = Seat.objects.get(game=game, number=seat)
    Flaw.objects.create(
        review=review, game=game, seat=row, entry=3, mark=mark, loss=0.2, played="x", best="y"
    )


@pytest.fixture(scope="module")
def league_games(keep: Callable[..., Any]) -> list[Game]:
    games: list[Game] = keep(make_league)
    return games


@pytest.fixture
def games(league_games: list[Game], db: None) -> list[Game]:
    return league_games


def facts_by_game(games: list[Game]) -> dict[str, GameFacts]:
    """The facts of each game, from its log."""
    return {
        game.pk: facts_of(verify(read_log(game.log.encode()), keep_events=True)) for game in games
    }


def day_of(game: Game) -> date:
    return game.played_on
