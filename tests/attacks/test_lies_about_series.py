"""An operator or organiser lies about a series or a league in a dump."""

from __future__ import annotations

import shutil
from importlib import import_module
from pathlib import Path
from typing import Any, Final

import pytest
from django.db import connection
from django.db.migrations.loader import MigrationLoader
from django.utils import timezone

from archive.dumps.services.publish import dump
from archive.log.models import Waiting
from audit.dump import UnreadableDump
from audit.runner import Audit
from events.models import Entrant, SeriesAct
from tests.attacks.test_lies_about_events import (
    Lie,
    Line,
    change_line,
    differences,
    resalted,
    signed,
    unsigned,
)
from tests.audit.conftest import Copy
from tests.tampering import tampering
from tests.worlds.seasons import league_with_seasons

__all__ = ["signed"]

pytestmark = pytest.mark.django_db

NO_KEY: Final = 999_999_999
"""A key that no row has. Small ones are given out in the course of a run: then the lie is true."""

DUMPED: list[Path] = []


@pytest.fixture
def copy(db: None, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A copy of a dump, without its log."""
    if not DUMPED:
        league_with_seasons()
        DUMPED.append(tmp_path_factory.mktemp("series") / "dump")
        dump(DUMPED[0])
    shutil.copytree(DUMPED[0], tmp_path / "dump", ignore=shutil.ignore_patterns("parquet"))
    return unsigned(Copy(tmp_path / "dump"))


def act_of(copy: Copy, kind: str, nth: int = 0) -> Line:
    return [act for act in copy.lines("series_acts") if act["kind"] == kind][nth]


def forge(copy: Copy, act: Line, **changes: Any) -> None:
    """The act says otherwise; `content` is added to that of the act."""
    content = {**act["content"], **changes.pop("content", {})}
    forged = resalted({**act, **changes, "content": content})
    copy.change("series_acts", lambda line: forged if line["id"] == act["id"] else line)


def player(copy: Copy, name: str) -> int:
    return int(next(line["id"] for line in copy.lines("players") if line["name"] == name))


def promoted(copy: Copy, nth: int) -> list[Any]:
    """The divisions of the next season, with two players exchanged."""
    gold, silver = act_of(copy, "season")["content"]["divisions"]
    return [[*gold[:-1], silver[nth]], [gold[-1], *silver[1:]]]


def other_board(copy: Copy) -> None:
    first, *remaining = copy.lines("series")[0]["board"]
    change_line(copy, "series", board=[{**first, "points": "99"}, *remaining])


def remove_act(copy: Copy, kind: str) -> None:
    act = act_of(copy, kind)
    copy.change("series_acts", lambda line: None if line["id"] == act["id"] else line)


def other_terms(copy: Copy) -> None:
    act = act_of(copy, "changed")
    forge(copy, act, content={"terms": act["content"]["terms"] | {"best": 1}})


LIES: Final[dict[str, tuple[Lie, str]]] = {
    "points of a board": (other_board, " board: written"),
    "an empty board": (
        lambda copy: change_line(copy, "series", board=[]),
        "board: written nothing",
    ),
    "a board by other terms": (other_terms, "changed best: written 1, follows 2"),
    "an event that counts again": (
        lambda copy: remove_act(copy, "no-event"),
        "events: written",
    ),
    "an event that was taken out by a stranger": (
        lambda copy: forge(copy, act_of(copy, "no-event"), by=player(copy, "@ann")),
        "no-event by: written",
    ),
    "an organiser who answers for the guest": (
        lambda copy: forge(copy, act_of(copy, "agreed"), by=player(copy, "@ida")),
        "agreed by: written",
    ),
    "a guest who is somebody else": (
        lambda copy: forge(copy, act_of(copy, "guest"), content={"player": player(copy, "@ann")}),
        "agreed by: written",
    ),
    "a guest who did not agree": (
        lambda copy: forge(copy, act_of(copy, "agreed"), kind="declined"),
        "board: written",
    ),
    "promotion of the last": (
        lambda copy: forge(copy, act_of(copy, "season"), content={"divisions": promoted(copy, -1)}),
        "season divisions: written",
    ),
    "a player who did not say that they leave": (
        lambda copy: forge(copy, act_of(copy, "season"), content={"leaving": []}),
        "season leaving: written []",
    ),
    "another player in the next season": (
        lambda copy: forge(copy, act_of(copy, "placed", 6), content={"player": NO_KEY}),
        "next divisions: written",
    ),
    "a season that goes on from another": (
        lambda copy: forge(copy, act_of(copy, "season"), content={"season": NO_KEY}),
        "season: written nothing, follows goes on from",
    ),
    "a season before an event had ended": (
        lambda copy: forge(copy, act_of(copy, "season"), at="2020-01-01T00:00:00.000000Z"),
        "follows an event that has ended",
    ),
    "a move that an organiser made up": (
        lambda copy: forge(copy, act_of(copy, "placed"), content={"move": "up"}),
        "placed move: written up, follows new",
    ),
    "a person in two divisions": (
        lambda copy: forge(
            copy, act_of(copy, "placed", 3), content={"player": player(copy, "@ann")}
        ),
        "follows a person without a division",
    ),
    "a series of a stranger's club": (
        lambda copy: forge(copy, act_of(copy, "division"), by=player(copy, "@ann")),
        "division by: written",
    ),
    "an act of the site": (
        lambda copy: forge(copy, act_of(copy, "changed"), by=None),
        "changed by: written nothing, follows an organiser",
    ),
    "a series without acts": (
        lambda copy: copy.change("series_acts", lambda line: None),
        "acts: written nothing, follows its acts",
    ),
    "other people of a division": (
        lambda copy: change_line(copy, "series", nth=1, places=[]),
        "places: written",
    ),
}


@pytest.mark.parametrize("name", LIES)
def test_a_lie_about_a_series_is_named(copy: Copy, name: str) -> None:
    tell, sentence = LIES[name]
    tell(copy)
    named = differences(copy.folder)
    assert any(sentence in difference for difference in named), named


def test_an_honest_dump_of_series_follows(copy: Copy) -> None:
    audit = Audit(DUMPED[0])
    assert list(map(str, audit.differences())) == []
    assert audit.series is not None
    notes = "\n".join(audit.series.notes)
    for sentence in ("not of this season", "agreed to be the guest Mia", "2 divisions"):
        assert sentence in notes
    assert len(act_of(copy, "season")["content"]["divisions"]) == 2


HIDDEN_DUMPED: list[Path] = []


@pytest.fixture
def hidden(db: None, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A copy of a dump in which a moderator hides the guest Tom everywhere, without its log."""
    if not HIDDEN_DUMPED:
        league_with_seasons()
        Entrant.objects.filter(guest="Tom").update(hidden_at=timezone.now())
        HIDDEN_DUMPED.append(tmp_path_factory.mktemp("hidden") / "dump")
        dump(HIDDEN_DUMPED[0])
    shutil.copytree(HIDDEN_DUMPED[0], tmp_path / "dump", ignore=shutil.ignore_patterns("parquet"))
    return unsigned(Copy(tmp_path / "dump"))


def test_a_hidden_guest_is_in_no_line_of_a_series(hidden: Copy) -> None:
    """Lines of all others are worked out; the audit says what it took as written, and counts it."""
    assert "Tom" not in str(hidden.lines("series")) + str(hidden.lines("series_acts"))
    audit = Audit(hidden.folder)
    assert list(map(str, audit.differences())) == []
    assert audit.series is not None
    assert any("a guest is hidden" in note for note in audit.series.notes)
    listing = "\n".join(audit.not_audited)
    assert "3 finishes in such lines" in listing
    assert "1 next seasons: their divisions" in listing


def change_board(copy: Copy, player_name: str | None, **changes: Any) -> None:
    """The line of a player, or of the hidden guest, on the board of the first series says
    otherwise."""
    key = player(copy, player_name) if player_name else None
    board = copy.lines("series")[0]["board"]
    line = next(row for row in board if row["player"] == key and row["guest"] is None)
    change_line(copy, "series", board=[row | changes if row is line else row for row in board])


def without_line(copy: Copy, player_name: str | None) -> None:
    key = player(copy, player_name) if player_name else None
    board = copy.lines("series")[0]["board"]
    change_line(copy, "series", board=[row for row in board if row["player"] != key])


HIDDEN_LIES: Final[dict[str, tuple[Lie, str]]] = {
    "points of an account": (lambda copy: change_board(copy, "@ann", points="99"), "points of"),
    "a finish of an account": (
        lambda copy: change_board(copy, "@ann", finishes=["5", "5"]),
        "follows ['5', '5/2']",
    ),
    "fewer finishes than events": (
        lambda copy: change_board(copy, "@ann", finishes=["5"]),
        "follows 2 events",
    ),
    "wins of an account": (lambda copy: change_board(copy, "@ann", wins=7), "wins"),
    "a finish that no hidden guest has": (
        lambda copy: change_board(copy, None, finishes=["5", "1"], points="6"),
        "follows [None, '1']",
    ),
    "points of a hidden guest": (lambda copy: change_board(copy, None, points="9"), "points of"),
    "a finish that a hidden guest has, of somebody else": (
        lambda copy: change_board(copy, "@mia", finishes=["1", "5"]),
        "board: written",
    ),
    "another rank": (lambda copy: change_board(copy, None, rank=1), "follows rank 3"),
    "no line for a hidden guest": (
        lambda copy: without_line(copy, None),
        "guests without a name",
    ),
    "no line for an account": (lambda copy: without_line(copy, "@ann"), "a line for player"),
    "an unreadable number": (
        lambda copy: change_board(copy, "@ann", points="1/0"),
        "expected a fraction",
    ),
    "a number that no memory holds": (
        lambda copy: change_board(copy, "@ann", points="1e999999999"),
        "expected a fraction",
    ),
    "a board of another kind": (
        lambda copy: change_line(copy, "series", board="none"),
        "expected a list of objects",
    ),
}


@pytest.mark.parametrize("name", HIDDEN_LIES)
def test_a_lie_next_to_a_hidden_guest_is_named(hidden: Copy, name: str) -> None:
    tell, sentence = HIDDEN_LIES[name]
    tell(hidden)
    named = differences(hidden.folder)
    assert any(sentence in difference for difference in named), named


def older(copy: Copy) -> Copy:
    """The first event is from before there were acts: it has none."""
    first = min(line["id"] for line in copy.lines("events"))
    copy.change("event_acts", lambda line: None if line["event"] == first else line)
    return copy


def test_an_event_older_than_acts_counts_as_its_line_has_it(copy: Copy) -> None:
    audit = Audit(older(copy).folder)
    assert list(map(str, audit.differences())) == []
    assert audit.series is not None
    assert any("older than acts" in note for note in audit.series.notes)
    assert any(part.startswith("1 events older than acts") for part in audit.not_audited)


def other_standings(copy: Copy) -> None:
    first, *remaining = copy.lines("events")[0]["standings"]
    change_line(copy, "events", standings=[{**first, "points": "99"}, *remaining])


@pytest.mark.parametrize("tell", [other_standings, other_board])
def test_a_board_that_does_not_follow_from_an_older_event_is_named(copy: Copy, tell: Lie) -> None:
    tell(older(copy))
    assert any(" board: written" in difference for difference in differences(copy.folder))


def test_an_older_event_with_standings_of_nobody_is_unreadable(copy: Copy) -> None:
    older(copy)
    first, *remaining = copy.lines("events")[0]["standings"]
    change_line(copy, "events", standings=[{**first, "entrant": NO_KEY}, *remaining])
    with pytest.raises(UnreadableDump, match="entrants of the event"):
        differences(copy.folder)


def test_an_upgrade_writes_older_series_down(db: None, tmp_path: Path) -> None:
    """As acts of the site, with leaves; boards are worked out from them, promotion is not."""
    season = league_with_seasons()
    with tampering(SeriesAct) as rows:
        rows.all().delete()
    Waiting.objects.all().delete()
    apps = MigrationLoader(connection).project_state().apps
    import_module("events.migrations.0015_acts_of_older_series").write_acts(apps, None)
    import_module("archive.log.migrations.0011_series").queue_acts(apps, None)
    assert len(Waiting.objects.get(kind="series").records) == SeriesAct.objects.count() > 20
    dump(tmp_path / "dump")
    copy = unsigned(Copy(tmp_path / "dump"))
    audit = Audit(copy.folder)
    assert list(map(str, audit.differences())) == []
    assert audit.series is not None
    assert sum("by the site at an upgrade" in note for note in audit.series.notes) == 3
    assert len(copy.lines("series")[-1]["board"]) == 6
    assert copy.lines("series")[-1]["id"] == season.pk
