"""A position in numbers."""

from __future__ import annotations

import pytest

from engine.computer.features import ABOARD_AT, FEATURES, features
from engine.computer.worth import worth
from engine.setup import Setup
from tests.engine.computer.positions import SETUPS, positions


@pytest.mark.parametrize("table_words", SETUPS)
def test_points_to_be_expected_add_up_to_what_a_seat_is_worth(
    table_words: tuple[str, str, str],
) -> None:
    for s, _ in positions(Setup.of(*table_words), seed=6, every=11):
        rows = features(s)
        assert [sum(row[: FEATURES.index("quarry")]) for row in rows] == pytest.approx(worth(s))


def test_stones_aboard_and_the_order_of_play_are_counted() -> None:
    for s, _ in positions(Setup.of(*SETUPS[2]), seed=6, every=11):
        rows = features(s)
        aboard = [ship.spaces.count(0) for ship in s.harbour.values()]
        assert (rows[0][ABOARD_AT], [row[-1] for row in rows].count(0.0)) == (sum(aboard), 1)
        assert rows[s.turn][-1] == 0.0
        assert rows[0][FEATURES.index("quarry")] == s.players[0].quarry
