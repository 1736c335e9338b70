"""A stronger opponent after a game against the computer: who may ask for one, and how often."""

from __future__ import annotations

import pytest
from django.test import Client
from django.urls import reverse

from tables.ending.ending import leave_game
from tables.lobby.rematch import next_levels, open_harder_table, raise_levels
from tables.locks import read_table
from tables.models import Phase, Table
from tests.cast import client_of
from tests.worlds.tables import dealt, opened, people
from web.errors import Conflict, NotAllowed

pytestmark = pytest.mark.django_db


def levels(table: Table) -> list[str]:
    return [place.account.computer for place in table.places.all() if place.account.computer]


def test_the_weakest_is_raised_and_no_two_become_the_same() -> None:
    assert raise_levels(("greedy",)) == ("search-1",)
    assert raise_levels(("search-1", "greedy")) == ("search-1", "search-2")
    assert raise_levels(("search-2", "search-3")) == (), "none above is free"
    assert raise_levels(("random", "search-3")) == ("greedy", "search-3")
    assert raise_levels(("search-3",)) == raise_levels(()) == ()


def test_a_stronger_opponent_is_asked_for_once_and_by_who_played() -> None:
    ana, eve = people("ana", "eve")
    table = opened([ana], computers=("greedy",), rated=False, minutes=7)
    assert next_levels(table, ana) == ("search-1",)
    with pytest.raises(Conflict):
        open_harder_table(table.pk, ana)  # while the game runs
    leave_game(table.pk, ana)
    with pytest.raises(NotAllowed):
        open_harder_table(table.pk, eve)
    address = reverse("table-harder", args=[table.pk])
    assert Client().post(address).status_code == 302, "to log in"
    assert (client_of(eve).post(address).status_code, Table.objects.count()) == (403, 1)
    harder_table = open_harder_table(table.pk, ana)
    assert (levels(harder_table), harder_table.minutes, harder_table.rated) == (
        ["search-1"],
        7,
        False,
    )
    for _click in range(3):
        assert open_harder_table(table.pk, ana, "ab" * 32) == harder_table, (
            "a second click opens no second table"
        )
    assert Table.objects.count() == 2
    leave_game(harder_table.pk, ana)
    assert read_table(harder_table.pk).phase == Phase.ABANDONED
    assert open_harder_table(table.pk, ana) != harder_table, "that one is over"
    assert levels(open_harder_table(harder_table.pk, ana)) == ["search-2"]


def test_nobody_is_put_at_a_table_by_it() -> None:
    """Where other people sat there is no stronger opponent: they would have to be asked."""
    ana, ben = people("ana", "ben")
    table = dealt([ana, ben], computers=("greedy",), rated=False)
    for user in (ana, ben):
        leave_game(table.pk, user)
    with pytest.raises(Conflict):
        open_harder_table(table.pk, ana)


def test_who_is_suspended_gets_none() -> None:
    (ana,) = people("ana")
    table = opened([ana], computers=("greedy",), rated=False)
    leave_game(table.pk, ana)
    ana.is_active = False
    ana.save()
    with pytest.raises(NotAllowed):
        open_harder_table(table.pk, ana)
