"""The pages of the printed numbers, as a reader, an owner and a moderator use them."""

import re
from io import BytesIO
from typing import cast
from zipfile import ZipFile

import pytest
from django import forms
from django.forms import ChoiceField
from django.test import Client
from django.urls import reverse

from engine import DEFAULT_EDITION, Setup, deal, verify, write_text
from engine.editions import registered
from engine.log import Header, Log
from engine.vocabulary import Colour
from games.editions.board_drawing import lettered_board
from games.editions.board_layout import board_cells, resized, with_values
from games.editions.forms import BoardForm, typed_values
from games.editions.services import editions, proposals
from games.editions.services.proposals import (
    BOARDS,
    board_faults,
    board_numbers,
    number_differences,
    versions_of,
)
from games.models import Account, Edition, NumberProposal
from tables.errors import InvalidTerms
from tables.lobby.opening import open_table
from tables.recorder.archive import engine_archive
from tables.terms import Terms
from tests.cast import account, client_of, finished_log, game_of, submit
from tests.worlds.owners import CORRIDOR, agreed, corridor, made_by, owner, said
from web.errors import Invalid

pytestmark = pytest.mark.django_db

BOX = {"box": "English", "year": "2018", "note": "Clear to read."}
RULES = {"figure", "spaces", "shapes", "neighbours", "levels", "periods", "in_play", "scarabs"} | {
    *("rows", "face_up")  # where the schema has one possible number
}
"""Keys of tables that are the rule rather than a printed number."""


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """No edition of a site is known to this process yet."""
    monkeypatch.setattr(registered.__self__, "_known", {})  # type: ignore[attr-defined]
    monkeypatch.setattr(editions._Look, "seconds", float("-inf"))


@pytest.mark.parametrize("board", BOARDS)
def test_the_numbers_of_an_edition_can_be_typed_back(board: str) -> None:
    """Every number of the table has a field, and each field its number."""
    present = board_numbers(DEFAULT_EDITION, board)
    form = BoardForm(board, present, {}, typed_values(board_cells(board, present)) | BOX)
    assert form.is_valid(), form.errors
    assert number_differences(present, form.table) == []
    printed = {key for key, _before, _after in number_differences({}, present)}
    field_names = {key.removesuffix(".kind") for key in typed_values(board_cells(board, present))}
    unasked = {key for key in printed if not any(key.startswith(field) for field in field_names)}
    assert {key.partition(".")[0] for key in unasked} <= RULES
    for field in BoardForm(board, present, {}):
        assert field.value() in (None, present.get(field.name)), field.name


@pytest.mark.parametrize("board", BOARDS)
def test_each_fault_is_named_at_its_place(board: str) -> None:
    """A number that is missing, no number, or beyond the schema."""
    present = board_numbers(DEFAULT_EDITION, board)
    typed = typed_values(board_cells(board, present))
    for name in (name for name in typed if not name.endswith(".kind")):
        for wrong in ("x", "999", "1.5", "-99"):
            form = BoardForm(board, present, {}, typed | BOX | {name: wrong})
            assert form.errors.keys() == {name}, wrong
        field = BoardForm(board, present, {})[name].field
        if isinstance(field, forms.IntegerField):
            assert field.widget.attrs["max"] == field.max_value is not None
            larger = typed | {name: str(field.max_value + 1)}
            form = BoardForm(board, present, {}, larger | BOX)
            assert form.errors.keys() == {name}
            faults = board_faults(board, with_values(present, {name: field.max_value + 1}))
            fault = f"a whole number from {field.min_value} to {field.max_value}"
            assert faults == [(name, fault)]
    empty = BoardForm(board, present, {}, BOX)
    assert empty.errors.keys() == {name for name in typed if not name.endswith(".kind")}
    groups = empty.groups({})
    assert groups
    assert all(group["faults"] for group in groups)


def test_a_fault_says_the_letters_of_its_cells() -> None:
    present = board_numbers(DEFAULT_EDITION, CORRIDOR)
    typed = (
        typed_values(board_cells(CORRIDOR, present)) | BOX | {"corridor.2": "", "corridor.4": ""}
    )
    drawing = lettered_board(CORRIDOR, present)
    assert drawing is not None
    form = BoardForm(CORRIDOR, present, {}, typed)
    corridor_group, further = form.groups(drawing.letters)
    assert corridor_group["faults"] == [("b, d", "What is printed here?")]
    assert further["faults"] == []
    assert further["rows"] == [("", [("o", [form["further"]])])]


FAULTS = {
    "columns": ("burial_chamber.D", {"columns": "6", "rows": "2"}, "tiles for every round"),
    "places": ("obelisks.D", {"places.1.1": "9"}, "heights from 1 to 8"),
    "figure": (CORRIDOR, {}, "a space of the corridor"),
}
"""Numbers that do not fit together, by the key that the engine names."""


@pytest.mark.parametrize("key", FAULTS)
def test_faults_of_numbers_together_are_the_engines(key: str) -> None:
    board, other, fault = FAULTS[key]
    present = board_numbers(DEFAULT_EDITION, board)
    if key == "figure":
        present = present | {"figure": 13, "corridor": [1] * 12}
    form = BoardForm(board, present, {}, typed_values(board_cells(board, present)) | BOX | other)
    errors = str(form.errors.get(key) or form.errors["__all__"])
    assert fault in errors
    assert (key in form.errors) == (key in form.fields)


def test_a_form_has_as_many_spaces_as_asked_and_none_of_our_numbers() -> None:
    present = board_numbers(DEFAULT_EDITION, CORRIDOR)
    form = BoardForm(CORRIDOR, present, {"corridor": "15"})
    assert sum(name.startswith("corridor.") for name in form.fields) == 16
    assert "value=" not in str(form["corridor.16"])
    for size, spaces in {"999": 24, "1": 8, "x": 14, "-9": 14, "": 14}.items():
        assert len(resized(CORRIDOR, present, {"corridor": size})["corridor"]) == spaces  # type: ignore[arg-type]


def test_the_page_of_all_numbers_says_what_is_provisional() -> None:
    page = Client().get(reverse("numbers")).content.decode()
    assert page.count("numbers-board") >= len(BOARDS)
    section = page.partition("numbers-asked")[2].partition("</ul>")[0]
    assert section.count("<li>") == 10  # nine boards and the prophecies
    assert "base rulebook, A) Temple" in page
    assert Client().get(reverse("numbers"), {"edition": "2099.1"}).status_code == 404


@pytest.mark.parametrize("board", BOARDS)
def test_every_board_has_a_page(board: str) -> None:
    page = Client().get(reverse("numbers-board", args=[board]))
    assert page.status_code == 200
    assert Client().get(reverse("numbers-board", args=["harbour.A"])).status_code == 404


def test_an_owner_types_a_board_and_another_confirms_it() -> None:
    ana, ben = owner("ana"), owner("ben")
    path = reverse("numbers-board", args=[CORRIDOR])
    sized, typed = (
        f"{path}?corridor=16",
        typed_values(board_cells(CORRIDOR, corridor(spaces=16))) | BOX,
    )
    assert Client().post(sized, typed).status_code == 302
    assert not NumberProposal.objects.exists()
    answer = client_of(ana).post(sized, typed | {"corridor.3": ""})
    page = answer.content.decode()
    assert (answer.status_code, page.count("aria-invalid")) == (400, 1)
    assert "<b>c:</b> What is printed here?" in page
    assert 'name="corridor.16" value="9"' in page
    assert client_of(ana).post(sized, typed).status_code == 302
    row = NumberProposal.objects.get()
    assert row.numbers == corridor(spaces=16)
    page = client_of(ben).get(path).content.decode()
    assert "My box says the same" in page
    assert page.count("printed__differs") > 5
    confirm = reverse("numbers-confirm", args=[row.pk])
    assert client_of(ben).post(confirm, {"box": "", "year": "x"}).status_code == 302
    assert not row.confirmations.exists()
    client_of(ben).post(confirm, {"box": "Deutsch", "year": "2019"})
    assert row.confirmations.count() == 1
    assert "My box says the same" not in client_of(ben).get(path).content.decode()
    client_of(ben).post(reverse("numbers-withdraw", args=[row.pk]))
    assert not row.confirmations.filter(withdrawn_at=None).exists()


def test_numbers_that_differ_from_the_edition_are_marked_before_they_are_proposed() -> None:
    path = reverse("numbers-board", args=[CORRIDOR])
    typed = typed_values(board_cells(CORRIDOR, board_numbers(DEFAULT_EDITION, CORRIDOR))) | {
        "compare": "1"
    }
    page = Client().post(path, typed)
    assert page.status_code == 200
    assert 'class="differs"' not in page.content.decode()
    larger = str(int(typed["corridor.2"]) + 4)
    other = typed | {"corridor.2": larger, "corridor.5": "", "box": "English"}
    page = Client().post(path, other).content.decode()
    assert page.count('class="differs"') == 1
    assert f"; the edition has {typed['corridor.2']}" in page
    assert f'name="corridor.2" value="{larger}"' in page
    assert 'name="box" value="English"' in page
    assert "aria-invalid" not in page
    assert not NumberProposal.objects.exists()


def test_a_reward_is_points_and_one_choice() -> None:
    table = board_numbers(DEFAULT_EDITION, "pyramid.B")
    typed = typed_values(board_cells("pyramid.B", table)) | BOX | {"left.1.kind": "stones 4"}
    form = BoardForm("pyramid.B", table, {}, typed)
    assert form.is_valid()
    assert form.table["left"][0] == {"points": 2, "stones": 4}  # type: ignore[index]
    for wrong in ("stones", "stones x", "stones 4 4", "gold 4", "stones 10"):
        form = BoardForm("pyramid.B", table, {}, typed | {"left.1.kind": wrong})
        assert form.errors.keys() == {"left.1.kind"}


def test_a_hidden_note_is_read_by_moderators_alone() -> None:
    ana, judge = owner("ana"), account("judge", moderator=True)
    row = said(ana)
    path = reverse("numbers-board", args=[CORRIDOR])
    assert "Read off the board." in Client().get(path).content.decode()
    assert client_of(ana).post(reverse("numbers-hide", args=[row.pk])).status_code == 403
    client_of(judge).post(reverse("numbers-hide", args=[row.pk]))
    assert "Read off the board." not in Client().get(path).content.decode()
    assert "Read off the board." in client_of(judge).get(path).content.decode()


def temple_with(reward: dict[str, int]) -> dict[str, object]:
    """The numbers of temple B, its first space with another reward."""
    table = dict(board_numbers(DEFAULT_EDITION, "temple.B"))
    return table | {"rewards": [reward, *cast(list[object], table["rewards"])[1:]]}


def test_the_form_offers_only_what_the_engine_plays() -> None:
    present = board_numbers(DEFAULT_EDITION, "temple.B")
    form = BoardForm("temple.B", present, {}, typed_values(board_cells("temple.B", present)) | BOX)
    choices = dict(cast(ChoiceField, form.fields["rewards.1.kind"]).choices)  # type: ignore[arg-type]
    assert {kind for kind in choices if kind.startswith("cards")} == {"cards 1"}
    typed = form.data | {"rewards.1.points": "1", "rewards.1.kind": "cards 1"}
    refused = BoardForm("temple.B", present, {}, typed)
    assert "rewards.1: no points beside cards" in str(refused.errors)
    with pytest.raises(Invalid, match="no points beside cards"):
        proposals.propose_numbers(
            owner("ana"), "temple.B", temple_with({"points": 1, "cards": 1}), "English", 2018, ""
        )


def test_an_edition_from_before_says_that_it_is_played_in_part(
    judge: Account, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It plays as it always did; readers of its page and moderators are told."""
    two = {"points": 1, "cards": 1}
    with monkeypatch.context() as before:
        before.setattr(proposals, "unplayed", lambda tables: [])
        before.setattr(editions, "unplayed", lambda tables: [])
        ana, ben = owner("ana"), owner("ben")
        proposal = proposals.propose_numbers(ana, "temple.B", temple_with(two), "English", 2018, "")
        proposals.confirm_numbers(ben, proposal, "Deutsch", 2019)
        edition = made_by(judge, *versions_of())
    assert verify(deal(Setup.of("black white", "AABAA", edition=edition.name), 3, "greedy"))
    page = Client().get("/rules/numbers/", {"edition": edition.name}).content.decode()
    assert 'temple.B.rewards.1</code>: <span lang="en">no points beside cards' in page
    assert "Editions with numbers" not in page
    assert (
        "Numbers that the engine ignores"
        not in Client().get("/rules/numbers/", {"edition": DEFAULT_EDITION}).content.decode()
    )
    listed = client_of(judge).get("/rules/numbers/", {"edition": DEFAULT_EDITION}).content.decode()
    assert "Editions with numbers that the engine ignores:" in listed
    with pytest.raises(Invalid, match="These numbers are not valid"):
        made_by(judge, *versions_of(), base=DEFAULT_EDITION)


def test_a_moderator_looks_and_makes_an_edition(judge: Account) -> None:
    version = agreed(owner("ana"), owner("ben"))
    make = reverse("numbers-make")
    by_judge = client_of(judge)
    form = {"base": DEFAULT_EDITION, "word": "box", f"board.{CORRIDOR}": version.digest}
    page = by_judge.get(make, form).content.decode()
    name = re.search(r'name="name" value="([^"]+)"', page)
    assert name is not None
    assert "corridor.14" in page
    assert "2 owners whose reports count" in page
    hidden = f'type="hidden" name="board.{CORRIDOR}" value="{version.digest}"'
    assert page.count(hidden) == 1
    assert f'value="{version.digest}" checked' in page
    answer = by_judge.post(make, form | {"name": name[1], "reason": ""})
    assert (answer.status_code, Edition.objects.count()) == (400, 0)
    full_form = {"name": name[1], "reason": "Two boxes."}
    answer = by_judge.post(make, form | full_form)
    assert answer.status_code == 302
    page = by_judge.get(answer["Location"]).content.decode()
    assert "Two boxes." in page
    text = Client().get(reverse("numbers-toml", args=[name[1]]))
    assert text.content.decode() == Edition.objects.get().toml
    picture = Client().get(reverse("numbers-picture", args=[name[1], CORRIDOR]))
    assert (picture.status_code, picture["Content-Type"][:13]) == (200, "image/svg+xml")
    assert Client().get(reverse("numbers-toml", args=["2099.1"])).status_code == 404
    assert Client().get(reverse("numbers-picture", args=["2099.1", CORRIDOR])).status_code == 404


def test_the_shipped_edition_can_be_fetched_too() -> None:
    text = Client().get(reverse("numbers-toml", args=[DEFAULT_EDITION])).content.decode()
    assert f'edition = "{DEFAULT_EDITION}"' in text


def test_an_edition_is_shown_with_who_made_it() -> None:
    new_edition = made_by(account("judge", moderator=True), agreed(owner("ana"), owner("ben")))
    page = Client().get(reverse("numbers")).content.decode()
    assert new_edition.name in page
    assert "@judge" in page
    old = Client().get(reverse("numbers"), {"edition": DEFAULT_EDITION}).content.decode()
    assert f"?edition={new_edition.name}" in old


def test_a_game_is_shown_as_the_newer_edition_would_count_it() -> None:
    ana, ben = owner("ana"), owner("ben")
    game = game_of(submit(ana, finished_log(sites="ADAAA")))
    plain = Client().get(reverse("game", args=[game.pk])).content.decode()
    assert "Scored by edition" not in plain
    new_edition = made_by(account("judge", moderator=True), agreed(ana, ben, top=8))
    path = reverse("game-counted", args=[game.pk, new_edition.name])
    assert path in Client().get(reverse("game", args=[game.pk])).content.decode()
    page = Client().get(path).content.decode()
    assert '<meta name="robots" content="noindex">' in page
    assert "<s class=" in page.partition("<tfoot>")[2]
    assert "replay" in page
    game.refresh_from_db()
    assert (game.edition, game.verifications.count()) == (DEFAULT_EDITION, 1)
    for other in ("2099.1", game.edition):
        assert Client().get(reverse("game-counted", args=[game.pk, other])).status_code == 404


def test_where_the_entries_cannot_stand_the_page_says_which_and_why() -> None:
    ana, ben = owner("ana"), owner("ben")
    game = game_of(submit(ana, finished_log(sites="AAACA")))
    table = {**board_numbers(DEFAULT_EDITION, "burial_chamber.C"), "base": 3}
    for proposer in (ana, ben):
        proposals.propose_numbers(proposer, "burial_chamber.C", table, "English", 2018)
    new_edition = made_by(account("judge", moderator=True), *versions_of())
    page = Client().get(reverse("game-counted", args=[game.pk, new_edition.name])).content.decode()
    entry = re.search(r"Not legal in this edition: step (\d+)", page)
    assert entry is not None
    assert reverse("game-at", args=[game.pk, int(entry[1]) - 1]) in page


def test_where_the_figure_has_no_space_to_start_on_the_page_says_so() -> None:
    ana, ben = owner("ana"), owner("ben")
    setup = Setup.of("black white", "ADAAA", figure=13)
    dealt = deal(setup, seed=1, play="greedy")
    log = write_text(Log(Header(setup, ("@ana", "@ben"), "observed"), dealt.entries))
    game = game_of(submit(ana, log))
    for proposer in (ana, ben):
        proposals.propose_numbers(proposer, CORRIDOR, corridor(spaces=12), "English", 2018)
    new_edition = made_by(account("judge", moderator=True), *versions_of())
    answer = Client().get(reverse("game-counted", args=[game.pk, new_edition.name]))
    assert answer.status_code == 200
    assert "expected a space from 0 to 11, not 13" in answer.content.decode()


def test_a_table_is_opened_by_an_edition_and_its_game_names_it() -> None:
    ana = owner("ana")
    new_edition = made_by(account("judge", moderator=True), agreed(ana, owner("ben"), top=5))
    page = client_of(ana).get(reverse("table-new")).content.decode()
    assert f'<option value="{new_edition.name}">' in page
    terms = Terms(edition=new_edition.name, computers=("random",), sites="ADAAA", preset="custom")
    table = open_table(ana, terms)
    assert (table.edition, table.setup(list(Colour)[:2]).edition) == (
        new_edition.name,
        new_edition.name,
    )
    with pytest.raises(InvalidTerms):
        open_table(ana, Terms(edition="2099.1"))
    page = Client().get(reverse("record")).content.decode()
    assert f"<option>{new_edition.name}</option>" in page


def test_the_engine_of_a_browser_has_the_editions_of_the_site() -> None:
    before = engine_archive("en")
    new_edition = made_by(
        account("judge", moderator=True), agreed(owner("ana"), owner("ben"), top=4)
    )
    after = engine_archive("en")
    assert after.digest != before.digest
    with ZipFile(BytesIO(after.body)) as opened:
        assert opened.read(f"engine/editions/{new_edition.name}.toml").decode() == new_edition.toml
