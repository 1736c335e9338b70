"""Players as people: following, being seen, inviting, profiles; and games to watch."""

from datetime import timedelta

import pytest
from django.test import Client

from games.action_log import Kind
from games.models import Account, ModeratorAction
from games.standing import ensure_player
from tables.chat import block_account
from tables.clocks import clock
from tables.lobby.opening import open_table
from tables.lobby.seats import sit_down
from tables.models import Follow, PlayerProfile
from tables.people.follows import follow_player, followed_players, public_tables, unfollow_player
from tables.people.pages import social_page
from tables.people.presence import (
    PRESENCE_TIME,
    note_presence,
    present_players,
    show_presence,
)
from tables.people.profiles import (
    change_profile,
    first_face,
    hide_profile_text,
    read_profile,
)
from tables.terms import Terms
from tests.cast import account, client_of, finished_log, game_of, submit
from tests.worlds.tables import dealt
from web.errors import Conflict, Invalid, NotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

SHIP = 'd="M6 36h52'
"""How the picture of a ship begins."""


def player_page(visitor: Account | None, player: Account) -> str:
    address = f"/players/{ensure_player(player).pk}/"
    return client_of(visitor).get(address).content.decode()


def handles(visitor: Account | None) -> list[str]:
    return [profile.account.username for profile in present_players(visitor)]


def test_tables_and_games_of_followed_players_are_on_one_s_own_page(ana, ben, cleo) -> None:
    assert followed_players(ana).players == []
    table, secret = dealt([ben, cleo]), dealt([ben, cleo], access="link")
    waiting = open_table(ben, Terms())
    shared = dealt([ana, ben])
    follow_player(ana, "@Ben")
    follow_player(ana, "ben")
    assert Follow.objects.count() == 1
    followed = followed_players(ana)
    assert followed.players == [ben]
    assert {row.pk for row in followed.tables} == {table.pk, waiting.pk}, "not one's own"
    assert shared.pk in {row.pk for row in public_tables([ben])}
    for path in ("/", "/play/mine/"):
        page = client_of(ana).get(path).content.decode()
        assert "Players you follow" in page
        assert table.pk in page
        assert secret.pk not in page
    unfollow_player(ana, "ben")
    assert followed_players(ana).players == []


@pytest.mark.parametrize("handle", ["", "nobody", "ana", "\0", "x" * 900, "computer-greedy"])
def test_only_other_people_can_be_followed(ana: Account, handle: str) -> None:
    with pytest.raises(Invalid):
        follow_player(ana, handle)


def test_follow_from_the_player_s_page(ana, ben) -> None:
    browser = client_of(ana)
    assert "Invite to a table" in player_page(ana, ben)
    answer = browser.post("/play/follow/", {"handle": "ben"})
    assert answer["Location"] == f"/players/{ensure_player(ben).pk}/"
    assert "Unfollow" in player_page(ana, ben)
    browser.post("/play/follow/", {"handle": "ben", "unfollow": "1"})
    assert not Follow.objects.exists()
    assert "Invite to a table" not in player_page(None, ben)
    assert "Change your profile" in player_page(ana, ana)
    assert Client().post("/play/follow/", {"handle": "ben"}).status_code == 302


def test_the_form_of_a_new_table_has_the_invited_player(ana, ben) -> None:
    page = client_of(ana).get("/play/new/?invite=ben").content.decode()
    assert 'value="@ben"' in page
    for hostile in ('"><mark>', "%00", "x" * 300, ""):
        assert client_of(ana).get("/play/new/", {"invite": hostile}).status_code == 200
        assert (
            "<mark>" not in client_of(ana).get("/play/new/", {"invite": hostile}).content.decode()
        )


def test_only_players_who_want_it_are_seen(ana, ben) -> None:
    note_presence([ana.pk, ben.pk])
    assert handles(ana) == []
    assert not PlayerProfile.objects.exists(), "nothing is written of players who did not ask"
    client_of(ben).post("/play/here/", {"shown": "yes"})
    assert handles(ana) == handles(None) == ["ben"]
    assert "Here now" in player_page(ana, ben)
    client_of(ben).post("/play/here/", {"shown": "no"})
    assert handles(ana) == []
    assert PlayerProfile.objects.get(account=ben).present_at is None
    note_presence([ben.pk])
    assert PlayerProfile.objects.get(account=ben).present_at is None
    assert '<span class="here"' not in player_page(ana, ben)


def test_a_player_without_an_open_page_is_away_until_the_next_note(ana, ben) -> None:
    show_presence(ben, visible=True)
    away = clock.database_time() - 2 * PRESENCE_TIME
    PlayerProfile.objects.filter(account=ben).update(present_at=away)
    assert handles(ana) == []
    assert client_of(ben).get("/play/turns.json").status_code == 200
    assert handles(ana) == ["ben"]


def test_accounts_without_a_picture_differ_and_keep_theirs(ana, ben) -> None:
    pictures = {tuple(first_face(Account(pk=number)).values()) for number in range(100, 164)}
    assert len(pictures) == 64
    profile, other = read_profile(ana), read_profile(ben)
    assert (profile.face, profile.face_colour) != (other.face, other.face_colour)
    show_presence(ana, visible=True)
    stored = PlayerProfile.objects.get(account=ana)
    assert (stored.face, stored.face_colour) == (profile.face, profile.face_colour)
    PlayerProfile.objects.filter(account=ana).update(face="ship", face_colour="red")
    show_presence(ana, visible=False)
    assert read_profile(ana).face == "ship"


def test_a_profile_has_a_picture_and_a_text(ana, ben) -> None:
    browser = client_of(ana)
    chosen = {"face": "ship", "colour": "red", "text": "I play\nin the evening <b>"}
    assert browser.post("/play/profile/", chosen).status_code == 302
    page = player_page(ben, ana)
    assert "I play in the evening &lt;b&gt;" in page
    assert "portrait--red" in page
    assert SHIP in page, "the picture that was chosen"
    for wrong in ({"face": "cat"}, {"colour": "pink"}, {"text": "x" * 201}):
        assert browser.post("/play/profile/", {**chosen, **wrong}).status_code == 400
    assert read_profile(ana).text == "I play in the evening <b>"
    with pytest.raises(Invalid):
        change_profile(ana, "ship", "red", "x" * 201)


def test_a_moderator_hides_a_text_until_there_is_another_one(ana, ben) -> None:
    moderator = account("mo", moderator=True)
    change_profile(ana, "ship", "red", "rude words")
    change_profile(moderator, "ship", "red", "my own")
    with pytest.raises(NotAllowed):
        hide_profile_text(ben, read_profile(ana), "rude")
    with pytest.raises(NotAllowed):
        hide_profile_text(moderator, read_profile(moderator), "rude")
    hide_profile_text(moderator, read_profile(ana), "rude")
    assert "rude words" not in player_page(ben, ana)
    assert ModeratorAction.objects.get(kind=Kind.HIDE_TEXT).player == ensure_player(ana)
    with pytest.raises(Conflict):
        hide_profile_text(moderator, read_profile(ana), "rude")
    change_profile(ana, "sled", "blue", "rude words")
    assert read_profile(ana).hidden_at is not None
    change_profile(ana, "sled", "blue", "kind words")
    assert "kind words" in player_page(ben, ana)


def test_the_present_game_can_be_watched_from_the_page(ana, ben, cleo) -> None:
    table = dealt([ben, cleo])
    assert f'href="/tables/{table.pk}/">Watch' in player_page(ana, ben)
    secret = dealt([ana, cleo], watchable=False)
    assert secret.pk not in player_page(ben, ana)


def test_the_lobby_has_finished_games_while_none_is_played(ana, ben, cleo) -> None:
    game = game_of(submit(ana, finished_log()))
    page = Client().get("/play/").content.decode()
    assert "Watch a finished game" in page
    assert game.pk in page
    dealt([ana, ben])
    assert "Watch a finished game" not in Client().get("/play/").content.decode()


def test_blocking_ends_following_and_invitations(ana, ben) -> None:
    table = open_table(ben, Terms(access="invited", invited=("ana",)))
    follow_player(ben, "ana")
    follow_player(ana, "ben")
    block_account(ana, "ben")
    assert not Follow.objects.exists()
    assert not table.invitations.exists()
    with pytest.raises(NotAllowed):
        sit_down(table.pk, ana)


def test_the_page_costs_a_fixed_number_of_queries(ana, ben, django_assert_max_num_queries) -> None:
    for _number in range(3):
        dealt([ana, ben])
    player = ensure_player(ben)
    with django_assert_max_num_queries(7):
        assert social_page(player, ana)


def test_the_time_of_presence_is_longer_than_between_two_notes() -> None:
    assert timedelta(minutes=2) < PRESENCE_TIME
