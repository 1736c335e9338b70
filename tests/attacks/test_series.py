"""Attacks on series: events of others, members without a role, hidden names, guests claimed."""

from __future__ import annotations

from collections.abc import Callable

import pytest
from django.urls import reverse
from django.utils import timezone

from events.models import DivisionPlayer, Entrant, GuestAccount, NameReport, Series
from events.moderation import report_name, settle_name_report
from events.organising.arbiters import add_arbiter
from events.organising.making import make_event
from events.results.ending import end_event
from events.results.rulings import give_penalty
from events.series.guests import answer_for_guest, name_guest
from events.series.league import (
    add_division,
    place_players,
    plan_next_season,
    remove_player,
    start_next_season,
)
from events.series.organising import (
    add_event_to_series,
    change_series,
    make_series,
    remove_event_from_series,
)
from games.models import Account
from tables.models import Block
from tests.cast import account, client_of
from tests.worlds.clubs import club_of, joined, officer_of
from tests.worlds.evenings import terms
from tests.worlds.seasons import board_of, evening_in, season_of, season_terms
from web.errors import Conflict, Invalid, NotAllowed

pytestmark = pytest.mark.django_db


def test_an_organiser_of_one_club_adds_no_event_of_another() -> None:
    ida, eve = account("ida"), account("eve")
    victim, club = club_of(ida), club_of(eve, name="Friday Club")
    series = make_series(eve, season_terms(), club)
    event = make_event(ida, terms(), victim)
    with pytest.raises(NotAllowed, match="arbiter of the event"):
        add_event_to_series(series.pk, eve, event.pk)
    add_arbiter(event.pk, ida, "eve")
    with pytest.raises(Conflict, match="another club"):
        add_event_to_series(series.pk, eve, event.pk)
    alone = season_of(ida)
    with pytest.raises(NotAllowed, match="organiser of this series"):
        add_event_to_series(alone.pk, eve, event.pk)
    url = reverse("series-change", args=[series.pk])
    client_of(eve).post(url, {"do": "add-event", "event": event.pk})
    assert not series.entries.exists()


def test_members_and_strangers_change_no_series() -> None:
    """A member is no officer; an arbiter of one of its events does not organise the series."""
    ida = account("ida")
    club = club_of(ida)
    member, arbiter = account("mia"), account("art")
    joined(club, member)
    series = make_series(ida, season_terms(), club)
    event = evening_in(series, ida, "Ana", "Ben", ends=False)
    add_arbiter(event.pk, ida, "art")
    for person in (member, arbiter, account("eve")):
        attempts: list[Callable[[Account], object]] = [
            lambda person: make_series(person, season_terms(), club),
            lambda person: change_series(series.pk, person, season_terms()),
            lambda person: add_event_to_series(series.pk, person, event.pk),
            lambda person: remove_event_from_series(series.pk, person, event.pk, "mine"),
            lambda person: name_guest(series.pk, person, "Ana", "mia"),
            lambda person: add_division(series.pk, person, "First", 1),
            lambda person: place_players(series.pk, person, 1, ["Ana"]),
            lambda person: remove_player(series.pk, person, 1),
            lambda person: start_next_season(series.pk, person, season_terms(), [], ""),
        ]
        for attempt in attempts:
            with pytest.raises(NotAllowed):
                attempt(person)
        client = client_of(person)
        for do in ("add-event", "remove-event", "name-guest", "add-division", "place"):
            fields = {"event": event.pk, "reason": "mine", "guest": "Ana", "handle": "mia"}
            fields |= {"name": "First", "names": "Ana", "division": "1"}
            answer = client.post(reverse("series-change", args=[series.pk]), {"do": do, **fields})
            assert answer.status_code == 403, do
        for name in ("series-organise", "series-settings", "series-next"):
            assert client.get(reverse(name, args=[series.pk])).status_code == 403
        page = f"{reverse('event-new')}?series={series.pk}"
        assert client.get(page).status_code == 403
    assert board_of(series) == {"Ana": "5", "Ben": "1"}
    officer = officer_of(club, "otto")
    remove_event_from_series(series.pk, officer, event.pk, "an officer may")


def test_a_hidden_name_is_on_no_page_of_a_series() -> None:
    ida = account("ida")
    series = season_of(ida)
    event = evening_in(series, ida, "Ana", "Ben", name="A nasty name")
    event.hidden_at = timezone.now()
    event.save()
    for name in ("series", "series-csv"):
        body = client_of(None).get(reverse(name, args=[series.pk])).content.decode()
        assert "nasty" not in body
        assert "Ana" in body
    organise = client_of(ida).get(reverse("series-organise", args=[series.pk]))
    assert "nasty" not in organise.content.decode()


def test_a_hidden_guest_is_on_no_page_of_a_series() -> None:
    """Also in what a ruling moved, in the divisions, and in the next season."""
    ida, ana = account("ida"), account("ana")
    series = season_of(ida)
    add_division(series.pk, ida, "First", 0)
    place_players(series.pk, ida, 1, ["Nasty Name", "Ben"])
    event = evening_in(series, ida, "Nasty Name", "Ben", division=1, ends=False)
    answer_for_guest(name_guest(series.pk, ida, "Ben", "ana").pk, ana, agrees=True)
    give_penalty(event.pk, ida, 1, "1", "late")
    end_event(event.pk, ida)
    Entrant.objects.filter(guest="Nasty Name").update(hidden_at=timezone.now())
    plan = plan_next_season(series)
    following = season_terms(name="Second season")
    season = start_next_season(series.pk, ida, following, [], plan.digest)
    addresses = [reverse(name, args=[series.pk]) for name in ("series", "series-csv")]
    for address in (*addresses, reverse("series", args=[season.pk])):
        body = client_of(None).get(address).content.decode()
        assert "Nasty" not in body, address
    assert "nasty name" in [guest.casefold() for guest in names_of(season)]


def names_of(series: Series) -> list[str]:
    rows = DivisionPlayer.objects.filter(division__series=series)
    return list(rows.values_list("guest", flat=True))


def test_a_report_of_the_club_hides_the_names_of_its_series() -> None:
    ida, moderator = account("ida"), account("mo", moderator=True)
    club = club_of(ida)
    series = make_series(ida, season_terms(name="A nasty season"), club)
    event = evening_in(series, ida, "Ana", "Ben")
    report = report_name(account("eve"), club, "The name of its season is nasty.")
    settle_name_report(moderator, report, True, "It is.")
    club.refresh_from_db()
    pages = [reverse("series", args=[series.pk]), reverse("event", args=[event.pk])]
    pages += [reverse("club", args=[club.slug]), reverse("events")]
    for page in pages:
        assert "nasty" not in client_of(None).get(page).content.decode(), page
    assert Series.objects.get().public_name == f"Series {series.pk}"


def test_the_name_of_a_series_is_reported_and_hidden() -> None:
    """Its organiser is no judge of it, also as a moderator."""
    ida = account("ida", moderator=True)
    series = season_of(ida, name="A nasty season")
    eve = account("eve")
    address = reverse("series-report", args=[series.pk])
    assert client_of(eve).post(address, {"reason": "It is nasty."}).status_code == 302
    report = NameReport.objects.get(series=series)
    with pytest.raises(NotAllowed, match="another moderator"):
        settle_name_report(ida, report, False, "It is not.")
    settle_name_report(account("mo", moderator=True), report, True, "It is.")
    page = client_of(eve).get(reverse("series", args=[series.pk])).content.decode()
    assert "nasty" not in page
    assert client_of(eve).get(address).status_code == 404


def test_nobody_takes_the_results_of_a_guest() -> None:
    """An organiser names others only, and those have to agree themselves."""
    ida, ana, eve = account("ida"), account("ana"), account("eve")
    series = season_of(ida)
    evening_in(series, ida, "Ana K", "Ben")
    with pytest.raises(NotAllowed, match="another organiser"):
        name_guest(series.pk, ida, "Ana K", "ida")
    row = name_guest(series.pk, ida, "Ana K", "ana")
    for person in (ida, eve):
        with pytest.raises(NotAllowed):
            answer_for_guest(row.pk, person, agrees=True)
        url = reverse("series-change", args=[series.pk])
        assert client_of(person).post(url, {"do": "agree", "guest": row.pk}).status_code == 403
    assert GuestAccount.objects.get().agreed_at is None
    answer_for_guest(row.pk, ana, agrees=False)
    Block.objects.create(account=ana, blocked=ida)
    with pytest.raises(Invalid):
        name_guest(series.pk, ida, "Ana K", "ana")
    for guest in ("", "Nobody", "Ben\0"):
        with pytest.raises(Invalid):
            name_guest(series.pk, ida, guest, "eve")


def test_a_suspended_founder_and_a_closed_club_organise_nothing() -> None:
    ida = account("ida")
    club = club_of(ida)
    series, alone = make_series(ida, season_terms(), club), season_of(ida)
    club.closed_at = timezone.now()
    club.save()
    with pytest.raises(NotAllowed):
        change_series(series.pk, ida, season_terms(name="Another name"))
    ida.is_active = False
    ida.save()
    with pytest.raises(NotAllowed):
        change_series(alone.pk, ida, season_terms(name="Another name"))


def test_addresses_of_series_that_are_not_there() -> None:
    ida = account("ida")
    client = client_of(ida)
    for name in ("series", "series-csv", "series-organise", "series-settings", "series-next"):
        assert client.get(reverse(name, args=[99])).status_code == 404
    series = season_of(ida)
    url = reverse("series-change", args=[series.pk])
    assert client.post(url, {"do": "add-event", "event": "99"}).status_code == 404
    assert client.post(url, {"do": "add-event", "event": "x" * 40}).status_code == 404
    assert client.post(url, {"do": "nonsense"}).status_code == 302
    assert client.get(f"{reverse('event-new')}?series=x").status_code == 404
