"""An operator dates the membership of a club back, so that a game counts by an arbiter's word."""

from __future__ import annotations

from collections.abc import Callable
from datetime import timedelta
from importlib import import_module
from pathlib import Path
from typing import Any

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from archive.dumps.services.publish import dump
from archive.log.models import Leaf, Waiting
from archive.log.services.append import append
from audit.clubs import read_club_members
from audit.dump import read_dump
from audit.history import LogHistory
from audit.leaf_moments import PromptLeaves
from audit.runner import Audit
from events.clubs.founding import leave_club
from events.clubs.members import give_club_role
from events.models import Club, ClubMember
from games.log_outbox import MEMBER, queue_leaves
from games.models import Account, Player
from games.standing import ensure_player
from games.written_once import lock
from tests.attacks.test_clubs import game_of_today, vouched
from tests.audit.conftest import Copy
from tests.cast import account
from tests.site.log.conftest import signer
from tests.tampering import tampering
from tests.worlds.clubs import club_of, officer_of

__all__ = ["signer"]

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("signer")]

Line = dict[str, Any]


@pytest.fixture
def club(tmp_path: Path) -> Club:
    """Ana vouched for a game of ben and cat; then the first dump was made."""
    ana, ben, cat = account("ana"), account("ben"), account("cat")
    club = club_of(ana, ben, cat)
    vouched(club, ana, game_of_today(club, ben, "ben", "cat"))
    append()
    dump(tmp_path / "first")
    return club


def differences(folder: Path) -> list[str]:
    dump(folder)
    return list(map(str, Audit(folder).differences()))


def test_joining_a_role_and_leaving_have_leaves_in_time(club: Club, tmp_path: Path) -> None:
    officer_of(club, "off", "arbiter")
    give_club_role(club.owner, club, "cat", "officer")
    leave_club(Account.objects.get(username="ben"), club)
    assert differences(tmp_path / "dump") == []
    lines = {line["id"]: line for line in Copy(tmp_path / "dump").lines("club_members")}
    counts = [Leaf.objects.filter(kind=MEMBER, record=str(pk)).count() for pk in sorted(lines)]
    assert counts == [1, 2, 2, 1]  # ana; ben, who left; cat as a member, and as an officer
    assert len({line["salt"] for line in lines.values()}) == len(lines)


def test_a_membership_that_is_dated_back_is_named(club: Club, tmp_path: Path) -> None:
    """By a role that goes on from no row, although it has a leaf; by an end before its leaf."""
    moment, eve, cat = timezone.now(), account("eve"), Account.objects.get(username="cat")
    ensure_player(eve)
    row = ClubMember.objects.create(
        club=club, account=eve, joined_at=moment - timedelta(days=400), since=moment
    )
    with tampering(ClubMember) as rows:
        rows.filter(account=cat).update(until=moment - timedelta(hours=2))
    queue_leaves(MEMBER, [row.pk, ClubMember.objects.get(account=cat).pk])
    vouched(club, club.owner, game_of_today(club, eve, "eve", "ben", seed=2))
    named = differences(tmp_path / "dump")
    for sentence in ("joined_at: written", "and no leaf of that hour says so"):
        assert any(sentence in line for line in named), named


def test_the_first_leaf_of_a_member_is_of_the_hour_of_their_row() -> None:
    """Rows of before the first leaf of a member have theirs within an hour of it, or never."""
    leaves = PromptLeaves()
    leaves.first("settings", "2026-03-01T10:00:00.000000Z")
    upgrade, later = (
        leaves.first("member", f"2026-03-01T{hour}:00:00.000000Z") for hour in (12, 14)
    )
    for since, leaf, is_named in (
        ("2020-03-01T10:00:00.000000Z", upgrade, False),
        ("2020-03-01T10:00:00.000000Z", later, True),
        ("2026-03-01T12:30:00.000000Z", later, True),
        ("2026-03-01T13:30:00.000000Z", later, False),
    ):
        sentences = list(leaves.compare("member", {"since": since}, "row", leaf, 7))
        assert bool(sentences) == is_named, sentences


def test_a_dump_of_before_the_leaves_of_members_is_audited_as_ever(
    club: Club, tmp_path: Path
) -> None:
    """The rows count, and the audit says that no leaf binds them."""
    with tampering(Leaf) as leaves:
        leaves.filter(kind=MEMBER).update(kind="player", record="999")
    dump(tmp_path / "dump")
    copy = Copy(tmp_path / "dump")
    copy.change("club_members", lambda line: {k: v for k, v in line.items() if k != "salt"})
    history = LogHistory(copy.folder)
    named = list(history.differences())
    assert not [line for line in named if "club_members" in line]
    assert "3 rows of club members have no leaf" in history.summary()
    assert list(read_club_members(read_dump(copy.folder))[1]) == []


def test_an_upgrade_gives_rows_their_salts_and_leaves(club: Club) -> None:
    """The functions of the migrations, on rows of a site from before."""
    apps = MigrationLoader(connection).project_state().apps
    with tampering(ClubMember) as rows:
        rows.update(salt="")
    Player.objects.filter(account__username="ana").delete()
    import_module("events.migrations.0012_member_salts").give_salts(
        apps, connection.schema_editor()
    )
    lock(connection, "events_clubmember", ["until", "removed_by_id"])
    assert len(set(ClubMember.objects.values_list("salt", flat=True)) - {""}) == 3
    Waiting.objects.all().delete()
    import_module("archive.log.migrations.0009_members").queue_members(apps, None)
    assert [row.kind for row in Waiting.objects.order_by("pk")] == ["player", "member"]
    append()
    assert Leaf.objects.filter(kind=MEMBER).count() == 6


def dated_back(line: Line) -> Line:
    return line | {"joined_at": "2020-01-01T00:00:00.000000Z"}


@pytest.mark.parametrize(
    ("change", "named"),
    [
        (dated_back, "of the log has: rewritten"),
        (lambda line: line | {"until": None}, "of the log has: rewritten"),
        (lambda line: line | {"id": line["id"] + 100}, "no leaf of the log has it"),
        (lambda line: {k: v for k, v in line.items() if k != "salt"}, "log has: rewritten"),
    ],
)
def test_a_row_that_is_rewritten_in_the_dump_is_named(
    club: Club, change: Callable[[Line], Line], named: str, tmp_path: Path
) -> None:
    leave_club(Account.objects.get(username="cat"), club)
    dump(tmp_path / "dump")
    copy = Copy(tmp_path / "dump")
    copy.change("club_members", lambda line: change(line) if line["until"] else line)
    assert any(named in line for line in LogHistory(copy.folder).differences())
