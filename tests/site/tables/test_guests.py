"""Friends without an account: they sit down by the link of a table, play, and are in the log."""

from __future__ import annotations

import re
from datetime import timedelta
from pathlib import Path

import pytest
from django.test import Client
from django.utils import timezone

from archive.log.services.append import append
from audit.signed import VerifierKey
from engine import read_log
from games.intake.verify import verify_submissions
from games.models import Account, Player
from games.standing.players import claim, decide_claim
from ratings.services.fold import fold_pending
from tables.errors import InvalidTerms
from tables.lobby.guests import forget_guests
from tables.lobby.opening import open_table
from tables.lobby.rematch import open_rematch
from tables.locks import read_table
from tables.models import ChatLine, ChatReport, Phase, Table
from tables.play.finishing import recorded_game
from tables.play.position import read_position
from tables.terms import Terms
from tests.attacks.test_deals_before_the_cards import differences
from tests.cast import client_of
from tests.site.log.conftest import signer
from tests.worlds.guests import browser_of_guest, guest_place, seat_cookie, table_for_guests
from tests.worlds.tables import awaited, play_out

__all__ = ["signer"]

pytestmark = pytest.mark.django_db(transaction=True)


def viewer_seat(browser: Client, table: Table) -> int | None:
    """The seat in which the API shows `table` to the browser."""
    viewer: int | None = browser.get(f"/api/v1/tables/{table.pk}").json()["viewer"]
    return viewer


def test_a_friend_sits_down_by_the_link_and_plays(ana: Account) -> None:
    table = table_for_guests(ana)
    page = Client().get(f"/tables/{table.pk}/").content.decode()
    assert "Sit down as a guest" in page
    browser = browser_of_guest(table)
    assert read_table(table.pk).phase == Phase.PLAYING
    place = guest_place(table)
    assert viewer_seat(browser, table) == place.turn
    assert viewer_seat(Client(), table) is None
    page = browser.get(f"/tables/{table.pk}/").content.decode()
    assert f'data-own="{place.turn}"' in page
    assert re.search(r'Zoë <span class="badge badge--quiet">guest', page)
    while awaited(table) != place:
        host = client_of(ana)
        legal = host.get(f"/api/v1/tables/{table.pk}/legal").json()["legal"]
        plies = read_table(table.pk).plies
        host.post(f"/tables/{table.pk}/act/", {"ply": plies + 1, "text": legal[0]})
    legal = browser.get(f"/api/v1/tables/{table.pk}/legal").json()
    sent = {"ply": legal["plies"] + 1, "text": legal["legal"][0]}
    answer = browser.post(f"/api/v1/tables/{table.pk}/entries", sent, "application/json")
    assert answer.status_code == 201
    assert answer.json()["entries"][0]["by"] == ""
    seats = answer.json()["state"]["places"]
    assert [(seat["handle"], seat["guest"]) for seat in seats if seat["guest"]] == [("", "Zoë")]


def test_the_finished_game_is_recorded_unrated_and_the_audit_finds_nothing(
    ana: Account, signer: VerifierKey, tmp_path: Path
) -> None:
    table = table_for_guests(ana)
    browser = browser_of_guest(table)
    append()
    finished = play_out(table.pk, seed=3, player="greedy")
    assert finished.upload is not None
    log = read_log(bytes(finished.upload.raw).decode())
    assert sorted(log.header.names) == ["@ana", "Zoë"]
    verify_submissions([row.pk for row in finished.upload.submissions.all()])
    fold_pending()
    append()
    game = recorded_game(read_table(table.pk))
    assert game is not None
    assert not game.rating_changes.exists()
    players = {seat.player for seat in game.seats.all()}
    assert {str(player) for player in players} == {"@ana", "Zoë"}
    assert not Player.objects.exclude(account__guest="").exclude(account=None).exists()
    assert differences(tmp_path / "dump") == []
    page = browser.get(f"/tables/{table.pk}/")
    assert page.status_code == 200
    assert "Rematch" not in page.content.decode()


def test_a_rematch_is_by_the_link_again(ana: Account) -> None:
    table = table_for_guests(ana)
    browser = browser_of_guest(table)
    play_out(table.pk, seed=3)
    rematch = open_rematch(table.pk, ana)
    assert (rematch.access, rematch.rated) == ("guests", False)
    page = browser.get(f"/tables/{table.pk}/").content.decode()
    assert f'<a class="button button--primary button--small" href="/tables/{rematch.pk}/">' in page
    browser.post(f"/tables/{rematch.pk}/guest/", {"name": "Zoë"})
    assert viewer_seat(browser, rematch) is not None


def test_such_a_table_is_unrated_and_in_no_list(ana: Account) -> None:
    with pytest.raises(InvalidTerms) as refusal:
        open_table(ana, Terms(access="guests", rated=True))
    assert refusal.value.field == "rated"
    form = {"preset": "all-a", "seats": "2", "pace": "days", "days": "3", "access": "guests"}
    client_of(ana).post("/play/new/", form | {"rated": "on"})
    table = Table.objects.get()
    assert (table.access, table.rated) == ("guests", False)
    assert table.pk not in Client().get("/play/").content.decode()
    page = client_of(ana).get("/play/new/?friends=1").content.decode()
    assert re.search(r'value="guests"[^>]* checked', page)
    assert not re.search(r'name="rated"[^>]* checked', page)


def test_the_host_frees_a_seat_and_makes_a_new_link_to_one(ana: Account) -> None:
    table, host = table_for_guests(ana, seats=3), client_of(ana)
    gone = browser_of_guest(table)
    free = {"colour": guest_place(table).colour}
    host.post(f"/tables/{table.pk}/guest/free/", free)
    assert read_table(table.pk).free == 2
    assert not Account.objects.filter(guest="Zoë").exists()
    lost = browser_of_guest(table, "Zoë")
    browser_of_guest(table, "Ben B.")
    seat = viewer_seat(lost, table)
    assert seat is not None
    zoe = read_table(table.pk).places.get(turn=seat)
    answer = host.post(f"/tables/{table.pk}/guest/link/", {"colour": zoe.colour}, follow=True)
    link = re.search(r"/tables/\w+/seat/[\w-]+/", answer.content.decode())
    assert link is not None
    assert viewer_seat(lost, table) is None
    new_browser = Client()
    assert "Zoë" in new_browser.get(link[0]).content.decode()  # looking at a link takes no seat
    new_browser.post(link[0])
    assert viewer_seat(new_browser, table) == seat
    assert viewer_seat(gone, table) is None
    late = Client()
    assert late.get(link[0]).status_code == 410
    assert late.post(link[0]).status_code == 410
    assert viewer_seat(late, table) is None


def test_guests_chat_when_their_host_lets_them(ana: Account) -> None:
    table, host = table_for_guests(ana), client_of(ana)
    browser = browser_of_guest(table)
    say, switch = f"/tables/{table.pk}/say/", f"/tables/{table.pk}/guest/chat/"
    for line in ({"text": "hello"}, {"phrase": "luck"}):
        assert browser.post(say, line).status_code == 403
    talk = f"/tables/{table.pk}/talk/"
    assert "<div data-speak hidden>" in browser.get(f"/tables/{table.pk}/").content.decode()
    assert "data-may-say" not in browser.get(talk).content.decode()
    assert browser.post(switch, {"allowed": "yes"}).status_code == 403
    host.post(switch, {"allowed": "yes"})
    assert "data-may-say" in browser.get(talk).content.decode()
    browser.post(say, {"text": "hello"})
    lines = host.get(f"/api/v1/tables/{table.pk}/talk").json()["lines"]
    assert [(line["handle"], line["guest"], line["text"]) for line in lines] == [
        ("", "Zoë", "hello")
    ]
    host.post(switch, {"allowed": "no"})
    assert browser.post(say, {"text": "again"}).status_code == 403


def test_a_guest_reports_a_line(ana: Account) -> None:
    table, host = table_for_guests(ana), client_of(ana)
    browser = browser_of_guest(table)
    host.post(f"/tables/{table.pk}/say/", {"text": "You are stupid."})
    line = ChatLine.objects.get()
    page = browser.get(f"/tables/{table.pk}/talk/").content.decode()
    assert f"/tables/{table.pk}/report/" in page
    assert "/block/" not in page
    report = {"line": line.pk, "reason": "An insult."}
    Client().post(f"/tables/{table.pk}/report/", report)
    assert not ChatReport.objects.exists()
    for _ in range(2):
        browser.post(f"/tables/{table.pk}/report/", report)
    (chat_report,) = ChatReport.objects.all()
    assert (chat_report.by.guest, chat_report.reason) == ("Zoë", "An insult.")


@pytest.mark.parametrize(
    "name",
    [
        *("", "x", "x" * 25, "@ben", "a=b", "a#b", "\u202enab", "-ben", "zo\x00e"),
        *("ben", "BEN", "\uff42en", "admin", "Computer easy", "white", "player-7"),
    ],
)
def test_names_that_mislead_are_refused(ana: Account, ben: Account, name: str) -> None:
    table = table_for_guests(ana)
    browser = browser_of_guest(table, name)
    assert f"seat-{table.pk}" not in browser.cookies
    assert read_table(table.pk).free == 1


def test_a_guest_is_no_player_who_is_known_already(ana: Account, ben: Account) -> None:
    guest = Player.objects.create(known_to=ana, name="Benny")
    decide_claim(ana, claim(ben, guest, ""), accepted=True)
    table = table_for_guests(ana, seats=3)
    assert f"seat-{table.pk}" not in browser_of_guest(table, "Benny").cookies
    browser_of_guest(table, "Zoë")
    assert f"seat-{table.pk}" not in browser_of_guest(table, "ZOË").cookies


def test_names_are_forgotten_some_time_after_the_end(ana: Account) -> None:
    table = table_for_guests(ana)
    browser = browser_of_guest(table)
    play_out(table.pk, seed=3)
    assert forget_guests() == 0
    ended = timezone.now() - timedelta(days=15)
    Table.objects.filter(pk=table.pk).update(ended_at=ended)
    assert (forget_guests(), forget_guests()) == (1, 0)
    place = guest_place(table)
    assert (place.account.guest, place.guest_digest) == ("guest", "")
    assert sorted(read_position(read_table(table.pk)).names) == ["@ana", "guest"]
    assert browser.get(f"/tables/{table.pk}/").status_code == 200


def test_the_table_of_a_host_who_leaves_is_closed(ana: Account) -> None:
    table = table_for_guests(ana, seats=3)
    browser_of_guest(table)
    client_of(ana).post(f"/tables/{table.pk}/stand-up/")
    assert read_table(table.pk).phase == Phase.CANCELLED


def test_a_guest_stands_up_and_leaves(ana: Account) -> None:
    table = table_for_guests(ana, seats=3)
    browser = browser_of_guest(table)
    browser.post(f"/tables/{table.pk}/stand-up/")
    assert read_table(table.pk).free == 2
    other = table_for_guests(ana)
    browser = browser_of_guest(other)
    browser.post(f"/tables/{other.pk}/leave/")
    assert guest_place(other).stand_in is not None
    assert viewer_seat(browser, other) is None


def test_the_cookie_is_for_the_browser_alone(ana: Account) -> None:
    table = table_for_guests(ana)
    cookie = seat_cookie(browser_of_guest(table), table)
    assert cookie["httponly"]
    assert cookie["samesite"] == "Lax"
    assert cookie.value not in guest_place(table).guest_digest
