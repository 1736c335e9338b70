"""Moves taken back where nothing is rated: by agreement, and at once against computer players."""

from __future__ import annotations

from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client

from archive.log.services.append import append
from audit.signed import VerifierKey
from engine import Proof, prove, read_log
from engine.vocabulary import BANK
from games.intake.verify import verify_submissions
from games.models import Account
from tables.ending.ending import leave_game
from tables.errors import Stale
from tables.locks import read_table
from tables.models import Place, Table, TableEntry, TakeBack
from tables.play import position
from tables.play.computers import choose_action
from tables.play.entries import submit_computer_entry, submit_entry
from tables.play.finishing import recorded_game
from tables.play.position import read_position
from tables.play.reading import entries_since, playing_state
from tables.play.take_back import answer_take_back, wish_to_take_back
from tests.attacks.test_deals_before_the_cards import differences
from tests.cast import client_of
from tests.site.log.conftest import signer
from tests.worlds.tables import act_once, awaited, dealt, people, play_out
from web.errors import Conflict, NotAllowed

__all__ = ["signer"]

pytestmark = pytest.mark.django_db(transaction=True)


def free_game(*persons: Account, **terms: object) -> Table:
    return dealt(persons, **{"rated": False, **terms})


def moved(table: Table, text: str = "") -> Place:
    """The awaited player acts, so that the bank writes nothing; gives their place."""
    place, current = awaited(table), read_table(table.pk)
    state = read_position(current).state
    sleds = [player.sled for player in state.players]
    text = text or ("take" if sleds[place.turn or 0] <= 2 else "")
    if text in ("", "load"):
        legal = playing_state(current, place.turn)["legal"]
        assert isinstance(legal, list)
        text = next(entry for entry in legal if entry.startswith("load"))
    submit_entry(table.pk, place.account, current.plies + 1, text)
    return place


def turns(table: Table) -> list[str]:
    return [str(row["text"]) for row in entries_since(read_table(table.pk), None)]


def test_a_move_is_taken_back_when_the_other_agrees(ana: Account, ben: Account) -> None:
    table = free_game(ana, ben)
    before = turns(table)
    place = moved(table)
    other = awaited(table)
    first = read_table(table.pk).plies
    wish_to_take_back(table.pk, place.account)
    state = playing_state(read_table(table.pk), None)
    assert state["take_back"] == {"first": first, "seat": place.turn, "agree": [place.turn]}
    answer_take_back(table.pk, other.account, first, yes=True)
    assert turns(table) == before
    state = playing_state(read_table(table.pk), None)
    assert (state["plies"], state["take_back_count"], state["take_back"]) == (first - 1, 1, None)
    assert awaited(table) == place
    back = TakeBack.objects.get()
    assert (back.first, back.last, back.asker) == (first, first, place.account)
    assert TableEntry.objects.filter(table=table, ply=first).count() == 1
    moved(table, "load 1.1")
    assert turns(table)[-1].endswith("load 1.1")
    assert TableEntry.objects.filter(table=table, ply=first).count() == 2


def test_what_another_process_remembers_is_not_what_it_was(ana: Account, ben: Account) -> None:
    """As many entries, but agreeing: a position that was kept before is thrown away."""
    table = free_game(ana, ben)
    place = moved(table, "take")
    cached_games = dict(position._cached_games)
    wish_to_take_back(table.pk, place.account)
    answer_take_back(table.pk, awaited(table).account, read_table(table.pk).plies, yes=True)
    moved(table, "load 1.1")
    position._cached_games.clear()
    position._cached_games.update(cached_games)
    assert read_position(read_table(table.pk)).entries[-1].action.text == "load 1.1"


def test_pages_are_drawn_again(ana: Account, ben: Account) -> None:
    table = free_game(ana, ben)
    place = moved(table, "take")
    host = client_of(ana)
    moments = f"/api/v1/tables/{table.pk}/moments?after=0"
    old = host.get(moments).json()
    answer_wish(table, place)
    moved(table, "load 1.1")
    new = host.get(moments).json()
    assert old["layout"] != new["layout"]
    assert old["plies"] == new["plies"]
    assert old["steps"][:-1] == new["steps"][:-1]
    assert old["steps"][-1] != new["steps"][-1]
    page = host.get(f"/tables/{table.pk}/").content.decode()
    assert f'data-layout="{new["layout"]}"' in page
    assert "Undone moves:" in page


def answer_wish(table: Table, place: Place) -> None:
    wish_to_take_back(table.pk, place.account)
    other = next(p for p in read_table(table.pk).places.all() if p.pk != place.pk)
    answer_take_back(table.pk, other.account, read_table(table.pk).take_back_first or 0, yes=True)


def test_a_refused_wish_comes_again_after_the_next_move(ana: Account, ben: Account) -> None:
    table = free_game(ana, ben)
    place = moved(table)
    wish_to_take_back(table.pk, place.account)
    first = read_table(table.pk).plies
    with pytest.raises(Conflict):
        wish_to_take_back(table.pk, place.account)
    answer_take_back(table.pk, awaited(table).account, first, yes=False)
    with pytest.raises(Conflict):
        wish_to_take_back(table.pk, place.account)
    with pytest.raises(Conflict):
        answer_take_back(table.pk, awaited(table).account, first, yes=True)
    moved(table)
    wish_to_take_back(table.pk, place.account)
    assert read_table(table.pk).take_back_first == first


def test_a_wish_ends_with_the_next_move(ana: Account, ben: Account) -> None:
    table = free_game(ana, ben)
    place = moved(table)
    wish_to_take_back(table.pk, place.account)
    first = read_table(table.pk).plies
    other = moved(table)
    with pytest.raises(Conflict):
        answer_take_back(table.pk, other.account, first, yes=True)
    assert read_table(table.pk).take_back_count == 0


def test_all_of_three_have_to_agree(ana: Account, ben: Account) -> None:
    (cat,) = people("cat")
    table = free_game(ana, ben, cat)
    place = moved(table)
    first = read_table(table.pk).plies
    wish_to_take_back(table.pk, place.account)
    agreeing = [p for p in read_table(table.pk).places.all() if p.pk != place.pk]
    answer_take_back(table.pk, agreeing[0].account, first, yes=True)
    assert read_table(table.pk).take_back_count == 0
    answer_take_back(table.pk, agreeing[1].account, first, yes=True)
    assert read_table(table.pk).take_back_count == 1


def test_nothing_is_taken_back_that_the_bank_acted_on(ana: Account, ben: Account) -> None:
    table = free_game(ana, ben)
    while read_table(table.pk).plies < 4 or TableEntry.objects.filter(
        table=table, ply=read_table(table.pk).plies
    ).exclude(seat=BANK):
        act_once(table.pk)
    for person in (ana, ben):
        with pytest.raises(Conflict, match="something new has been revealed"):
            wish_to_take_back(table.pk, person)


def test_there_is_nothing_before_the_first_move(ana: Account, ben: Account) -> None:
    table = free_game(ana, ben)
    with pytest.raises(Conflict, match="no move to undo"):
        wish_to_take_back(table.pk, ana)


def test_a_rated_game_has_no_way_back(ana: Account, ben: Account) -> None:
    table = dealt([ana, ben])
    place = moved(table)
    with pytest.raises(NotAllowed):
        wish_to_take_back(table.pk, place.account)
    page = client_of(place.account).get(f"/tables/{table.pk}/").content.decode()
    assert "take-back" not in page


def test_not_past_a_player_who_was_replaced(ana: Account, ben: Account) -> None:
    (cat,) = people("cat")
    table = free_game(ana, ben, cat)
    place = moved(table)
    leaver = next(p for p in read_table(table.pk).places.all() if p.pk != place.pk)
    leave_game(table.pk, leaver.account)
    with pytest.raises(Conflict, match="something new"):
        wish_to_take_back(table.pk, place.account)


def against_computer(person: Account) -> Table:
    """A game against a computer player, in which the person has moved and was answered."""
    table = free_game(person, computers=("greedy",), pace="days")
    while awaited(table).is_computer:
        act_once(table.pk, player="greedy")
    return table


def test_against_computers_it_is_done_at_once(ana: Account) -> None:
    table = against_computer(ana)
    before = read_table(table.pk).plies
    moved(table, "take")
    act_once(table.pk, player="greedy")
    browser = client_of(ana)
    page = browser.get(f"/tables/{table.pk}/").content.decode()
    assert "Undo" in page
    browser.post(f"/tables/{table.pk}/take-back/")
    assert read_table(table.pk).plies == before
    assert awaited(table).account == ana


def test_a_computer_that_thought_of_another_position_is_late(ana: Account) -> None:
    table = against_computer(ana)
    moved(table, "take")
    current = read_table(table.pk)
    place = awaited(table)
    text = choose_action(read_position(current), place).text
    wish_to_take_back(table.pk, ana)
    moved(table, "load")
    with pytest.raises(Stale):
        submit_computer_entry(table.pk, place, current.plies + 1, text, current.take_back_count)


def test_a_hint_is_given_where_one_plays_alone(ana: Account, ben: Account) -> None:
    table = against_computer(ana)
    page = client_of(ana).get(f"/tables/{table.pk}/?hint=1").content.decode()
    assert "The computer player would do this:" in page
    for other in (client_of(ben), Client()):
        page = other.get(f"/tables/{table.pk}/?hint=1").content.decode()
        assert "The computer player would do this:" not in page
    table = free_game(ana, ben)
    page = client_of(awaited(table).account).get(f"/tables/{table.pk}/?hint=1").content.decode()
    assert "The computer player would do this:" not in page


def test_time_is_not_won_by_it(ana: Account, ben: Account) -> None:
    table = free_game(ana, ben, minutes=5, increment=30)
    place = moved(table)
    after_move = Place.objects.get(pk=place.pk).left_ms
    answer_wish(table, place)
    assert Place.objects.get(pk=place.pk).left_ms == after_move - 30_000
    current = read_table(table.pk)
    assert current.deadline is not None
    assert current.awaited_since is not None
    assert current.deadline - current.awaited_since == timedelta(milliseconds=after_move - 30_000)


def test_the_log_has_what_was_played_and_the_audit_finds_nothing(
    ana: Account, ben: Account, signer: VerifierKey, tmp_path: Path
) -> None:
    table = free_game(ana, ben, shares=True)
    append()
    for _number in range(3):
        answer_wish(table, moved(table, "take"))
    finished = play_out(table.pk, seed=5, player="greedy")
    assert finished.upload is not None
    log = read_log(bytes(finished.upload.raw).decode())
    assert prove(log) is Proof.PROVED
    assert len(log.entries) == finished.plies
    verify_submissions([row.pk for row in finished.upload.submissions.all()])
    append()
    assert recorded_game(read_table(table.pk)) is not None
    assert differences(tmp_path / "dump") == []
    page = Client().get(f"/tables/{table.pk}/").content.decode()
    assert page.count(": steps ") == 3


def test_the_api_asks_and_answers(ana: Account, ben: Account) -> None:
    table = free_game(ana, ben)
    place = moved(table)
    asker, other = client_of(place.account), client_of(awaited(table).account)
    address = f"/api/v1/tables/{table.pk}/take-back"
    wish = asker.post(address, {}, "application/json").json()["take_back"]
    answer = other.post(address, {"first": wish["first"]}, "application/json")
    assert answer.json()["take_back_count"] == 1
    assert asker.post(address, {}, "application/json").status_code == 409
