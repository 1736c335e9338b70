"""Playing on from a game as a way to ratings, to hidden cards, or around limits."""

from __future__ import annotations

import pytest
from django.test import Client

from engine import read_log
from games.models import Attestation, Game, Submission
from tables.limits import OPENED
from tables.lobby.opening import play_on
from tables.locks import place_at, read_table
from tables.models import Phase, Table
from tables.play.entries import submit_computer_entry
from tables.play.position import read_played_game
from tests.cast import account, client_of, finished_log, standing_of, submit
from tests.cast import game_of as recorded
from tests.worlds.tables import dealt, people

pytestmark = pytest.mark.django_db(transaction=True)


def waiting_game() -> Game:
    account("zoe")
    return recorded(submit(account("ana"), finished_log("white=@zoe black=@ana")))


def test_the_same_moves_to_the_same_end_confirm_nothing():
    """A game that waits for its players' word is played on from before its last entry, with the
    same entry: it becomes no second bringing of that game, and vouches for none of its seats."""
    game = waiting_game()
    log = read_log(game.log)
    before = (game.standing, Attestation.objects.count(), Submission.objects.count())
    last = max(ply for ply, entry in enumerate(log.entries) if entry.seat >= 0)
    colour = log.setup.seats[log.entries[last].seat].word
    other = next(seat.word for seat in log.setup.seats if seat.word != colour)
    table = play_on(account("mallory"), game, last, [], other, "greedy")
    place = place_at(read_table(table.pk), read_table(table.pk).awaited)
    assert place is not None
    ended = submit_computer_entry(table.pk, place, last + 1, log.entries[last].action.text).table
    assert ended.phase == Phase.FINISHED
    assert read_played_game(read_table(table.pk)).entries == log.entries
    assert (standing_of(game), Attestation.objects.count(), Submission.objects.count()) == before
    assert Game.objects.count() == 1


def test_a_table_that_is_played_at_is_no_game_to_play_on_from():
    table = dealt(people("ana", "ben"))
    client = client_of(account("mallory"))
    for address in (f"/play/from/{table.pk}/5/", f"/games/{table.pk}/5/what-if/"):
        assert client.get(address).status_code == 404
        assert client.post(address, {"colour": "black", "others": "greedy"}).status_code in (
            404,
            405,
        )
    assert Table.objects.count() == 1


def test_the_deck_of_the_first_game_is_not_the_deck_of_the_second():
    """The log of a finished game reveals its deal: whoever plays on must not know what comes."""
    game = waiting_game()
    mallory = account("mallory")
    dealt_on = set()
    for _ in range(3):
        table = play_on(mallory, game, 20, [], "white", "random")
        dealt_on.add(read_table(table.pk).commitment)
    assert len(dealt_on) == 3


def test_so_many_tables_at_once_and_in_a_while():
    game = waiting_game()
    mallory = account("mallory")
    client = client_of(mallory)
    for _ in range(OPENED.most):
        OPENED.count(str(mallory.pk))
    address = f"/play/from/{game.pk}/20/"
    assert client.post(address, {"colour": "black", "others": "greedy"}).status_code == 400
    assert not Table.objects.exists()
    other = Client(enforce_csrf_checks=True)
    other.force_login(account("eve"))
    assert other.post(address, {"colour": "black", "others": "greedy"}).status_code == 403
