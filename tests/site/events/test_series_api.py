"""Series and leagues by the API: a season by requests alone, and what an organiser may do."""

from __future__ import annotations

from datetime import timedelta

import pytest

from events.models import Series
from tests.cast import account
from tests.site.events.test_event_api import Organiser
from tests.worlds.api_world import Asker, assert_problem
from tests.worlds.clubs import club_of, officer_of
from tests.worlds.seasons import FIRST, evening_in

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]

DAYS = {"first_day": FIRST.isoformat(), "last_day": (FIRST + timedelta(days=90)).isoformat()}
LATER = {"first_day": "2027-03-01", "last_day": "2027-05-31"}


def test_a_league_is_held_and_carried_on_by_requests_alone() -> None:
    ida = Organiser()
    account("ana")
    series = ida.send("POST", "series", {"name": "Winter", **DAYS, "best": 3}, 201)
    path, key = f"series/{series['id']}", series["id"]
    for name in ("First", "Second"):
        ida.send("POST", f"{path}/divisions", {"name": name, "exchanged": 1}, 201)
    ida.send("POST", f"{path}/divisions/1/players", {"names": ["@ana", "Ben", "Cid"]}, 201)
    ida.send("POST", f"{path}/divisions/2/players", {"names": ["Dan", "Eli", "Fay"]}, 201)
    row = Series.objects.get(pk=key)
    evening_in(row, ida.account, "@ana", "Ben", "Cid", division=1)
    event = evening_in(row, ida.account, "Dan", "Eli", "Fay", division=2)
    stranger = Asker().ask("GET", path).json()
    assert [part["division"]["name"] for part in stranger["boards"]] == ["First", "Second"]
    first = stranger["boards"][0]["lines"]
    assert [(line["rank"], line["name"], line["points"]) for line in first] == [
        (1, "@ana", "5"),
        (2, "Ben", "2.5"),
        (3, "Cid", "1"),
    ]
    assert stranger["boards"][1]["events"] == [event.pk]
    assert (stranger["may_organise"], stranger["next_season"]) == (False, None)
    places = {player["name"]: player["id"] for player in stranger["players"]}
    assert ida.send("POST", f"{path}/players/{places['Ben']}/leaving")["players"][1]["leaving"]
    assert_problem(ida.asker.ask("DELETE", f"{path}/players/{places['Ben']}"), 409, "conflict")
    plan = ida.send("POST", f"{path}/promotion", {"joining": ["Gil"]})
    moves = {
        (division["number"], player["name"]): player["move"]
        for division in plan["divisions"]
        for player in division["players"]
    }
    assert moves[1, "Dan"] == "up"
    assert moves[2, "Gil"] == "new"
    assert plan["leaving"] == ["Ben"]
    body = {"name": "Spring", **LATER, "digest": plan["digest"]}
    assert_problem(
        ida.asker.ask("POST", f"{path}/next", body), 409, "conflict"
    )  # Gil was in what was shown
    season = ida.send("POST", f"{path}/next", body | {"joining": ["Gil"]}, 201)
    assert (season["before"], season["terms"]["best"]) == (key, 3)
    assert {(row["division"], row["name"]): row["move"] for row in season["players"]} == moves
    assert ida.send("GET", path)["next_season"] == season["id"]


def test_officers_of_the_club_alone_change_its_series() -> None:
    owner, other = Organiser("own"), Organiser("eve")
    club = club_of(owner.account, other.account)
    officer = Organiser(officer_of(club, "off").username)
    body = {"name": "Winter", **DAYS, "club": club.slug}
    assert_problem(other.asker.ask("POST", "series", body), 403)
    path = f"series/{owner.send('POST', 'series', body, 201)['id']}"
    changed = officer.send("PATCH", path, {"tie_breaks": ["wins", "lot"], "rank_points": "5, 3"})
    assert changed["terms"]["tie_breaks"] == ["wins", "lot"]
    assert changed["terms"]["rank_points"] == "5 3"
    private = other.send("POST", "series", {"name": "Mine", **DAYS}, 201)
    series = Series.objects.get(pk=private["id"])
    event = evening_in(series, other.account, "Mia", "Tom").pk  # an arbiter of the event alone
    assert_problem(other.asker.ask("POST", f"{path}/events", {"event": event}), 403)
    assert_problem(officer.asker.ask("POST", f"{path}/events", {"event": event}), 403)
    removal = {"reason": "held twice"}
    answer = other.send("POST", f"series/{series.pk}/events/{event}/removal", removal)
    assert answer["removed_events"][0]["reason"] == "held twice"
    late = Organiser("late", "read")
    assert_problem(late.asker.ask("PATCH", path, {"name": "Mine now"}), 403, "scope")
    listed = Asker().ask("GET", f"series?club={club.slug}").json()["results"]
    assert [row["name"] for row in listed] == ["Winter"]
    assert_problem(owner.asker.ask("PATCH", path, {"last_day": "2020-01-01"}), 400, "invalid")
