"""Numbers of a summary that differ by the number of players are said for each of them."""

from __future__ import annotations

import pytest
from django.test import Client

from drawing.text.rules import addresses
from drawing.text.rules.sides import board_of, side_rules
from engine import Rules, Setup
from engine.vocabulary import Side, Site
from games.rulebook.summaries import first_sides, sides

SEATS = {2: "black white", 3: "black white brown", 4: "black white brown gray"}


def sentences(site: Site, side: Side) -> dict[int, str]:
    """By number of players what a game says of the side."""
    setups = {n: Setup.of(seats, side.word * len(Site)) for n, seats in SEATS.items()}
    return {players: side_rules(Rules(setup), site) for players, setup in setups.items()}


@pytest.mark.parametrize("side", Side)
@pytest.mark.parametrize("site", Site)
def test_a_summary_is_for_a_number_of_players_only_where_the_numbers_differ(site: Site, side: Side):
    game_sentences = sentences(site, side)
    sentence = sides(site)[side.word].sentence
    assert sentence.startswith(game_sentences[4])
    assert ("for four players" in sentence) is (len(set(game_sentences.values())) > 1)


@pytest.mark.parametrize(
    ("site", "side", "table"),
    [
        (Site.OBELISKS, Side.A, "points"),
        (Site.BURIAL_CHAMBER, Side.B, "row_points"),
        (Site.TEMPLE, Side.D, "round_points"),
    ],
)
def test_the_points_of_two_and_three_players_are_those_of_the_edition(
    site: Site, side: Side, table: str
):
    """[R9.1, R8.2, R7.5]"""

    def points(players: int) -> str:
        board = board_of(Rules(Setup.of(SEATS[players], side.word * len(Site))), site)
        return ", ".join(str(n) for n in getattr(board, table) if n)

    assert sides(site)[side.word].sentence.endswith(
        f"That is for four players. Three players: {points(3)}. Two players: {points(2)}."
    )


@pytest.mark.django_db
def test_the_first_page_has_the_obelisks_points_of_two_players():
    sentence = "Three players: 12, 6, 1. Two players: 10, 1."
    assert sentence in first_sides()[Site.OBELISKS]["sentence"]
    for address in (addresses.ROOT, addresses.of_site(Site.OBELISKS)):
        assert sentence in Client().get(address).content.decode()
