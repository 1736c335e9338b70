"""Summaries, and pages, have the numbers of so many players as their reader chose."""

from __future__ import annotations

import pytest
from django.test import Client

from drawing.text.rules import addresses
from drawing.text.rules.sides import board_of, side_rules
from engine import Rules, Setup
from engine.vocabulary import Side, Site
from games.rulebook.summaries import first_sides, sides

SEATS = {2: "black white", 3: "black white brown", 4: "black white brown gray"}
PLACES = [
    (Site.OBELISKS, Side.A, "points"),
    (Site.BURIAL_CHAMBER, Side.B, "row_points"),
    (Site.TEMPLE, Side.D, "round_points"),
]


@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("site", Site)
def test_a_summary_is_the_sentence_of_a_game_of_so_many(site: Site, side: Side, players: int):
    setup = Setup.of(SEATS[players], side.word * len(Site))
    assert sides(site, players)[side.word].sentence == side_rules(Rules(setup), site)


@pytest.mark.django_db
@pytest.mark.parametrize("players", SEATS)
@pytest.mark.parametrize(("site", "side", "table"), PLACES)
def test_the_points_by_place_are_those_of_the_edition(
    site: Site, side: Side, table: str, players: int
):
    """[R9.1, R8.2, R7.5]"""
    board = board_of(Rules(Setup.of(SEATS[players], side.word * len(Site))), site)
    points = ", ".join(str(number) for number in getattr(board, table) if number)
    sentence = sides(site, players)[side.word].sentence
    assert f" {points}" in sentence
    page = Client().get(addresses.of_site(site), {"players": players}).content.decode()
    assert sentence in page
    assert f'{side.word}/example.svg?players={players}&amp;look=day"' in page


@pytest.mark.django_db
def test_the_first_page_is_for_two_players_until_its_reader_chooses():
    client = Client()

    def obelisks(players: int) -> str:
        return first_sides(players)[Site.OBELISKS]["sentence"]

    assert "10, 1 points" in obelisks(2)
    assert "15, 10, 5, 1 points" in obelisks(4)
    for query, players in (("", 2), ("?players=3", 3), ("?players=4", 4), ("?players=9", 2)):
        page = client.get(f"{addresses.ROOT}{query}").content.decode()
        assert obelisks(players) in page
        assert f'href="?players={players}" aria-current="true"' in page
