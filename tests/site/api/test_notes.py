"""Notes by the API: who sees which, what is refused."""

import pytest

from games.limits import NOTE_CHARACTERS
from games.models import Note
from games.replays.services import notes
from tests.worlds.api_world import Asker, World, assert_problem, logged_in, token
from web.rate_limits import NOTES

WRITTEN = {"ply": 3, "kind": "idea", "text": "Sail!"}


def listed(asker: Asker, world: World) -> list[str]:
    answer = asker.ask("GET", f"games/{world.game.pk}/notes")
    assert answer.status_code == 200
    return [note["text"] for note in answer.json()]


@pytest.fixture
def noted(world: World) -> World:
    """Two notes of ana, the later one public; one of cat that mo has hidden."""
    notes.write_note(world["ana"], world.game, 5, "question", "open", True)
    notes.write_note(world["ana"], world.game, 2, "idea", "secret", False)
    hidden = notes.write_note(world["cat"], world.game, 4, "mistake", "rude", True)
    notes.hide(world["mo"], hidden, "Rude.")
    return world


def test_everybody_sees_the_public_ones_and_each_his_own(noted: World):
    assert listed(Asker(), noted) == ["open"]
    assert listed(logged_in(noted["ben"]), noted) == ["open"]
    assert listed(logged_in(noted["ana"]), noted) == ["secret", "open"]
    assert listed(logged_in(noted["cat"]), noted) == ["rude", "open"]
    assert listed(logged_in(noted["mo"]), noted) == ["rude", "open"]


@pytest.mark.parametrize(
    ("scope", "texts"),
    [("read", ["secret", "open"]), ("note", ["secret", "open"]), ("upload", ["open"])],
)
def test_a_token_sees_private_notes_only_if_it_may(noted: World, scope: str, texts: list[str]):
    assert listed(Asker(token(noted["ana"], scope)), noted) == texts


def test_a_note_is_shown_as_it_is_kept(world: World):
    asker = Asker(token(world["ben"], "note"))
    answer = asker.ask("POST", f"games/{world.game.pk}/notes", {**WRITTEN, "public": True})
    assert answer.status_code == 201
    body = answer.json()
    note = Note.objects.get()
    assert body["id"] == note.pk
    assert (body["ply"], body["kind"], body["text"], body["public"]) == (3, "idea", "Sail!", True)
    assert (body["handle"], body["colour"], body["own"]) == ("ben", "white", True)
    assert asker.ask("GET", f"games/{world.game.pk}/notes").json() == [body]
    assert answer["Cache-Control"] == "private, no-store"
    assert asker.ask("DELETE", f"games/{world.game.pk}/notes/{note.pk}").status_code == 204
    assert not Note.objects.exists()


def test_a_note_is_private_unless_it_says_so(world: World):
    asker = Asker(token(world["ana"], "note"))
    assert asker.ask("POST", f"games/{world.game.pk}/notes", WRITTEN).json()["public"] is False


@pytest.mark.parametrize(
    "wrong",
    [
        {"ply": 100_000},
        {"ply": -1},
        {"ply": "three"},
        {"kind": "poem"},
        {"text": " \n "},
        {"text": "x" * (NOTE_CHARACTERS + 1)},
        {"public": "perhaps"},
    ],
)
def test_what_is_no_note_is_refused(world: World, wrong: dict[str, object]):
    asker = Asker(token(world["ana"], "note"))
    answer = asker.ask("POST", f"games/{world.game.pk}/notes", WRITTEN | wrong)
    assert_problem(answer, 400, "invalid")
    assert not Note.objects.exists()


def test_too_many_in_a_minute_are_refused(world: World):
    for _ in range(NOTES.most):
        NOTES.count(str(world["ana"].pk))
    asker = Asker(token(world["ana"], "note"))
    assert_problem(asker.ask("POST", f"games/{world.game.pk}/notes", WRITTEN), 400, "invalid")


def test_a_note_of_another_game_or_person_is_not_there(noted: World):
    note = Note.objects.get(text="open")
    for handle in ("ben", "mo"):
        answer = logged_in(noted[handle]).ask("DELETE", f"games/{noted.game.pk}/notes/{note.pk}")
        assert_problem(answer, 404)
    logged = logged_in(noted["ana"])
    assert_problem(logged.ask("DELETE", f"games/{'0' * 12}/notes/{note.pk}"), 404)
    assert Note.objects.filter(pk=note.pk).exists()
