"""An operator or arbiter lies about teams, seeds, groups, plans and announcements in a dump."""

from __future__ import annotations

import shutil
from importlib import import_module
from pathlib import Path
from typing import Final

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from archive.dumps.services.publish import dump
from archive.log.models import Waiting
from audit.runner import Audit
from events.announcing import announce
from events.entrants.entering import set_team
from events.models import Entrant, EventAct, EventAnnouncement
from events.rounds.opening import open_round
from events.rounds.planning import deal_groups, set_seeds, write_plan
from ratings.services.fold import fold_pending
from tests.attacks.test_lies_about_events import (
    Lie,
    act_of,
    change_line,
    differences,
    forge,
    signed,
    unsigned,
)
from tests.audit.conftest import Copy
from tests.cast import account, finished_log, submit
from tests.tampering import tampering
from tests.worlds.evenings import evening

__all__ = ["signed"]

pytestmark = pytest.mark.django_db

DUMPED: list[Path] = []
TEAMS: Final = ("Mia / Reds", "Tom / Blues", "Zed / Reds", "Eve / Blues", "Pia", "Kai", "Lou")


def organised() -> None:
    """Closed groups of teams (1), with seeds by hand, then by lot; and a Swiss (2) whose first
    rounds are prescribed."""
    world = evening(*TEAMS, "Uma / Greens", format="groups", team_best=2)
    key, ida = world.event.pk, world.ida
    announce(key, ida, "Coffee is ready.")
    set_seeds(key, ida, "hand", "3 1", "list of last year")
    deal_groups(key, ida, 2, "lot")
    table = open_round(key, ida).tables.order_by("number")[0]
    world.report(table, *(40 - 5 * seat.turn for seat in table.seats.all()))
    set_team(key, ida, 5, "Reds")
    set_team(key, ida, 8, "")
    swiss = evening(*(f"Guest {letter}" for letter in "ABCDEFGH"), format="swiss")
    set_seeds(swiss.event.pk, ida, "rating")
    write_plan(swiss.event.pk, ida, "1 3 5 7\n2 4 6 8\n\n1 2 3 4", "as last year")
    for _round in range(2):
        for table in open_round(swiss.event.pk, ida).tables.order_by("number"):
            swiss.report(table, 30, 20, 10, 5)
    rated = evening("@ana", "Mia", "Tom", format="knockout")
    submit(
        account("referee", arbiter=True),
        finished_log("black=@ana white=Zoe", seed=7, played="2026-01-07"),
    )
    fold_pending()
    set_seeds(rated.event.pk, ida, "rating")


@pytest.fixture
def copy(db: None, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A copy of a dump, without its log."""
    if not DUMPED:
        organised()
        DUMPED.append(tmp_path_factory.mktemp("plans") / "dump")
        dump(DUMPED[0])
    shutil.copytree(DUMPED[0], tmp_path / "dump", ignore=shutil.ignore_patterns("parquet"))
    return unsigned(Copy(tmp_path / "dump"))


def other_tables(copy: Copy) -> None:
    act = act_of(copy, "round", event=2)
    first, *remaining = act["content"]["tables"]
    forge(copy, act, content={"tables": [[*first[1:], first[0]], *remaining]})


def other_ratings(copy: Copy) -> None:
    """Whom the lot put last is said to have the one rating, and so comes first."""
    act = act_of(copy, "seeded", event=2)
    forge(copy, act, content={"ratings": [[act["content"]["seeds"][-1], 1]]})


def rating_of_the_day(copy: Copy) -> None:
    """The account of the third event is said to have had another rating; its seed stays."""
    act = act_of(copy, "seeded", event=3)
    [[number, rating]] = act["content"]["ratings"]
    forge(copy, act, content={"ratings": [[number, rating + 50_000]]})


def rating_of_a_guest(copy: Copy) -> None:
    act = act_of(copy, "seeded", event=3)
    [[number, rating]] = act["content"]["ratings"]
    guest = next(key for key in act["content"]["seeds"] if key != number)
    forge(copy, act, content={"ratings": [[number, rating], [guest, 1]]})


def other_groups(copy: Copy) -> None:
    act = act_of(copy, "grouped")
    (first, *gold), (second, *silver) = act["content"]["groups"]
    forge(copy, act, content={"groups": [[second, *gold], [first, *silver]]})


def team_points(copy: Copy) -> None:
    teams = copy.lines("events")[0]["teams"]
    change_line(copy, "events", teams=[{**teams[0], "points": "99"}, *teams[1:]])


def another_entrant(copy: Copy, **fields: int) -> None:
    first, *remaining = copy.lines("events")[0]["entrants"]
    change_line(copy, "events", entrants=[{**first, **fields}, *remaining])


LIES: Final[dict[str, tuple[Lie, str]]] = {
    "seeds that are not by lot": (
        lambda copy: forge(
            copy, act_of(copy, "seeded", event=2), content={"seeds": list(range(8, 0, -1))}
        ),
        "seeded seeds: written [8, 7",
    ),
    "seeds that are not in the order of ratings": (other_ratings, "seeded seeds: written"),
    "a rating that the ledger did not have then": (rating_of_the_day, "rating of 1: written"),
    "a rating of somebody without an account": (rating_of_a_guest, "written 1, follows nothing"),
    "seeds that the arbiter did not name": (
        lambda copy: forge(copy, act_of(copy, "seeded"), content={"named": [1, 3]}),
        "seeded seeds: written [3, 1",
    ),
    "groups that the lot did not deal": (other_groups, "grouped groups: written"),
    "a plan in which somebody has no table": (
        lambda copy: forge(
            copy, act_of(copy, "grouped"), content={"rounds": [[1, [[1, 2, 3]], []]]}
        ),
        "grouped rounds: written round 1, follows everybody once",
    ),
    "a round that is not as it was prescribed": (other_tables, "round plan: written"),
    "a plan for a round that was opened": (
        lambda copy: forge(
            copy, act_of(copy, "planned", event=2), content={"rounds": [[7, [], []]]}
        ),
        "planned rounds: written [7]",
    ),
    "a plan of a player": (
        lambda copy: forge(copy, act_of(copy, "planned", event=2), as_arbiter=False),
        "planned as_arbiter: written False",
    ),
    "a team with another's name": (
        lambda copy: forge(copy, act_of(copy, "team", nth=1), text="Reds"),
        "team team: written Reds",
    ),
    "a team with two names": (
        lambda copy: forge(copy, act_of(copy, "team", nth=2), text="Greys"),
        "team team: written Greys, follows Reds",
    ),
    "a member whom the site moved": (
        lambda copy: forge(copy, act_of(copy, "team", nth=5), by=None, as_arbiter=False),
        "team by: written nothing, follows an arbiter",
    ),
    "a member of another team": (lambda copy: another_entrant(copy, team=2), "entrants: written"),
    "another seed": (lambda copy: another_entrant(copy, seed=9), "entrants: written"),
    "points of a team": (team_points, "teams: written"),
    "another plan": (lambda copy: change_line(copy, "events", plan=[]), "plan: written nothing"),
    "an announcement of a player": (
        lambda copy: forge(copy, act_of(copy, "announced"), as_arbiter=False),
        "announced as_arbiter: written False",
    ),
}


@pytest.mark.parametrize("name", LIES)
def test_a_lie_about_a_plan_is_named(copy: Copy, name: str) -> None:
    tell, sentence = LIES[name]
    tell(copy)
    named = differences(copy.folder)
    assert any(sentence in difference for difference in named), named


def test_an_honest_dump_of_plans_follows_and_names_arbiters(copy: Copy) -> None:
    audit = Audit(DUMPED[0])
    assert list(map(str, audit.differences())) == []
    assert audit.events is not None
    notes = "\n".join(audit.events.notes)
    for sentence in ("@ida set the seeds [3, 1]: list of last year", "@ida prescribed 2 rounds"):
        assert sentence in notes
    teams = copy.lines("events")[0]["teams"]
    assert {team["name"]: len(team["members"]) for team in teams} == {"Reds": 3, "Blues": 2}


def test_names_that_a_moderator_hides_are_in_no_line(db: None, tmp_path: Path) -> None:
    """The name of a team with such a member, and an announcement; the standings follow all the
    same."""
    organised()
    Entrant.objects.filter(guest="Mia").update(hidden_at=timezone.now())
    with tampering(EventAnnouncement) as rows:
        rows.update(hidden_at=timezone.now())
    dump(tmp_path / "dump")
    copy = Copy(tmp_path / "dump")
    text = str(copy.lines("event_acts")) + str(copy.lines("events"))
    assert not [word for word in ("Mia", "Reds", "Coffee") if word in text]
    assert "Blues" in text
    assert differences(copy.folder) == []


def test_an_upgrade_writes_down_what_there_is(db: None, tmp_path: Path) -> None:
    """An older site has no such acts: the site writes its own, and the audit names them."""
    organised()
    later = ("announced", "team", "seeded", "grouped", "planned")
    with tampering(EventAct) as rows:
        rows.filter(kind__in=later).delete()
        for event, *_columns in rows.filter(number=1).values_list("event"):
            acts = rows.filter(event=event).order_by("number")
            for number, pk in enumerate(acts.values_list("pk", flat=True), 1):
                rows.filter(pk=pk).update(number=number)
    Waiting.objects.all().delete()
    apps = MigrationLoader(connection).project_state().apps
    import_module("events.migrations.0013_acts_of_plans").write_acts(apps, None)
    import_module("archive.log.migrations.0010_acts_of_plans").queue_acts(apps, None)
    assert len(Waiting.objects.get().records) == EventAct.objects.filter(account=None).count() == 9
    dump(tmp_path / "dump")
    audit = Audit(unsigned(Copy(tmp_path / "dump")).folder)
    assert list(map(str, audit.differences())) == []
    assert audit.events is not None
    notes = "\n".join(audit.events.notes)
    assert notes.count("the site wrote down") == 9
