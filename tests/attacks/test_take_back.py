"""Moves taken back: who can misuse it, and what does it show?"""

from __future__ import annotations

import pytest
from django.test import Client

from games.models import Account
from tables.locks import read_table
from tables.models import Table, TableEntry, TakeBack
from tables.play import take_back
from tables.play.entries import submit_entry
from tables.play.reading import entries_since
from tables.play.take_back import answer_take_back, wish_to_take_back
from tests.cast import account, client_of
from tests.worlds.guests import browser_of_guest, guest_place, table_for_guests
from tests.worlds.tables import act_once, awaited, dealt
from web.errors import Conflict, NotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def take_stones(table: Table) -> Account:
    """The awaited player takes stones; gives the account."""
    player = awaited(table).account
    submit_entry(table.pk, player, read_table(table.pk).plies + 1, "take", "once")
    return player


def test_others_neither_ask_nor_agree(ana: Account, ben: Account):
    table = dealt([ana, ben], rated=False)
    player = take_stones(table)
    address = f"/tables/{table.pk}/take-back/"
    eve = account("eve")
    with pytest.raises(NotAllowed):
        wish_to_take_back(table.pk, eve)
    wish_to_take_back(table.pk, player)
    first = read_table(table.pk).take_back_first
    assert client_of(eve).post(address, {"first": first}).status_code == 403
    assert Client().post(address, {"first": first}).url.startswith("/accounts/login/")
    strict = client_of(awaited(table).account, enforce_csrf_checks=True)
    assert strict.post(address, {"first": first}).status_code == 403
    client_of(player).post(address, {"first": first})  # one's own wish needs the others
    assert not TakeBack.objects.exists()


def test_an_answer_counts_for_what_was_asked_alone(ana: Account, ben: Account):
    """A page from before agrees to nothing else than it showed."""
    table = dealt([ana, ben], rated=False)
    player = take_stones(table)
    wish_to_take_back(table.pk, player)
    first = read_table(table.pk).take_back_first or 0
    for number in (first - 1, first + 1, 1):
        with pytest.raises(Conflict):
            answer_take_back(table.pk, awaited(table).account, number, yes=True)
    assert not TakeBack.objects.exists()


def test_a_card_that_was_shown_stays_shown(ana: Account):
    """Alone with computers one undoes at will, but draws nothing again: no deck is tried out."""
    for _table in range(6):
        table = dealt([ana], rated=False, pace="days", computers=("greedy",))
        dealt_entries = TableEntry.objects.filter(table=table, seat=-1)
        for _step in range(60):
            if awaited(table).account == ana:
                bank = list(dealt_entries.order_by("pk").values_list("ply", "text"))
                act_once(table.pk)
                if list(dealt_entries.order_by("pk").values_list("ply", "text")) != bank:
                    with pytest.raises(Conflict):
                        wish_to_take_back(table.pk, ana)
                    return
                wish_to_take_back(table.pk, ana)
            act_once(table.pk)
    raise AssertionError("the bank has done nothing at any of six tables")


def test_a_repeated_request_writes_no_move_again(ana: Account, ben: Account):
    table = dealt([ana, ben], rated=False)
    player = take_stones(table)
    plies = read_table(table.pk).plies
    wish_to_take_back(table.pk, player)
    answer_take_back(table.pk, awaited(table).account, plies, yes=True)
    answer = submit_entry(table.pk, player, plies, "take", "once")
    assert answer.ply == plies
    assert read_table(table.pk).plies == plies - 1
    assert len(entries_since(read_table(table.pk), None)) == plies - 1


def test_a_guest_asks_and_agrees_as_others_do(ana: Account):
    table = table_for_guests(ana)
    browser = browser_of_guest(table)
    player = take_stones(table)
    first = read_table(table.pk).plies
    browsers = {ana: client_of(ana), guest_place(table).account: browser}
    browsers.pop(player).post(f"/tables/{table.pk}/take-back/")
    (other,) = browsers.values()
    other.post(f"/tables/{table.pk}/take-back/", {"first": first})
    assert TakeBack.objects.get().asker == player


def test_it_has_an_end(ana: Account, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(take_back, "MAX_TAKE_BACKS", 2)
    table = dealt([ana], rated=False, pace="days", computers=("greedy",))
    while awaited(table).account != ana:
        act_once(table.pk)
    for number in range(3):
        submit_entry(table.pk, ana, read_table(table.pk).plies + 1, "take")
        if number < 2:
            wish_to_take_back(table.pk, ana)
    with pytest.raises(Conflict):
        wish_to_take_back(table.pk, ana)
