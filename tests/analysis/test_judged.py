"""A game judged entry by entry."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import pairwise

import pytest

from engine import EngineError, is_forced, read_log, write_text
from engine.analysis import (
    METHOD,
    AnalysedGame,
    JudgedEntry,
    LossMark,
    PlayoutBudget,
    Shares,
    analysed_game,
    analysis_from_json,
    analysis_to_json,
    assemble_analysis,
    entry_analysis_from_json,
    entry_analysis_to_json,
    judge_entry,
)
from engine.analysis.choices import WeighedChoice, weigh
from engine.analysis.judged import verdict
from engine.analysis.whole import turning_points
from engine.log import Log
from tests.analysis.games import FEW, PLAYOUTS, SETUPS, game_of, text_of
from tests.engine.invariants import disguised


@pytest.fixture(params=range(len(SETUPS)))
def game(request: pytest.FixtureRequest) -> AnalysedGame:
    return game_of(request.param)


def some(game: AnalysedGame) -> range:
    return range(1 + game.players, game.entries + 1, 37)


def test_an_entry_is_judged_the_same_alone_and_in_any_order(game: AnalysedGame) -> None:
    forwards = [judge_entry(game, entry, FEW) for entry in some(game)]
    again = analysed_game(text_of(SETUPS.index(_setup_of(game))), PLAYOUTS)
    backwards = [judge_entry(again, entry, FEW) for entry in reversed(some(game))]
    assert backwards[::-1] == forwards
    other = analysed_game(text_of(SETUPS.index(_setup_of(game))), PLAYOUTS)
    assert judge_entry(other, some(game)[1], FEW) == forwards[1]


def _setup_of(game: AnalysedGame) -> tuple[str, str, str]:
    return next(setup for number, setup in enumerate(SETUPS) if game_of(number) is game)


def test_the_bank_and_who_had_no_choice_lose_nothing(game: AnalysedGame) -> None:
    quiet = 0
    for entry in range(1, game.entries + 1):
        seat, _ = game.written[entry - 1]
        if seat < 0 or is_forced(game.position(entry - 1)):
            quiet += 1
            one = judge_entry(game, entry, FEW)
            assert (one.loss, one.best, one.mark, one.sure) == (0.0, (), None, True)
            assert (one.seat is None) == (seat < 0)
        if quiet > 3:
            return


def test_what_the_others_hide_changes_no_choice() -> None:
    chance = random.Random(2)
    for number in (1, 2):
        game = game_of(number)
        for entry in some(game):
            seat, action = game.written[entry - 1]
            if seat >= 0:
                s = game.position(entry - 1)
                twin = disguised(s, seat, chance)
                found = [weigh(one, seat, action, "seed", FEW) for one in (s, twin)]
                assert found[0] == found[1]


def test_the_best_come_first_and_lose_nothing_when_played(game: AnalysedGame) -> None:
    for entry in some(game):
        one = judge_entry(game, entry, FEW)
        if one.best:
            assert one.seat is not None
            shares = [other.shares[one.seat] for other in one.best]
            assert shares == sorted(shares, reverse=True)
            assert 1 < len(shares) <= 3
            assert all(sum(other.shares) == pytest.approx(1) for other in one.best)
            assert one.loss >= 0


def weighed(halves: tuple[float, float], lead: tuple[float, float] = (-1.0, -1.0)) -> WeighedChoice:
    return WeighedChoice(halves, lead, ())


@pytest.mark.parametrize(
    ("halves", "loss", "sure", "mark"),
    [
        ((0.0, 0.0), 0.0, True, None),
        ((-0.2, 0.1), 0.0, True, None),
        ((0.04, 0.05), 0.045, True, None),
        ((0.02, 0.12), 0.07, False, None),
        ((0.05, 0.06), 0.055, True, LossMark.INACCURACY),
        ((0.11, 0.19), 0.15, True, LossMark.MISTAKE),
        ((0.11, 0.31), 0.21, False, LossMark.MISTAKE),
        ((0.20, 0.31), 0.255, True, LossMark.BLUNDER),
    ],
)
def test_a_mark_is_what_both_halves_say(
    halves: tuple[float, float], loss: float, sure: bool, mark: LossMark | None
) -> None:
    found = verdict(weighed(halves))
    assert found[0] == pytest.approx(loss)
    assert found[1:] == (sure, mark)


def test_the_only_move_leaves_no_other_that_is_not_a_mistake() -> None:
    assert verdict(weighed((0.0, 0.0), (0.1, 0.3))) == (0.0, True, LossMark.ONLY)
    assert verdict(weighed((0.0, 0.0), (0.09, 0.3))) == (0.0, True, None)


def test_a_game_that_goes_on_is_refused() -> None:
    log = read_log(text_of(0))
    for entries in (log.entries[:-1], log.entries[:5], ()):
        with pytest.raises(ValueError, match="not finished"):
            analysed_game(write_text(Log(replace(log.header, result=None), entries)))


def test_a_log_that_cannot_stand_is_refused_as_ever() -> None:
    with pytest.raises(EngineError):
        analysed_game(text_of(0).replace("white sail", "black sail", 1))
    with pytest.raises(EngineError):
        analysed_game("no log")


def test_there_is_no_entry_beyond_the_game() -> None:
    for entry in (0, game_of(0).entries + 1):
        with pytest.raises(ValueError, match="no entry"):
            judge_entry(game_of(0), entry, FEW)


@pytest.fixture(scope="module")
def judged() -> list[JudgedEntry]:
    game = game_of(0)
    return [
        judge_entry(game, entry, PlayoutBudget(4, 4, 1.0)) for entry in range(1, game.entries + 1)
    ]


def test_an_analysis_needs_every_entry_once(judged: list[JudgedEntry]) -> None:
    game = game_of(0)
    for wrong in (judged[1:], judged[:-1], [*judged, judged[0]]):
        with pytest.raises(ValueError, match="once"):
            assemble_analysis(game, wrong)
    assert assemble_analysis(game, judged[::-1]) == assemble_analysis(game, judged)


def test_luck_and_choices_are_summed_by_seat(judged: list[JudgedEntry]) -> None:
    analysis = assemble_analysis(game_of(0), judged, "2")
    assert (analysis.method, analysis.engine, analysis.players) == (METHOD, "2", 2)
    dealt = [one for one in judged if one.seat is None]
    for seat in range(2):
        luck = sum(one.after.by_seat[seat] - one.before.by_seat[seat] for one in dealt)
        assert analysis.luck[seat] == pytest.approx(luck, abs=1e-4)
        lost = sum(one.loss for one in judged if one.seat == seat)
        assert analysis.lost[seat] == pytest.approx(lost, abs=1e-4)
    assert sum(analysis.luck) == pytest.approx(0, abs=1e-3)


def test_one_entry_s_shares_are_the_next_one_s(judged: list[JudgedEntry]) -> None:
    assert [one.after for one in judged[:-1]] == [one.before for one in judged[1:]]


def test_what_is_stored_is_what_was_found(judged: list[JudgedEntry]) -> None:
    analysis = assemble_analysis(game_of(0), judged, "2")
    assert analysis_from_json(json.loads(json.dumps(analysis_to_json(analysis)))) == analysis
    for one in judged:
        assert entry_analysis_from_json(json.loads(json.dumps(entry_analysis_to_json(one)))) == one


def moved(
    entry: int, before: tuple[float, ...], after: tuple[float, ...], error: float
) -> JudgedEntry:
    doubt = (error,) * len(before)
    shares = Shares(before, doubt), Shares(after, doubt)
    return JudgedEntry(entry, 0, "take", *shares, 0.0, True, (), None, False)


def test_a_jump_beyond_doubt_is_a_turning_point() -> None:
    even, ahead = (0.5, 0.5), (0.66, 0.34)
    assert turning_points([moved(1, even, ahead, 0.05)]) == {1}
    assert turning_points([moved(1, even, ahead, 0.09)]) == set()
    assert turning_points([moved(1, even, (0.6, 0.4), 0.01)]) == set()


def test_another_clear_favourite_is_a_turning_point() -> None:
    path = [(0.5, 0.5), (0.56, 0.44), (0.51, 0.49), (0.46, 0.54), (0.44, 0.56), (0.52, 0.48)]
    steps = [moved(n, *pair, 0.01) for n, pair in enumerate(pairwise(path), 1)]
    assert turning_points(steps) == {4}
