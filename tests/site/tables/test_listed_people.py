"""Lists of players: faces, who is here, and the way to challenge them."""

from __future__ import annotations

import pytest
from django.test import Client

from games.standing import ensure_player
from tables.models import Block
from tables.people.presence import show_presence
from tests.cast import client_of
from tests.worlds.tables import people

pytestmark = pytest.mark.django_db

LIST = "/players/?pool=all"
ONLINE_SIGN = 'class="here"'


def test_a_list_has_faces_and_challenges_people_but_oneself_and_those_who_block():
    ana, ben, cleo = people("ana", "ben", "cleo")
    for account in (ana, ben, cleo):
        ensure_player(account)
    guest = Client().get(LIST).content.decode()
    assert guest.count('class="portrait ') >= 3
    assert "?invite=" not in guest
    page = client_of(ana).get(LIST).content.decode()
    assert "?invite=ben" in page
    assert "?invite=ana" not in page
    Block.objects.create(account=cleo, blocked=ana)
    page = client_of(ana).get(LIST).content.decode()
    assert "?invite=cleo" not in page
    assert "?invite=ben" in page


def test_only_those_who_show_it_have_a_dot():
    ana, ben = people("ana", "ben")
    for account in (ana, ben):
        ensure_player(account)
    assert ONLINE_SIGN not in Client().get(LIST).content.decode()
    show_presence(ben, visible=True)
    assert Client().get(LIST).content.decode().count(ONLINE_SIGN) == 1
    Block.objects.create(account=ben, blocked=ana)
    assert ONLINE_SIGN not in client_of(ana).get(LIST).content.decode()
