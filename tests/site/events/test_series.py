"""Series: boards over evenings, guests who are accounts, rulings that move the board, pages."""

from __future__ import annotations

import csv
from datetime import timedelta

import pytest
from django.urls import reverse
from django.utils import timezone

from events.data_export import export_event_data
from events.entrants.entering import enter_people
from events.models import EventTable, GuestAccount, SeriesMove
from events.organising.making import make_event
from events.results.ending import end_event, reopen_event
from events.results.rulings import give_penalty, lift_penalty, rule_result
from events.results.series_boards import read_board
from events.results.slips import Slip
from events.series.guests import answer_for_guest, name_guest
from events.series.organising import (
    add_event_to_series,
    change_series,
    make_series,
    remove_event_from_series,
)
from events.series.queries import series_of_club
from games.accounts.closing import close
from games.models import Account, Notice
from tables.errors import InvalidTerms
from tests.cast import account, client_of
from tests.worlds.clubs import club_of
from tests.worlds.evenings import STARTS, TYPED_START, terms
from tests.worlds.seasons import FIRST, board_of, evening_in, season_of, season_terms
from web.errors import Conflict, Invalid, NotAllowed

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


@pytest.fixture
def ida() -> Account:
    return account("ida")


def test_the_board_adds_up_evenings_and_joins_guests_by_name(ida: Account) -> None:
    account("ben")
    series = season_of(ida)
    evening_in(series, ida, "Ana", "@ben", "Cid")
    evening_in(series, ida, "Cid", "ANA", "Dora", "@ben")
    assert board_of(series) == {"Ana": "8", "Cid": "6", "@ben": "3.5", "Dora": "2"}
    lines = read_board(series).lines()
    assert [cell.points for cell in lines[0].cells] == ["5", "3"]
    assert [cell.points for cell in lines[3].cells] == ["", "2"]


def test_the_best_evenings_count_and_a_few_evenings_are_needed(ida: Account) -> None:
    series = season_of(ida, best=1, least=2)
    for names in (("Ana", "Ben"), ("Ben", "Ana"), ("Ana", "Cid")):
        evening_in(series, ida, *names)
    lines = read_board(series).lines()
    assert [(line.person.in_logs, line.points) for line in lines] == [("Ana", "5"), ("Ben", "5")]
    assert [cell.counts for cell in lines[0].cells] == [True, False, False]


def test_ranks_have_points_of_their_own(ida: Account) -> None:
    series = season_of(ida, rank_points="10, 6 1/2")
    evening_in(series, ida, "Ana", "Ben", "Cid")
    assert board_of(series) == {"Ana": "10", "Ben": "6", "Cid": "0.5"}


def test_an_evening_that_runs_counts_as_its_page_shows_it(ida: Account) -> None:
    """Hidden results are on no board."""
    series = season_of(ida)
    hidden = evening_in(series, ida, "Ana", "Ben", ends=False, hides_end=True, rounds_planned=2)
    assert board_of(series) == {}
    end_event(hidden.pk, ida)
    assert board_of(series) == {"Ana": "5", "Ben": "1"}


@pytest.mark.parametrize(
    ("changes", "field"),
    [
        ({"last_day": season_terms().first_day - timedelta(days=1)}, "last_day"),
        ({"last_day": season_terms().first_day + timedelta(days=900)}, "last_day"),
        ({"best": 61}, "best"),
        ({"least": 0}, "least"),
        ({"rank_points": "1 2"}, "rank_points"),
        ({"rank_points": "x"}, "rank_points"),
        ({"rank_points": "1 " * 21}, "rank_points"),
        ({"tie_breaks": "wins wins"}, "tie_breaks"),
        ({"tie_breaks": "rating"}, "tie_breaks"),
        ({"name": "x"}, "name"),
    ],
)
def test_terms_that_cannot_be_are_refused_at_their_field(
    ida: Account, changes: dict[str, object], field: str
) -> None:
    with pytest.raises(InvalidTerms) as refusal:
        make_series(ida, season_terms(**changes))
    assert refusal.value.field == field


def test_what_counts_stands_once_an_evening_has_a_result(ida: Account) -> None:
    series = season_of(ida)
    change_series(series.pk, ida, season_terms(best=3))
    evening_in(series, ida, "Ana", "Ben")
    change_series(series.pk, ida, season_terms(best=3, name="Another name"))
    with pytest.raises(InvalidTerms, match="can’t be changed"):
        change_series(series.pk, ida, season_terms(best=2))


def test_an_event_taken_out_stays_to_be_read_with_its_reason(ida: Account) -> None:
    series = season_of(ida)
    event = evening_in(series, ida, "Ana", "Ben")
    with pytest.raises(Invalid, match="Give a reason"):
        remove_event_from_series(series.pk, ida, event.pk, " ")
    remove_event_from_series(series.pk, ida, event.pk, "It was a friendly evening.")
    assert board_of(series) == {}
    page = client_of(None).get(reverse("series", args=[series.pk])).content.decode()
    assert "It was a friendly evening." in page
    with pytest.raises(Conflict):
        remove_event_from_series(series.pk, ida, event.pk, "again")
    add_event_to_series(series.pk, ida, event.pk)
    assert board_of(series) == {"Ana": "5", "Ben": "1"}
    with pytest.raises(Conflict, match="already"):
        add_event_to_series(series.pk, ida, event.pk)


# --- guests who are accounts ----------------------------------------------------------


def test_a_guest_is_an_account_once_the_account_agrees_and_both_stay_visible(ida: Account) -> None:
    ana = account("ana")
    series = season_of(ida)
    evening_in(series, ida, "Ana K", "Ben")
    evening_in(series, ida, "Ben", "@ana")
    row = name_guest(series.pk, ida, "ana k", "@Ana")
    assert (
        Notice.objects.filter(account=ana, kind="event").latest("pk").facts["series"] == series.pk
    )
    assert board_of(series) == {"Ben": "6", "Ana K": "5", "@ana": "1"}
    answer_for_guest(row.pk, ana, agrees=True)
    assert board_of(series) == {"@ana": "6", "Ben": "6"}
    page = client_of(None).get(reverse("series", args=[series.pk])).content.decode()
    assert "(Ana K)" in page
    assert "“Ana K” is @ana" in page
    with pytest.raises(Conflict):
        answer_for_guest(row.pk, ana, agrees=False)
    with pytest.raises(Conflict, match="already"):
        name_guest(series.pk, ida, "Ana K", "@ana")


def test_an_account_that_declines_is_not_the_guest_and_another_may_be(ida: Account) -> None:
    ana, zoe = account("ana"), account("zoe")
    series = season_of(ida)
    evening_in(series, ida, "Guest A", "Ben")
    row = name_guest(series.pk, ida, "Guest A", "ana")
    answer_for_guest(row.pk, ana, agrees=False)
    second = name_guest(series.pk, ida, "Guest A", "zoe")
    answer_for_guest(second.pk, zoe, agrees=True)
    assert board_of(series) == {"@zoe": "5", "Ben": "1"}
    assert GuestAccount.objects.count() == 2


def test_two_who_met_are_two_people_also_afterwards(ida: Account) -> None:
    """The account has its own line where it plays with the guest of its name."""
    ana = account("ana")
    series = season_of(ida)
    evening_in(series, ida, "Guest A", "Ben")
    row = name_guest(series.pk, ida, "Guest A", "ana")
    answer_for_guest(row.pk, ana, agrees=True)
    evening_in(series, ida, "@ana", "Guest A")
    assert board_of(series) == {"@ana": "10", "Ben": "1", "Guest A": "1"}
    evening_in(series, ida, "Zed", "@ana")
    with pytest.raises(Conflict, match="two people"):
        name_guest(series.pk, ida, "Zed", "ana")


def test_a_closed_account_stays_as_a_pseudonym_with_all_its_points(ida: Account) -> None:
    ana = account("ana")
    series = season_of(ida)
    evening_in(series, ida, "Ana K", "Ben")
    answer_for_guest(name_guest(series.pk, ida, "Ana K", "ana").pk, ana, agrees=True)
    evening_in(series, ida, "@ana", "Ben")
    close(ana)
    series.refresh_from_db()
    ana.refresh_from_db()
    assert board_of(series) == {f"@{ana.username}": "10", "Ben": "2"}
    page = client_of(None).get(reverse("series", args=[series.pk])).content.decode()
    assert "(Ana K)" not in page
    assert "@ana<" not in page


# --- rulings ----------------------------------------------------------------------------


def test_a_ruling_moves_the_board_and_says_so(ida: Account) -> None:
    series = season_of(ida)
    evening_in(series, ida, "Ana", "Ben")
    event = evening_in(series, ida, "Ana", "Ben")
    reopen_event(event.pk, ida)
    table = EventTable.objects.get(round__event=event)
    rule_result(event.pk, table.pk, ida, Slip((1, 99)), "the slip was read wrongly")
    assert board_of(series) == {"Ana": "6", "Ben": "6"}
    assert SeriesMove.objects.get().moved == [["Ana", 1, 1, "10", "6"], ["Ben", 2, 1, "2", "6"]]
    penalty = give_penalty(event.pk, ida, 1, "2", "came late")
    assert board_of(series) == {"Ben": "6", "Ana": "4"}
    lift_penalty(event.pk, ida, penalty.pk, "was not late")
    page = client_of(None).get(reverse("series", args=[series.pk])).content.decode()
    assert "Ben: from rank 2 to 1" in page
    assert "the slip was read wrongly" in page
    assert SeriesMove.objects.count() == 3


def test_a_ruling_about_a_hidden_result_says_nothing_on_the_board(ida: Account) -> None:
    series = season_of(ida)
    event = evening_in(series, ida, "Ana", "Ben", ends=False, hides_end=True, rounds_planned=2)
    table = EventTable.objects.get(round__event=event)
    rule_result(event.pk, table.pk, ida, Slip((1, 99)), "the slip was read wrongly")
    assert not SeriesMove.objects.exists()


# --- pages ------------------------------------------------------------------------------


def test_a_season_through_its_pages(ida: Account) -> None:
    club = club_of(ida)
    client = client_of(ida)
    fields = {"name": "Winter", "first_day": FIRST, "last_day": FIRST + timedelta(days=120)}
    new = f"{reverse('series-new')}?club={club.slug}"
    assert client.post(new, {**fields, "least": ""}).status_code == 400
    answer = client.post(new, {**fields, "least": "1", "tie1": "wins"}, follow=True)
    assert answer.status_code == 200
    series = answer.context["series"]
    assert (series.club, series.tie_breaks) == (club, "wins")
    change = reverse("series-change", args=[series.pk])
    event = make_event(ida, terms(), club)
    client.post(change, {"do": "add-event", "event": event.pk})
    assert series.entries.get().event == event
    enter_people(event.pk, ida, ["Mia", "Tom"])
    assert "Winter" in client.get(reverse("event", args=[event.pk])).content.decode()
    assert "Winter" in client.get(reverse("events")).content.decode()
    settings = reverse("series-settings", args=[series.pk])
    client.post(settings, {**fields, "name": "Winter", "least": "2", "best": "8"})
    series.refresh_from_db()
    assert (series.name, series.least, series.best) == ("Winter", 2, 8)
    client.post(change, {"do": "remove-event", "event": event.pk, "reason": "wrong one"})
    assert series.entries.get().removed_at is not None


def test_a_new_event_of_a_series_counts_in_it(ida: Account) -> None:
    series = season_of(ida)
    client = client_of(ida)
    page = f"{reverse('event-new')}?series={series.pk}"
    form = client.get(page).context["form"]
    fields = {name: value for name, value in form.initial.items() if value is not None}
    usual = {
        name: field.initial for name, field in form.fields.items() if field.initial is not None
    }
    typed = {
        **usual,
        **fields,
        "name": "First evening",
        "starts": TYPED_START,
        "profile": "official",
    }
    answer = client.post(page, typed)
    assert answer.status_code == 302, answer.context["form"].errors
    assert series.entries.get().event.name == "First evening"


def test_the_board_as_csv(ida: Account) -> None:
    series = season_of(ida, best=1)
    evening_in(series, ida, "Ana", "Ben", "Cid")
    evening_in(series, ida, "Ben", "Ana")
    answer = client_of(None).get(reverse("series-csv", args=[series.pk]))
    rows = list(csv.reader(answer.content.decode().splitlines()))
    assert rows[0][6:] == ["wins", f"{STARTS:%Y-%m-%d}", f"{STARTS + timedelta(weeks=1):%Y-%m-%d}"]
    assert rows[2] == ["", "1", "Ben", "", "5", "1", "1", "2.5", "5"]


def test_this_season_is_first_on_the_page_of_its_club(ida: Account) -> None:
    club = club_of(ida)
    today = timezone.localdate()
    days = {"first_day": today, "last_day": today + timedelta(days=9)}
    past = {"first_day": today - timedelta(days=90), "last_day": today - timedelta(days=1)}
    make_series(ida, season_terms(name="Past season", **past), club)
    current = make_series(ida, season_terms(name="This season", **days), club)
    evening_in(current, ida, "Ana", "Ben")
    club_series = series_of_club(club)
    assert (club_series.current, [row.name for row in club_series.other_seasons]) == (
        current,
        ["Past season"],
    )
    page = client_of(None).get(reverse("club", args=[club.slug])).content.decode()
    assert page.index("This season") < page.index("Leaderboard") < page.index("Past season")


def test_an_account_without_a_verified_address_makes_no_series(ida: Account) -> None:
    ida.emailaddress_set.update(verified=False)
    with pytest.raises(NotAllowed, match="verify your e-mail address"):
        season_of(ida)


def test_series_are_in_the_data_of_an_account(ida: Account) -> None:
    ana = account("ana")
    series = season_of(ida)
    evening_in(series, ida, "Ana K", "Ben")
    name_guest(series.pk, ida, "Ana K", "ana")
    names = {file.name for person in (ida, ana) for file in export_event_data(person)}
    assert {"series_made.ndjson", "guest_names.ndjson", "division_places.ndjson"} <= names
