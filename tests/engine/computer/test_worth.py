"""What a position is worth to each seat."""

from __future__ import annotations

from itertools import pairwise
from typing import Any

import pytest

from engine.computer.worth import hand_worth, worth
from engine.dealer import deal
from engine.replay import verify
from engine.setup import Setup
from engine.state import Player
from engine.vocabulary import Card, Favor, Prophecy, Site
from tests.table import Table


def opened(**options: str) -> Table:
    table = Table(**options)
    if "god_prophecies" in options.get("modules", ""):
        table.play("prophecies ra isis thoth")
    table.open("4 3 2 1")
    table.stock("black", sled=2).stock("white", sled=2)
    return table


def lead(table: Table) -> float:
    black, white = worth(table.state)
    return black - white


def copy_worth(table: Table, card: Card, player: Player, ahead: int) -> float:
    """What one more copy of `card` is worth to `player`."""
    return table.state.rules.cards[card].copy_worth(table.state, player, ahead)


def test_at_the_end_points_count_and_the_sled_decides_ties() -> None:
    """[R10.2]"""
    s = verify(deal(Setup.of("black white"), 3, "random")).state
    values = worth(s)
    points = [player.points for player in s.players]
    assert [round(value) for value in values] == points
    s.players[0].sled += 1
    assert worth(s)[0] > values[0]


def test_equal_players_are_worth_the_same() -> None:
    assert lead(opened()) == 0


def test_stones_on_the_sled_are_worth_less_and_less() -> None:
    table = opened()
    leads = []
    for sled in range(6):
        table.stock("black", sled=sled)
        leads.append(lead(table))
    steps = [b - a for a, b in pairwise(leads)]
    assert all(step > 0 for step in steps)
    assert steps == sorted(steps, reverse=True)


@pytest.mark.parametrize("card", list(Card))
def test_every_card_is_worth_something(card: Card) -> None:
    assert lead(opened(modules="new_dynasty_cards").give("black", card.word)) > 0


def test_statues_are_worth_more_together() -> None:
    table = opened()
    leads = [0.0]
    for _ in range(7):
        table.give("black", "statue")
        leads.append(lead(table))
    steps = [b - a for a, b in pairwise(leads)]
    assert (steps[:4], steps[6]) == (sorted(steps[:4]), 2)
    player = table.player("black")
    assert copy_worth(table, Card.STATUE, player, 3) == pytest.approx(2)


def test_no_statue_is_worth_nothing_and_one_a_part_of_the_next_too() -> None:
    """With two rounds' time: 1 point, and 0.16 of the two by which the second adds to it."""
    s = opened().state
    statue: Any = s.rules.cards[Card.STATUE]
    assert statue.table[:2] == [1, 3]
    player = s.players[0]
    assert statue.hand_worth(s, player, 0, 2) == 0
    assert statue.hand_worth(s, player, 1, 2) == pytest.approx(1.32)
    assert [statue.hand_worth(s, player, count, 0) for count in (4, 5, 6, 7)] == [10, 15, 17, 19]
    assert statue.hand_worth(s, player, 6, 5) == pytest.approx(17 + 0.3 * 2)


def test_a_blue_card_is_worth_less_when_there_is_no_time_to_play_it() -> None:
    table = opened()
    player = table.player("black")
    early, late = (copy_worth(table, Card.SAIL, player, ahead) for ahead in (4, 1))
    assert early > late > 1


def test_a_red_card_that_was_kept_has_done_its_work() -> None:
    table = opened(modules="new_dynasty_cards")
    player = table.player("black")
    before = copy_worth(table, Card.ENTRANCE, player, 3)
    table.give("black", "entrance")
    assert copy_worth(table, Card.ENTRANCE, player, 3) < before


def test_a_decoration_counts_the_stones_that_lie_there_and_will() -> None:
    table = opened()
    player = table.player("black")
    before = copy_worth(table, Card.TEMPLE_DECORATION, player, 3)
    table.site("temple").stones += [0, 1, 1]
    assert copy_worth(table, Card.TEMPLE_DECORATION, player, 3) == pytest.approx(before + 1)


def test_coins_and_private_ships_are_kept_for_later() -> None:
    table = opened(sites="CAAAA", modules="private_ships")
    table.player("white").coins -= 1
    lead_before = lead(table)
    assert lead_before > 0
    table.kept("private_ships").unused[1] = False
    assert lead(table) > lead_before + 1


def test_a_favor_to_come_is_worth_something() -> None:
    table = opened(modules="pharaohs_favors")
    table.kept("pharaohs_favors").by[Favor.TWO_CARDS] = 1
    assert lead(table) > 0


def test_a_wager_is_worth_more_at_the_fullest_site() -> None:
    table = opened(modules="stonemasons_wager")
    table.site("pyramid").stones += [0, 1, 0, 1]
    table.kept("stonemasons_wager").fields[Site.PYRAMID][0] = 0
    table.kept("stonemasons_wager").fields[Site.OBELISKS][0] = 1
    assert lead(table) > 1
    table.kept("stonemasons_wager").fields[Site.OBELISKS][0] = -1
    assert lead(table) > 0


def test_a_prophecy_that_holds_is_worth_having() -> None:
    table = opened(modules="god_prophecies")
    thoth = table.kept("god_prophecies").prophecies.index(Prophecy.THOTH)
    table.kept("god_prophecies").scarabs[thoth][0] = 1
    doubtful = worth(table.state)[0]
    for colour in ("black", "white"):
        table.give(colour, "statue", "statue", "statue")
    assert lead(table) > 2
    assert doubtful < worth(table.state)[0]


def test_a_prophecy_that_fails_costs_the_surer_the_less_time_there_is() -> None:
    """[R11.4] Early it may still come true; in the last round nearly all of the penalty, 4."""
    table = opened(modules="god_prophecies")
    thoth = table.kept("god_prophecies").prophecies.index(Prophecy.THOTH)
    table.kept("god_prophecies").scarabs[thoth][0] = 1
    early = lead(table)
    table.state.round = 6
    assert -4 < lead(table) < -2 < early < 8


def test_wrath_comes_the_surer_the_less_time_there_is() -> None:
    table = opened(modules="wrath_of_the_pharaoh")
    for site in ("pyramid", "temple", "burial_chamber"):
        table.site(site).stones += [0, 1]
    table.site("obelisks").heights[:] = [1, 0]
    without = opened()
    for site in ("pyramid", "temple", "burial_chamber"):
        without.site(site).stones += [0, 1]
    without.site("obelisks").heights[:] = [1, 0]
    early = lead(table) - lead(without)
    table.state.round = without.state.round = 6
    late = lead(table) - lead(without)
    assert 0 < early < late < 5


# ------------------------------------------------------------------------ worked out by hand


def promised(table: Table, ahead: int) -> list[float]:
    """What the module in play promises."""
    s = table.state
    (module,) = s.rules.in_play
    return list(module.promise(s, ahead))


def test_a_hand_is_stones_coins_and_cards() -> None:
    """Two stones are 1.16; two coins are 1 in the last round."""
    table = opened(sites="CAAAA")
    player = table.player("black")
    assert [hand_worth(table.state, player, ahead) for ahead in (1, 2, 3)] == pytest.approx(
        [1.16 + 1, 1.16 + 2, 1.16 + 2]
    )
    table.give("black", "sail", "sail", "statue")
    assert hand_worth(table.state, player, 3) == pytest.approx(1.16 + 2 + 2 * 2.3 + 1 + 0.24 * 2)


@pytest.mark.parametrize(
    ("card", "ahead", "value"),
    [
        ("sail", 2, 2.3),
        ("sail", 1, (2.3 + 1) / 2),
        ("cargo_sled", 1, 1.2 / 2),
        ("temple_decoration", 3, 3 * 1.3 / 3 - 0.3),
    ],
)
def test_a_card_more(card: str, ahead: int, value: float) -> None:
    table = opened(modules="new_dynasty_cards")
    worth = copy_worth(table, Card.read(card), table.player("black"), ahead)
    assert worth == pytest.approx(value)


def test_ships_that_wait_and_favors_to_come() -> None:
    table = opened(modules="private_ships")
    table.kept("private_ships").unused[1] = False
    assert promised(table, 1) == [1.5, 0]
    table = opened(modules="pharaohs_favors")
    table.kept("pharaohs_favors").by[Favor.TWO_CARDS] = 1
    assert promised(table, 1) == [1.2, 0]


def test_a_wager_is_shared_among_the_sites_by_their_stones() -> None:
    """Four stones and two: 1 to 0.122 beside a spread of 0.95, and 0.015 for each empty site."""
    table = opened(modules="stonemasons_wager")
    table.site("pyramid").stones += [0, 1, 0, 1]
    table.site("temple").stones += [0, 1]
    fields = table.kept("stonemasons_wager").fields
    fields[Site.PYRAMID][0] = 0
    assert promised(table, 1) == pytest.approx([4.3422, 1 / 3], abs=1e-4)
    assert promised(table, 3)[1] == promised(table, 6)[1] == 1
    fields[Site.TEMPLE][0] = 1
    assert promised(table, 1) == pytest.approx([4.3422, 0.5289], abs=1e-4)


def test_a_prophecy_by_how_much_may_still_change() -> None:
    """Of the first period: 8 points or -4."""
    table = opened(modules="god_prophecies")
    thoth = table.kept("god_prophecies").prophecies.index(Prophecy.THOTH)
    table.kept("god_prophecies").scarabs[thoth][0] = 1
    assert promised(table, 1) == pytest.approx([0.06 * 8 - 0.94 * 4, 0])
    assert promised(table, 3) == pytest.approx([0.18 * 8 - 0.82 * 4, 0])
    table.give("black", "statue", "statue", "statue")
    assert promised(table, 1) == pytest.approx([0.93 * 8 - 0.07 * 4, 0])
    assert promised(table, 3) == pytest.approx([0.79 * 8 - 0.21 * 4, 0])


def test_the_wrath_by_how_many_sites_are_missing() -> None:
    """Black built at two of the four sites, White at one; half of a round's chance each."""
    table = opened(modules="wrath_of_the_pharaoh")
    table.site("pyramid").stones += [0, 1]
    table.site("temple").stones += [0]
    assert promised(table, 1) == [-5 * 3 / 4, -5 * 7 / 8]
    assert promised(table, 2) == [-5 * 7 / 16, -5 * 37 / 64]


@pytest.mark.parametrize("seed", range(4))
def test_the_end_of_the_game_is_told_by_its_last_positions(seed: int) -> None:
    """Who is far ahead in worth before the last entry wins."""
    game = verify(deal(Setup.of("black white brown", "ABCDA"), seed, "greedy"))
    values = worth(game.state)
    assert values.index(max(values)) == game.result.places.index(1)
