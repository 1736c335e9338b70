"""The page of what each ship would bring if it sailed now."""

import pytest
from django.test import Client

from drawing.replay.sailing_page import sailing_context
from engine import EVERYTHING, read_log, steps, view
from engine.sailings import sailings
from games.models import Game
from tests.cast import account, finished_log, game_of, submit


@pytest.fixture
def game(db: None) -> Game:
    log = finished_log("black=@ana white=Z<b>oe", "BDACD", "hidden_market_cards")
    return game_of(submit(account("ana"), log))


def sailing_ply(log: str) -> int:
    """A step after which a ship may sail."""
    return next(
        step.ply
        for step in steps(read_log(log))
        if any(sailing.berths for sailing in sailings(step.state, EVERYTHING))
    )


def test_the_page_has_a_table_for_every_ship(game: Game):
    ply = sailing_ply(game.log)
    text = Client().get(f"/games/{game.pk}/{ply}/ships/").content.decode()
    assert text.count("<tbody data-ship=") == len(sailing_context(game.log, ply)["ships"])
    assert f'href="/games/{game.pk}/{ply}/"' in text
    assert "Z&lt;b&gt;oe" in text
    assert 'id="i-sk"' in text
    page = Client().get(f"/games/{game.pk}/{ply}/").content.decode()
    assert f'data-ships href="/games/{game.pk}/{ply}/ships/"' in page


def test_a_script_gets_the_part_that_changes(game: Game):
    ply = sailing_ply(game.log)
    options = {"headers": {"Accept": "application/json"}}
    answer = Client().get(f"/games/{game.pk}/{ply}/ships/?seat=black", **options)
    assert set(answer.json()) == {"html"}
    assert "<tbody data-ship=" in answer.json()["html"]
    assert answer["Cache-Control"] == "public, max-age=3600"
    assert "Accept" in answer["Vary"]
    assert "3600" not in Client().get(f"/games/{game.pk}/{ply}/ships/")["Cache-Control"]


def test_before_the_first_and_after_the_last_round_there_is_no_ship(game: Game):
    for ply in (0, game.entries):
        text = Client().get(f"/games/{game.pk}/{ply}/ships/").content.decode()
        assert "No ship is in the harbour" in text


@pytest.mark.parametrize("path", ["9999/ships/", "1/ships/?seat=gray"])
def test_a_step_or_a_seat_that_is_not_there(game: Game, path: str):
    assert Client().get(f"/games/{game.pk}/{path}").status_code == 404


def test_the_eyes_of_a_seat_know_no_more_than_it(game: Game):
    """The numbers of the page for black are those that black can work out."""
    log = read_log(game.log)
    for step in steps(log):
        if step.ply % 10 == 0:
            context = sailing_context(game.log, step.ply, "black")
            numbers = [cargo.number for cargo in sailings(step.state, 0)]
            assert [ship["number"] for ship in context["ships"]] == numbers
            assert len(view(step.state, 0)["ships"]) >= len(numbers)
