"""Drawn examples: every side has one for every number of players, and its sentence is true."""

from __future__ import annotations

import re
from xml.etree import ElementTree

import pytest
from django.test import Client

from drawing.svg import MINUS
from engine import apply, start
from engine.outlook import outlook
from engine.vocabulary import BUILDING_SITES, Side, Site
from games.rulebook.examples import (
    LOADED_SIZE,
    action_picture,
    example_moments,
    example_sentence,
    plain_setup,
)

SETUPS = [
    pytest.param(side, players, id=f"{side.word}{players}")
    for side in Side
    for players in (2, 3, 4)
]


@pytest.mark.parametrize(("side", "players"), SETUPS)
def test_an_example_has_stones_of_several_players_and_says_what_they_bring(
    side: Side, players: int
):
    for site in BUILDING_SITES:
        state = start(plain_setup(side, players))
        for entry in example_moments(side, players)[site].entries:
            apply(state, *entry)
        assert len(set(state.rules.boards[site].stones(state.sites[site]))) > 1
        worth = outlook(state).worth[site]
        assert sum(points > 0 for points in worth) > 1
        sentence = example_sentence(site, side, players).partition(":")[2]
        numbers = re.findall(rf"{MINUS}?\d+", sentence)
        assert [int(number.replace(MINUS, "-")) for number in numbers] == worth


@pytest.mark.parametrize(("side", "players"), SETUPS)
def test_at_the_market_two_players_take_cards(side: Side, players: int):
    moment = example_moments(side, players)[Site.MARKET]
    assert len({entry.seat for entry in moment.entries[moment.arrival :]}) > 1
    assert " takes the " in example_sentence(Site.MARKET, side, players)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "address",
    ["temple/D/example", "market/A/example", "turn/take", "turn/load", "turn/sail", "turn/play"],
)
def test_pictures_differ_by_the_number_of_players(address: str):
    pictures = [Client().get(f"/rules/{address}.svg", {"players": n}).content for n in (2, 4)]
    assert all(ElementTree.fromstring(picture).tag.endswith("svg") for picture in pictures)
    assert (pictures[0] == pictures[1]) is (address in ("turn/take", "turn/play"))


@pytest.mark.parametrize("players", [2, 3, 4])
def test_the_ships_fill_their_pictures(players: int):
    width, height = LOADED_SIZE
    assert f'width="{width}" height="{height}"' in action_picture("load", players)
    assert 'width="260" height="354"' in action_picture("round", players)


@pytest.mark.django_db
@pytest.mark.parametrize("address", ["temple/E/example", "cards/A/example", "turn/wait"])
def test_there_is_no_other_example(address: str):
    assert Client().get(f"/rules/{address}.svg").status_code == 404


@pytest.mark.django_db
def test_what_the_pages_show_is_there():
    for page in ("", "temple/", "obelisks/?players=3"):
        html = Client().get(f"/rules/{page}").content.decode()
        pictures = re.findall(r'<img[^>]* src="(/rules/[^"]+)"', html)
        assert len(pictures) >= 4
        for picture in pictures:
            assert Client().get(picture).status_code == 200, picture
