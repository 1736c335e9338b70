"""Puzzles for tests: of real games, with shares that a test can foresee."""

from datetime import UTC, date, datetime

import pytest

from engine import State, apply, legal_actions, read_log, start
from games.models import Account, Game, Standing
from insights.puzzles.models import Puzzle
from insights.puzzles.services import daily
from tests.cast import account, finished_log, game_of, submit

TODAY = date(2026, 11, 22)


def counted_game(seed: int = 1, modules: str = "", sites: str = "AAAAA") -> Game:
    """A rated game of ana and ben."""
    for name in ("ana", "ben"):
        if not Account.objects.filter(username=name).exists():
            account(name)
    ida = Account.objects.filter(username="ida").first() or account("ida", arbiter=True)
    game = game_of(submit(ida, finished_log(modules=modules, sites=sites, seed=seed)))
    assert game.standing == Standing.COUNTED
    return game


def position(game: Game, entry: int) -> State:
    """Before entry number `entry`."""
    state = start(read_log(game.log.encode()).header.setup)
    for log_entry in read_log(game.log.encode()).entries[: entry - 1]:
        apply(state, *log_entry)
    return state


def wide_entry(game: Game, least: int = 8, after: int = 20) -> int:
    """The first entry after number `after` at which a player may take stones, and has `least`
    choices."""
    log = read_log(game.log.encode())
    state = start(log.header.setup)
    for number, entry in enumerate(log.entries, 1):
        legal = [action.text for action in legal_actions(state)] if entry.seat >= 0 else []
        if number > after and len(legal) >= least and "take" in legal:
            return number
        apply(state, *entry)
    raise AssertionError("no such entry")


def puzzle_of(game: Game, right: int = 1) -> Puzzle:
    """The first `right` choices in the order of the engine are right, each worth 0.8137."""
    entry = wide_entry(game)
    texts = [action.text for action in legal_actions(position(game, entry))]
    seat = read_log(game.log.encode()).entries[entry - 1].seat
    shares = [0.8137 if place < right else 0.5 - place / 100 for place in range(len(texts))]
    return Puzzle.objects.create(
        game=game,
        entry=entry,
        seat=seat,
        choices=[[text, share, 0.02] for text, share in zip(texts, shares, strict=True)],
        right=right,
        method=1,
        engine="test",
    )


def at(patch: pytest.MonkeyPatch, day: date, hour: int = 12, minute: int = 0) -> None:
    """It is this time of `day`, by UTC."""
    current_time = datetime(day.year, day.month, day.day, hour, minute, tzinfo=UTC)
    patch.setattr(daily.timezone, "now", lambda: current_time)
