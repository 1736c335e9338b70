"""A game written down by hand: what is asked, what goes back, what stands after a change."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path
from typing import Any

import pytest

from engine import (
    Chance,
    EngineError,
    Entry,
    IllegalAction,
    Log,
    LogSyntaxError,
    ReplayError,
    SetupError,
    apply,
    awaited,
    entry_text,
    play,
    read_log,
    start,
    write_text,
)
from engine.actions import BANK_VERBS
from engine.entries.turn import Resign
from engine.log.text import head_text
from engine.replay import legal_texts
from tables.recorder.engine.bank import QUESTIONS
from tables.recorder.engine.bridge import Face
from tables.recorder.engine.recording import Recording
from tables.recorder.engine.replay_edits import Course
from tests.golden.make import FOLDER

LOGS = sorted(FOLDER.glob("*.imh"))
HEAD = """imhotep 1
edition: 2026.1
sites: market=A pyramid=A temple=A burial_chamber=A obelisks=A
seats: black=Ana white=Ben
"""
BEGUN = f"{HEAD}round 4 3 2 2\nmarket lever statue entrance sail\nblack take\nwhite load 2.1\n"


@cache
def golden(name: str) -> tuple[Log, tuple[Entry, ...]]:
    """A golden log, and the entries that its game is."""
    log = read_log((FOLDER / f"{name}.imh").read_bytes())
    return log, play(log).entries


def offered(question: dict[str, Any], text: str) -> bool:
    """True if what is `asked` leads to `text`, an entry without its colour."""
    naming = question["naming"]
    if naming is None:
        return text in [entry for entry, _words, _ordered in question["options"]]
    verb, *values = text.split()
    left = {value: count for value, _key, count, _left in naming["values"]}
    for place, value in enumerate(values):
        if place == naming["turned"]:
            left = {
                value_of: left[value_of] + left_over
                for value_of, _key, _count, left_over in naming["values"]
            }
        left[value] -= 1
    return verb == naming["verb"] and len(values) == naming["due"] and min(left.values()) >= 0


def test_the_bank_is_asked_for_everything_that_it_writes() -> None:
    assert QUESTIONS.keys() == BANK_VERBS.keys()


@pytest.mark.parametrize("path", LOGS, ids=lambda path: path.stem)
def test_a_game_is_recorded_by_what_is_asked(path: Path) -> None:
    """Entry by entry, for all seats and the bank; what is no choice writes itself."""
    log, entries = golden(path.stem)
    recording = Recording.opened(head_text(log.header))
    answer: dict[str, Any] = recording.show()
    for index, entry in enumerate(entries):
        if recording.plies > index:
            continue
        if isinstance(entry.action, Resign):  # asked for by nothing: a line that is typed
            recording = Recording.opened(write_text(Log(log.header, entries[: index + 1])))
            answer = recording.show()
            continue
        assert answer["asked"]["seat"] == entry.seat
        assert offered(answer["asked"], entry.action.text), entry.action.text
        answer = recording.do(entry.action.text)
        assert answer["kept"] == (0 if answer["whole"] else index)
    assert recording.entries == entries
    assert recording.log()["text"] == write_text(Log(log.header, entries))
    assert recording.over
    assert answer["asked"] is None


def test_forced_entries_are_told_as_such_and_go_back_with_the_chosen_one() -> None:
    log, entries = golden("ending-stuck-last-round")
    recording = Recording.opened(write_text(Log(log.header, entries)))
    lines: Any = recording.show()["entries"]
    forced = [ply for ply, (_line, itself) in enumerate(lines, 1) if itself]
    assert forced
    recording.jump(forced[0] - 1)
    chosen = [ply for ply in range(1, len(lines) + 1) if ply not in forced]
    answer: Any = recording.back(len([ply for ply in chosen if ply >= chosen[-3]]))
    assert (recording.plies, recording.entries) == (chosen[-3] - 1, entries[: chosen[-3] - 1])
    assert answer["kept"] == recording.plies
    assert recording.back(10_000)["plies"] == 0


def test_what_a_page_gets_is_a_payload_whose_steps_are_those_of_the_entries() -> None:
    log, entries = golden("all-a-two")
    payload: Any = Recording.opened(write_text(Log(log.header, entries))).show()
    assert payload["whole"] is True
    assert [len(payload["steps"]), payload["plies"], payload["at"]] == [len(entries)] * 3
    assert payload["points"]["totals"] == list(log_points(log))
    assert payload["header"]["seats"].startswith("black=")
    assert {"land", "harbour", "market"} <= {block["name"] for block in payload["blocks"]}
    assert 'id="i-c8"' in payload["symbols"]
    assert json.loads(json.dumps(payload)) == json.loads(Face().called("open", json.dumps([
        write_text(Log(log.header, entries))
    ])))["answer"]  # fmt: skip


def log_points(log: Log) -> tuple[int, ...]:
    state = play(log).state
    return tuple(player.points for player in state.players)


def test_the_bank_is_asked_for_what_can_still_come_the_likeliest_first() -> None:
    recording = Recording.opened(HEAD)
    question: Any = recording.show()["asked"]
    assert (question["seat"], question["naming"]) == (-1, None)
    assert ["round 4 3 2 2", ["bank-4-3-2-2"], 1] in question["options"]
    question = recording.do("round 4 3 2 2")["asked"]
    naming = question["naming"]
    assert (naming["verb"], naming["due"], naming["set"]) == ("market", 4, False)
    often = [count for _value, _key, count, _left in naming["values"]]
    assert often == sorted(often, reverse=True)
    _view, picture = question["pictures"]["bank-lever"]
    assert 'href="#i-c8"' in picture
    assert question["words"]["bank-paved_path"] == "Paved path"
    recording.do("market chisel chisel chisel lever")
    gone: Any = recording.course.positions[-1]
    assert gone.pile.located.count(3) == 1
    assert "burial_chamber" not in question["spots"]


@pytest.mark.parametrize("name", ["all-a-two", "all-b-three", "everything-four"])
def test_what_fits_behind_a_change_is_kept(name: str) -> None:
    """Against what the engine says of the same entries one by one."""
    log, entries = golden(name)
    text = write_text(Log(log.header, entries))
    setup = log.setup
    for ply in range(3, len(entries), max(1, len(entries) // 6)):
        recording = Recording.opened(text)
        s = recording.course.positions[ply - 1]
        decision = awaited(s)
        assert decision is not None
        if isinstance(decision.item, Chance):
            continue
        later_entries = [
            legal_text
            for legal_text in legal_texts(s)
            if legal_text != entry_text(setup, entries[ply - 1])
        ]
        for other in later_entries[:: max(1, len(later_entries) // 2)]:
            recording = Recording.opened(text)
            answer: Any = recording.change(ply, other)
            assert recording.lines[ply - 1] == other
            assert recording.entries[: ply - 1] == entries[: ply - 1]
            assert play(Log(log.header, recording.entries)).error is None
            check_tail(recording, answer, entries[ply:])


def check_tail(recording: Recording, answer: dict[str, Any], behind: tuple[Entry, ...]) -> None:
    """What is left is the end of what was `behind`, and its first entry cannot stand."""
    setup = recording.header.setup
    lines = [entry_text(setup, entry) for entry in behind]
    tail = answer["rest"]
    assert tail == lines[len(lines) - len(tail) :]
    if not tail:
        assert answer["problem"] is None
        return
    assert answer["problem"]["tried"] == tail[0]
    assert answer["problem"]["ply"] == recording.plies + 1
    assert answer["problem"]["rule"]
    with pytest.raises(EngineError):
        recording.do(tail[0])


def test_a_change_to_the_same_changes_nothing() -> None:
    log, entries = golden("all-a-two")
    recording = Recording.opened(write_text(Log(log.header, entries)))
    answer = recording.change(20, entry_text(log.setup, entries[19]))
    assert recording.entries == entries
    assert (answer["problem"], answer["rest"], answer["kept"]) == (None, [], len(entries))


def test_what_did_not_fit_is_tried_again_behind_what_was_written_since() -> None:
    recording = Recording.opened(BEGUN + "black load 2.2\nwhite sail 2 market\nwhite card 3\n")
    answer = recording.change(5, "black load 1.1")
    problem: Any = answer["problem"]
    assert (problem["rule"], problem["place"]) == ("SHIP_TOO_LIGHT", "R2.4")
    assert problem["url"].startswith("/rules/")
    assert answer["rest"] == ["white sail 2 market", "white card 3"]
    with pytest.raises(ReplayError):
        recording.retry_waiting()
    recording.do("white load 2.2")
    assert recording.waiting_lines
    recording.do("black take")
    answer = recording.retry_waiting()
    assert answer["rest"] == []
    assert recording.lines[-2:] == ["white sail 2 market", "white card 3"]
    assert recording.retry_waiting()["problem"] is None


def test_looking_back_cuts_nothing_and_writing_there_changes() -> None:
    recording = Recording.opened(BEGUN + "black load 2.2\n")
    answer: Any = recording.jump(3)
    assert (answer["at"], answer["plies"], answer["steps"]) == (3, 5, [])
    assert (answer["asked"]["ply"], answer["asked"]["written"]) == (4, "white load 2.1")
    assert answer["awaited"] == 1
    answer = recording.do("load 2.2")
    assert (recording.lines[3], answer["rest"]) == ("white load 2.2", ["black load 2.2"])
    assert (answer["problem"]["rule"], recording.jump(99)["at"]) == ("SPACE_TAKEN", 4)
    assert recording.jump(-1)["at"] == 0


@pytest.mark.parametrize(
    ("do", "error"),
    [
        (lambda recording: recording.do("sail 1 temple"), ReplayError),
        (lambda recording: recording.do("white take"), ReplayError),
        (lambda recording: recording.do("black fly"), LogSyntaxError),
        (lambda recording: recording.do(""), LogSyntaxError),
        (lambda recording: recording.do("brown take"), LogSyntaxError),
        (lambda recording: recording.do("draw lever"), ReplayError),
        (lambda recording: recording.change(9, "black take"), IllegalAction),
        (lambda recording: recording.change(0, "black take"), IllegalAction),
        (lambda recording: recording.change(3, "black sail 1 temple"), ReplayError),
    ],
)
def test_what_is_refused_changes_nothing(do: Any, error: type[EngineError]) -> None:
    recording = Recording.opened(BEGUN)
    before = recording.show()
    with pytest.raises(error):
        do(recording)
    assert recording.show() == before


def test_a_refused_log_opens_where_it_is_wrong() -> None:
    recording = Recording.opened(f"{BEGUN}black sail 2 temple\nwhite take\n")
    lines: Any = recording.show()
    assert recording.plies == 4
    assert (lines["problem"]["ply"], lines["problem"]["line"]) == (5, 9)
    assert lines["problem"]["rule"] == "SHIP_TOO_LIGHT"
    assert lines["rest"] == ["black sail 2 temple", "white take"]


def test_a_line_that_cannot_be_read_is_a_problem_and_waits() -> None:
    recording = Recording.opened(f"{BEGUN}black lode 1.1  # a slip\n\nwhite take\n")
    lines: Any = recording.show()
    assert recording.plies == 4
    assert (lines["problem"]["kind"], lines["problem"]["line"]) == ("line", 9)
    assert lines["rest"] == ["black lode 1.1", "white take"]
    recording.do("black load 1.1")
    assert (recording.retry_waiting()["rest"], recording.lines[-1]) == ([], "white take")


def test_answers_that_the_engine_takes_by_itself_may_stand_in_a_log() -> None:
    log, entries = golden("everything-two")
    s, repeating = start(log.setup), list[Entry]()
    for entry in entries:
        apply(s, *entry)
        repeating += [entry, *s.forced]
    assert len(repeating) > len(entries)
    recording = Recording.opened(write_text(Log(log.header, tuple(repeating))))
    assert recording.entries == entries
    assert recording.problem is None


@pytest.mark.parametrize("text", ["", "imhotep 2\n", HEAD.replace("Ana", "Ana=1")])
def test_without_a_head_there_is_no_game(text: str) -> None:
    with pytest.raises((LogSyntaxError, SetupError)):
        Recording.opened(text)


def test_another_room_is_told_as_a_whole() -> None:
    """A board needs more room: the page lays the table anew."""
    log, entries = golden("all-c-three")
    recording = Recording.opened(head_text(log.header))
    payloads: list[Any] = []
    for index, entry in enumerate(entries):
        if recording.plies == index:
            answer: Any = recording.do(entry.action.text)
            payloads += [answer] if answer["whole"] else []
    assert payloads
    assert all(
        len(payload["steps"]) == payload["plies"] and payload["kept"] == 0 for payload in payloads
    )
    assert all(payload["blocks"] for payload in payloads)


def test_the_face_says_what_is_refused() -> None:
    face = Face()
    assert json.loads(face.called("open", json.dumps([BEGUN])))["answer"]["plies"] == 4
    refused = json.loads(face.called("do", '["sail 2 temple"]'))["refused"]
    assert refused["words"] == "the ship has too few stones to sail (1 of 2)"
    assert refused["legal"]
    assert json.loads(face.called("back", "[1]"))["answer"]["plies"] == 3
    assert json.loads(face.called("jump", "[1]"))["answer"]["at"] == 1
    assert json.loads(face.called("change", '[3, "black load 1.1"]'))["answer"]["plies"] == 3
    assert json.loads(face.called("log", "[]"))["answer"]["over"] is False
    assert json.loads(face.called("again", "[]"))["answer"]["rest"] == []
    assert json.loads(face.called("open", '["imhotep 2"]'))["refused"]["kind"] == "line"


def test_a_course_is_not_changed_by_what_goes_on_from_a_part_of_it() -> None:
    log = read_log(BEGUN)
    course = Course(log.setup)
    for entry in log.entries:
        course.write(entry_text(log.setup, entry))
    course.upto(2).write("black load 1.1")
    s = start(log.setup)
    for entry in log.entries:
        apply(s, *entry)
    assert course.state.key() == s.key()
    assert len(course.placed) == len(course.positions) - 1 == 4
