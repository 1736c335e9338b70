"""Guests have a seat and no account: what can they, strangers and their hosts do with it?"""

from __future__ import annotations

import pytest
from django.contrib.auth import authenticate
from django.db import IntegrityError, transaction
from django.test import Client

from games.accounts import completed
from games.admin.accounts import AccountAdmin
from games.models import Account, ApiToken, Player
from games.standing.resolve_players import UnknownAccount, resolve_players
from tables.chat import post_chat_line
from tables.ending.deadlines import sweep_tables
from tables.lobby import guests
from tables.lobby.guests import sit_down_as_guest
from tables.lobby.opening import open_table
from tables.locks import read_table
from tables.models import ChatReport, Invitation, Table
from tables.notifications.mail_reminders import send_table_mail
from tables.terms import Terms
from tables.views import guests as guest_views
from tests.cast import client_of
from tests.worlds.guests import browser_of_guest, guest_place, seat_cookie, table_for_guests
from web.errors import Conflict, NotAllowed
from web.rate_limits import Throttle

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


def viewer(browser: Client, table: Table) -> int | None:
    seat: int | None = browser.get(f"/api/v1/tables/{table.pk}").json()["viewer"]
    return seat


@pytest.fixture
def table(ana: Account) -> Table:
    return table_for_guests(ana)


@pytest.fixture
def guest(table: Table) -> Client:
    return browser_of_guest(table)


def test_no_guessed_digest_or_secret_of_another_table_opens_a_seat(ana, table, guest):
    other = table_for_guests(ana)
    browser_of_guest(other)
    place = guest_place(table)
    for table_id, token in (
        (table.pk, place.guest_digest),
        (table.pk, "x" * 43),
        (table.pk, ""),
        (other.pk, seat_cookie(guest, table).value),
    ):
        stranger = Client()
        stranger.cookies[f"seat-{table_id}"] = token
        assert viewer(stranger, read_table(table_id)) is None
        sent = {"ply": read_table(table_id).plies + 1, "text": "take"}
        assert stranger.post(f"/tables/{table_id}/act/", sent).url.startswith("/accounts/login/")
        answer = stranger.post(f"/api/v1/tables/{table_id}/entries", sent, "application/json")
        assert answer.status_code == 401


def test_a_guest_reports_lines_of_no_other_table(ana, table, guest):
    other = table_for_guests(ana)
    line = post_chat_line(other.pk, ana, "Hello")
    report = {"line": line.pk, "reason": "I do not like it."}
    assert guest.post(f"/tables/{table.pk}/report/", report).status_code == 404
    assert guest.post(f"/tables/{other.pk}/report/", report).url.startswith("/accounts/login/")
    assert not ChatReport.objects.exists()


def test_another_page_cannot_act_for_a_guest(table, guest):
    strict = Client(enforce_csrf_checks=True)
    strict.cookies[f"seat-{table.pk}"] = seat_cookie(guest, table).value
    sent = {"ply": read_table(table.pk).plies + 1, "text": "take"}
    assert strict.post(f"/tables/{table.pk}/act/", sent).status_code == 403
    for path in ("entries", "resignation", "cancellation"):
        answer = strict.post(f"/api/v1/tables/{table.pk}/{path}", sent, "application/json")
        assert answer.status_code == 403
    assert strict.post(f"/tables/{table.pk}/guest/", {"name": "Eve"}).status_code == 403


def test_the_seat_is_a_way_to_nothing_but_the_table(ana, table, guest):
    for path in ("/play/new/", "/play/mine/", "/play/profile/", "/admin/"):
        assert guest.get(path).status_code in (302, 403)
    for path in ("account", "tokens", "blocks", "turns/stream"):
        assert guest.get(f"/api/v1/{path}").status_code in (401, 404)
    opened = guest.post("/api/v1/tables", {}, "application/json")
    assert opened.status_code == 401
    for way, sent in (
        *(("sit", {}), ("rematch", {}), ("harder", {}), ("invite", {"handle": "ana"})),
        *(("computer", {"level": "greedy"}), ("block", {"handle": "ana"}), ("report", {})),
        *(("guest/free", {"colour": "white"}), ("guest/link", {"colour": "white"})),
    ):
        answer = guest.post(f"/tables/{table.pk}/{way}/", sent)
        assert answer.status_code in (302, 403, 404)
    assert Table.objects.count() == 1
    assert not Invitation.objects.exists()
    assert not ana.blocked_by.exists()
    with pytest.raises(NotAllowed):
        open_table(guest_place(table).account, Terms())


def test_a_guest_is_no_account(ana, table, guest, rf):
    row = guest_place(table).account
    assert authenticate(username=row.username, password="") is None
    assert not row.has_usable_password()
    with pytest.raises(IntegrityError), transaction.atomic():
        Account.objects.filter(pk=row.pk).update(is_active=True)
    with pytest.raises(UnknownAccount):
        resolve_players(ana, [f"@{row.username}", "@ana"])
    assert not Player.objects.filter(account=row).exists()
    assert not ApiToken.objects.exists()
    assert row.username not in completed(ana, "")
    request = rf.get("/")
    request.user = ana
    admin = AccountAdmin(Account, None)
    assert row not in admin.get_queryset(request)
    for path in ("/players/", "/leaderboard/", "/play/", f"/players/?q={row.guest}"):
        text = Client().get(path, follow=True).content.decode()
        assert row.username not in text
        assert "Zoë" not in text or path.endswith("Zoë")


def test_the_name_of_the_row_is_shown_nowhere(ana, table, guest):
    row, host = guest_place(table).account, client_of(ana)
    for browser in (guest, host, Client()):
        for path in ("", "entries", "talk", "moments"):
            page = browser.get(f"/api/v1/tables/{table.pk}{path and '/'}{path}")
            assert row.username not in page.content.decode()
        assert row.username not in browser.get(f"/tables/{table.pk}/").content.decode()
        assert guest_place(table).guest_digest not in page.content.decode()


def test_a_former_browser_is_out_at_once(ana, table, guest):
    """The host cannot take a seat over in silence: the guest sees that it is gone."""
    place = guest_place(table)
    assert viewer(guest, table) == place.turn
    secret = guests.make_seat_secret(table.pk, ana, place.colour)
    assert viewer(guest, table) is None
    new = guests.take_over_seat(table.pk, secret)
    with pytest.raises(Conflict):
        guests.take_over_seat(table.pk, secret)
    browser = Client()
    browser.cookies[f"seat-{table.pk}"] = secret
    assert viewer(browser, table) is None
    browser.cookies[f"seat-{table.pk}"] = new
    assert viewer(browser, table) == place.turn


def test_only_the_host_frees_seats_and_makes_links(ana, ben, table, guest):
    colour = guest_place(table).colour
    for act in (guests.free_guest_seat, guests.make_seat_secret):
        with pytest.raises(NotAllowed if act is guests.make_seat_secret else Conflict):
            act(table.pk, ben, colour)
    host_place = next(place for place in table.places.all() if place.account == ana)
    with pytest.raises(Conflict):
        guests.make_seat_secret(table.pk, ana, host_place.colour)


def test_no_guest_sits_down_at_another_table(ana):
    for access in ("open", "link", "invited"):
        other = open_table(ana, Terms(access=access, rated=False, pace="days"))
        with pytest.raises(NotAllowed):
            sit_down_as_guest(other.pk, "Zoë")
        assert f"seat-{other.pk}" not in browser_of_guest(other).cookies


def test_an_address_and_a_table_have_limits(ana, table, monkeypatch):
    monkeypatch.setattr(guest_views, "GUESTS_SEATED", Throttle("test-of-address", 2, 3600))
    wide = table_for_guests(ana, seats=4)
    for name in ("One", "Two", "Three"):
        browser_of_guest(wide, name)
    assert read_table(wide.pk).free == 1
    monkeypatch.setattr(guest_views, "GUESTS_SEATED", Throttle("test-wide", 99, 3600))
    monkeypatch.setattr(guests, "GUESTS_SEATED", Throttle("test-of-table", 1, 3600))
    other = table_for_guests(ana, seats=4)
    sit_down_as_guest(other.pk, "Six")
    with pytest.raises(Conflict):
        sit_down_as_guest(other.pk, "Seven")


def test_sweeps_and_mails_pass_guests_by(ana, table, guest, mailoutbox):
    sweep_tables()
    send_table_mail()
    assert not any("Zoë" in address for mail in mailoutbox for address in mail.to)
    assert all(mail.to != [""] for mail in mailoutbox)


def test_an_account_sits_down_as_itself(ana, ben, table):
    browser = client_of(ben)
    browser.post(f"/tables/{table.pk}/guest/", {"name": "Zoë"})
    assert read_table(table.pk).free == 1
    browser.post(f"/tables/{table.pk}/sit/")
    assert read_table(table.pk).free == 0
