"""Another game together: rematches as their players see them, and invitations in heads of pages."""

import pytest
from django.test import Client

from games.models import Account
from tables.ending.ending import abandon
from tables.lobby.opening import open_table
from tables.lobby.pairing import Invited, pair_account, waiting_invitations
from tables.lobby.rematch import open_rematch, rematch_offer
from tables.lobby.seats import decline_invitation, leave_seat, sit_down
from tables.locks import read_table
from tables.models import Phase, Table
from tables.notifications import turns
from tables.notifications.turns import account_turns
from tables.presence import HOST_AWAY
from tables.terms import Terms
from tests.cast import client_of
from tests.worlds.tables import dealt, people

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def channels_of(monkeypatch: pytest.MonkeyPatch, django_capture_on_commit_callbacks):
    """Gives a function: the channels on which is published when something is done."""
    sent: list[str] = []

    def hear(messages):
        sent.extend(name for name, _ in messages)

    monkeypatch.setattr(turns, "publish_messages", hear)
    monkeypatch.setattr("tables.play.publishing.publish_messages", hear)

    def published_by(do, *arguments):
        sent.clear()
        with django_capture_on_commit_callbacks(execute=True):
            do(*arguments)
        return set(sent)

    return published_by


def ended(persons: list[Account]) -> Table:
    table = dealt(persons)
    abandon(table.pk)
    return read_table(table.pk)


def test_all_other_players_are_asked_and_each_sees_the_state(channels_of) -> None:
    ana, ben, cleo = persons = people("ana", "ben", "cleo")
    table = ended(persons)
    assert {rematch_offer(table, person).words for person in persons} == {"none"}
    assert rematch_offer(table, None).words == ""
    channels = channels_of(open_rematch, table.pk, ben)
    assert channels >= {f"table:{table.pk}", f"turns:{ana.pk}", f"turns:{cleo.pk}"}
    words = [rematch_offer(table, person).words for person in persons]
    assert words == ["asked", "waiting", "asked"]
    next_table = rematch_offer(table, ana).table
    assert next_table is not None
    assert channels_of(decline_invitation, next_table.pk, cleo) >= {f"table:{table.pk}"}
    assert rematch_offer(table, cleo).words == "declined"
    assert rematch_offer(table, ben).declined == ("@cleo",)
    assert channels_of(sit_down, next_table.pk, ana) >= {f"table:{table.pk}"}
    assert rematch_offer(table, ana).words == "waiting"
    sit_down(next_table.pk, cleo)
    assert {rematch_offer(table, person).words for person in persons} == {"begun"}


def test_a_rematch_that_is_called_off_is_offered_no_more(channels_of) -> None:
    ana, ben = persons = people("ana", "ben")
    table = ended(persons)
    rematch = open_rematch(table.pk, ben)
    assert f"table:{table.pk}" in channels_of(leave_seat, rematch.pk, ben)
    assert rematch_offer(table, ana).words == "none"
    assert account_turns(ana).invited == 0


def test_the_page_of_the_table_asks_in_place_and_no_leads_back_to_it() -> None:
    ana, ben = persons = people("ana", "ben")
    table = ended(persons)
    Table.objects.filter(pk=table.pk).update(phase=Phase.FINISHED)
    rematch = open_rematch(table.pk, ben)
    page = client_of(ana).get(f"/tables/{table.pk}/").content.decode()
    assert "<strong>@ben</strong> wants a rematch." in page
    assert f'action="/tables/{rematch.pk}/sit/"' in page
    assert ">Accept</button>" in page
    assert "wants a rematch" not in Client().get(f"/tables/{table.pk}/").content.decode()
    answer = client_of(ana).post(f"/tables/{rematch.pk}/decline/")
    assert answer["Location"] == f"/tables/{table.pk}/"
    assert "You said no" in client_of(ana).get(f"/tables/{table.pk}/").content.decode()


def test_an_invitation_counts_in_the_head_until_it_is_answered(channels_of, ana, ben, cleo) -> None:
    tables: list[Table] = []

    def opened() -> None:
        tables.append(open_table(ana, Terms(access="invited", invited=("ben", "cleo"))))

    assert channels_of(opened) >= {f"turns:{ben.pk}", f"turns:{cleo.pk}"}
    assert account_turns(ben) == turns.Turns(invited=1)
    answer = client_of(ben).get("/play/turns.json").json()
    assert (answer["turns"], answer["invited"]) == (1, 1)
    assert answer["words"] == "You have 1 invitation."
    for path in ("/", "/rules/", "/play/", "/play/mine/", "/play/invitations/"):
        page = client_of(ben).get(path).content.decode()
        assert page.count(f'action="/tables/{tables[0].pk}/sit/"') == 1, path
        assert page.count(f'action="/tables/{tables[0].pk}/decline/"') == 1, path
    decline_invitation(tables[0].pk, cleo)
    assert account_turns(cleo).total == 0
    assert channels_of(sit_down, tables[0].pk, ben) >= {f"turns:{ben.pk}"}
    assert account_turns(ben).invited == 0


def test_invitations_are_their_owner_s_alone(ana, ben) -> None:
    open_table(ana, Terms(access="invited", invited=("ben",)))
    assert "Accept" not in client_of(ana).get("/play/invitations/").content.decode()
    assert Client().get("/play/invitations/").status_code == 302


def test_pairing_offers_the_table_that_waits_and_opens_none(ana, ben) -> None:
    table = open_table(ana, Terms(access="invited", invited=("ben",)))
    page = client_of(ben).post("/play/quick/")
    assert page.status_code == 200
    assert f'action="/tables/{table.pk}/sit/"' in page.content.decode()
    with pytest.raises(Invited):
        pair_account(ben)
    assert Table.objects.count() == 1
    decline_invitation(table.pk, ben)
    assert pair_account(ben).host == ben


def test_pairing_waits_for_no_host_who_is_away(ana, ben) -> None:
    table = open_table(ana, Terms(access="invited", invited=("ben",)))
    Table.objects.filter(pk=table.pk).update(host_present_at=table.created_at - 2 * HOST_AWAY)
    assert waiting_invitations(ben) == []
    for path in ("/play/invitations/", "/play/"):
        page = client_of(ben).get(path).content.decode()
        assert "<strong>@ana</strong> invites you to play." in page
        assert "is away just now" in page
        assert "disabled>Accept</button>" in page
    assert pair_account(ben).host == ben


def test_the_waiting_page_says_so_and_closing_says_what_happened_once(ana, ben) -> None:
    browser = client_of(ana)
    answer = browser.post("/play/quick/", follow=True)
    page = answer.content.decode()
    assert "Looking for an opponent." in page
    table = Table.objects.get()
    closed = browser.post(f"/tables/{table.pk}/stand-up/", follow=True)
    assert closed.redirect_chain == [("/play/", 302)]
    assert closed.content.decode().count("The table is closed.") == 1
