"""An operator or arbiter lies about an event in a dump: the audit names each lie.

The log is taken away first, so that no leaf helps: these lies are such that had leaves of their
own. What was rewritten afterwards is found by the log, whatever it is.
"""

from __future__ import annotations

import json
import shutil
from base64 import b64encode
from collections.abc import Callable
from pathlib import Path
from typing import Any, Final

import pytest
from django.urls import reverse

from archive.dumps.services.publish import dump
from audit.compare import DumpComparison
from audit.event_acts import salted
from audit.fields import canonical_bytes
from audit.runner import Audit
from events.entrants.entering import enter_people
from events.models import Entrant, Event, EventTable
from events.organising.making import make_event
from events.results.ending import end_event
from events.results.recorded import attach_game
from events.results.rulings import rule_result
from events.results.slips import Slip, report_slip
from events.results.standings import read_book
from events.results.words import table_cards
from events.round_tables.tables import seat_by_hand
from games.accounts.closing import close
from games.moderation.actions import void
from tests.audit.conftest import Copy
from tests.cast import account, client_of
from tests.worlds.clubs import club_of, officer_of
from tests.worlds.dumped_events import ended, evening_with_everything, game_of_table, swiss
from tests.worlds.duplicates import bound
from tests.worlds.evenings import STARTS, evening, terms

pytestmark = pytest.mark.django_db

Line = dict[str, Any]
Lie = Callable[[Copy], None]
DUMPED: list[Path] = []


@pytest.fixture(autouse=True)
def signed(settings: Any) -> None:
    settings.TRANSPARENCY_KEY = b64encode(b"a key of an operator, 32 bytes !").decode()
    settings.TRANSPARENCY_ORIGIN = "example.org/log"


@pytest.fixture
def copy(db: None, tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> Copy:
    """A copy of a dump with an evening (1) and a tournament (2), without its log."""
    if not DUMPED:
        ended(swiss(evening_with_everything().ida))
        folder = tmp_path_factory.mktemp("events") / "dump"
        dump(folder)
        DUMPED.append(folder)
    return unsigned(signed_copy(tmp_path / "dump"))


def unsigned(copy: Copy) -> Copy:
    """Without its log, which would tell the truth."""
    shutil.rmtree(copy.folder / "log")
    path = copy.folder / "manifest.json"
    document = json.loads(path.read_text("utf-8"))
    document["files"] = [f for f in document["files"] if not f["name"].startswith("log/")]
    path.write_text(json.dumps(document), "utf-8")
    return copy


def signed_copy(folder: Path) -> Copy:
    """A copy with its log."""
    shutil.copytree(DUMPED[0], folder, ignore=shutil.ignore_patterns("parquet"))
    return Copy(folder)


def differences(folder: Path) -> list[str]:
    return list(map(str, Audit(folder).differences()))


# --- changes of a dump --------------------------------------------------------


def resalted(line: Line) -> Line:
    """Content and text with their digests, as who forges the act writes them."""
    content = canonical_bytes(line["content"]).decode()
    return line | {
        "content_digest": salted(line["content_salt"], content),
        "text_digest": salted(line["text_salt"], line["text"]),
    }


def acts_of(copy: Copy, event: int) -> list[Line]:
    """By the order of the events: 1 is the evening, 2 the tournament."""
    acts = copy.lines("event_acts")
    key = sorted({act["event"] for act in acts})[event - 1]
    return [act for act in acts if act["event"] == key]


def act_of(copy: Copy, kind: str, event: int = 1, nth: int = 0) -> Line:
    return [act for act in acts_of(copy, event) if act["kind"] == kind][nth]


def forge(copy: Copy, act: Line, **fields: Any) -> None:
    """The act says otherwise; `content` is added to that of the act."""
    content = {**act["content"], **fields.pop("content", {})}
    forged = resalted({**act, **fields, "content": content})
    copy.change("event_acts", lambda line: forged if line["id"] == act["id"] else line)


def player(copy: Copy, name: str) -> int:
    return int(next(line["id"] for line in copy.lines("players") if line["name"] == name))


def with_scores(act: Line, *scores: int) -> Line:
    """The result of an act with other points."""
    seats = [
        [seat[0], score, *seat[2:]]
        for seat, score in zip(act["content"]["result"]["seats"], scores, strict=True)
    ]
    return {"result": {**act["content"]["result"], "seats": seats}}


def change_line(copy: Copy, file: str, nth: int = 0, **fields: Any) -> None:
    chosen = copy.lines(file)[nth]
    copy.change(file, lambda line: line | fields if line == chosen else line)


def remove_line(copy: Copy, file: str, nth: int = 0) -> None:
    chosen = copy.lines(file)[nth]
    copy.change(file, lambda line: None if line == chosen else line)


def remove_act(copy: Copy) -> None:
    act = act_of(copy, "penalty", nth=1)
    copy.change("event_acts", lambda line: None if line["id"] == act["id"] else line)


def change_without_ruling(copy: Copy) -> None:
    act = act_of(copy, "disputed")
    forge(copy, act, content=with_scores(act, 33, 30, 20))


def game_instead_of_a_ruling(copy: Copy) -> None:
    """A result that stood is changed as if a game had come."""
    act = act_of(copy, "corrected")
    content = with_scores(act, 31, 30, 20) | {"outcome": "other", "brought": "0" * 12}
    forge(copy, act, kind="game", content=content)


def points_changed_late(copy: Copy) -> None:
    act, terms = act_of(copy, "penalty"), act_of(copy, "changed")["content"]["terms"]
    forge(copy, act, kind="changed", content={"terms": terms | {"points4": "9 3 2 1"}})


def exchanged_players(copy: Copy) -> None:
    act = act_of(copy, "game")
    seats = act["content"]["result"]["seats"]
    exchanged = [[seats[1][0], *seats[0][1:]], [seats[0][0], *seats[1][1:]]]
    forge(copy, act, content={"result": {**act["content"]["result"], "seats": exchanged}})


def game_at_two_tables(copy: Copy) -> None:
    game, act = act_of(copy, "game")["content"]["result"]["game"], act_of(copy, "reported", nth=1)
    result = {**act["content"]["result"], "game": game}
    content = {"result": result, "brought": game, "outcome": "taken"}
    forge(copy, act, kind="game", content=content)


def other_standings(copy: Copy) -> None:
    lines = copy.lines("events")[0]["standings"]
    lines[0]["entrant"], lines[1]["entrant"] = lines[1]["entrant"], lines[0]["entrant"]
    change_line(copy, "events", standings=lines)


def other_points_of_the_end(copy: Copy) -> None:
    act = act_of(copy, "ended")
    rows = [{**row, "points": "99"} for row in act["content"]["standings"]]
    forge(copy, act, content={"standings": rows})


def seated_twice(copy: Copy) -> None:
    act = act_of(copy, "round", event=2)
    tables = act["content"]["tables"]
    forge(copy, act, content={"tables": [[tables[1][0], *tables[0][1:]], *tables[1:]]})


def left_without_a_seat(copy: Copy) -> None:
    act = act_of(copy, "round", event=2)
    tables = act["content"]["tables"]
    present = sorted(set(act["content"]["present"]) - set(tables[0]))
    forge(copy, act, content={"tables": tables[1:], "present": present})


def invented_pairings(copy: Copy) -> None:
    act = act_of(copy, "round", event=2, nth=2)
    forge(copy, act, content={"own_tables": [[9, 8, 7]]})


def hidden_without_a_reason(copy: Copy) -> None:
    act = act_of(copy, "reported", event=2)
    copy.change(
        "event_acts",
        lambda line: line | {"content": None} if line["id"] == act["id"] else line,
    )


def acts_gone(copy: Copy) -> None:
    key = acts_of(copy, 2)[0]["event"]
    copy.change("event_acts", lambda line: None if line["event"] == key else line)


def places_of_a_slip(copy: Copy) -> None:
    act = act_of(copy, "reported", event=2)
    result = act["content"]["result"]
    seats = [[seat[0], seat[1], 1 + n, seat[3]] for n, seat in enumerate(result["seats"])]
    forge(copy, act, content={"result": {**result, "seats": seats}})


def game_gone(copy: Copy) -> None:
    forge(
        copy,
        act := act_of(copy, "game"),
        content={
            "brought": "zzzzzzzzzzzz",
            "result": {**act["content"]["result"], "game": "zzzzzzzzzzzz"},
        },
    )


def penalty_for_oneself(copy: Copy) -> None:
    forge(copy, act_of(copy, "penalty"), by=player(copy, "@ana"), as_arbiter=True)


LIES: Final[dict[str, tuple[Lie, str]]] = {
    "a result changed without a ruling": (
        change_without_ruling,
        "disputed result: written 33 – 30 – 20",
    ),
    "a result changed as if by a game": (game_instead_of_a_ruling, "game result: written 31"),
    "a ruling of a player": (
        lambda copy: forge(copy, act_of(copy, "corrected"), by=player(copy, "@cat")),
        "corrected by: written",
    ),
    "a ruling that is no arbiter's": (
        lambda copy: forge(copy, act_of(copy, "corrected"), as_arbiter=False),
        "corrected as_arbiter: written False, follows True",
    ),
    "a ruling of one who is an arbiter no more": (
        lambda copy: forge(copy, act_of(copy, "reopened"), by=player(copy, "@dora")),
        "reopened by: written",
    ),
    "a slip of a stranger": (
        lambda copy: forge(copy, act_of(copy, "reported"), by=player(copy, "@ben")),
        "follows a player of the table, or an arbiter",
    ),
    "a slip that its writer confirms": (
        lambda copy: forge(
            copy, act_of(copy, "confirmed"), by=player(copy, "@cat"), as_arbiter=False
        ),
        "confirmed state: written confirmed, follows reported",
    ),
    "a slip that confirms itself": (
        lambda copy: forge(
            copy, act_of(copy, "reported", event=2), as_arbiter=False, by=player(copy, "@ana")
        ),
        "reported state: written confirmed, follows reported",
    ),
    "places that do not follow": (places_of_a_slip, "reported places: written"),
    "a penalty of an arbiter's own": (penalty_for_oneself, "penalty by: written"),
    "a points list changed after results": (points_changed_late, "points4: written 9 3 2 1"),
    "a points list that is none": (
        lambda copy: forge(
            copy,
            act := act_of(copy, "changed"),
            content={"terms": act["content"]["terms"] | {"points4": "1 2"}},
        ),
        "changed terms: written",
    ),
    "an act taken away": (remove_act, "number: written"),
    "an act of before the one before it": (
        lambda copy: forge(copy, act_of(copy, "ended"), at="2020-01-01T00:00:00.000000Z"),
        "ended at: written 2020",
    ),
    "an act behind the end": (
        lambda copy: forge(copy, act_of(copy, "reopened"), kind="penalty"),
        "follows nothing: the event had ended",
    ),
    "an event that was made twice": (
        lambda copy: forge(
            copy,
            act_of(copy, "changed"),
            kind="made",
            content={"club": None},
        ),
        "made kind: written made, follows an event is made once, at first",
    ),
    "a kind that nobody knows": (
        lambda copy: forge(copy, act_of(copy, "reopened"), kind="blessed"),
        "follows a kind that this program knows",
    ),
    "content that is none": (
        lambda copy: forge(copy, act_of(copy, "reported"), content={"result": 7}),
        "follows an act: result: expected an object or null",
    ),
    "content without its digest": (
        lambda copy: copy.change(
            "event_acts",
            lambda line: (
                line | {"content": {**line["content"], "points": "9"}}
                if line["kind"] == "penalty"
                else line
            ),
        ),
        "content_digest: written",
    ),
    "another reason": (
        lambda copy: copy.change(
            "event_acts",
            lambda line: line | {"text": "she asked"} if line["text"] == "late" else line,
        ),
        "text_digest: written",
    ),
    "another guest": (
        lambda copy: copy.change(
            "event_acts", lambda line: line | {"text": "Max"} if line["text"] == "Mia" else line
        ),
        "text_digest: written",
    ),
    "content that is hidden without a reason": (
        hidden_without_a_reason,
        "reported content: written nothing, follows its content",
    ),
    "an entrant who enters twice": (
        lambda copy: forge(
            copy, act_of(copy, "entered", nth=1), content={"player": player(copy, "@ana")}
        ),
        "follows somebody who is not in the event",
    ),
    "a number that is left out": (
        lambda copy: forge(copy, act_of(copy, "entered", nth=3), content={"entrant": 9}),
        "entered entrant: written 9, follows 4",
    ),
    "somebody enters another": (
        lambda copy: forge(
            copy, act_of(copy, "entered"), as_arbiter=False, by=player(copy, "@ben")
        ),
        "entered by: written",
    ),
    "a seat for two": (seated_twice, "seating: twice"),
    "an entrant without a seat": (left_without_a_seat, "round present: written"),
    "pairings that an arbiter did not make": (invented_pairings, "own_tables: written"),
    "a table of entrants who are not free": (
        lambda copy: forge(copy, act_of(copy, "table", nth=1), content={"seats": [1, 4, 5]}),
        "follows entrants who are free in this round",
    ),
    "a round that is left out": (
        lambda copy: forge(copy, act_of(copy, "round", event=2), round=2),
        "round round: written 2, follows 1",
    ),
    "a player who sits in another's place": (exchanged_players, "result of"),
    "a game that is not there": (game_gone, "game: written zzzzzzzzzzzz, follows not in games"),
    "a game at two tables": (game_at_two_tables, "follows one table only"),
    "points that the game does not have": (
        lambda copy: forge(copy, act := act_of(copy, "game"), content=with_scores(act, 99, 1)),
        "result of",
    ),
    "a game that the site is said to have brought": (
        lambda copy: forge(copy, act_of(copy, "game"), by=None),
        "written by the site, follows by a player",
    ),
    "a game of before its table": (
        lambda copy: forge(copy, act_of(copy, "round"), at="2099-01-01T00:00:00.000000Z"),
        "follows after 2099",
    ),
    "other standings": (other_standings, "standings: written {'entrant': 2"),
    "other points at the end": (other_points_of_the_end, "ended standings: written"),
    "other points of a table": (
        lambda copy: change_line(copy, "event_tables", seats=[]),
        "table 1 seats: written []",
    ),
    "another state of a table": (
        lambda copy: change_line(copy, "event_tables", state="ruled"),
        "table 1 state: written ruled, follows confirmed",
    ),
    "another game of a table": (
        lambda copy: change_line(copy, "event_tables", game=None),
        "table 1 game: written nothing",
    ),
    "a hidden table": (
        lambda copy: change_line(copy, "event_tables", hidden=True),
        "table 1 hidden: written True, follows False",
    ),
    "a table that is left out": (
        lambda copy: remove_line(copy, "event_tables"),
        "table 1: written nothing, follows a line",
    ),
    "a bye that was not": (
        lambda copy: change_line(copy, "event_rounds", byes=[3]),
        "byes: written [3], follows []",
    ),
    "a round without a line": (
        lambda copy: remove_line(copy, "event_rounds"),
        "round 1: written nothing, follows a line",
    ),
    "an event without a line": (
        lambda copy: remove_line(copy, "events"),
        "written nothing, follows a line",
    ),
    "an event without acts": (acts_gone, "acts: written nothing, follows its acts"),
    "another name": (
        lambda copy: change_line(copy, "events", name="The Grand Final"),
        "name: written The Grand Final",
    ),
    "other terms": (
        lambda copy: change_line(
            copy, "events", terms=copy.lines("events")[0]["terms"] | {"bye_points": "5"}
        ),
        "terms: written",
    ),
    "an arbiter who was none": (
        lambda copy: change_line(copy, "events", arbiters=[{"player": player(copy, "@ben")}]),
        "arbiters: written",
    ),
    "an event that goes on": (
        lambda copy: change_line(copy, "events", ended_at=None),
        "ended_at: written nothing, follows ended",
    ),
    "another entrant": (
        lambda copy: change_line(copy, "events", entrants=[]),
        "entrants: written",
    ),
    "a player whom nobody names": (
        lambda copy: forge(copy, act_of(copy, "withdrawn"), kind="returned"),
        "follows the opposite",
    ),
    "a table with a result taken apart": (
        lambda copy: forge(
            copy, act_of(copy, "penalty"), kind="remade", round=1, content={"table": 2}
        ),
        "remade table: written ruled, follows a table without a result",
    ),
}
"""By name of a lie: how it is told, and a part of the difference that names it."""


@pytest.mark.parametrize("name", LIES)
def test_a_lie_about_an_event_is_named(copy: Copy, name: str) -> None:
    tell, named = LIES[name]
    tell(copy)
    named_differences = differences(copy.folder)
    assert any(named in difference for difference in named_differences), named_differences


def test_an_honest_dump_of_events_follows_and_names_arbiters(copy: Copy) -> None:
    audit = Audit(DUMPED[0])
    assert list(map(str, audit.differences())) == []
    assert audit.events is not None
    notes = "\n".join(audit.events.notes)
    for sentence in (
        "@ida changed points4 5 3 2 1 → 6 3 2 1",
        "@ida named an arbiter @dora",
        "round 1 table 2: @ida corrected 30 – 30 – 20 → 31 – 30 – 20: the sheet says so",
        "@ida took a table apart: wrong people",
        "@dora ruled as absent here – absent: went home",
        "@ida wrote down and confirmed alone 40 – 20 – 20 – 12",
        "@ida gave a penalty of 1/2 points: late",
        "@dora took a penalty of 1/2 points back: she was not",
        "@ida made own pairings [[1, 2, 3, 4]]",
        "@ida reopened the event",
        " pairs met again",
    ):
        assert sentence in notes


def test_whatever_is_rewritten_afterwards_is_found_by_the_log(copy: Copy, tmp_path: Path) -> None:
    with_log = signed_copy(tmp_path / "signed")
    act = act_of(with_log, "penalty")
    forge(with_log, act, content={"points": "1/4"})
    assert any("of the log has: rewritten" in line for line in differences(with_log.folder))
    with_log.change("event_acts", lambda line: None if line["id"] == act["id"] else line)
    assert any("the dump no longer has it" in line for line in differences(with_log.folder))


def test_hidden_results_have_leaves_and_are_told_after_the_end(db: None, tmp_path: Path) -> None:
    """Neither points nor codes are in the dump; the digests of before are those of after."""
    world = swiss(evening_with_everything().ida, hides_end=True)
    dump(tmp_path / "during")
    assert differences(tmp_path / "during") == []
    during = Copy(tmp_path / "during")
    hidden = [
        line for line in acts_of(during, 2) if line["round"] in (2, 3) and not line["content"]
    ]
    assert len(hidden) == 6
    assert {line["content_salt"] for line in hidden} == {None}
    tables = [line for line in during.lines("event_tables") if line["hidden"]]
    assert len(tables) == 6
    assert {seat["score"] for line in tables for seat in line["seats"]} == {None}
    shutil.copytree(during.folder, tmp_path / "told")
    changed = Copy(tmp_path / "told")
    changed.change("event_tables", lambda line: line | {"state": "confirmed"})
    assert any("state: written confirmed" in line for line in differences(changed.folder))
    end_event(world.event.pk, world.ida)
    dump(tmp_path / "after")
    assert differences(tmp_path / "after") == []
    after = {line["id"]: line for line in Copy(tmp_path / "after").lines("event_acts")}
    for line in hidden:
        assert after[line["id"]]["content_digest"] == line["content_digest"]
        assert after[line["id"]]["content"]["result"]["seats"]
    changes = list(DumpComparison(tmp_path / "during", tmp_path / "after").changes())
    assert not [change for change in changes if change.file == "event_acts.ndjson.gz"]


def test_no_code_of_a_table_is_in_a_dump(copy: Copy) -> None:
    codes = list(EventTable.objects.values_list("code", flat=True))
    text = "".join(
        str(line)
        for file in ("events", "event_rounds", "event_tables", "event_acts")
        for line in copy.lines(file)
    )
    assert not [code for code in codes if code in text]
    assert "code" not in {field for line in copy.lines("event_tables") for field in line}


def test_a_voided_game_is_named_until_an_arbiter_rules(db: None, tmp_path: Path) -> None:
    """The result stays; pages flag it to arbiters, and the audit names it."""
    world = evening("@ana", "@ben")
    table = world.seat("@ana", "@ben")
    game, ana = game_of_table(table, world.people["ana"]), world.people["ana"]
    attach_game(world.event.pk, table.pk, ana, game.pk)
    void(account("mo", moderator=True), game, "invented")
    assert notes_of(tmp_path / "void") == ["the table has its result"]
    page = client_of(world.ida).get(reverse("event-organise", args=[world.event.pk]))
    assert b"its game no longer counts" in page.content
    assert (
        b"no longer counts" in client_of(None).get(reverse("event", args=[world.event.pk])).content
    )
    scores = tuple(table.seats.order_by("turn").values_list("score", flat=True))
    rule_result(world.event.pk, table.pk, world.ida, Slip(scores), "the sheets agree")
    assert notes_of(tmp_path / "ruled") == []
    page = client_of(world.ida).get(reverse("event-organise", args=[world.event.pk]))
    assert b"no longer counts" not in page.content


def notes_of(folder: Path) -> list[str]:
    """Notes about voided games of a new dump, which follows."""
    dump(folder)
    audit = Audit(folder)
    assert list(map(str, audit.differences())) == []
    assert audit.events is not None
    return [note.rpartition(", and ")[2] for note in audit.events.notes if " is void" in note]


def test_officers_of_a_club_are_arbiters_of_its_events(db: None, tmp_path: Path) -> None:
    """By the rows of the club: an officer may rule, and one who is none any more may not."""
    owner = account("own")
    club = club_of(owner)
    officer = officer_of(club, "off")
    event = make_event(owner, terms(), club)
    enter_people(event.pk, officer, ["Mia", "@off"])
    table = seat_by_hand(event.pk, officer, [1, 2])
    report_slip(event.pk, table.pk, officer, Slip((20, 30)))
    cards = table_cards(read_book(event), None, arbiter=False)
    assert cards[0].hand == "@off, an arbiter, entered or confirmed the result of their own table."
    dump(tmp_path / "dump")
    audit = Audit(tmp_path / "dump")
    assert list(map(str, audit.differences())) == []
    assert audit.events is not None
    assert any("@off reported 20 – 30 at the own table" in note for note in audit.events.notes)
    changed = Copy(tmp_path / "dump")
    changed.change("club_members", lambda line: line | {"role": "member"})
    assert any("follows an arbiter of the event" in line for line in differences(changed.folder))


def test_a_text_that_is_not_as_it_was_written_is_named(copy: Copy) -> None:
    copy.change(
        "event_acts",
        lambda line: (
            line | {"text": "@player-9 saw it", "text_salt": None}
            if line["text"].startswith("we had")
            else line
        ),
    )
    audit = Audit(copy.folder)
    assert list(map(str, audit.differences())) == []
    assert audit.events is not None
    assert any("is not shown as it was written" in note for note in audit.events.notes)


def test_the_reason_of_an_act_names_no_closed_account(db: None, tmp_path: Path) -> None:
    """The salt goes too, so that nobody can try out who it was."""
    world = evening_with_everything()
    close(world.people["ben"])
    dump(tmp_path / "dump")
    act = act_of(Copy(tmp_path / "dump"), "disputed")
    assert act["text"].startswith("we had 31, @player-")
    assert act["text_salt"] is None
    assert differences(tmp_path / "dump") == []


def test_an_event_from_before_acts_is_named(db: None, tmp_path: Path) -> None:
    """It has the lines of any event; newer ones are worked out."""
    Event.objects.create(name="Old days", founder=account("old"), starts_at=STARTS)
    evening_with_everything()
    dump(tmp_path / "dump")
    audit = Audit(tmp_path / "dump")
    assert list(map(str, audit.differences())) == []
    assert audit.events is not None
    assert any("it is older than acts" in note for note in audit.events.notes)


def test_a_duplicate_event_is_worked_out_with_its_deals(db: None, tmp_path: Path) -> None:
    """The site opens its rounds and takes its games; a replaced player is behind all others."""
    world = bound()
    for row, _table in world.tables():
        world.play(row, seed=row.number)
    world.show()
    end_event(world.event_id, world.arbiter)
    dump(tmp_path / "dump")
    audit = Audit(tmp_path / "dump")
    assert list(map(str, audit.differences())) == []
    assert audit.events is not None
    assert audit.events.events == 1
    copy = unsigned(Copy(tmp_path / "dump"))
    act = act_of(copy, "game")
    entrant = act["content"]["result"]["seats"][0][0]
    forge(copy, act, content={"result": {**act["content"]["result"], "replaced": [entrant]}})
    assert any("result of" in line for line in differences(copy.folder))


def test_a_guest_whose_name_is_hidden_is_in_no_line(db: None, tmp_path: Path) -> None:
    world = evening_with_everything()
    Entrant.objects.filter(event=world.event, guest="Mia").update(hidden_at=STARTS)
    dump(tmp_path / "dump")
    copy = Copy(tmp_path / "dump")
    assert "Mia" not in str(copy.lines("event_acts")) + str(copy.lines("events"))
    assert differences(copy.folder) == []
