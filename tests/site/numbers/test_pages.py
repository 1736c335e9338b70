"""The pages of the printed numbers, as a reader, an owner and a moderator use them."""

from __future__ import annotations

import re
from io import BytesIO
from typing import Any
from zipfile import ZipFile

import pytest
from django.test import Client
from django.urls import reverse

from engine import DEFAULT_EDITION, Setup, deal, write_text
from engine.editions import registered
from engine.log import Header, Log
from engine.vocabulary import Colour
from games.models import Account, Edition, NumberProposal
from games.rules.printed import SPECS, parts
from games.rules.typed import empty, read
from games.services import editions, numbers
from games.services.numbers import BOARDS, differences, table_of, versions_of
from tables.errors import InvalidTerms
from tables.recorder.archive import archive
from tables.services.opening import open_table
from tables.terms import Terms
from tests.cast import PASSWORD, account, finished_log, game_of, submit
from tests.owners import CORRIDOR, agreed, corridor, made_by, owner, said

pytestmark = pytest.mark.django_db


@pytest.fixture(autouse=True)
def known(monkeypatch: pytest.MonkeyPatch) -> None:
    """No edition of a site is known to this process yet."""
    monkeypatch.setattr(registered.__self__, "_known", {})  # type: ignore[attr-defined]
    monkeypatch.setattr(editions._Look, "at", float("-inf"))


def client(who: Account) -> Client:
    logged_in = Client()
    assert logged_in.login(username=who.username, password=PASSWORD)
    return logged_in


def inputs(table: dict[str, Any], board: str) -> dict[str, str]:
    """What a person types who reads `table` on the board."""
    typed = {
        one.name: one.value
        for part in parts(board, table)
        for cell in part.cells
        for one in cell.inputs
    }
    sizes = {f"size.{part.key}": str(part.size) for part in parts(board, table) if part.size}
    return typed | sizes


@pytest.mark.parametrize("board", BOARDS)
def test_what_is_typed_is_what_is_read(board: str) -> None:
    table = table_of(DEFAULT_EDITION, board)
    typed = read(board, table, inputs(table, board))
    assert typed.wrong == {}
    assert not differences(table, {k: v for k, v in typed.table.items() if k != "shapes"} | (
        {"shapes": table["shapes"]} if "shapes" in table else {}
    ))  # fmt: skip


@pytest.mark.parametrize("board", BOARDS)
def test_every_number_has_an_input_and_every_space_a_place_of_its_own(board: str) -> None:
    table = table_of(DEFAULT_EDITION, board)
    for part in parts(board, table):
        places = [(cell.column, cell.row) for cell in part.cells]
        assert len(set(places)) == len(places)
        assert all(cell.column <= 12 and cell.row <= 8 for cell in part.cells)
    assert {spec.key for spec in SPECS[board]} <= set(table)


def test_an_empty_form_has_no_numbers_of_ours() -> None:
    table = table_of(DEFAULT_EDITION, CORRIDOR)
    form = empty(CORRIDOR, table, {"corridor": "16"}, keep=False)
    assert form["corridor"] == [None] * 16
    assert read(CORRIDOR, table, {"size.corridor": "16"}).wrong.keys() >= {"corridor.16"}
    assert len(empty(CORRIDOR, table, {"corridor": "9" * 3}, keep=True)["corridor"]) == 24  # type: ignore[arg-type]


def test_the_page_of_all_numbers_says_what_is_provisional() -> None:
    page = Client().get(reverse("numbers")).content.decode()
    assert page.count("numbers-board") >= len(BOARDS)
    asked = page.partition("numbers-asked")[2].partition("</ul>")[0]
    assert asked.count("<li>") == 10  # nine boards and the prophecies
    assert "base rulebook, A) Temple" in page
    assert Client().get(reverse("numbers"), {"edition": "2099.1"}).status_code == 404


@pytest.mark.parametrize("board", BOARDS)
def test_every_board_has_a_page(board: str) -> None:
    page = Client().get(reverse("numbers-board", args=[board]))
    assert page.status_code == 200
    assert Client().get(reverse("numbers-board", args=["harbour.A"])).status_code == 404


def test_an_owner_types_a_board_and_another_confirms_it() -> None:
    ana, ben = owner("ana"), owner("ben")
    there = reverse("numbers-board", args=[CORRIDOR])
    typed = inputs({**corridor(spaces=16)}, CORRIDOR)
    box = {"box": "English", "year": "2018", "note": "Clear to read."}
    assert Client().post(there, typed | box).status_code == 302
    answer = client(ana).post(there, typed | {"corridor.3": ""} | box)
    page = answer.content.decode()
    assert (answer.status_code, page.count("aria-invalid")) == (400, 1)
    assert 'name="corridor.16" value="9"' in page
    assert client(ana).post(there, typed | box).status_code == 302
    row = NumberProposal.objects.get()
    assert row.numbers == corridor(spaces=16)
    page = client(ben).get(there).content.decode()
    assert "My box says the same" in page
    assert page.count("printed__space--differs") > 5
    confirm = reverse("numbers-confirm", args=[row.pk])
    assert client(ben).post(confirm, {"box": "", "year": "x"}).status_code == 302
    assert not row.confirmations.exists()
    client(ben).post(confirm, {"box": "Deutsch", "year": "2019"})
    assert row.confirmations.count() == 1
    assert "My box says the same" not in client(ben).get(there).content.decode()
    client(ben).post(reverse("numbers-withdraw", args=[row.pk]))
    assert not row.confirmations.filter(withdrawn_at=None).exists()


def test_what_differs_from_the_edition_is_marked_before_it_is_said() -> None:
    there = reverse("numbers-board", args=[CORRIDOR])
    present = table_of(DEFAULT_EDITION, CORRIDOR)
    typed = inputs(present, CORRIDOR)
    page = Client().post(there, typed | {"compare": "1", "box": "English"})
    assert page.status_code == 200
    assert 'class="differs"' not in page.content.decode()
    more = str(int(typed["corridor.2"]) + 4)
    other = typed | {"corridor.2": more, "corridor.5": "", "compare": "1"}
    page = Client().post(there, other).content.decode()
    assert page.count('class="differs"') == 1
    assert f"; the edition has {typed['corridor.2']}" in page
    assert f'name="corridor.2" value="{more}"' in page
    assert (
        'name="box" value="English"'
        in Client().post(there, other | {"box": "English"}).content.decode()
    )
    assert "aria-invalid" not in page
    assert not NumberProposal.objects.exists()


def test_what_a_space_gives_beside_points_is_one_choice() -> None:
    table = table_of(DEFAULT_EDITION, "pyramid.B")
    typed = inputs(table, "pyramid.B")
    typed["left.1.kind"] = "stones 4"
    assert read("pyramid.B", table, typed).table["left"][0] == {"points": 2, "stones": 4}  # type: ignore[index]
    for wrong in ("stones", "stones x", "stones 4 4"):
        assert read("pyramid.B", table, typed | {"left.1.kind": wrong}).wrong.keys() == {
            "left.1.kind"
        }
    assert read("pyramid.B", table, typed | {"left.1.kind": "gold 4"}).wrong == {}


def test_a_hidden_note_is_read_by_moderators_alone() -> None:
    ana, judge = owner("ana"), account("judge", moderator=True)
    row = said(ana)
    there = reverse("numbers-board", args=[CORRIDOR])
    assert "Read off the board." in Client().get(there).content.decode()
    assert client(ana).post(reverse("numbers-hide", args=[row.pk])).status_code == 403
    client(judge).post(reverse("numbers-hide", args=[row.pk]))
    assert "Read off the board." not in Client().get(there).content.decode()
    assert "Read off the board." in client(judge).get(there).content.decode()


def test_a_moderator_looks_and_makes_an_edition() -> None:
    judge = account("judge", moderator=True)
    version = agreed(owner("ana"), owner("ben"))
    make = reverse("numbers-make")
    by_judge = client(judge)
    asked = {"base": DEFAULT_EDITION, "word": "box", f"board.{CORRIDOR}": version.digest}
    page = by_judge.get(make, asked).content.decode()
    name = re.search(r'name="name" value="([^"]+)"', page)
    assert name is not None
    assert "corridor.14" in page
    answer = by_judge.post(make, asked | {"name": name[1], "reason": ""})
    assert (answer.status_code, Edition.objects.count()) == (400, 0)
    both = {"name": name[1], "reason": "Two boxes.", "unweighed": "No games yet."}
    answer = by_judge.post(make, asked | both)
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
    made = made_by(account("judge", moderator=True), agreed(owner("ana"), owner("ben")))
    page = Client().get(reverse("numbers")).content.decode()
    assert made.name in page
    assert "@judge" in page
    old = Client().get(reverse("numbers"), {"edition": DEFAULT_EDITION}).content.decode()
    assert f"?edition={made.name}" in old


# ------------------------------------------------------------------- counted by another one


def test_a_game_is_shown_as_the_newer_edition_would_count_it() -> None:
    ana, ben = owner("ana"), owner("ben")
    game = game_of(submit(ana, finished_log(sites="ADAAA")))
    plain = Client().get(reverse("game", args=[game.pk])).content.decode()
    assert "would count it" not in plain
    made = made_by(account("judge", moderator=True), agreed(ana, ben, top=8))
    there = reverse("game-counted", args=[game.pk, made.name])
    assert there in Client().get(reverse("game", args=[game.pk])).content.decode()
    page = Client().get(there).content.decode()
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
    table = {**table_of(DEFAULT_EDITION, "burial_chamber.C"), "base": 3}
    for who in (ana, ben):
        numbers.propose(who, "burial_chamber.C", table, "English", 2018)
    made = made_by(account("judge", moderator=True), *versions_of())
    page = Client().get(reverse("game-counted", args=[game.pk, made.name])).content.decode()
    entry = re.search(r"It could not have been played so: entry (\d+)", page)
    assert entry is not None
    assert reverse("game-at", args=[game.pk, int(entry[1]) - 1]) in page


def test_where_the_figure_has_no_space_to_start_on_the_page_says_so() -> None:
    ana, ben = owner("ana"), owner("ben")
    setup = Setup.of("black white", "ADAAA", figure=13)
    dealt = deal(setup, seed=1, play="greedy")
    log = write_text(Log(Header(setup, ("@ana", "@ben"), "observed"), dealt.entries))
    game = game_of(submit(ana, log))
    for who in (ana, ben):
        numbers.propose(who, CORRIDOR, corridor(spaces=12), "English", 2018)
    made = made_by(account("judge", moderator=True), *versions_of())
    answer = Client().get(reverse("game-counted", args=[game.pk, made.name]))
    assert answer.status_code == 200
    assert "expected a space from 0 to 11, not 13" in answer.content.decode()


def test_a_table_is_opened_by_an_edition_and_its_game_names_it() -> None:
    ana = owner("ana")
    made = made_by(account("judge", moderator=True), agreed(ana, owner("ben"), top=5))
    page = client(ana).get(reverse("table-new")).content.decode()
    assert f'<option value="{made.name}">' in page
    terms = Terms(edition=made.name, computers=("random",), sites="ADAAA", preset="custom")
    table = open_table(ana, terms)
    assert (table.edition, table.setup(list(Colour)[:2]).edition) == (made.name, made.name)
    with pytest.raises(InvalidTerms):
        open_table(ana, Terms(edition="2099.1"))
    page = Client().get(reverse("record")).content.decode()
    assert f"<option>{made.name}</option>" in page


def test_the_engine_of_a_browser_has_the_editions_of_the_site() -> None:
    before = archive("en")
    made = made_by(account("judge", moderator=True), agreed(owner("ana"), owner("ben"), top=4))
    after = archive("en")
    assert after.digest != before.digest
    with ZipFile(BytesIO(after.body)) as opened:
        assert opened.read(f"engine/editions/{made.name}.toml").decode() == made.toml
