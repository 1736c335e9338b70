"""What each ship would bring if it sailed now, and what lies at the sites is worth."""

from __future__ import annotations

import pytest

from engine import EVERYTHING, Log, Setup, deal, digest, steps
from engine.events import Scored
from engine.outlook import outlook
from engine.sailings import Berth, Cargo, sailings
from engine.vocabulary import Site, Source
from tests.table import Table

MODULES = (
    "private_ships stonemasons_wager pharaohs_favors new_dynasty_cards god_prophecies "
    "wrath_of_the_pharaoh"
)
SETUPS = [
    ("black white", "AAAAA", ""),
    ("brown black gray", "BBBBB", MODULES),
    ("white gray black brown", "CCCCC", ""),
    ("black white gray", "DDDDD", MODULES),
    ("black white", "ACAAA", "hidden_market_cards"),
]


Game = tuple[str, str, str]
"""Seats, sides, modules."""


def played(game: Game) -> Log:
    return deal(Setup.of(*game), seed=7, play="greedy")


def berth(table: Table, site: Site, number: int = 1, viewer: int | None = EVERYTHING) -> Berth:
    """What a ship would bring there."""
    ship = next(
        ship_or_berth
        for ship_or_berth in sailings(table.state, viewer)
        if ship_or_berth.number == number
    )
    return next(ship_or_berth for ship_or_berth in ship.berths if ship_or_berth.site is site)


def laden(*colours: str, sites: str = "AAAAA", crypt: str = "") -> Table:
    """The first round, the 4-ship laden with stones, the front first."""
    return Table("black white", sites).opened(crypt=crypt).load(1, *colours)


# ------------------------------------------------------------------------------ by the rules


def test_a_ship_for_the_pyramids_brings_what_sailing_it_scores() -> None:
    table = laden("black", "white", "black")
    ship_and_berth = berth(table, Site.PYRAMID)
    happened = [event for event in table.play("black sail 1 pyramid") if isinstance(event, Scored)]
    by_seat = [sum(event.points for event in happened if event.seat == seat) for seat in (0, 1)]
    assert list(ship_and_berth.gains) == by_seat
    assert not ship_and_berth.uncertain


def test_a_ship_for_the_temple_brings_a_point_for_each_stone_that_can_be_seen() -> None:
    """R7.1: with two players four can be seen, and a stone covers the one below it."""
    table = laden("black", "white", "black")
    assert berth(table, Site.TEMPLE).gains == (2, 1)
    table.state.sites[Site.TEMPLE].stones = [1, 1, 1, 1]
    assert berth(table, Site.TEMPLE).gains == (2, -2)


def test_at_a_temple_that_asks_every_stone_brings_points_and_no_card() -> None:
    """R7.3: on side B the spaces give 1 (or stones), 2, 1 (or stones), and a card."""
    table = laden("black", "white", "black", sites="AABAA")
    assert berth(table, Site.TEMPLE) == Berth(Site.TEMPLE, (1 + 1, 2), False)
    table.state.sites[Site.TEMPLE].stones = [1]
    assert berth(table, Site.TEMPLE) == Berth(Site.TEMPLE, (2, 1), False)


def test_a_ship_for_the_burial_chamber_may_join_what_lay_apart() -> None:
    table = laden("white", "black", "black")
    table.state.sites[Site.BURIAL_CHAMBER].stones = [0, 1, 0]
    before = outlook(table.state).ended
    table.play("black sail 1 burial_chamber")
    after = outlook(table.state).ended
    table = laden("white", "black", "black")
    table.state.sites[Site.BURIAL_CHAMBER].stones = [0, 1, 0]
    gains = [sum(later) - sum(was) for later, was in zip(after, before, strict=True)]
    assert list(berth(table, Site.BURIAL_CHAMBER).gains) == gains


def test_at_the_market_it_brings_cards() -> None:
    assert berth(laden("black", "white", "black"), Site.MARKET).gains == (2, 1)


def test_a_ship_that_is_too_light_sails_nowhere() -> None:
    assert sailings(laden("black").state, EVERYTHING)[0] == Cargo(1, 4, (0,), 2, ())


def test_only_sites_without_a_ship_are_told() -> None:
    table = laden("black", "white", "black").load(2, "black", "white").after("black sail 1 temple")
    sites = [berth.site for berth in sailings(table.state, EVERYTHING)[0].berths]
    assert sites == [Site.MARKET, Site.PYRAMID, Site.BURIAL_CHAMBER, Site.OBELISKS]


def test_a_choice_is_what_gives_most_at_once() -> None:
    """R6.2: of three pyramids the one with the best next space."""
    table = laden("black", "white", "black", sites="ABAAA")
    best = max(rewards[0].points for rewards in table.state.rules.boards[Site.PYRAMID].rewards)
    table.load(1, "black")
    table.state.harbour[1].minimum = 1
    table.state.harbour[1].spaces = [0, -1, -1, -1]
    assert berth(table, Site.PYRAMID).gains[0] == best


def test_every_stone_has_its_choice() -> None:
    """R6.2: the first spaces of the three pyramids give 2, 3 and 2, the next ones 3, 1 and 1."""
    table = laden("black", "white", "black", sites="ABAAA")
    assert berth(table, Site.PYRAMID) == Berth(Site.PYRAMID, (3 + 3, 2), False)


def test_what_the_bank_would_turn_up_is_left_out_and_said() -> None:
    """R6.3: a space of the scaffold gives a card of the pile."""
    table = Table("black white", "ACAAA").after("scaffold 1").opened()
    for seats in ((0, 1, 0), (0, 1, 0, 1)):
        table.state.harbour[1].spaces = [*seats, *[-1] * (4 - len(seats))]
        ship_and_berth = berth(table, Site.PYRAMID)
        tiles = table.state.rules.boards[Site.PYRAMID].tiles[0]
        filled = len(seats) == len(tiles)
        assert ship_and_berth.uncertain == (
            filled or any(tile.cards for tile in tiles[: len(seats)])
        )


def test_cards_that_are_hidden_count_for_nothing() -> None:
    """R12.4: a decoration counts for a viewer who may know it."""
    table = Table("black white", "AAAAA", "hidden_market_cards").opened()
    table.give("white", "obelisk_decoration").load(1, "black", "white", "black")
    owner_gains = berth(table, Site.OBELISKS, viewer=1).gains
    assert berth(table, Site.OBELISKS).gains == owner_gains
    gains = berth(table, Site.OBELISKS, viewer=0).gains
    assert gains[1] == owner_gains[1] - 1
    assert berth(table, Site.OBELISKS, viewer=None).gains == gains


@pytest.mark.parametrize("game", SETUPS, ids=" ".join)
def test_to_ask_changes_nothing_and_every_step_has_an_answer(game: Game) -> None:
    for step in steps(played(game)):
        if step.ply % 3:
            continue
        before = digest(step.state)
        ships = sailings(step.state, EVERYTHING)
        assert digest(step.state) == before
        assert [berth.number for berth in ships] == list(step.state.harbour)
        for ship in ships:
            assert bool(ship.berths) != bool(ship.lacks)
            assert all(len(berth.gains) == len(step.state.players) for berth in ship.berths)


# ----------------------------------------------------------------------------- at the sites


@pytest.mark.parametrize("game", SETUPS, ids=" ".join)
def test_what_lies_at_the_sites_is_worth_what_the_end_gives_for_it(
    game: tuple[str, str, str],
) -> None:
    log = played(game)
    for step in steps(log):
        before = step.state.key()
        worth = outlook(step.state).worth
        assert step.state.key() == before
        final = outlook(step.state).ended
        for site, source in (
            (Site.PYRAMID, Source.PYRAMID),
            (Site.BURIAL_CHAMBER, Source.BURIAL_CHAMBER),
            (Site.OBELISKS, Source.OBELISKS),
        ):
            assert worth[site] == [scored[source] for scored in final], (step.ply, site)


def test_the_temple_is_worth_what_can_be_seen_of_it() -> None:
    table = Table("black white")
    table.state.sites[Site.TEMPLE].stones = [0, 0, 0, 1, 1]
    assert outlook(table.state).worth[Site.TEMPLE] == [2, 2]
    arena = Table("black white", "AADAA")
    arena.state.sites[Site.TEMPLE].chariots = [3, 0]
    track = arena.state.rules.boards[Site.TEMPLE].track
    assert outlook(arena.state).worth[Site.TEMPLE] == [track[3], track[0]]
