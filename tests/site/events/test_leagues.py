"""Leagues: divisions, their boards, promotion and relegation, the next season, history."""

from __future__ import annotations

from datetime import timedelta

import pytest
from django.urls import reverse

from events.models import DivisionPlayer, Series
from events.organising.making import make_event
from events.results.series_boards import read_board
from events.series.league import (
    add_division,
    division_history,
    place_players,
    plan_next_season,
    remove_player,
    set_leaving,
    start_next_season,
)
from events.series.organising import add_event_to_series
from events.series.queries import board_parts
from games.accounts.closing import close
from games.models import Account
from tests.cast import account, client_of
from tests.worlds.evenings import terms
from tests.worlds.seasons import FIRST, evening_in, season_of, season_terms
from web.errors import Conflict, Invalid, NotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

NEXT = season_terms(
    name="Second season",
    first_day=FIRST + timedelta(days=100),
    last_day=FIRST + timedelta(days=190),
)


@pytest.fixture
def ida() -> Account:
    return account("ida")


def league(ida: Account) -> Series:
    """Two divisions of four, one of which changes places."""
    for handle in ("ana", "zoe"):
        account(handle)
    series = season_of(ida)
    add_division(series.pk, ida, "First", 1)
    add_division(series.pk, ida, "Second", 1)
    place_players(series.pk, ida, 1, ["@ana", "Ben", "Cid", "Dan"])
    place_players(series.pk, ida, 2, ["Eli", "Fay", "Gil", "@zoe"])
    return series


def played_league(ida: Account) -> Series:
    series = league(ida)
    evening_in(series, ida, "@ana", "Ben", "Cid", "Dan", division=1)
    evening_in(series, ida, "Eli", "Fay", "Gil", "@zoe", division=2)
    return series


def divisions_of(series: Series) -> list[list[str]]:
    return [
        [player.in_logs for player in division.players.select_related("account")]
        for division in series.divisions.all()
    ]


def player_named(series: Series, name: str) -> DivisionPlayer:
    rows = DivisionPlayer.objects.filter(division__series=series).select_related("account")
    return next(row for row in rows if row.in_logs == name)


def test_each_division_has_a_board_of_all_its_players(ida: Account) -> None:
    """A substitute has no line; who was not there has no points."""
    series = league(ida)
    evening_in(series, ida, "Ben", "Sub One", "@ana", division=1)
    first, second = board_parts(read_board(series))
    assert [(line.person.in_logs, line.points) for line in first.lines[:2]] == [
        ("Ben", "5"),
        ("@ana", "1"),
    ]
    assert sorted(line.person.in_logs for line in first.lines) == ["@ana", "Ben", "Cid", "Dan"]
    assert len(second.lines) == 4
    assert [line.rank for line in second.lines] == [1, 2, 3, 4]


def test_an_empty_event_of_a_division_gets_its_players(ida: Account) -> None:
    series = league(ida)
    event = make_event(ida, terms())
    with pytest.raises(Invalid, match="division"):
        add_event_to_series(series.pk, ida, event.pk)
    add_event_to_series(series.pk, ida, event.pk, 2)
    assert [row.in_logs for row in event.entrants.select_related("account")] == [
        "Eli",
        "Fay",
        "Gil",
        "@zoe",
    ]


def test_a_person_is_in_one_division(ida: Account) -> None:
    series = league(ida)
    for name in ("ben", "@ana"):
        with pytest.raises(Conflict, match="has a division"):
            place_players(series.pk, ida, 2, [name])
    for number, name in ((3, "Max"), (1, "@nobody"), (1, "<b>"), (1, " ")):
        with pytest.raises(Invalid):
            place_players(series.pk, ida, number, [name])
    remove_player(series.pk, ida, player_named(series, "Ben").pk)
    place_players(series.pk, ida, 2, ["Ben"])


def test_a_person_who_has_played_is_not_removed(ida: Account) -> None:
    series = played_league(ida)
    with pytest.raises(Conflict, match="has already played"):
        remove_player(series.pk, ida, player_named(series, "Ben").pk)


def test_a_series_with_events_has_no_divisions_afterwards(ida: Account) -> None:
    series = season_of(ida)
    evening_in(series, ida, "Ana", "Ben")
    with pytest.raises(Conflict, match="without a division"):
        add_division(series.pk, ida, "First", 1)
    with pytest.raises(Conflict, match="no divisions"):
        plan_next_season(series)


def test_the_next_season_has_those_who_went_up_and_down(ida: Account) -> None:
    series = played_league(ida)
    plan = plan_next_season(series, ["Max"])
    season = start_next_season(series.pk, ida, NEXT, ["Max"], plan.digest)
    assert divisions_of(season) == [
        ["@ana", "Ben", "Cid", "Eli"],
        ["Dan", "Fay", "Gil", "@zoe", "Max"],
    ]
    moves = DivisionPlayer.objects.filter(division__series=season).exclude(move="stays")
    assert [(row.in_logs, row.move) for row in moves] == [
        ("Eli", "up"),
        ("Dan", "down"),
        ("Max", "new"),
    ]
    seasons, history = division_history(season)
    assert [row.pk for row in seasons] == [series.pk, season.pk]
    lines = {line.person.in_logs: line.divisions for line in history}
    assert (lines["Eli"], lines["Dan"], lines["Max"]) == ([2, 1], [1, 2], [None, 2])
    page = client_of(None).get(reverse("series", args=[season.pk])).content.decode()
    assert "Divisions in each season" in page
    for attempt in (
        lambda: plan_next_season(series),
        lambda: add_division(series.pk, ida, "Third", 1),
        lambda: set_leaving(series.pk, ida, player_named(series, "Ben").pk, leaving=True),
    ):
        with pytest.raises(Conflict, match="next season has begun"):
            attempt()


def test_the_place_of_a_player_who_does_not_go_on_is_filled(ida: Account) -> None:
    series = played_league(ida)
    set_leaving(series.pk, ida, player_named(series, "Ben").pk, leaving=True)
    ana = Account.objects.get(username="ana")
    place = player_named(series, "@ana")
    with pytest.raises(NotAllowed):
        set_leaving(series.pk, Account.objects.get(username="zoe"), place.pk, leaving=True)
    set_leaving(series.pk, ana, place.pk, leaving=True)
    set_leaving(series.pk, ana, place.pk, leaving=False)
    close(Account.objects.get(username="zoe"))
    plan = plan_next_season(series)
    names = [[place.person.in_logs for place in places] for _division, places in plan.divisions]
    assert names == [["@ana", "Cid", "Eli", "Fay"], ["Dan", "Gil"]]


def test_a_plan_that_moved_since_it_was_shown_is_not_confirmed(ida: Account) -> None:
    series = played_league(ida)
    digest = plan_next_season(series).digest
    evening_in(series, ida, "Dan", "Cid", "Ben", "@ana", division=1)
    evening_in(series, ida, "Dan", "Cid", "Ben", "@ana", division=1)
    with pytest.raises(Conflict, match="divisions have changed"):
        start_next_season(series.pk, ida, NEXT, [], digest)
    assert Series.objects.count() == 1


def test_no_next_season_while_an_event_runs(ida: Account) -> None:
    series = played_league(ida)
    evening_in(series, ida, "Dan", "Cid", division=1, ends=False)
    with pytest.raises(Conflict, match="has not ended"):
        plan_next_season(series)


def test_a_league_through_its_pages(ida: Account) -> None:
    series = season_of(ida)
    client, change = client_of(ida), reverse("series-change", args=[series.pk])
    for name in ("First", "Second"):
        client.post(change, {"do": "add-division", "name": name, "exchanged": "1"})
    client.post(change, {"do": "place", "division": "1", "names": "Ana\nBen"})
    client.post(change, {"do": "place", "division": "2", "names": "Cid, Dan"})
    organise = client.get(reverse("series-organise", args=[series.pk])).content.decode()
    assert "New event for Second" in organise
    evening_in(series, ida, "Ana", "Ben", division=1)
    evening_in(series, ida, "Cid", "Dan", division=2)
    address = reverse("series-next", args=[series.pk])
    answer = client.post(address, {"joining": "Max", "look": "yes"})
    assert "goes up" in answer.content.decode()
    assert Series.objects.count() == 1
    fields = {
        "name": "Second season",
        "first_day": FIRST + timedelta(days=91),
        "last_day": FIRST + timedelta(days=270),
        "least": "1",
        "joining": "Max",
        "confirm": "yes",
    }
    assert client.post(address, {**fields, "digest": "old"}).status_code == 400
    digest = answer.context["plan"].digest
    assert client.post(address, {**fields, "digest": digest}).status_code == 302
    season = Series.objects.get(before=series)
    assert divisions_of(season) == [["Ana", "Cid"], ["Ben", "Dan", "Max"]]
