"""What-if as a way in: other people's branches, processor time, sizes."""

from __future__ import annotations

import time
from collections.abc import Callable

import pytest
from django.test import Client

from games.limits import ANSWER_SECONDS, NOTE_CHARACTERS
from games.models import Game, Note
from games.replays.services import notes
from games.replays.whatif import computer_answers
from games.replays.whatif.branch import branch, options
from tests.cast import account, client_of, finished_log, game_of, submit
from web.rate_limits import ANSWERS, ANSWERS_OF_ALL


@pytest.fixture
def game(db: None) -> Game:
    return game_of(submit(account("ana"), finished_log("white=Zoe black=@ana")))


def asking(game: Game, **headers: str) -> int:
    address = f"/games/{game.pk}/30/what-if/answer/"
    return Client().post(address, {"level": "greedy"}, headers=headers).status_code


def test_a_private_branch_is_for_its_author(game: Game):
    eve, mallory = account("eve"), account("mallory")
    first = options(branch(game.log, 30, []))[0].options[0].entry
    note = notes.write_note(eve, game, 30, "idea", "my secret plan", False, [first])
    client = Client()
    for viewer in (None, mallory):
        if viewer:
            client.force_login(viewer)
        assert b"my secret plan" not in client.get(f"/games/{game.pk}/30/").content
        assert client.get(f"/api/v1/games/{game.pk}/notes").json() == []
        client.post(f"/notes/{note.pk}/", {"kind": "idea", "text": "mine", "m": "AAAA"})
        client.post(f"/notes/{note.pk}/delete/")
    note.refresh_from_db()
    assert (note.text, note.branch) == ("my secret plan", first)


def test_a_name_of_a_megabyte_is_refused(game: Game):
    client = client_of(account("eve"))
    sent = {"m": "", "kind": "idea", "text": "n" * (1 << 20)}
    assert client.post(f"/games/{game.pk}/30/notes/", sent).status_code in (400, 413)
    sent["text"] = "n" * (NOTE_CHARACTERS + 1)
    assert client.post(f"/games/{game.pk}/30/notes/", sent).status_code == 400
    assert not Note.objects.exists()


def test_the_computer_answers_a_client_so_often(game: Game):
    for _ in range(ANSWERS.most):
        ANSWERS.count("127.0.0.1")
    assert asking(game) == 429


def test_the_computer_answers_all_together_so_often(game: Game):
    for _ in range(ANSWERS_OF_ALL.most):
        ANSWERS_OF_ALL.count("all")
    assert asking(game) == 429


def test_it_answers_one_at_a_time_and_who_waits_loses_nothing(game: Game):
    with computer_answers._thinking:
        assert asking(game) == 429
    assert (ANSWERS.count("127.0.0.1"), asking(game)) == (1, 302)


def test_it_thinks_for_a_bounded_time(game: Game, monkeypatch: pytest.MonkeyPatch):
    """The strongest level gets no more time than a second, whatever it would take at a table."""
    allowances: list[float] = []

    def seconds(clock: Callable[[], float], limit: float) -> object:
        allowances.append(limit)
        return answering_seconds(clock, 0.01)

    answering_seconds = computer_answers.Seconds
    monkeypatch.setattr(computer_answers, "Seconds", seconds)
    began = time.process_time()
    address = f"/games/{game.pk}/30/what-if/answer/"
    assert Client().post(address, {"level": "search-3"}).status_code == 302
    assert allowances == [ANSWER_SECONDS]
    assert time.process_time() - began < 5


def test_another_site_cannot_ask(game: Game):
    client = Client(enforce_csrf_checks=True)
    address = f"/games/{game.pk}/30/what-if/answer/"
    assert client.post(address, {"level": "greedy"}).status_code == 403
