"""The shares of wins to be expected."""

from __future__ import annotations

import random

import pytest

from engine import Chance, Decision, result
from engine.analysis import AnalysedGame, win_shares
from engine.analysis.shares import played_out
from engine.computer.prices import Prices
from engine.computer.replies import Node
from engine.computer.sight import Sight
from engine.entries import Keep
from tests.analysis.games import SETUPS, game_of
from tests.engine.invariants import disguised

FEW = 6


@pytest.fixture(params=range(len(SETUPS)))
def game(request: pytest.FixtureRequest) -> AnalysedGame:
    return game_of(request.param)


def test_shares_sum_to_one_and_stay_between_none_and_all(game: AnalysedGame) -> None:
    for number in range(0, game.entries, 7):
        shares = win_shares(game.position(number), "seed", FEW)
        assert sum(shares.by_seat) == pytest.approx(1, abs=1e-9)
        assert all(0 <= share <= 1 for share in shares.by_seat)
        assert len(shares.by_seat) == len(shares.error) == game.players


def test_the_end_has_the_shares_of_the_result(game: AnalysedGame) -> None:
    last = game.position(game.entries)
    places = result(last).places
    shares = win_shares(last, "seed")
    assert [share > 0 for share in shares.by_seat] == [place == 1 for place in places]
    assert shares.error == (0.0,) * game.players


def test_a_shared_first_place_is_a_shared_win() -> None:
    last = game_of(1).position(game_of(1).entries).copy()
    for player in last.players[:2]:
        player.scored = [90, *[0] * (len(player.scored) - 1)]
        player.sled = 1
    assert win_shares(last, "seed").by_seat == (0.5, 0.5, 0.0)


def test_what_no_spectator_knows_changes_nothing(game: AnalysedGame) -> None:
    chance = random.Random(1)
    for number in range(3, game.entries, 11):
        s = game.position(number)
        twin = disguised(s, None, chance)
        assert win_shares(twin, "seed", FEW) == win_shares(s, "seed", FEW)


def test_who_looks_at_cards_gives_nothing_away() -> None:
    """While they choose, the shares say no more than that there are cards to be chosen from."""
    looked = 0
    for game in map(game_of, range(len(SETUPS))):
        for number in range(game.entries):
            s = game.position(number)
            item = s.agenda[-1] if s.agenda else None
            if isinstance(item, Decision) and item.options and isinstance(item.options[0], Keep):
                looked += 1
                before = game.position(number - 1)
                assert isinstance(before.agenda[-1], Chance)
                assert win_shares(s, "seed", FEW) == win_shares(before, "seed", FEW)
    assert looked > 3


def test_the_same_seed_gives_the_same_and_another_one_nearly(game: AnalysedGame) -> None:
    some = [game.position(number) for number in range(10, game.entries, 29)]
    before = [s.key() for s in some]
    first = [win_shares(s, "a", FEW) for s in some]
    assert [win_shares(s, "a", FEW) for s in some] == first
    assert [win_shares(s, "b", FEW) for s in some] != first
    assert [s.key() for s in some] == before


def test_replies_are_searched_in_the_last_round_alone(game: AnalysedGame) -> None:
    visits: dict[bool, int] = {False: 0, True: 0}
    for number in range(20, game.entries, 5):
        s = game.position(number)
        if s.agenda:
            continue
        chance, node = random.Random(number), Node()
        world = Sight(s, None).imagine(chance)
        prices = Prices(world, chance)
        for _ in range(FEW):
            played_out(world.state.copy(), node, world, prices, chance)
        last = s.round == s.rules.rounds
        assert node.visits == (FEW if last else 0)
        assert sum(after.visits for after in node.after.values()) <= node.visits
        visits[last] += len(node.after)
    assert visits[True] > 0
    assert not visits[False]
