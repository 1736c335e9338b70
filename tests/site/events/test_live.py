"""The live page of an event: rounds and points of running games, announcements, what comes next."""

from __future__ import annotations

import random
import re

import pytest
from django.core.cache import cache
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from events.announcing import announce
from events.entrants.entering import set_team
from events.models import Event
from events.results import public_fragments
from events.results.ending import end_event
from events.results.public_fragments import public_version
from events.results.standings import seats_in_turn
from events.round_tables.tables import start_table
from events.rounds.opening import open_round
from games.models import Account
from tables.lobby.seats import sit_down
from tables.locks import read_table
from tables.models import Phase, Table
from tables.play.position import read_position
from tests.cast import account, client_of
from tests.worlds.evenings import Evening, evening
from tests.worlds.tables import act_once, dealt
from web.errors import Conflict, Invalid, NotAllowed

pytestmark = pytest.mark.django_db


def live(event: Event, *, fragment: bool = False) -> str:
    address = reverse("event-live", args=[event.pk]) + ("?fragment=1" if fragment else "")
    answer = client_of(None).get(address)
    assert answer.status_code == 200
    return answer.content.decode()


def played_on_site(**terms: object) -> tuple[Evening, Table]:
    """An event on the site, whose one table plays; a player is ahead."""
    world = evening("@ana", "@ben", place="site", sites="AAAAA", points4="", points3="", **terms)
    row = open_round(world.event.pk, world.ida).tables.get()
    for seat in row.seats.select_related("entrant__account"):
        assert seat.entrant.account is not None
        sit_down(row.live_table_id, seat.entrant.account)
    chance = random.Random(5)
    while len(set(points_at(row.live_table_id))) < 2:
        act_once(row.live_table_id, chance)
    return world, read_table(row.live_table_id)


def points_at(table_id: str) -> list[int]:
    position = read_position(read_table(table_id))
    return [player.points for player in position.state.players]


def test_a_table_on_the_site_shows_its_round_its_points_and_the_player_ahead() -> None:
    world, table = played_on_site()
    position = read_position(table)
    points = dict(zip(position.names, points_at(table.pk), strict=True))
    html = live(world.event)
    leader = max(points, key=lambda name: points[name])
    assert f"round {position.state.round} of the game" in html
    assert f"{leader} ahead" in html
    for name, number in points.items():
        seat = f'name">{name}</span><span class="event-seats__score">{number}<'
        assert seat in html
    assert reverse("table", args=[table.pk]) in html
    chance = random.Random(1)
    while points_at(table.pk) == list(points.values()):
        act_once(table.pk, chance)
    for number in points_at(table.pk):
        assert f'class="event-seats__score">{number}<' in live(world.event)


def test_a_score_is_worked_out_once_after_an_entry() -> None:
    world, _table = played_on_site()
    live(world.event)
    with CaptureQueriesContext(connection) as first:
        live(world.event)
    cache.clear()
    with CaptureQueriesContext(connection) as second:
        live(world.event)
    assert len(first) <= len(second)
    assert not any("tables_tableentry" in query["sql"] for query in first)


@pytest.mark.parametrize("closed", [{"watchable": False}, {"withheld": True}])
def test_a_closed_game_shows_neither_points_nor_a_link(closed: dict[str, bool]) -> None:
    """Also one of a deal that other tables still play."""
    world, table = played_on_site()
    Table.objects.filter(pk=table.pk).update(**closed)
    html = live(world.event)
    assert "of the game" not in html
    assert "ahead" not in html
    assert reverse("table", args=[table.pk]) not in html
    assert "@ana" in html  # who sits there is known


def test_a_running_game_of_a_hidden_round_shows_no_points() -> None:
    world, table = played_on_site(rounds_planned=2, hides_end=True)
    html = live(world.event)
    assert "of the game" not in html
    assert "ahead" not in html
    assert reverse("table", args=[table.pk]) not in html


def test_a_recorded_game_in_progress_says_since_when() -> None:
    world = evening("Mia", "Tom")
    table = world.seat("Mia", "Tom")
    assert "has been recording" not in live(world.event)
    start_table(world.event.pk, table.pk)
    assert "A phone has been recording since" in live(world.event)


def test_it_says_what_comes_next_and_is_one_page_with_its_fragment() -> None:
    world = evening("Mia", "Tom", "Ada", "Bob", format="swiss", rounds_planned=2)
    assert "The first round has not begun." in live(world.event)
    open_round(world.event.pk, world.ida)
    assert "Round 2 begins when all tables have a result." in live(world.event)
    table = world.event.rounds.get().tables.get()
    world.report(table, 4, 3, 2, 1)
    assert "Round 2 is next." in live(world.event, fragment=True)
    (winner,) = re.findall(r'__name">(\S+) <span class="event-seats__won">won<', live(world.event))
    assert winner == seats_in_turn(table)[0].entrant.in_logs
    page, fragment = live(world.event), live(world.event, fragment=True)
    assert fragment.strip() in page
    assert '<noscript><meta http-equiv="refresh"' in page
    end_event(world.event.pk, world.ida)
    assert "js/events/wall.js" not in live(world.event)  # nothing changes any more


def test_the_standings_have_their_top() -> None:
    world = evening(*(f"Guest {letter}a" for letter in "bcdfghjklmnp"))
    assert "and 2 more players" in live(world.event)


def test_announcements_are_written_once_by_arbiters_and_stand_on_three_pages() -> None:
    world = evening("@ana", "Mia")
    client = client_of(world.ida)
    fields = {"do": "announce", "text": "  Tea at  eight. "}
    client.post(reverse("event-change", args=[world.event.pk]), fields)
    assert world.event.announcements.get().text == "Tea at eight."
    for name in ("event", "event-live", "event-wall", "event-organise"):
        html = client.get(reverse(name, args=[world.event.pk])).content.decode()
        assert "Tea at eight." in html, name
    for person in (world.people["ana"], account("cat")):
        with pytest.raises(NotAllowed):
            announce(world.event.pk, person, "Go home.")
    for text in ("", " ", "a" * 301, "a\x00b"):
        with pytest.raises(Invalid):
            announce(world.event.pk, world.ida, text)
    end_event(world.event.pk, world.ida)
    with pytest.raises(Conflict):
        announce(world.event.pk, world.ida, "One more thing.")


@pytest.mark.both_databases
def test_a_version_is_rendered_once_for_all_readers_and_processes(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    client = client_of(None)
    for name in ("event-wall", "event-live"):
        world = evening("@ana", "@ben")
        table = world.seat("@ana", "@ben")
        address = reverse(name, args=[world.event.pk]) + "?fragment=1"
        first = client.get(address)
        assert "no-store" not in first["Cache-Control"]
        monkeypatch.setattr(public_fragments, "_fragments", {})  # another process
        with CaptureQueriesContext(connection) as captured:
            answer = client.get(address, headers={"If-None-Match": first["ETag"]})
        assert (answer.status_code, answer.content, len(captured)) == (304, b"", 2), name
        lock = f"event-part:{name.removeprefix('event-')}:{world.event.pk}:en:rendering"
        cache.set(lock, 1, 5)  # another process renders what follows
        world.report(table, 31, 2)
        assert client.get(address).content == first.content
        cache.delete(lock)
        changed = client.get(address, headers={"If-None-Match": first["ETag"]})
        assert (changed.status_code, changed["ETag"] == first["ETag"]) == (200, False)


def test_a_public_fragment_follows_what_no_act_says() -> None:
    world, table = played_on_site()
    version = public_version(world.event, follows_play=True)
    act_once(table.pk, random.Random(1))
    after_play = public_version(world.event, follows_play=True)
    assert after_play != version
    Account.objects.filter(pk=world.people["ana"].pk).update(is_active=False)
    after_closing = public_version(world.event, follows_play=True)
    assert after_closing != after_play
    set_team(world.event.pk, world.ida, 1, "Reds")
    assert public_version(world.event, follows_play=True) != after_closing


def test_a_table_of_an_event_links_to_it_before_and_while_it_is_played() -> None:
    world = evening("@ana", "@ben", place="site", sites="AAAAA", points4="", points3="")
    row = open_round(world.event.pk, world.ida).tables.get()
    address = reverse("table", args=[row.live_table_id])
    link = f'<a href="{reverse("event", args=[world.event.pk])}">Thursday at the Anchor</a>'
    expected = f"{link} · Round 1, table 1"
    assert expected in client_of(world.people["ana"]).get(address).text  # the room
    for name in ("ana", "ben"):
        sit_down(row.live_table_id, world.people[name])
    assert expected in client_of(None).get(address).text
    Event.objects.update(hidden_at=row.round.opened_at)
    html = client_of(None).get(address).text
    assert "Thursday" not in html
    assert f"Event {world.event.pk}</a> · Round 1, table 1" in html


def test_a_table_that_was_cancelled_links_to_its_event() -> None:
    world, table = played_on_site()
    Table.objects.filter(pk=table.pk).update(phase=Phase.CANCELLED)
    html = client_of(None).get(reverse("table", args=[table.pk])).text
    assert f'{reverse("event", args=[world.event.pk])}">Thursday at the Anchor</a>' in html


def test_a_table_of_no_event_names_none(ana: Account, ben: Account) -> None:
    assert (
        "table-event" not in client_of(None).get(reverse("table", args=[dealt([ana, ben]).pk])).text
    )
