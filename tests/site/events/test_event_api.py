"""Events by the API: an evening and a tournament are held by requests alone, and each answer says
what the page of the event says."""

from __future__ import annotations

import re
from typing import Any, Final

import pytest
from django.urls import reverse

from events.clubs.founding import create_club
from events.models import Event, EventRuling
from events.results.ending import end_event
from events.results.rulings import give_penalty
from tests.cast import account, client_of
from tests.worlds.api_world import Asker, assert_problem, token
from tests.worlds.evenings import STARTS, evening, person

pytestmark = [pytest.mark.django_db, pytest.mark.both_databases]


class Organiser:
    """An account that asks the API with a token of the scope `play`."""

    def __init__(self, handle: str = "ida", *scopes: str) -> None:
        self.account = person(handle)
        self.asker = Asker(token(self.account, *(scopes or ("play",))))

    def send(self, method: str, path: str, body: Any = b"", status: int = 200) -> Any:
        answer = self.asker.ask(method, path, body)
        assert answer.status_code == status, answer.content[:800]
        return answer.json()

    def make(self, **terms: Any) -> int:
        body = {"name": "Thursday at the Anchor", "starts_at": STARTS.isoformat(), **terms}
        return int(self.send("POST", "events", body, 201)["id"])


def test_an_evening_by_requests_alone() -> None:
    ida = Organiser()
    account("ana")
    event = f"events/{ida.make()}"
    entrants = ida.send("POST", f"{event}/entrants", {"names": ["@ana", "Mia", "Tom"]}, 201)
    assert [(row["number"], row["name"]) for row in entrants] == [
        (1, "@ana"),
        (2, "Mia"),
        (3, "Tom"),
    ]
    table = ida.send("POST", f"{event}/tables", {"entrants": [2, 1, 3]}, 201)
    assert [seat["name"] for seat in table["seats"]] == ["Mia", "@ana", "Tom"]
    (code,) = ida.send("GET", f"{event}/codes")
    assert client_of(ida.account).get(code["page"]).status_code == 200
    place = f"{event}/tables/{table['id']}"
    played = ida.send("POST", f"{place}/slip", {"scores": [30, 41, 22]})
    assert played["state"] == "confirmed"
    assert [seat["points"] for seat in played["seats"]] == ["2.5", "5", "1"]
    standings = ida.send("GET", f"{event}/standings")
    assert [(row["rank"], row["name"], row["points"]) for row in standings["rows"]] == [
        (1, "@ana", "5"),
        (2, "Mia", "2.5"),
        (3, "Tom", "1"),
    ]
    assert standings["tie_breaks"] == ["share", "wins", "opponents", "direct"]
    assert len(standings["rows"][0]["tie_breaks"]) == 4
    ended = ida.send("POST", f"{event}/end")
    assert ended["ended_at"]
    assert_problem(ida.asker.ask("POST", f"{place}/slip", {"scores": [1, 2, 3]}), 409, "conflict")
    assert ida.send("DELETE", f"{event}/end")["ended_at"] is None


def test_a_correction_says_what_moved() -> None:
    ida = Organiser()
    event = f"events/{ida.make()}"
    ida.send("POST", f"{event}/entrants", {"names": ["Mia", "Tom"]}, 201)
    table = ida.send("POST", f"{event}/tables", {"entrants": [1, 2]}, 201)
    place = f"{event}/tables/{table['id']}"
    ida.send("POST", f"{place}/slip", {"scores": [40, 30]})
    body = {"scores": [29, 30], "reason": "a slip of the pen"}
    ruling = ida.send("POST", f"{place}/ruling", body, 201)
    assert ruling["kind"] == "corrected"
    assert {
        "entrant": 2,
        "rank_before": 2,
        "rank_after": 1,
        "points_before": "1",
        "points_after": "5",
    } in ruling["moved"]
    document = Asker().ask("GET", event).json()
    assert document["rulings"][0] == ruling


def test_absent_players_and_penalties() -> None:
    ida = Organiser()
    event = f"events/{ida.make()}"
    ida.send("POST", f"{event}/entrants", {"names": ["Mia", "Tom"]}, 201)
    table = ida.send("POST", f"{event}/tables", {"entrants": [1, 2]}, 201)
    place = f"{event}/tables/{table['id']}/ruling"
    contradiction = {"scores": [1, 2], "absent": [2], "reason": "went home"}
    assert_problem(ida.asker.ask("POST", place, contradiction), 400, "invalid")
    ruling = ida.send("POST", place, {"absent": [2], "reason": "went home"}, 201)
    assert ruling["kind"] == "absent"
    body = {"entrant": 1, "points": "0.5", "reason": "late"}
    penalty = ida.send("POST", f"{event}/penalties", body, 201)
    rows = ida.send("GET", f"{event}/standings")["rows"]
    assert [(row["points"], row["penalty"]) for row in rows if row["entrant"] == 1] == [
        ("2.5", "-0.5")
    ]
    lifting = f"{event}/penalties/{penalty['id']}/lifting"
    assert ida.send("POST", lifting, {"reason": "it was the tram"}, 201)["lifts"] == penalty["id"]
    assert_problem(ida.asker.ask("POST", lifting, {"reason": "again"}), 409, "conflict")
    ida.send("DELETE", f"{event}/entrants/2/withdrawal")
    ida.send("POST", f"{event}/entrants/2/withdrawal", {"reason": "went again"})
    people = ida.send("GET", event)["entrants"]
    assert [row["withdrawn_at"] is None for row in people] == [True, False]


def test_own_pairings_are_seated_as_they_were_sent_and_the_others_by_the_site() -> None:
    ida = Organiser()
    event = f"events/{ida.make(format='swiss', rounds_planned=3)}"
    names = [f"Guest {letter}" for letter in "ABCDEFGH"]
    ida.send("POST", f"{event}/entrants", {"names": names}, 201)
    body = {"tables": [[8, 1, 5, 2]], "deadline": "2199-01-01T20:00:00+01:00"}
    assert_problem(ida.asker.ask("POST", f"{event}/rounds", body), 400, "invalid")  # no reason
    round_ = ida.send("POST", f"{event}/rounds", body | {"reason": "a bet"}, 201)
    seats = [[seat["entrant"] for seat in table["seats"]] for table in round_["tables"]]
    assert [8, 1, 5, 2] in seats
    assert sorted(number for table in seats for number in table) == [*range(1, 9)]
    assert round_["deadline"] == "2199-01-01T19:00:00Z"
    assert EventRuling.objects.get().kind == EventRuling.Kind.PAIRED
    assert_problem(ida.asker.ask("POST", f"{event}/rounds", {}), 409, "conflict")


def test_players_report_confirm_and_dispute_their_own_table() -> None:
    world = evening("@ana", "@ben")
    table = world.seat("@ana", "@ben")
    ana, ben = Organiser("ana"), Organiser("ben")
    place = f"events/{world.event.pk}/tables/{table.pk}"
    assert ana.send("POST", f"{place}/slip", {"scores": [40, 30]})["state"] == "reported"
    assert_problem(ana.asker.ask("POST", f"{place}/confirmation"), 403)
    assert ben.send("POST", f"{place}/confirmation")["state"] == "confirmed"
    disputed = ben.send("POST", f"{place}/dispute", {"reason": "it was 40 each"})
    assert (disputed["disputed_by"], disputed["dispute"]) == ("ben", "it was 40 each")


def test_accounts_enter_and_leave_by_themselves() -> None:
    world = evening(open_entry=True)
    ana, path = Organiser("ana"), f"events/{world.event.pk}/entry"
    assert ana.send("POST", path, status=201)["name"] == "@ana"
    assert ana.send("DELETE", path)["withdrawn_at"]
    assert_problem(ana.asker.ask("DELETE", path), 409, "conflict")


def test_a_change_leaves_the_other_terms() -> None:
    ida = Organiser()
    event = f"events/{ida.make(tie_breaks=['wins', 'lot'], modules=[], points2='')}"
    changed = ida.send("PATCH", event, {"name": "Friday", "bye_points": "2"})
    assert (changed["name"], changed["terms"]["bye_points"]) == ("Friday", "2")
    assert (changed["terms"]["tie_breaks"], changed["terms"]["points2"]) == (["wins", "lot"], "")
    answer = ida.asker.ask("PATCH", event, {"time_zone": "Mars/Olympus"})
    assert list(assert_problem(answer, 400, "invalid")["errors"]) == ["time_zone"]
    answer = ida.asker.ask("PATCH", event, {"nmae": "Friday"})
    assert list(assert_problem(answer, 400, "invalid")["errors"]) == ["nmae"]
    for moment in ("0001-01-01T00:00:00Z", "9999-12-31T23:59:59Z"):
        answer = ida.asker.ask("PATCH", event, {"starts_at": moment})
        assert list(assert_problem(answer, 400, "invalid")["errors"]) == ["starts_at"]


def test_an_officer_holds_an_event_of_the_club() -> None:
    ida = Organiser()
    club = create_club(ida.account, "Thursday Club")
    event = ida.make(club=club.slug)
    assert ida.send("GET", f"events?club={club.slug}")["results"][0]["id"] == event
    body = {"name": "Mine now", "starts_at": STARTS.isoformat(), "club": club.slug}
    assert_problem(Organiser("eve").asker.ask("POST", "events", body), 403)
    assert_problem(Asker().ask("GET", "events?club=none"), 404)


def test_the_list_by_time_and_by_page() -> None:
    ida = Organiser()
    keys = {
        name: ida.make(name=name, starts_at=starts)
        for name, starts in (
            ("to come", "2190-01-01T10:00:00Z"),
            ("ended", "2190-01-02T10:00:00Z"),
            ("long ago", "2020-01-01T10:00:00Z"),
            ("hidden", "2190-01-03T10:00:00Z"),
        )
    }
    Event.objects.filter(pk=keys["hidden"]).update(hidden_at=STARTS)
    end_event(keys["ended"], ida.account)

    def listed(query: str) -> list[str]:
        return [row["name"] for row in Asker().ask("GET", f"events?{query}").json()["results"]]

    assert listed("") == ["ended", "to come", "long ago"]
    assert listed("when=upcoming") == ["to come"]
    assert listed("when=over") == ["ended", "long ago"]
    assert listed("when=running") == []
    first = Asker().ask("GET", "events?page_size=2").json()
    second = Asker().ask("GET", first["next"].removeprefix("http://testserver")).json()
    assert [row["name"] for row in second["results"]] == ["long ago"]
    assert_problem(Asker().ask("GET", "events?when=never"), 400, "invalid")


def test_an_event_has_an_etag_that_changes_with_a_result() -> None:
    world = evening("Mia", "Tom")
    path = f"events/{world.event.pk}"
    answer = Asker().ask("GET", path)
    tag = {"If-None-Match": answer["ETag"]}
    assert Asker().ask("GET", path, headers=tag).status_code == 304
    world.report(world.seat("Mia", "Tom"), 40, 30)
    assert Asker().ask("GET", path, headers=tag).status_code == 200


POINTS: Final = 372
POINTS_WRITTEN: Final = re.compile(rf"(?<![\d.]){POINTS}(?!\d)")
"""Not within a moment's millionths."""


def test_the_api_and_the_page_hide_the_same() -> None:
    world = evening("@ana", "Mia", "Tom", rounds_planned=2, hides_end=True)
    table = world.seat("Mia", "Tom")
    world.report(table, 371, POINTS)
    give_penalty(world.event.pk, world.ida, 2, "1", "late")
    path, page = f"events/{world.event.pk}", reverse("event", args=[world.event.pk])
    for asker, client in (
        (Asker(), client_of(None)),
        (Organiser("ana").asker, client_of(world.people["ana"])),
    ):
        document = asker.ask("GET", path).json()
        (row,) = document["rounds"][0]["tables"]
        assert row["hidden"]
        assert {seat["score"] for seat in row["seats"]} == {None}
        assert document["standings"]["hides"]
        assert document["rulings"][0]["moved"] == []  # ranks would tell the hidden result
        assert not POINTS_WRITTEN.search(str(document))
        assert "from rank" not in client.get(page).content.decode()
    document = Organiser("ida").asker.ask("GET", path).json()
    assert POINTS_WRITTEN.search(str(document))
    assert document["rulings"][0]["moved"]
    assert document["may_arbitrate"]
    end_event(world.event.pk, world.ida)
    assert POINTS_WRITTEN.search(str(Asker().ask("GET", path).json()))


def test_a_cookie_cannot_read_hidden_results_from_another_page() -> None:
    """A browser sends no cookie to a resource that allows every origin; what an arbiter reads is
    kept by no cache of others."""
    world = evening("Mia", "Tom", rounds_planned=2, hides_end=True)
    answer = Organiser("ida").asker.ask("GET", f"events/{world.event.pk}")
    assert answer["Access-Control-Allow-Origin"] == "*"
    assert "Access-Control-Allow-Credentials" not in answer
    assert answer["Cache-Control"] == "private, no-cache"
    assert "Cookie" in answer["Vary"]


def test_closed_groups_by_requests_alone() -> None:
    ida = Organiser()
    event = f"events/{ida.make(format='groups')}"
    names = [f"Guest {letter}a" for letter in "bcdfghjklmnpqr"]
    ida.send("POST", f"{event}/entrants", {"names": names}, 201)
    by_hand = {"count": 2, "order": "hand", "groups": [list(range(1, 8)), list(range(8, 15))]}
    without_reason = ida.asker.ask("POST", f"{event}/groups", by_hand)
    assert_problem(without_reason, 400, "invalid")
    dealt = ida.send("POST", f"{event}/groups", {**by_hand, "reason": "by street"})
    assert [row["group"] for row in dealt["entrants"]] == [1] * 7 + [2] * 7
    opened = ida.send("POST", f"{event}/rounds/all", {"deadline": "2199-01-01T12:00:00Z"})
    assert len(opened["rounds"]) == 4
    assert ida.send("POST", f"{event}/timer", {"minutes": 50})["id"] == dealt["id"]
    ida.send("DELETE", f"{event}/timer")
    assert_problem(ida.asker.ask("POST", f"{event}/timer", {"minutes": 0}), 400, "invalid")
    team = ida.send("POST", f"{event}/entrants/3/team", {"team": "Reds"})
    assert team["team"] == "Reds"


def test_seeds_and_a_plan_by_requests_alone() -> None:
    ida = Organiser()
    cup = f"events/{ida.make(format='knockout')}"
    names = [f"Guest {letter}a" for letter in "bcdfghjk"]
    ida.send("POST", f"{cup}/entrants", {"names": names}, 201)
    seeds = {"order": "hand", "entrants": [8, 7], "reason": "last year"}
    seeded = ida.send("POST", f"{cup}/seeds", seeds)
    assert [row["seed"] for row in seeded["entrants"]][-2:] == [2, 1]
    swiss = f"events/{ida.make(format='swiss')}"
    ida.send("POST", f"{swiss}/entrants", {"names": names}, 201)
    plan = {"rounds": [{"tables": [[8, 1, 2, 3]], "byes": [4]}], "reason": "prescribed"}
    ida.send("POST", f"{swiss}/plan", plan)
    round_ = ida.send("POST", f"{swiss}/rounds", {}, 201)
    first = [seat["entrant"] for seat in round_["tables"][0]["seats"]]
    assert first == [8, 1, 2, 3]
    assert round_["byes"] == [4]


def test_a_deal_for_all_tables_by_requests_alone() -> None:
    ida = Organiser()
    terms = {"format": "duplicate", "place": "site", "sites": "AAAAA", "points4": "", "points3": ""}
    event = f"events/{ida.make(**terms)}"
    for handle in ("ana", "ben", "cat", "dan"):
        account(handle)
    ida.send("POST", f"{event}/entrants", {"names": ["@ana", "@ben", "@cat", "@dan"]}, 201)
    ida.send("POST", f"{event}/deals", b"", 201)
    assert_problem(ida.asker.ask("POST", f"{event}/deals"), 409, "conflict")
    ida.send("POST", f"{event}/deals/tables")
