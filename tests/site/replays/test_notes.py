"""Notes: who writes, who sees, who hides; hostile text."""

import io
import json
import zipfile

import pytest
from django.contrib.auth.models import AnonymousUser
from django.test import Client

from games.accounts.data_export import export_archive
from games.limits import BRANCH_ENTRIES, NOTE_CHARACTERS, NOTES_OF_A_GAME
from games.models import Account, Game, ModeratorAction, Note
from games.replays.services import notes
from games.replays.services.notes import change_note, hide, notes_for, remove_note, show, write_note
from games.replays.whatif.branch import branch, options
from games.replays.whatif.code import branch_address, pack_branch
from tests.cast import account, client_of, finished_log, game_of, submit
from web.errors import Conflict, Invalid, NotAllowed
from web.rate_limits import NOTES


@pytest.fixture
def eve(db: None) -> Account:
    return account("eve")


@pytest.fixture
def game(ana: Account) -> Game:
    return game_of(submit(ana, finished_log("white=Zoe black=@ana")))


def seen(viewer: Account | None, game: Game) -> list[str]:
    return [note.note.text for note in notes_for(viewer or AnonymousUser(), game)]


def page(viewer: Account | None, game: Game, ply: int = 3) -> str:
    return client_of(viewer).get(f"/games/{game.pk}/{ply}/").content.decode()


def test_public_notes_are_for_all_and_private_ones_for_their_author(
    game: Game, ana: Account, eve: Account, mo: Account
):
    write_note(ana, game, 5, "idea", "Mine alone.", False)
    write_note(eve, game, 3, "question", "Why?", True)
    assert seen(None, game) == seen(eve, game) == seen(mo, game) == ["Why?"]
    assert seen(ana, game) == ["Why?", "Mine alone."]


def test_notes_of_players_are_marked(game: Game, ana: Account, eve: Account):
    write_note(ana, game, 3, "brilliant", "I did that.", True)
    write_note(eve, game, 3, "idea", "I would not.", True)
    assert [(note.colour, note.is_author) for note in notes_for(eve, game)] == [
        ("black", False),
        ("", True),
    ]
    text = page(None, game)
    assert text.count("played this game") == 1


@pytest.mark.parametrize("kind", ["", "praise", "IDEA", "<b>"])
def test_a_note_has_a_kind(game: Game, eve: Account, kind: str):
    with pytest.raises(Invalid):
        write_note(eve, game, 3, kind, "x", True)


@pytest.mark.parametrize("text", ["", "  \n ", "\x00\x01", "\u202e", "x" * (NOTE_CHARACTERS + 1)])
def test_a_text_that_is_none_or_too_long(game: Game, eve: Account, text: str):
    with pytest.raises(Invalid):
        write_note(eve, game, 3, "idea", text, True)
    assert not Note.objects.exists()


def test_text_is_plain(game: Game, eve: Account):
    text = " <b>a</b>\r\nb\x00\u202ec\td "
    assert write_note(eve, game, 3, "idea", text, True).text == "<b>a</b>\nbc d"
    shown = page(None, game)
    assert "&lt;b&gt;a&lt;/b&gt;<br>bc d" in shown


def test_a_step_that_is_not_there(game: Game, eve: Account):
    for ply in (-1, game.entries + 1):
        with pytest.raises(Invalid):
            write_note(eve, game, ply, "idea", "x", True)
    for ply in (0, game.entries):
        assert write_note(eve, game, ply, "idea", "x", True).ply == ply


def test_as_long_as_a_note_may_be(game: Game, eve: Account):
    text = "x" * NOTE_CHARACTERS
    assert write_note(eve, game, 3, "idea", f" {text}\n", True).text == text


def test_so_many_notes_are_shown(game: Game, eve: Account, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(notes, "MAX_LISTED", 2)
    for ply in (5, 3, 4):
        write_note(eve, game, ply, "idea", f"at {ply}", True)
    assert seen(eve, game) == ["at 3", "at 4"]


def test_limits(game: Game, eve: Account, ana: Account):
    for _ in range(NOTES.most):
        write_note(eve, game, 3, "idea", "x", True)
    with pytest.raises(Invalid, match="Too fast"):
        write_note(eve, game, 3, "idea", "x", True)
    Note.objects.bulk_create(
        [Note(game=game, ply=1, account=ana, kind="idea", text="x") for _ in range(NOTES_OF_A_GAME)]
    )
    with pytest.raises(Invalid, match="Delete one first"):
        write_note(ana, game, 3, "idea", "x", True)


def test_only_the_author_changes_and_takes_back(
    game: Game, ana: Account, eve: Account, mo: Account
):
    note = write_note(eve, game, 3, "idea", "x", True)
    for other in (ana, mo):
        with pytest.raises(NotAllowed):
            change_note(other, note, "idea", "y", True)
        with pytest.raises(NotAllowed):
            remove_note(other, note)
    change_note(eve, note, "mistake", "y", False)
    note.refresh_from_db()
    assert (note.kind, note.text, note.public) == ("mistake", "y", False)
    assert note.edited_at is not None
    remove_note(eve, note)
    assert not Note.objects.exists()


def test_a_suspended_account_writes_nothing(game: Game, eve: Account):
    eve.is_active = False
    with pytest.raises(NotAllowed):
        write_note(eve, game, 3, "idea", "x", True)


def test_hiding_is_on_the_record(game: Game, ana: Account, eve: Account, mo: Account):
    note = write_note(eve, game, 3, "idea", "Rude.", True)
    for viewer in (ana, eve):
        with pytest.raises(NotAllowed):
            hide(viewer, note, "No.")
    with pytest.raises(Invalid):
        hide(mo, note, " ")
    hide(mo, note, "An insult.")
    assert seen(None, game) == seen(ana, game) == []
    assert seen(eve, game) == seen(mo, game) == ["Rude."]
    action = ModeratorAction.objects.get()
    assert (action.kind, action.game_id) == ("hide_note", game.pk)
    assert "An insult." in action.reason
    with pytest.raises(Conflict):
        hide(mo, note, "Again.")
    change_note(eve, note, "idea", "Polite.", True)
    assert seen(None, game) == []
    show(mo, note, "Mended.")
    assert seen(None, game) == ["Polite."]
    assert ModeratorAction.objects.count() == 2
    with pytest.raises(Conflict):
        show(mo, note, "Again.")


def test_a_private_note_cannot_be_hidden(game: Game, eve: Account, mo: Account):
    note = write_note(eve, game, 3, "idea", "x", False)
    with pytest.raises(Conflict):
        hide(mo, note, "No.")


def test_writing_on_the_page(game: Game, eve: Account):
    client = client_of(eve)
    data = {"kind": "idea", "text": "Sail!", "public": "on"}
    answer = client.post(f"/games/{game.pk}/7/notes/", data)
    assert answer["Location"] == f"/games/{game.pk}/7/#notes"
    assert "Sail!" in page(None, game, 7)
    assert 'data-note="7" hidden' in page(None, game, 6)


def test_what_was_typed_comes_back_with_what_is_wrong(game: Game, eve: Account):
    answer = client_of(eve).post(f"/games/{game.pk}/7/notes/", {"kind": "x", "text": "Sail <b>!"})
    assert answer.status_code == 400
    assert "Sail &lt;b&gt;!" in answer.content.decode()
    assert not Note.objects.exists()
    gone = client_of(eve).post(f"/games/{game.pk}/{game.entries + 1}/notes/", {})
    assert gone.status_code == 404


def test_somebody_who_logs_in_comes_back_to_the_step(game: Game):
    answer = Client().post(f"/games/{game.pk}/7/notes/", {"kind": "idea", "text": "x"})
    assert answer["Location"] == f"/accounts/login/?next=/games/{game.pk}/7/"
    assert f"?next=/games/{game.pk}/3/" in page(None, game)


def test_changing_and_deleting_on_the_page(game: Game, eve: Account, ana: Account):
    note = write_note(eve, game, 3, "idea", "x", True)
    assert f"/notes/{note.pk}/delete/" in page(eve, game)
    assert f"/notes/{note.pk}/" not in page(ana, game)
    client = client_of(eve)
    assert ">x</textarea>" in client.get(f"/notes/{note.pk}/").content.decode().replace("\n", "")
    client.post(f"/notes/{note.pk}/", {"kind": "mistake", "text": "y"})
    note.refresh_from_db()
    assert (note.text, note.public) == ("y", False)
    client.post(f"/notes/{note.pk}/delete/")
    assert not Note.objects.exists()


def test_hiding_on_the_page(game: Game, eve: Account, mo: Account):
    note = write_note(eve, game, 3, "idea", "Rude.", True)
    assert "Hide this note" in page(mo, game)
    assert "Hide this note" not in page(eve, game)
    client_of(mo).post(f"/notes/{note.pk}/hide/", {"reason": "An insult."})
    assert "Rude." not in page(None, game)
    assert "Hidden by a moderator: An insult." in page(eve, game)
    assert client_of(mo).post("/notes/999999/hide/", {"reason": "x"}).status_code == 404


def test_a_private_note_is_not_in_the_admin(game: Game, eve: Account, mo: Account):
    write_note(eve, game, 3, "idea", "Secret thought.", False)
    text = client_of(mo).get("/admin/games/note/").content.decode()
    assert "@eve" not in text
    assert "0 " in text


def test_a_branch_is_kept_with_a_note(game: Game, eve: Account):
    first = options(branch(game.log, 30, []))[0].options[0].entry
    client = client_of(eve)
    sent = {"m": pack_branch([first]), "kind": "idea", "text": "The other way", "public": "on"}
    answer = client.post(f"/games/{game.pk}/30/notes/", sent)
    assert answer["Location"] == branch_address(game.pk, 30, [first])
    note = Note.objects.get()
    assert (note.ply, note.branch, note.branch_lines) == (30, first, [first])
    text = client_of(None).get(f"/games/{game.pk}/30/").content.decode()
    assert f'href="{answer["Location"]}" data-note-branch' in text
    assert "What if: 1 move" in text
    row = client.get(f"/api/v1/games/{game.pk}/notes").json()[0]
    assert row["branch"] == first
    with zipfile.ZipFile(io.BytesIO(b"".join(export_archive(eve, lambda: None)))) as zip_file:
        (line,) = zip_file.read("notes.ndjson").decode().splitlines()
    assert json.loads(line)["branch"] == first
    edited = {"kind": "idea", "text": "Better words"}
    client.post(f"/notes/{note.pk}/", edited)
    note.refresh_from_db()
    assert (note.text, note.branch) == ("Better words", first)


def test_a_branch_is_kept_by_the_api(game: Game, eve: Account):
    first = options(branch(game.log, 30, []))[0].options[0].entry
    client, address = client_of(eve), f"/api/v1/games/{game.pk}/notes"
    sent = {"ply": 30, "kind": "idea", "text": "so", "branch": f"{first}\n"}
    answer = client.post(address, sent, "application/json")
    assert (answer.status_code, answer.json()["branch"]) == (201, first)
    refused = client.post(address, sent | {"branch": "black fly"}, "application/json")
    assert refused.status_code == 400
    assert Note.objects.count() == 1


def test_a_branch_that_cannot_stand_is_not_kept(game: Game, eve: Account):
    client, path = client_of(eve), f"/games/{game.pk}/30/notes/"
    for bad in ("!!!", pack_branch(["black fly"]), "A" * 5000):
        answer = client.post(path, {"m": bad, "kind": "idea", "text": "so"})
        assert answer.status_code == 400
    with pytest.raises(Invalid, match="at most"):
        write_note(eve, game, 30, "idea", "so", True, ["black take"] * (BRANCH_ENTRIES + 1))
    assert Note.objects.count() == 0
