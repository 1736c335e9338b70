"""The payload: small, complete, and the same as the server's pictures."""

from __future__ import annotations

import gzip
import json

import pytest

from drawing.replay.page import dumped
from drawing.replay.payload import payload
from drawing.replay.replay import ReplayWriter, apply_delta, replay_of
from drawing.text.narration import Narrator
from engine import COMPILED, EVERYTHING, Log, play, read_log, steps, view
from engine.vocabulary import BANK
from tests.drawing import dealt

MOST_BYTES = 40_000


@pytest.mark.parametrize("options", dealt.GAMES, ids=lambda game: " ".join(map(str, game[0]))[:60])
def test_the_payload_is_small(options: tuple):
    assert len(gzip.compress(dumped(dealt.text(*options[0], **options[1])), 6)) < MOST_BYTES


def test_the_deltas_lead_to_every_table():
    found = dealt.cached_replay("black white gray", "BCDAB", dealt.EVERYTHING_ADDED)
    sent = json.loads(json.dumps(payload(found)))
    table = dict(sent["opening"])
    for ply, step in enumerate(sent["steps"], 1):
        apply_delta(table, step["d"])
        expected = {key: list(piece) for key, piece in found.table(ply).items()}
        assert {key: list(piece) for key, piece in table.items()} == expected


def test_a_delta_names_only_what_changed():
    found = dealt.cached_replay("black white")
    for ply, frame in enumerate(found.frames):
        before = found.table(ply)
        for key, piece in frame.delta.items():
            assert before.get(key) != piece


def test_points_are_those_of_the_rules():
    text = dealt.text("black white brown", "DDDDD", dealt.EVERYTHING_ADDED)
    replay = replay_of(read_log(text))
    sent = payload(replay)
    fromkeys = [dict.fromkeys(sent["sources"], 0) for _ in sent["names"]]
    for frame, step, sent_step in zip(
        replay.frames, steps(read_log(text)), sent["steps"], strict=True
    ):
        shown = view(step.state, EVERYTHING)
        for seat, source, points in sent_step.get("p", ()):
            fromkeys[seat][sent["sources"][source]] = points
        for seat, seated in enumerate(shown["seats"]):
            assert sum(fromkeys[seat].values()) == seated["points"] == frame.points[seat]


def test_turns_are_counted_in_their_round():
    found = dealt.cached_replay("black white")
    marks = [(frame.round, frame.turn) for frame in found.frames]
    assert marks == sorted(marks)
    assert {turn for number, turn in marks if number == 3} == set(
        range(max(turn for number, turn in marks if number == 3) + 1)
    )
    assert all(frame.turn == 0 for frame in found.frames if frame.words.startswith("Round"))


def test_the_bank_and_what_is_forced_are_marked():
    found = dealt.cached_replay("brown black gray", "AAAAA", seed=11)
    assert found.frames[0].seat == BANK
    assert not found.frames[0].forced
    assert any(frame.forced for frame in found.frames)
    assert [step.get("f", 0) for step in payload(found)["steps"]] == [
        int(frame.forced) for frame in found.frames
    ]


def test_a_log_that_breaks_off_is_shown_as_far_as_it_goes():
    lines = dealt.text("black white").splitlines()
    replay = replay_of(read_log("\n".join(lines[:40])))
    assert replay.error is None
    assert replay.plies == len(read_log("\n".join(lines[:40])).entries)


@pytest.mark.skipif(COMPILED, reason="a function of a compiled module cannot be replaced")
def test_a_replay_lists_no_legal_actions(monkeypatch: pytest.MonkeyPatch):
    text = dealt.text("black white gray", "CBDAB", dealt.EVERYTHING_ADDED)
    expected = payload(replay_of(read_log(text)))

    def listed(*_: object) -> None:
        raise AssertionError("listed")

    for name in ("engine.legal.legal_actions", "engine.replay.legal_actions"):
        monkeypatch.setattr(name, listed)
    assert payload(replay_of(read_log(text))) == expected
    with pytest.raises(AssertionError, match="listed"):
        [view(step.state, EVERYTHING) for step in steps(read_log(text))]


@pytest.mark.parametrize(
    ("sides", "viewer"),
    [
        ("BBBBB", EVERYTHING),
        ("BBBBB", None),
        ("BBBBB", 1),
        ("AAAAA", 0),
        ("CCCCC", 2),
        ("DDDDD", 3),
    ],
)
def test_what_is_drawn_anew_is_all_that_changed(sides: str, viewer: int | None):
    """A drawing that has seen every step is one that sees the last step only."""
    log = read_log(dealt.text("black white brown gray", sides, dealt.EVERYTHING_ADDED, seed=3))
    replay = replay_of(log, viewer)
    for end in range(0, len(log.entries), 9):
        s = play(Log(log.header, log.entries[:end])).state
        writer = ReplayWriter(replay.drawing, Narrator(replay.names), s, viewer)
        drawn, known = writer.scene.table, replay.table(end)
        pieces = {key for key in known if key in drawn and not key[-1].isdigit()}
        assert {key: drawn[key] for key in pieces} == {key: known[key] for key in pieces}
        assert writer.score == replay.score(end)
