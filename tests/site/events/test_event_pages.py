"""Pages of events: what each of the cast gets, and a whole evening by their forms."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any

import pytest
from allauth.account.models import EmailAddress, EmailConfirmationHMAC
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse
from django.utils import timezone
from django.utils.formats import date_format

from events.models import Event, EventTable
from events.queries import wall_of
from events.results.ending import end_event
from events.results.rulings import rule_result
from events.results.slips import Slip
from events.rounds.opening import open_round
from tests.cast import account, client_of
from tests.worlds.clubs import club_of
from tests.worlds.evenings import TYPED_START, Evening, evening, person

pytestmark = pytest.mark.django_db

FORM: dict[str, Any] = {
    "name": "Thursday at the Anchor",
    "starts": TYPED_START,
    "time_zone": "Europe/Berlin",
    "format": "evening",
    "place": "hall",
    "bye_points": "3",
    "profile": "official",
    "points4": "5 3 2 1",
    "points3": "5 2.5 1",
    "points2": "5 1",
    "tie1": "share",
    "pace": "live",
    "minutes": 20,
    "increment": 10,
    "days": 3,
    "edition": "2026.1",
}


def page(client: Client, name: str, *args: object) -> str:
    answer = client.get(reverse(name, args=args))
    assert answer.status_code == 200, name
    return answer.content.decode()


def change(world: Evening, client: Client, do: str, **fields: Any) -> Any:
    address = reverse("event-change", args=[world.event.pk])
    return client.post(address, {"do": do, **fields}, follow=True)


def post_at(table: EventTable, client: Client, do: str, **fields: Any) -> Any:
    address = reverse("event-table-change", args=[table.code])
    return client.post(address, {"do": do, **fields}, follow=True)


@pytest.fixture
def world() -> Evening:
    return evening("@ana", "@ben", "Mia", "Tom")


def test_public_pages_are_for_everybody_and_the_organisers_for_arbiters(world: Evening) -> None:
    table = world.seat("@ana", "Mia")
    key, stranger = world.event.pk, account("cat")
    public = [("events",), ("event", key), ("event-wall", key), ("event-live", key)]
    public += [("event-find-table",)]
    for client in (client_of(None), client_of(stranger), client_of(world.ida)):
        for name, *args in public:
            page(client, name, *args)
        assert "Round 1, table 1" in page(client, "event-table", table.code)
    for name in ("event-organise", "event-codes", "event-settings"):
        address = reverse(name, args=[key])
        assert client_of(None).get(address).status_code == 302
        assert client_of(stranger).get(address).status_code == 403
        assert client_of(world.ida).get(address).status_code == 200
    for name in ("event", "event-wall", "event-organise", "event-settings", "event-codes"):
        assert client_of(world.ida).get(reverse(name, args=[key + 99])).status_code == 404


def test_officers_make_events_of_their_club_which_its_page_lists() -> None:
    club = club_of(ida := account("ida"), ben := account("ben"))
    address = f"{reverse('event-new')}?club={club.slug}"
    assert f"/new/?club={club.slug}" in page(client_of(ida), "club", club.slug)
    assert f"/new/?club={club.slug}" not in page(client_of(ben), "club", club.slug)
    assert client_of(ben).post(address, FORM).status_code == 403
    assert client_of(ida).post(f"{address}-", FORM).status_code == 404
    assert client_of(ida).post(address, FORM).status_code == 302
    event = Event.objects.get()
    assert event.club == club
    listed = page(client_of(None), "club", club.slug)
    assert FORM["name"] in listed
    assert reverse("event", args=[event.pk]) in listed
    assert club.name in page(client_of(None), "event", event.pk)


def test_the_list_offers_an_open_event_to_those_who_are_not_in_it() -> None:
    world = evening("@ana", open_entry=True)
    join = reverse("event-enter", args=[world.event.pk])
    assert join in page(client_of(account("cat")), "events")
    for insider in (world.people["ana"], world.ida):
        assert join not in page(client_of(insider), "events")
    assert "Log in to join" in page(client_of(None), "events")


def test_a_new_event_begins_tomorrow_evening() -> None:
    ida = client_of(account("ida"))
    html = page(ida, "event-new")
    day = (timezone.now() + timedelta(days=1)).strftime("%Y-%m-%d")
    assert f'value="{day}T19:00"' in html


def test_the_list_tells_events_of_one_name_apart_by_their_clubs() -> None:
    club = club_of(account("ida"))
    alone, of_club = evening(), evening()
    Event.objects.filter(pk=of_club.event.pk).update(club=club)
    html = page(Client(), "events")
    assert html.count(alone.event.name) == 2
    assert html.count(reverse("club", args=[club.slug])) == 1
    assert reverse("event", args=[of_club.event.pk]) in html


def test_only_verified_accounts_and_moderators_get_the_form() -> None:
    """Said before anything is typed. A moderator of a site that sends no mail can verify none."""
    ana, mo = account("ana"), account("mo", moderator=True)
    EmailAddress.objects.all().delete()
    html = page(client_of(ana), "event-new")
    assert "Verify your e-mail address first" in html
    assert 'name="starts"' not in html
    assert 'name="starts"' in page(client_of(mo), "event-new")
    assert client_of(ana).post(reverse("event-new"), FORM).status_code == 200
    assert not Event.objects.exists()
    assert client_of(mo).post(reverse("event-new"), FORM).status_code == 302


def test_modules_have_their_names_in_the_form() -> None:
    html = page(client_of(account("ida")), "event-new")
    assert re.search(r'value="stonemasons_wager"[^>]*>\s*Stonemason’s wager', html)
    assert not re.search(r">\s*stonemasons_wager", html)


DUPLICATE = FORM | {"format": "duplicate", "sites": "AAAAA"}


def test_the_form_of_a_duplicate_event_asks_for_the_size_of_its_tables_and_no_points() -> None:
    ida = client_of(account("ida"))
    answer = ida.post(reverse("event-new"), DUPLICATE | {"table_size": 3})
    event = Event.objects.get()
    assert answer["Location"] == reverse("event-organise", args=[event.pk])
    assert [event.points4, event.points3, event.points2] == ["", "5 2.5 1", ""]
    assert event.place == "site"
    html = page(ida, "event-settings", event.pk)
    assert re.search(r'name="table_size" value="3"[^>]* checked', html)
    lists = {"points4": "", "points3": "5 2.5 1", "points2": ""}
    ida.post(reverse("event-settings", args=[event.pk]), DUPLICATE | lists | {"table_size": 2})
    event.refresh_from_db()
    assert [event.points4, event.points3, event.points2] == ["", "", "5 1"]


def test_other_formats_pass_over_the_size_of_tables_and_keep_their_lists() -> None:
    ida = client_of(account("ida"))
    ida.post(reverse("event-new"), FORM | {"table_size": 3})
    event = Event.objects.get()
    assert [event.points4, event.points3, event.points2] == ["5 3 2 1", "5 2.5 1", "5 1"]
    assert event.place == "hall"


def test_a_duplicate_form_without_a_size_goes_by_its_lists_as_before() -> None:
    ida = client_of(account("ida"))
    assert ida.post(reverse("event-new"), DUPLICATE).status_code == 400
    assert ida.post(reverse("event-new"), DUPLICATE | {"points4": "", "points3": ""})["Location"]
    assert Event.objects.get().points2 == "5 1"


@pytest.mark.parametrize("form", ["event-new", "club-new", "series-new"])
def test_a_form_that_needs_a_verified_address_is_led_back_to(form: str) -> None:
    dora = account("dora")
    dora.emailaddress_set.update(verified=False)
    client, address = client_of(dora), f"{reverse(form)}?from=a+club"
    asks = f'href="{reverse("account_email")}"'
    assert asks in client.get(address).text
    key = EmailConfirmationHMAC.create(dora.emailaddress_set.get()).key
    answer = client.post(reverse("account_confirm_email", args=[key]))
    assert answer["Location"] == address
    assert asks not in client.get(address).text


def test_an_evening_from_nothing_by_the_forms() -> None:
    ida = account("ida")
    client = client_of(ida)
    page(client, "event-new")
    bad = client.post(reverse("event-new"), {**FORM, "starts": "2026-03-29T02:30"})
    assert "The clocks go forward" in bad.content.decode()
    bad = client.post(reverse("event-new"), {**FORM, "points4": "1 2 3 4"})
    assert "numbers, highest first" in bad.content.decode()
    answer = client.post(reverse("event-new"), FORM)
    event = Event.objects.get()
    assert answer.headers["Location"] == reverse("event-organise", args=[event.pk])
    assert f"{event.starts_at.astimezone(event.zone):%Y-%m-%dT%H:%M}" == TYPED_START
    world = Evening(event, ida, {})
    answer = change(world, client, "enter", names="Mia\nTom, Ada", part="people")
    assert "3 players are here" in answer.content.decode()
    change(world, client, "seat", seat0="1", seat1="3", seat2="2")
    table = EventTable.objects.get()
    answer = post_at(table, client, "report", score0="41", score1="30", score2="30")
    assert "confirmed" in answer.content.decode()
    wall = page(client_of(None), "event-wall", event.pk)
    assert "Mia" in wall
    assert "<b>1.75</b>" in wall
    answer = post_at(table, client, "rule", score0="41", score1="45", score2="30", reason="a card")
    assert "from rank" in answer.content.decode()
    answer = change(world, client, "end")
    assert "The event has ended" in answer.content.decode()


def test_the_next_round_is_opened_at_the_top_of_the_organisers_page() -> None:
    world = evening("Mia", "Tom", "Ada", "Bob", format="swiss", rounds_planned=2)
    client, key = client_of(world.ida), world.event.pk
    assert page(client, "event-organise", key).count('value="open-round"') == 1
    change(world, client, "open-round")
    html = page(client, "event-organise", key)
    assert html.index('value="open-round"') < html.index('id="tables"')
    assert html.count('id="open-round"') == 1, "the form that the button sends"


def test_the_codes_are_addresses_of_this_site_alone(world: Evening) -> None:
    table = world.seat("@ana", "Mia")
    html = page(client_of(world.ida), "event-codes", world.event.pk)
    assert f'data-table-code="{reverse("event-table", args=[table.code])}"' in html
    assert "https://" not in html
    assert "http://" not in html.replace("http://www.w3.org", "")


def test_a_name_of_markup_is_text_everywhere(world: Evening) -> None:
    """No form takes such a name; a row that has one is shown as it is."""
    markup = "<b onclick=x>M"
    world.event.entrants.filter(guest="Mia").update(guest=markup)
    Event.objects.filter(pk=world.event.pk).update(name="<script>alert(1)</script>")
    table = world.seat(markup, "@ana")
    world.report(table, 3, 2)
    for name, arg in [
        ("events", None),
        ("event", world.event.pk),
        ("event-wall", world.event.pk),
        ("event-organise", world.event.pk),
        ("event-table", table.code),
    ]:
        html = page(client_of(world.ida), name, *([] if arg is None else [arg]))
        assert "<b onclick" not in html, name
        assert "<script>alert" not in html, name


def test_a_page_costs_the_same_with_more_people_and_tables(world: Evening) -> None:
    def queries(name: str) -> int:
        with CaptureQueriesContext(connection) as captured:
            page(client_of(None), name, world.event.pk)
        return len(captured)

    world.report(world.seat("@ana", "Mia"), 3, 2)
    before = [queries("event"), queries("event-wall")]
    world.enter(*(f"Guest {letter}a" for letter in "bcdfghjk"))
    world.report(world.seat("Guest ba", "Guest ca", "Guest da"), 3, 2, 1)
    world.report(world.seat("Guest fa", "Guest ga", "Guest ha", "Guest ja"), 3, 2, 1, 0)
    assert [queries("event"), queries("event-wall")] == before
    assert max(before) <= 14


def test_the_wall_asks_for_what_changes_alone(world: Evening) -> None:
    answer = client_of(None).get(reverse("event-wall", args=[world.event.pk]), {"fragment": 1})
    assert b"<html" not in answer.content
    assert b"@ana" in answer.content


def test_groups_are_dealt_and_played_by_the_forms() -> None:
    world = evening("@ana", *(f"Guest {letter}a" for letter in "bcdfgh"), format="groups")
    client, key = client_of(world.ida), world.event.pk
    html = page(client, "event-organise", key)
    assert "1 group of 7" in html
    assert "This is a known plan" in html
    assert "No best plan is known for this size" in html  # two groups of three and four
    assert "Open the next round" not in html
    change(world, client, "deal", count="1", order="lot")
    schedule = page(client_of(world.people["ana"]), "event-schedule", key)
    assert "Your tables" in schedule
    for number in range(1, 5):
        assert f'id="round-{number}"' in schedule
    answer = change(world, client, "open-all", deadline="2030-01-02T20:00", days="7")
    assert answer.status_code == 200
    assert world.event.rounds.count() == 4
    assert "All rounds were played" in page(client, "event-organise", key)
    assert "Schedule" in page(client_of(None), "event", key)


def test_two_groups_have_standings_of_their_own() -> None:
    world = evening(*(f"Guest {letter}a" for letter in "bcdfghjk"), format="groups")
    client, key = client_of(world.ida), world.event.pk
    change(world, client, "deal", count="2", order="lot")
    change(world, client, "open-round")
    for name in ("event", "event-wall"):
        html = page(client_of(None), name, key)
        assert "Group 1" in html
        assert "Group 2" in html


def test_a_bracket_from_the_seeds_to_the_final_by_the_forms() -> None:
    world = evening(*(f"Guest {letter}a" for letter in "bcdfghjk"), format="knockout")
    client, key = client_of(world.ida), world.event.pk
    change(world, client, "seeds", order="hand", numbers="8 7 6 5 4 3 2 1", reason="last year")
    assert world.entrant("Guest ka").seed == 1
    html = page(client_of(None), "event-schedule", key)
    assert html.count("A table of 4") == 3
    change(world, client, "open-round", top_byes="1")
    round_ = world.event.rounds.get()
    for table in round_.tables.all():
        world.report(table, *range(table.seats.count(), 0, -1))
    html = page(client_of(None), "event-schedule", key)
    assert html.count("advances") == 4
    assert "Without a table: Guest ka" in html
    change(world, client, "open-round")
    change(world, client, "open-round")
    assert "These tables have no result yet" in change(world, client, "open-round").content.decode()


def test_teams_the_timer_and_a_prescribed_seating_by_the_forms() -> None:
    world = evening("Mia", "Tom", "Zoe", "Kim", format="swiss")
    client, key = client_of(world.ida), world.event.pk
    change(world, client, "team", entrant=1, team="Reds")
    change(world, client, "plan", plan="4 3 2 1\n\n1 2\n3 4", reason="as agreed")
    assert "4 3 2 1\n\n1 2\n3 4" in page(client, "event-organise", key)
    assert 'id="round-2"' in page(client_of(None), "event-schedule", key)
    change(world, client, "start-timer", minutes=45)
    change(world, client, "open-round")
    change(world, client, "start-timer", minutes=45)
    for name in ("event", "event-wall"):
        html = page(client_of(None), name, key)
        assert "45 minutes left" in html
        assert "Reds" in html
    change(world, client, "stop-timer")
    assert "minutes left" not in page(client_of(None), "event-wall", key)
    for typed in ("0", "999", "x", ""):
        change(world, client, "start-timer", minutes=typed)
    assert world.event.rounds.get().timer_started_at is None


def test_an_evening_whose_planned_rounds_have_begun_leads_to_its_end() -> None:
    world = evening("Mia", "Tom", rounds_planned=1)
    client, words = client_of(world.ida), "All planned rounds have begun."
    assert words not in page(client, "event-organise", world.event.pk)
    change(world, client, "open-round")
    world.report(EventTable.objects.get(), 41, 30)
    html = page(client, "event-organise", world.event.pk)
    assert words in html
    assert 'href="#end"' in html
    assert not re.search(r'button--primary[^>]*value="open-round"', html)
    assert re.search(r'value="open-round"', html)  # one more can be seated


def test_moments_of_rulings_are_on_the_clock_of_the_event() -> None:
    world = evening("Mia", "Tom", time_zone="Pacific/Kiritimati")
    ruling = rule_result(world.event.pk, world.seat("Mia", "Tom").pk, world.ida, Slip((3, 2)), "?")
    moment = ruling.ruled_at.astimezone(world.event.zone)
    html = page(client_of(None), "event", world.event.pk)
    assert date_format(moment.replace(tzinfo=None), "SHORT_DATETIME_FORMAT") in html


@pytest.mark.parametrize(
    ("people", "size", "halves"), [(12, "huge", False), (23, "huge", True), (49, "small", False)]
)
def test_final_standings_fill_the_wall(people: int, size: str, halves: bool) -> None:
    """In two columns, as large as half of them may be."""
    world = evening()
    world.enter(*[f"Guest {first}{second}" for first in "bcdfghk" for second in "lmnprst"][:people])
    end_event(world.event.pk, world.ida)
    context = wall_of(Event.objects.get())
    assert (context["size"], context["halves"]) == (size, halves)


def test_the_head_of_an_event_says_its_round_players_and_open_tables() -> None:
    world = evening("@ana", "Zoe", "Mia", "Tom", "Eve", "Bob", format="swiss", rounds_planned=3)
    key = world.event.pk
    before = page(client_of(None), "event", key)
    assert "3 rounds" in before
    assert "6 players" in before
    open_round(key, world.ida)
    head = page(client_of(None), "event", key)
    assert "Round 1 of 3" in head
    assert "6 players" in head
    assert "2 tables are still playing" in head


def test_the_table_where_one_plays_comes_first(world: Evening) -> None:
    """Of those that are open; others have the order of their numbers."""
    first, second = world.seat("@ana", "Mia"), world.seat("@ben", "Tom")
    for reader, order in ((person("ben"), (second, first)), (None, (first, second))):
        html = page(client_of(reader), "event", world.event.pk)
        places = [html.index(f'id="table-{table.pk}"') for table in order]
        assert places == sorted(places)
