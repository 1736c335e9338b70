"""A game judged entry by entry."""

from __future__ import annotations

import json
import random
from dataclasses import replace
from itertools import pairwise

import pytest

from engine import EngineError, Setup, deal, is_forced, read_log, write_text
from engine.analysis import (
    METHOD,
    Alternative,
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
from engine.analysis.choices import WeighedChoice, on_scale_of, weigh
from engine.analysis.judged import MISTAKE, verdict
from engine.analysis.whole import turning_points
from engine.log import Log
from tests.analysis.games import FEW, NODES, PLAYOUTS, SETUPS, game_of, text_of
from tests.engine.invariants import disguised


@pytest.fixture(params=range(len(SETUPS)))
def game(request: pytest.FixtureRequest) -> AnalysedGame:
    return game_of(request.param)


def some(game: AnalysedGame) -> range:
    return range(1 + game.players, game.entries + 1, 37)


def test_an_entry_is_judged_the_same_alone_and_in_any_order(game: AnalysedGame) -> None:
    forwards = [judge_entry(game, entry, FEW) for entry in some(game)]
    again = analysed_game(text_of(SETUPS.index(_setup_of(game))), PLAYOUTS, NODES)
    backwards = [judge_entry(again, entry, FEW) for entry in reversed(some(game))]
    assert backwards[::-1] == forwards
    other = analysed_game(text_of(SETUPS.index(_setup_of(game))), PLAYOUTS, NODES)
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


def weighed(
    loss: float, halves: tuple[float, float], lead: tuple[float, float] = (-1.0, -1.0)
) -> WeighedChoice:
    return WeighedChoice(loss, halves, lead, (), Alternative("take", (0.5, 0.5), 0.0))


@pytest.mark.parametrize(
    ("loss", "halves", "after", "told", "sure", "mark"),
    [
        (0.0, (0.0, 0.0), 0.5, 0.0, True, None),
        (0.045, (0.04, 0.045), 0.5, 0.045, True, None),
        (0.06, (0.02, 0.10), 0.5, 0.06, False, LossMark.INACCURACY),
        (0.06, (-0.01, 0.10), 0.5, 0.06, False, None),
        (0.055, (0.05, 0.06), 0.5, 0.055, True, LossMark.INACCURACY),
        (0.15, (0.11, 0.19), 0.5, 0.15, True, LossMark.MISTAKE),
        (0.255, (0.20, 0.31), 0.5, 0.255, True, LossMark.BLUNDER),
        (0.255, (0.20, 0.31), 0.92, 0.08, False, LossMark.INACCURACY),
        (0.255, (0.20, 0.31), 1.0, 0.0, False, None),
    ],
)
def test_a_loss_is_of_all_worlds_and_has_room_above_the_share(
    loss: float,
    halves: tuple[float, float],
    after: float,
    told: float,
    sure: bool,
    mark: LossMark | None,
) -> None:
    assert verdict(weighed(loss, halves), after) == (pytest.approx(told), sure, mark)


def test_the_only_move_leaves_no_other_that_is_not_a_mistake() -> None:
    assert verdict(weighed(0.0, (0.0, 0.0), (0.1, 0.3)), 0.5) == (0.0, True, LossMark.ONLY)
    assert verdict(weighed(0.0, (0.0, 0.0), (0.09, 0.3)), 0.5) == (0.0, True, None)
    assert verdict(weighed(0.0, (0.0, 0.0), (0.1, 0.3)), 0.09) == (0.0, True, None)


def test_alternatives_are_told_beside_what_was_played() -> None:
    choice = WeighedChoice(
        0.2,
        (0.2, 0.2),
        (-0.2, -0.2),
        (Alternative("load", (0.6, 0.4), 0.01), Alternative("pass", (0.3, 0.7), 0.01)),
        Alternative("take", (0.4, 0.6), 0.01),
    )
    assert [other.shares for other in on_scale_of((0.5, 0.5), 0.2, choice, 0)] == [
        (0.7, 0.3),
        (0.4, 0.6),
    ]
    assert on_scale_of((0.95, 0.05), 0.05, choice, 0)[0].shares == (1.0, 0.0)
    assert on_scale_of((0.05, 0.95), 0.2, choice, 0)[1].shares == (0.0, 1.0)


def contradictions(line: JudgedEntry) -> list[str]:
    """What cannot all be true of one entry."""
    seat, contrary = line.seat, []
    if seat is None or not line.best:
        return contrary
    after = line.after.by_seat[seat]
    shares = [other.shares[seat] for other in line.best]
    if shares != sorted(shares, reverse=True):
        contrary.append("a better alternative comes later")
    if abs(max(shares[0] - after, 0) - line.loss) > 2e-4:
        contrary.append("the best is not better by the loss")
    if line.mark is not None and line.loss and line.best[0].text == line.text:
        contrary.append("what lost is the best")
    for other in line.best:
        if other.text == line.text and other.shares != line.after.by_seat:
            contrary.append("what was played has two shares")
        is_rival = line.mark is LossMark.ONLY and other.text != line.text
        if is_rival and other.shares[seat] > after - MISTAKE + 2e-4:
            contrary.append("the only move has a rival")
        if abs(sum(other.shares) - 1) > 1e-6 or min(other.shares) < 0:
            contrary.append("shares that are none")
    grades = {LossMark.INACCURACY: 0.05, LossMark.MISTAKE: 0.10, LossMark.BLUNDER: 0.20}
    if line.mark is not None and line.loss < grades.get(line.mark, 0.0):
        contrary.append("a mark without its loss")
    return contrary


def test_no_line_contradicts_itself() -> None:
    """Of 100 games, with all sides and modules; entries at the solved end among them."""
    choices = flawed = solved = 0
    for number in range(100):
        seats, sides, modules = SETUPS[number % len(SETUPS)]
        log = deal(Setup.of(seats, sides, modules), seed=1_000 + number, play="greedy")
        game = analysed_game(write_text(log), playouts=2, nodes=600)
        chance = random.Random(number)
        entries = {*chance.sample(range(1, game.entries + 1), 2), game.entries, game.entries - 2}
        for entry in sorted(entries):
            line = judge_entry(game, entry, PlayoutBudget(12, 12, 1.0))
            assert not contradictions(line), (number, line)
            choices += bool(line.best)
            flawed += line.loss >= MISTAKE
            solved += game.exact(entry - 1) is not None
    assert min(choices - 150, flawed - 30, solved - 20) > 0


def test_the_end_is_judged_by_best_play() -> None:
    game = analysed_game(text_of(0), PLAYOUTS, nodes=3_000)
    solved = [entry for entry in range(1, game.entries + 1) if game.exact(entry - 1) is not None]
    assert len(solved) > 2
    assert solved[-1] == game.entries
    for entry in solved:
        line = judge_entry(game, entry, FEW)
        for shares in (line.before, line.after):
            assert set(shares.by_seat) <= {0.0, 0.5, 1.0}
            assert shares.error == (0.0, 0.0)
        if line.seat is not None:
            fall = line.before.by_seat[line.seat] - line.after.by_seat[line.seat]
            assert line.loss == fall
            assert (line.mark is LossMark.BLUNDER) is (fall > 0)


def test_positions_before_a_draw_of_the_bank_are_solved_where_it_cannot_matter() -> None:
    log = deal(Setup.of("black white", "ABAAA"), seed=7, play="greedy")
    game = analysed_game(write_text(log), PLAYOUTS, NODES)
    solved = [number for number in range(game.entries) if game.exact(number) is not None]
    assert solved == [101, 102, 103, 104, 105]
    assert game.entries == 108


def test_the_solved_end_is_the_same_whichever_entry_is_judged_first() -> None:
    first, second = (analysed_game(text_of(0), PLAYOUTS, nodes=3_000) for _ in range(2))
    last = first.entries
    forwards = [judge_entry(first, entry, FEW) for entry in range(last - 5, last + 1)]
    backwards = [judge_entry(second, entry, FEW) for entry in range(last, last - 6, -1)]
    assert forwards == backwards[::-1]


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
