"""Quick pairing: who is put together with whom, once."""

from datetime import timedelta

import pytest
from django.test import Client
from django.utils import timezone

from games.models import Account
from tables.chat import block_account
from tables.lobby.opening import open_table
from tables.lobby.pairing import pair_account
from tables.models import Phase, Place, Table
from tables.terms import Terms
from tests.cast import client_of
from tests.worlds.tables import opened, people, share
from web.errors import Conflict, NotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_two_who_want_to_play_meet(ana: Account, ben: Account) -> None:
    waits = pair_account(ana)
    assert waits.phase == Phase.OPEN
    assert (waits.preset, waits.pace, waits.rated, waits.seats_wanted) == ("all-a", "live", True, 2)
    met = pair_account(ben, share()[1])
    assert met.pk == waits.pk
    assert met.phase == Phase.DEALING
    assert Table.objects.count() == 1


def test_who_waits_and_asks_again_keeps_the_table(ana: Account) -> None:
    assert pair_account(ana).pk == pair_account(ana, share()[1]).pk
    assert Place.objects.count() == 1


@pytest.mark.parametrize(
    "terms",
    [
        {"rated": False},
        {"pace": "days"},
        {"access": "link"},
        {"profile": "yucata"},
        {"minutes": 5},
        {"minutes": 90},
        {"preset": "custom", "sites": "AACAA"},
        {"preset": "custom", "sites": "AAAAA", "modules": ("private_ships",)},
    ],
)
def test_a_table_of_another_kind_does_not_fit(ana: Account, ben: Account, terms: dict) -> None:
    other = open_table(ana, Terms(**terms))
    assert pair_account(ben).pk != other.pk


def test_the_table_that_begins_soonest_comes_first_then_the_oldest(ana: Account) -> None:
    ben, cleo, dina = people("ben", "cleo", "dina")
    open_table(ana, Terms(seats=4))
    oldest = open_table(ben, Terms(preset="all-b"))
    open_table(cleo, Terms())
    Table.objects.filter(pk=oldest.pk).update(created_at=timezone.now() - timedelta(minutes=9))
    assert pair_account(dina).pk == oldest.pk


def test_a_table_whose_host_has_gone_is_passed_over(ana: Account, ben: Account) -> None:
    old = open_table(ana, Terms())
    Table.objects.filter(pk=old.pk).update(host_present_at=timezone.now() - timedelta(minutes=6))
    assert pair_account(ben).pk != old.pk


def test_nobody_is_paired_with_one_they_blocked_or_who_blocked_them(
    ana: Account, ben: Account
) -> None:
    waits = open_table(ana, Terms())
    block_account(ana, "ben")
    assert pair_account(ben).pk != waits.pk
    cleo = people("cleo")[0]
    block_account(cleo, "ana")
    block_account(cleo, "ben")
    assert pair_account(cleo).pk not in set(
        Table.objects.exclude(host=cleo).values_list("pk", flat=True)
    )


def test_what_was_promised_before_seats_nobody(ana: Account, ben: Account) -> None:
    promise = share()[1]
    opened([ana], promise=promise)
    with pytest.raises(Conflict):
        pair_account(ben, promise)
    assert not Place.objects.filter(account=ben).exists()


def test_a_suspended_account_is_not_paired(ana: Account) -> None:
    ana.is_active = False
    with pytest.raises(NotAllowed):
        pair_account(ana)


def test_by_the_button(ana: Account, ben: Account) -> None:
    clients = {person.username: Client() for person in (ana, ben)}
    for person in (ana, ben):
        clients[person.username].force_login(person)
    sent = [clients[name].post("/play/quick/", {"promise": ""}) for name in ("ana", "ben")]
    (table,) = Table.objects.all()
    assert [person["Location"] for person in sent] == [f"/tables/{table.pk}/"] * 2
    assert Client().post("/play/quick/")["Location"].startswith("/accounts/login/")


@pytest.mark.parametrize(("asked", "given"), [("search-1", "search-1"), ("nobody", "greedy")])
def test_the_computer_plays_at_the_level_that_is_asked_for(
    ana: Account, asked: str, given: str
) -> None:
    client = client_of(ana)
    client.post("/play/computer/", {"promise": "", "level": asked})
    (table,) = Table.objects.all()
    assert [place.level for place in table.places.order_by("pk")] == ["", given]
