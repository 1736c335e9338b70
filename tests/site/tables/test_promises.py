"""Promised shares that were withheld are counted in public."""

from datetime import timedelta

import pytest
from django.test import Client
from django.urls import reverse
from django.utils import timezone

from games.models import Account
from games.standing.resolve_players import ensure_player
from tables.lobby.dealing import deal_if_due, open_share
from tables.lobby.opening import open_table
from tables.lobby.seats import sit_down
from tables.models import Table
from tables.queries import PromiseCounts, promise_counts
from tables.terms import Terms
from tests.worlds.tables import dealt, people, share

pytestmark = pytest.mark.django_db


def withheld_by(ben: Account, ana: Account) -> None:
    """A deal in which ana showed her share and ben did not."""
    share_bytes, promised = share()
    table = open_table(ana, Terms(promise=promised))
    sit_down(table.pk, ben, promise=share()[1])
    open_share(table.pk, ana, share_bytes)
    Table.objects.filter(pk=table.pk).update(deadline=timezone.now() - timedelta(seconds=1))
    assert deal_if_due(table.pk)


def test_a_withheld_share_is_counted_on_the_page_of_the_player_and_in_the_api() -> None:
    ana, ben = people("ana", "ben")
    dealt([ana, ben], shares=True)
    dealt([ana, ben])  # nobody promised: nothing was withheld
    withheld_by(ben, ana)
    open_table(ben, Terms(promise=share()[1]))  # not dealt yet
    assert promise_counts(ensure_player(ben)) == PromiseCounts(2, 1)
    assert promise_counts(ensure_player(ana)) == PromiseCounts(2, 0)
    for player, withheld in ((ben, 1), (ana, 0)):
        pk = ensure_player(player).pk
        page = Client().get(reverse("player", args=[pk])).content.decode()
        sentence = f"This player withheld a promised share of the shuffle in {withheld} of 2 games."
        assert (sentence in page) == (withheld > 0), "a person is not met with a fault of nothing"
        data = Client().get(reverse("api-player", args=[pk])).json()
        assert data["promises"] == {"deals": 2, "withheld": withheld}


def test_who_never_promised_has_nothing_to_be_counted(cleo: Account) -> None:
    page = Client().get(reverse("player", args=[ensure_player(cleo).pk])).content.decode()
    assert "withheld" not in page
    assert promise_counts(ensure_player(cleo)) == PromiseCounts(0, 0)
