"""A blocked account follows nobody, invites nobody, sees nothing; nobody does so without end."""

import pytest

from games.models import Account
from games.standing import ensure_player
from tables import limits
from tables.chat import block_account
from tables.data_export import export_table_data, leave_everything
from tables.errors import InvalidTerms
from tables.lobby import opening
from tables.lobby.opening import open_table
from tables.models import Follow, Invitation, PlayerProfile
from tables.people import follows, profiles
from tables.people.follows import follow_player, followed_players
from tables.people.pages import social_page
from tables.people.presence import present_players, show_presence
from tables.people.profiles import change_profile
from tables.terms import Terms
from tests.cast import client_of
from tests.worlds.tables import dealt, people
from web.errors import Conflict, Invalid
from web.rate_limits import Throttle

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def test_a_blocked_account_neither_follows_nor_invites_nor_sees(ana: Account, ben: Account):
    show_presence(ana, visible=True)
    show_presence(ben, visible=True)
    change_profile(ana, "ship", "red", "to my friends")
    table = dealt([ana, *people("cleo")])
    block_account(ana, "ben")
    with pytest.raises(Invalid):
        follow_player(ben, "ana")
    with pytest.raises(InvalidTerms):
        open_table(ben, Terms(access="invited", invited=("ana",)))
    assert [profile.account for profile in present_players(ben)] == [ben]
    assert [profile.account for profile in present_players(ana)] == [ana]
    assert social_page(ensure_player(ana), ben) is None
    page = client_of(ben).get(f"/players/{ensure_player(ana).pk}/").content.decode()
    assert "to my friends" not in page
    assert table.pk not in page


def test_a_refusal_does_not_tell_a_block_from_a_handle_that_is_not_there(ana, ben):
    block_account(ana, "ben")
    refusals = set()
    for handle in ("ana", "nobody"):
        with pytest.raises(Invalid) as refusal:
            follow_player(ben, handle)
        refusals.add(refusal.value.message.replace(handle, "HANDLE"))
    assert len(refusals) == 1


def test_an_hour_has_limits(ana: Account, monkeypatch: pytest.MonkeyPatch):
    follow_throttle = Throttle("test-few", most=2, seconds=3600)
    monkeypatch.setattr(follows, "FOLLOWED", follow_throttle)
    monkeypatch.setattr(opening, "INVITED", Throttle("test-invited", most=2, seconds=3600))
    monkeypatch.setattr(profiles, "PROFILES_CHANGED", Throttle("test-p", most=2, seconds=3600))
    people("ben", "cleo", "dina")
    for handle in ("ben", "cleo"):
        follow_player(ana, handle)
        open_table(ana, Terms(access="invited", invited=(handle,)))
        change_profile(ana, "ship", "red", handle)
    with pytest.raises(Conflict):
        follow_player(ana, "dina")
    with pytest.raises(Conflict):
        open_table(ana, Terms(access="invited", invited=("dina",)))
    with pytest.raises(Conflict):
        change_profile(ana, "ship", "red", "dina")
    assert Follow.objects.count() == Invitation.objects.count() == 2
    assert limits.FOLLOWED.seconds == limits.INVITED.seconds == 3600


def test_nobody_follows_without_end(ana: Account, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setattr(follows, "FOLLOW_LIMIT", 1)
    people("ben", "cleo")
    follow_player(ana, "ben")
    with pytest.raises(Conflict):
        follow_player(ana, "cleo")


def test_a_closed_account_takes_all_of_it_along_and_an_export_has_it(ana, ben):
    follow_player(ana, "ben")
    follow_player(ben, "ana")
    show_presence(ana, visible=True)
    change_profile(ana, "ship", "red", "about me")
    files = {file.name: file for file in export_table_data(ana)}
    assert {"follows.ndjson", "profile.ndjson"} <= set(files)
    leave_everything(ana)
    assert not Follow.objects.exists()
    assert not PlayerProfile.objects.filter(account=ana).exists()
    assert followed_players(ben).players == []


def test_a_stranger_changes_nobody_else_s_profile(ana, ben):
    change_profile(ana, "ship", "red", "mine")
    client_of(ben).post(
        "/play/profile/", {"face": "eye", "colour": "red", "text": "x", "account": ana.pk}
    )
    assert PlayerProfile.objects.get(account=ana).text == "mine"
    assert client_of(None).post("/play/profile/", {"text": "x"}).status_code == 302
