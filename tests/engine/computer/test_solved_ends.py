"""Ends that are solved: ties, resignations, and searches that use them."""

import random

from engine import DealtGame, Setup, State, apply, awaited, legal_actions
from engine.computer.exact_end import ExactEnd, half_shares
from engine.computer.levels import Playouts
from engine.computer.search import Search
from engine.computer.worth import worth, worth_at_site


def last_positions(seed: int) -> tuple[State, State]:
    """A game of two played at random: before its last entry with a choice, and finished."""
    draw = random.Random(seed)
    game = DealtGame(Setup.of("black white", "AAAAA"), draw)
    last = game.state.copy()
    while (decision := awaited(game.state)) is not None:
        options = legal_actions(game.state)
        if len(options) > 1:
            last = game.state.copy()
        game.act(draw.choice(options))
        del decision
    return last, game.state


def with_lead(s: State, lead: int) -> State:
    changed = s.copy()
    changed.players[0].scored[0] += lead
    return changed


def test_a_tie_by_best_play_is_half_a_win():
    for seed in range(40):
        last, _finished = last_positions(seed)
        shares = {ExactEnd(20_000).share(with_lead(last, lead)) for lead in range(-40, 41)}
        assert {0.0, 1.0} <= shares
        if 0.5 in shares:
            return
    raise AssertionError("no position that ends level")


def test_a_search_takes_what_wins_by_best_play():
    wins = 0
    for seed in range(12):
        last, _finished = last_positions(seed)
        decision = awaited(last)
        assert decision is not None
        seat = decision.seat
        ahead = with_lead(last, 100 if seat == 0 else -100)
        search = Search(ahead, seat, random.Random(seed), 100, 3_600)
        action = search.best(Playouts(10))
        after = ahead.copy()
        apply(after, seat, action)
        wins += ExactEnd(20_000).share(after) in (None, 1.0 - seat)
        beaten = with_lead(last, -100 if seat == 0 else 100)
        assert Search(beaten, seat, random.Random(seed), 100, 3_600).solved() is None
    assert wins == 12


def test_who_resigned_has_no_share():
    _last, finished = last_positions(1)
    for seat in (0, 1):
        resigned = finished.copy()
        resigned.resigned = [seat]
        assert half_shares(resigned) == (0 if seat == 0 else 2)


def test_a_finished_game_is_worth_its_points_at_every_site():
    _last, finished = last_positions(2)
    assert worth_at_site(finished, 0) == worth(finished)
