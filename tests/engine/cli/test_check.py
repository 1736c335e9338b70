"""``check``: a line a game, or all fields; the exit status; hostile files."""

from __future__ import annotations

import gzip
import json
import os
import pty
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path
from typing import Any
from unittest import mock

import pytest

from engine import deal
from engine.fairness import commitment
from engine.files import records
from engine.log import read_log, write_json, write_text
from engine.setup import Setup
from engine.vocabulary import Colour
from tests.engine.cli.shell import GOLDEN, ROOT, Said, bare, engine, environment, shell
from tests.engine.log.games import finished
from tests.engine.test_proof import played
from tests.golden.make import receipt_of

RESULTS: dict[str, Any] = json.loads((GOLDEN.parent / "golden_results.json").read_text("utf-8"))
GAME = GOLDEN / "all-a-two.imh"
TEXT = GAME.read_text("utf-8")
FINGERPRINT = RESULTS["all-a-two"]["fingerprint"]
FIRST_SAIL = next(n for n, line in enumerate(TEXT.splitlines(), 1) if " sail " in line)
NO_LOG = "not a log: the first line has to be 'imhotep 1'"
OTHER = {"black": "white", "white": "black"}
ILLEGAL = "".join(
    line.replace(line.split()[0], OTHER[line.split()[0]], 1) if number == FIRST_SAIL else line
    for number, line in enumerate(TEXT.splitlines(keepends=True), 1)
)
"""The game of black and white, with one turn by the wrong player."""
CLAIM = "".join(
    "result: black=1 white=1\n" if line.startswith("result:") else line
    for line in TEXT.splitlines(keepends=True)
)

PROVED = (GOLDEN / "committed-deal.imh").read_text("utf-8")
DEALT = next(line for line in PROVED.splitlines() if line.startswith("market "))
OTHERWISE = " ".join(["market", *reversed(DEALT.split()[1:])])
PROMISED_DEAL, RECEIPT = GOLDEN / "promised-deal.imh", GOLDEN / "promised-deal.receipt"
UNDEALT = PROVED.replace(DEALT, OTHERWISE)
"""A game with a proof; two cards of its opening have changed places."""


def verdicts(output: Said) -> list[dict[str, Any]]:
    return [json.loads(line) for line in output.lines]


def write(path: Path, content: str | bytes) -> Path:
    path.write_bytes(content.encode() if isinstance(content, str) else content)
    return path


# ------------------------------------------------------------------------- what is said


def test_a_legal_game_is_a_line_with_fingerprint_points_and_actions() -> None:
    points = RESULTS["all-a-two"]["points"]
    output = engine("check", GAME)
    assert output.lines == [
        f"ok {GAME} {FINGERPRINT} "
        + " ".join(f"{colour}={value}" for colour, value in points.items())
        + f" actions={RESULTS['all-a-two']['entries']}"
    ]
    assert (output.status, output.err) == (0, "")


def test_every_golden_game_is_legal_from_a_shell() -> None:
    games = sorted(GOLDEN.glob("*.imh"))
    output = shell("check", *games)
    assert output.status == 0
    parts = {path.stem: line.split()[2] for path, line in zip(games, output.lines, strict=True)}
    fingerprints = {name: result["fingerprint"] for name, result in RESULTS.items()}
    assert {name: parts[name] for name in fingerprints} == fingerprints
    assert all(line.startswith("ok ") for line in output.lines)


def test_a_refusal_says_where_who_what_which_rule_and_what_was_legal(tmp_path: Path) -> None:
    path = write(tmp_path / "game.imh", ILLEGAL)
    output = engine("check", path)
    (line,) = output.lines
    wrong = ILLEGAL.splitlines()[FIRST_SAIL - 1]
    ply = FIRST_SAIL - TEXT.splitlines().index("") - 1
    actor = wrong.split()[0]
    assert line.startswith(
        f'refused {path}:{FIRST_SAIL}: ply {ply}, {actor}: "{wrong}": '
        "it is another player's turn; rule NOT_YOUR_TURN [R2.1]; legal: "
    )
    assert TEXT.splitlines()[FIRST_SAIL - 1] in line
    assert output.status == 1


def test_a_refusal_shows_a_detail_and_no_more_than_a_dozen_choices(tmp_path: Path) -> None:
    sites = "market=A pyramid=A temple=A burial_chamber=A obelisks=A"
    path = write(
        tmp_path / "game.imh",
        f"imhotep 1\nedition: 2026.1\nsites: {sites}\nmodules: private_ships\n"
        "seats: black= white=\nround 4 3 2 2\nmarket lever statue entrance sail\n"
        "black sail 3 temple\n",
    )
    (line,) = engine("check", path).lines
    assert "the ship has too few stones to sail (0 of 1)" in line
    legal_actions, _, remainder = line.partition("legal: ")[2].partition(", … ")
    assert (len(legal_actions.split(", ")), remainder) == (12, "(17 in all)")


def test_a_log_that_stops_early_is_refused_after_its_last_line(tmp_path: Path) -> None:
    lines = TEXT.splitlines()[:20]
    (line,) = engine("check", write(tmp_path / "game.imh", "\n".join(lines) + "\n")).lines
    assert line.startswith(f"refused {tmp_path / 'game.imh'}:21: ply ")
    assert ": nothing more: the log stops before the end of the game; rule GAME_UNFINISHED" in line


def test_an_entry_after_the_end_is_refused_with_nothing_legal(tmp_path: Path) -> None:
    (line,) = engine("check", write(tmp_path / "game.imh", TEXT + "black take\n")).lines
    assert line.endswith("rule GAME_OVER [R10.1]")


def test_a_claimed_result_that_is_wrong_is_refused_with_both_tallies(tmp_path: Path) -> None:
    path = write(tmp_path / "game.imh", CLAIM)
    line_number = 1 + next(
        n for n, line in enumerate(CLAIM.splitlines()) if line.startswith("result")
    )
    points = RESULTS["all-a-two"]["points"]
    computed = " ".join(f"{colour}={value}" for colour, value in points.items())
    assert engine("check", path).lines == [
        f"refused {path}:{line_number}: the log claims black=1 white=1, "
        f"but its entries give {computed}"
    ]
    (verdict,) = verdicts(engine("check", "--json", path))
    assert verdict["kind"] == "result"
    assert (verdict["claimed"], verdict["computed"]) == ({"black": 1, "white": 1}, points)
    assert verdict["line"] == line_number


def test_a_committed_deal_is_said_to_be_proved_or_not_revealed(tmp_path: Path) -> None:
    lines = [line for line in PROVED.splitlines() if not line.startswith(("secret:", "entropy:"))]
    hidden = write(tmp_path / "hidden.imh", "\n".join(lines))
    output = engine("check", GOLDEN / "committed-deal.imh", hidden, GAME)
    assert output.status == 0
    actions = RESULTS["committed-deal"]["entries"]
    assert output.lines[0].endswith(
        f" actions={actions} deal proved (terms 1: promises not in the log; "
        "from the secret and the shares of gray, black)"
    )
    assert output.lines[1].endswith(f" actions={actions} deal not revealed")
    assert "deal" not in output.lines[2].rpartition("actions=")[2]
    verdict_rows = verdicts(engine("check", "--json", GOLDEN / "committed-deal.imh", hidden, GAME))
    assert [verdict["deal"] for verdict in verdict_rows] == ["proved", "not revealed", "dealt"]
    assert [verdict["terms"] for verdict in verdict_rows] == [1, 0, 0]
    assert [verdict["shares"] for verdict in verdict_rows] == [["gray", "black"], [], []]


def test_an_outcome_that_was_not_dealt_is_refused_at_its_line(tmp_path: Path) -> None:
    path = write(tmp_path / "games.imh", TEXT + UNDEALT)
    begins = len(TEXT.splitlines()) + 1
    line_number = UNDEALT.splitlines().index(OTHERWISE) + 1
    ply = line_number - UNDEALT.splitlines().index("") - 1
    output = engine("check", path)
    refused = "an outcome in the log differs from the deal"
    message = f'{refused}: the log says "{OTHERWISE}", but the revealed shuffle gives "{DEALT}"'
    assert output.status == 1
    assert (
        output.lines[1] == f"refused {path}:{begins - 1 + line_number}: ply {ply}, bank: {message}"
    )
    assert verdicts(engine("check", "--json", path))[1] == {
        "verdict": "refused",
        "file": str(path),
        "begins": begins,
        "kind": "deal",
        "line": begins - 1 + line_number,
        "message": message,
        "sentence": refused,
        "part": "entry",
        "ply": ply,
        "written": OTHERWISE,
        "dealt": DEALT,
    }


def test_a_receipt_that_held_says_what_no_log_can_show_by_itself(tmp_path: Path) -> None:
    output = engine("check", PROMISED_DEAL, "--receipt", RECEIPT)
    assert output.lines[0].endswith(
        " deal proved (terms 2; from the secret and the shares of black; withheld by gray); "
        "receipt held: your share (black) is in the deal, that of gray was withheld; "
        "nobody could try out cards, 1 other seat (gray) could show or withhold a share: "
        "at most 2 deals; the moves are those of your receipt"
    )
    assert output.status == 0
    (verdict,) = verdicts(engine("check", "--json", PROMISED_DEAL, "--receipt", RECEIPT))
    assert verdict["receipt"] == {
        "held": True,
        "colour": "black",
        "promisers": ["gray"],
        "deals": 2,
        "moves": True,
        "problems": [],
    }
    assert (verdict["terms"], verdict["shares"], verdict["withheld"]) == (2, ["black"], ["gray"])
    played_game = deal(Setup.of("black white"), 3, "random", committed=True)
    log = write(tmp_path / "game.imh", write_text(played_game))
    receipt = write(tmp_path / "game.receipt", receipt_of(played_game, Colour.WHITE))
    output = engine("check", log, "--receipt", receipt)
    assert output.lines[0].endswith(
        "receipt held: your share (white) is in the deal; nobody could try out cards, "
        "1 other seat (black) could show or withhold a share: at most 2 deals; "
        "the moves are those of your receipt"
    )


def test_against_computers_there_was_one_deal(tmp_path: Path) -> None:
    share = b"w" * 32
    promises = {Colour.WHITE: commitment(share)}
    log = played(Setup.of("black white"), b"s" * 32, {Colour.WHITE: share}, promises)
    receipt = write(tmp_path / "game.receipt", receipt_of(log, Colour.WHITE))
    output = engine("check", write(tmp_path / "game.imh", write_text(log)), "--receipt", receipt)
    assert output.lines[0].endswith(
        "nobody could try out cards, no other seat promised a share: there was one deal; "
        "the moves are those of your receipt"
    )


def test_a_deal_without_any_share_is_said_to_follow_from_the_secret_alone(tmp_path: Path) -> None:
    log = write(
        tmp_path / "game.imh", write_text(played(Setup.of("black white"), b"s" * 32, {}, {}))
    )
    assert engine("check", log).lines[0].endswith("proved (terms 3; from the secret alone)")


def test_a_log_that_does_not_keep_to_the_receipt_is_refused(tmp_path: Path) -> None:
    receipt = json.loads(RECEIPT.read_text("utf-8"))
    receipt["promises"]["gray"], receipt["terms"] = "0e" * 32, 1
    other = write(tmp_path / "other.receipt", json.dumps(receipt))
    output = engine("check", PROMISED_DEAL, "--receipt", other)
    terms = "the dealing terms in the log differ from those in your receipt"
    promise = "a promise is not the one you were shown (gray)"
    assert output.lines == [f"refused {PROMISED_DEAL}: {terms}; {promise}"]
    assert output.status == 1
    (verdict,) = verdicts(engine("check", "--json", PROMISED_DEAL, "--receipt", other))
    assert (verdict["verdict"], verdict["kind"]) == ("refused", "receipt")
    assert verdict["receipt"]["problems"] == [
        {"kind": "terms", "colours": [], "sentence": terms},
        {"kind": "promise", "colours": ["gray"], "sentence": promise},
    ]


def test_what_is_no_receipt_is_unreadable(tmp_path: Path) -> None:
    for content in ("{}", b"\xff"):
        path = write(tmp_path / "bad.receipt", content)
        output = engine("check", PROMISED_DEAL, "--receipt", path)
        assert (output.status, output.out) == (2, "")
        assert output.err.startswith(f"unreadable {path}: ")
    output = engine("check", PROMISED_DEAL, "--receipt", tmp_path / "none")
    assert (output.status, output.out) == (2, "")


@pytest.mark.parametrize(
    ("before", "after"),
    [
        ("secret: 00", "secret: 10"),
        ("chance: committed sha256:6", "chance: committed sha256:7"),
    ],
)
def test_a_header_that_the_deal_does_not_follow_from_is_refused_at_its_line(
    tmp_path: Path, before: str, after: str
) -> None:
    text = PROVED.replace(before, after)
    assert text != PROVED
    path = write(tmp_path / "game.imh", text)
    line_number = next(
        n for n, line in enumerate(text.splitlines(), 1) if line.startswith("secret")
    )
    (line,) = engine("check", path).lines
    assert line.startswith(f"refused {path}:{line_number}: the published digest does not match the")
    (verdict,) = verdicts(engine("check", "--json", path))
    assert (verdict["part"], verdict["line"], verdict["ply"]) == ("secret", line_number, 0)


def test_a_deal_that_does_not_follow_has_no_line_in_json(tmp_path: Path) -> None:
    path = write(tmp_path / "games.ndjson", 2 * f"{write_json(read_log(UNDEALT))}\n")
    verdict_rows = verdicts(engine("check", "--json", path))
    assert [(verdict["kind"], verdict["line"]) for verdict in verdict_rows] == [("deal", 0)] * 2
    output = engine("check", path)
    assert [line.partition(": ")[0] for line in output.lines] == [
        f"refused {path}",
        f"refused {path}:2",
    ]


def test_a_log_that_cannot_be_read_as_one_is_refused_at_its_line(tmp_path: Path) -> None:
    path = write(tmp_path / "game.imh", TEXT.replace("edition: ", "addition: "))
    assert engine("check", path).lines == [
        f"refused {path}:2: the header has 'addition', which is unknown"
    ]
    (verdict,) = verdicts(engine("check", "--json", path))
    assert (verdict["kind"], verdict["line"]) == ("syntax", 2)


def test_json_has_every_field_of_a_legal_game() -> None:
    path = GOLDEN / "hand-typed-two-players.imh"
    (verdict,) = verdicts(engine("check", "--json", path))
    hand_typed_two_players = RESULTS["hand-typed-two-players"]
    assert sorted(verdict.pop("sleds")) == ["black", "white"]
    assert verdict == {
        "verdict": "ok",
        "file": str(path),
        "begins": 1,
        "fingerprint": hand_typed_two_players["fingerprint"],
        "edition": "2026.1",
        "profile": "official",
        "sites": "AAAAA",
        "modules": [],
        "names": {"white": "Ida", "black": "Tom"},
        "points": hand_typed_two_players["points"],
        "places": hand_typed_two_players["places"],
        "breakdown": hand_typed_two_players["breakdown"],
        "actions": hand_typed_two_players["entries"],
        "deal": "observed",
        "terms": 0,
        "shares": [],
        "withheld": [],
        "digest": hand_typed_two_players["digest"],
    }


def test_json_has_every_field_of_a_refusal(tmp_path: Path) -> None:
    path = write(tmp_path / "game.imh", ILLEGAL)
    (verdict,) = verdicts(engine("check", "--json", path))
    wrong = ILLEGAL.splitlines()[FIRST_SAIL - 1]
    assert TEXT.splitlines()[FIRST_SAIL - 1] in verdict.pop("legal")
    ply = FIRST_SAIL - TEXT.splitlines().index("") - 1
    actor = wrong.split()[0]
    assert verdict == {
        "verdict": "refused",
        "file": str(path),
        "begins": 1,
        "kind": "illegal",
        "line": FIRST_SAIL,
        "ply": ply,
        "actor": actor,
        "tried": wrong,
        "rule": "NOT_YOUR_TURN",
        "sentence": "it is another player's turn",
        "place": "R2.1",
        "detail": "",
        "message": f'line {FIRST_SAIL}, ply {ply}, {actor}: "{wrong}" is not allowed: '
        "it is another player's turn [R2.1]",
    }


def test_json_has_the_modules_of_a_game() -> None:
    (verdict,) = verdicts(engine("check", "--json", GOLDEN / "everything-two.imh"))
    log = read_log((GOLDEN / "everything-two.imh").read_bytes())
    assert verdict["modules"] == [module.word for module in sorted(log.setup.modules)]


# -------------------------------------------------------------------------- exit status


def test_the_exit_status_is_that_of_the_worst(tmp_path: Path) -> None:
    refused = write(tmp_path / "refused.imh", ILLEGAL)
    missing = tmp_path / "missing.imh"
    assert (engine("check", GAME).status, engine("check", refused, GAME).status) == (0, 1)
    assert engine("check", missing, refused, GAME).status == 2


def test_what_cannot_be_read_does_not_keep_the_rest_from_being_judged(tmp_path: Path) -> None:
    output = engine("check", tmp_path / "missing.imh", GAME)
    assert output.lines[0] == f"unreadable {tmp_path / 'missing.imh'}: No such file or directory"
    assert output.lines[1].startswith(f"ok {GAME} {FINGERPRINT}")
    assert output.status == 2


@pytest.mark.parametrize(
    "content",
    [
        b"once upon a time\n",
        b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR",
        b"# a comment, and nothing else\n",
        TEXT.encode("utf-16"),
        b"[1, 2, 3]\n",
    ],
)
def test_what_is_no_log_at_all_is_unreadable(tmp_path: Path, content: bytes) -> None:
    path = write(tmp_path / "game.imh", content)
    output = engine("check", path)
    assert (output.lines, output.status) == ([f"unreadable {path}: {NO_LOG}"], 2)


@pytest.mark.parametrize("content", [b"", b"\n\n  \n"])
def test_an_empty_file_is_unreadable(tmp_path: Path, content: bytes) -> None:
    path = write(tmp_path / "game.imh", content)
    output = engine("check", path)
    assert output.lines == [f"unreadable {path}: there is nothing in it"]
    assert output.status == 2
    assert engine("check", "-", stdin=content).lines == [
        "unreadable <stdin>: there is nothing in it"
    ]


def test_a_broken_gzip_is_unreadable_and_what_came_before_it_is_judged(tmp_path: Path) -> None:
    packed = gzip.compress((TEXT * 40).encode(), mtime=0)
    output = engine("check", write(tmp_path / "game.imh.gz", packed[:-400]))
    assert output.lines[0].startswith("ok ")
    assert output.lines[-1].startswith(f"unreadable {tmp_path / 'game.imh.gz'}: ")
    assert output.status == 2
    noise = write(tmp_path / "noise.imh.gz", packed[:40] + bytes(200) + packed[240:])
    assert engine("check", noise).status == 2
    head = write(tmp_path / "head.imh.gz", b"\x1f\x8bnothing of the kind")
    assert engine("check", head).status == 2


def test_nonsense_on_the_command_line_is_explained() -> None:
    assert engine().status == 2
    assert "FILE" in engine("check").err
    assert engine("judge", GAME).status == 2
    helped = engine("--help")
    assert helped.status == 0
    assert "check | show | deal | bench" in helped.out


# -------------------------------------------------------------------------- kinds of file


def test_stdin_is_read() -> None:
    output = engine("check", "-", stdin=TEXT.encode())
    assert output.status == 0
    assert output.lines[0].startswith(f"ok <stdin> {FINGERPRINT}")


def test_json_ndjson_and_gzip_are_read(tmp_path: Path) -> None:
    log = read_log(TEXT)
    pretty = json.dumps(json.loads(write_json(log)), indent=2)
    files = [
        write(tmp_path / "pretty.json", pretty),
        write(tmp_path / "line.json", write_json(log)),
        write(tmp_path / "games.ndjson", f"{write_json(log)}\n{write_json(log)}\n"),
        write(tmp_path / "text.imh.gz", gzip.compress(TEXT.encode())),
        write(tmp_path / "games.jsonl.gz", gzip.compress(f"{write_json(log)}\n".encode())),
    ]
    output = engine("check", *files)
    assert output.status == 0
    assert [line.split()[2] for line in output.lines] == [FINGERPRINT] * 6


def test_a_directory_is_every_log_below_it(tmp_path: Path) -> None:
    (tmp_path / "deep" / "er").mkdir(parents=True)
    (tmp_path / "folder.imh").mkdir()
    write(tmp_path / "b.imh", TEXT)
    write(
        tmp_path / "deep" / "er" / "a.json.gz", gzip.compress(write_json(read_log(TEXT)).encode())
    )
    write(tmp_path / "deep" / "notes.txt", "not looked at")
    write(tmp_path / "deep" / "picture.gz", "not looked at")
    output = engine("check", tmp_path)
    assert [line.split()[1] for line in output.lines] == [
        str(tmp_path / "b.imh"),
        str(tmp_path / "deep" / "er" / "a.json.gz"),
    ]
    assert output.status == 0


def test_a_directory_without_logs_cannot_be_read(tmp_path: Path) -> None:
    write(tmp_path / "notes.txt", "nothing")
    output = engine("check", tmp_path)
    assert output.out == f"unreadable {tmp_path}: there is no log in this directory\n"
    assert output.status == 2


def test_gzip_is_unpacked_from_stdin_too() -> None:
    output = engine("check", "-", stdin=gzip.compress(TEXT.encode()))
    assert output.out.startswith("ok <stdin>")


def test_a_closed_stdin_cannot_be_read() -> None:
    with mock.patch.object(sys, "stdin", None):
        (record,) = records("-")
    assert record.error == "it is closed"


def test_several_games_in_one_file_are_judged_with_the_lines_of_the_file(tmp_path: Path) -> None:
    length = len(TEXT.splitlines())
    path = write(tmp_path / "games.imh", TEXT + ILLEGAL + "\n" + CLAIM + "imhotep 1\nnonsense\n")
    output = engine("check", path)
    starts = [line.split(" ")[:2] for line in output.lines]
    claim = 1 + next(n for n, line in enumerate(CLAIM.splitlines()) if line.startswith("result"))
    assert starts == [
        ["ok", str(path)],
        ["refused", f"{path}:{length + FIRST_SAIL}:"],
        ["refused", f"{path}:{2 * length + 1 + claim}:"],
        ["refused", f"{path}:{3 * length + 2}:"],
    ]
    numbers = [verdict["begins"] for verdict in verdicts(engine("check", "--json", path))]
    assert numbers == [1, length + 1, 2 * length + 2, 3 * length + 2]


def test_the_words_of_a_refusal_name_the_line_of_the_file_too(tmp_path: Path) -> None:
    length = len(TEXT.splitlines())
    path = write(tmp_path / "games.imh", TEXT + ILLEGAL)
    verdict = verdicts(engine("check", "--json", path))[1]
    assert verdict["line"] == length + FIRST_SAIL
    assert verdict["message"].startswith(f"line {length + FIRST_SAIL}, ply ")


def test_ndjson_is_judged_line_by_line(tmp_path: Path) -> None:
    good = write_json(read_log(TEXT))
    bad = good.replace('"imhotep":1', '"imhotep":2')
    path = write(tmp_path / "games.ndjson", f"{good}\n\n{bad}\n{good[:200]}\n{good}\n")
    verdict_rows = verdicts(engine("check", "--json", path))
    assert [verdict["verdict"] for verdict in verdict_rows] == ["ok", "refused", "refused", "ok"]
    assert [verdict["begins"] for verdict in verdict_rows] == [1, 3, 4, 5]
    assert engine("check", path).lines[1].startswith(f"refused {path}:3: ")


def test_a_byte_order_mark_and_crlf_change_nothing(tmp_path: Path) -> None:
    windows = b"\xef\xbb\xbf" + TEXT.replace("\n", "\r\n").encode()
    output = engine("check", write(tmp_path / "games.imh", windows + windows))
    assert output.status == 0
    assert [line.split()[2] for line in output.lines] == [FINGERPRINT] * 2


def test_comments_before_the_first_line_are_no_log_of_their_own(tmp_path: Path) -> None:
    remarks = "\ufeff# a game of ours\n\n  # at the table\n"
    output = engine("check", write(tmp_path / "game.imh", remarks + TEXT))
    assert ([line.split()[2] for line in output.lines], output.status) == ([FINGERPRINT], 0)


def test_words_before_the_first_line_are_no_log_and_hide_none(tmp_path: Path) -> None:
    path = write(tmp_path / "game.imh", "Dear Ana,\nhere it is:\n" + TEXT)
    output = engine("check", path)
    assert output.lines[0] == f"unreadable {path}: {NO_LOG}"
    assert output.lines[1].startswith(f"ok {path}:3 {FINGERPRINT}")
    assert output.status == 2


def test_names_with_spaces_are_files_like_others(tmp_path: Path) -> None:
    folder = tmp_path / "our games"
    folder.mkdir()
    path = write(folder / "Ana  and Ben, 1.imh", TEXT)
    assert engine("check", folder).lines[0].startswith(f"ok {path} {FINGERPRINT}")


def test_a_name_that_no_file_can_have_is_unreadable() -> None:
    output = engine("check", "a" * 300, GAME)
    assert output.lines[0].startswith("unreadable aaa")
    assert output.lines[1].startswith("ok ")
    assert output.status == 2


def test_a_file_whose_name_is_no_text_is_judged(tmp_path: Path) -> None:
    (Path(os.fsdecode(os.fsencode(tmp_path) + b"/caf\xe9.imh"))).write_text(TEXT, "utf-8")
    output = shell("check", tmp_path)
    assert FINGERPRINT in output.out
    assert output.status == 0
    assert json.loads(shell("check", "--json", tmp_path).out)["fingerprint"] == FINGERPRINT


# ------------------------------------------------------------------------------ too much


def test_a_log_too_long_is_refused_and_its_neighbours_are_judged(tmp_path: Path) -> None:
    long = TEXT + "# " + "x" * 78 + "\n"
    long += ("# " + "x" * 78 + "\n") * (2 * 2**20 // 81)
    path = write(tmp_path / "games.imh", TEXT + long + TEXT)
    verdict_rows = verdicts(engine("check", "--json", path))
    assert [verdict["verdict"] for verdict in verdict_rows] == ["ok", "refused", "ok"]
    assert verdict_rows[1]["message"] == "a log can have at most 1048576 bytes"
    lines = [len(TEXT.splitlines()), len(long.splitlines())]
    assert [verdict["begins"] for verdict in verdict_rows] == [1, 1 + lines[0], 1 + sum(lines)]


def test_a_line_of_ndjson_too_long_is_refused_and_its_neighbours_are_judged(
    tmp_path: Path,
) -> None:
    good = write_json(read_log(TEXT))
    long = good.replace('"entries"', '"comments":[[0,"' + "}" * 2**21 + '"]],"entries"')
    path = write(tmp_path / "games.ndjson", f"{good}\n{long}\n{good}\n")
    verdict_rows = verdicts(engine("check", "--json", path))
    assert [verdict["verdict"] for verdict in verdict_rows] == ["ok", "refused", "ok"]
    assert verdict_rows[1]["message"] == "a log can have at most 1048576 bytes"
    assert [verdict["begins"] for verdict in verdict_rows] == [1, 2, 3]


@pytest.mark.parametrize("content", [b"\0", b" ", b"imhotep 1 ", b"{", b"{}", b"#"])
def test_an_endless_line_is_no_crash(tmp_path: Path, content: bytes) -> None:
    path = write(tmp_path / "game.imh", content * (5 * 2**20 // len(content)))
    assert engine("check", path).status in (1, 2)


def test_a_million_comments_are_judged_at_once(tmp_path: Path) -> None:
    path = write(tmp_path / "game.imh", b"#\n" * 2**19)
    begun = time.process_time()
    assert engine("check", path).status == 2
    assert time.process_time() - begun < 5


# ---------------------------------------------------------------------------- the shell


def test_a_reader_who_has_read_enough_is_no_crash() -> None:
    """A pipe that closes early, before or while the lines are written."""
    command = f'"{sys.executable}" -m engine check tests/golden/*.imh | head -n 1'
    done = subprocess.run(
        command, shell=True, capture_output=True, cwd=ROOT, env=environment(), check=False
    )
    assert (done.stdout.count(b"\n"), done.stderr) == (1, b"")


@pytest.mark.parametrize("unbuffered", ["", "1"])
def test_a_closed_pipe_ends_quietly(unbuffered: str) -> None:
    reader, writer = os.pipe()
    os.close(reader)
    done = subprocess.run(
        [sys.executable, "-m", "engine", "check", str(GAME)],
        stdout=writer,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=environment(PYTHONUNBUFFERED=unbuffered),
        check=False,
    )
    os.close(writer)
    assert (done.returncode, done.stderr) == (0, b"")


def test_an_interrupt_ends_quietly() -> None:
    with subprocess.Popen(
        [sys.executable, "-m", "engine", "check", "-"],
        stdin=subprocess.PIPE,
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        cwd=ROOT,
        env=environment(PYTHONUNBUFFERED="1"),
        # A shell that runs the tests in the background has them ignore interrupts.
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),
    ) as process:
        assert process.stdin is not None
        assert process.stdout is not None
        assert process.stderr is not None
        process.stdin.write(TEXT.encode() + b"imhotep 1\n")
        process.stdin.flush()
        assert process.stdout.readline().startswith(b"ok <stdin> ")
        process.send_signal(signal.SIGINT)
        assert (process.wait(60), process.stderr.read()) == (130, b"")


def test_it_works_from_a_bare_checkout(tmp_path: Path) -> None:
    sources = shutil.ignore_patterns("*.so")
    shutil.copytree(ROOT / "engine", tmp_path / "engine", ignore=sources)
    output = bare(tmp_path, "check", GOLDEN / "everything-four.imh")
    assert output.err == ""
    assert output.lines[0].split()[2] == RESULTS["everything-four"]["fingerprint"]


def test_the_bar_is_drawn_on_a_terminal_only() -> None:
    """A second after the beginning, with games still coming, and taken away in the end."""
    screen, terminal = pty.openpty()
    command = [sys.executable, "-m", "engine", "check", "-"]
    streams = (terminal, subprocess.PIPE)
    processes = [
        subprocess.Popen(
            command,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            stderr=stream,
            cwd=ROOT,
            env=environment(PYTHONUNBUFFERED="1"),
        )
        for stream in streams
    ]
    os.close(terminal)
    for process in processes:
        assert process.stdin is not None
        assert process.stdout is not None
        process.stdin.write(f"{TEXT}imhotep 1\n".encode())
        process.stdin.flush()
        assert process.stdout.readline().startswith(b"ok ")
    time.sleep(1.05)
    outputs = [process.communicate(TEXT.partition("\n")[2].encode()) for process in processes]
    screen_text = os.read(screen, 10_000)
    os.close(screen)
    assert b"2 games" in screen_text
    assert screen_text.endswith(b"\r\x1b[K")
    assert (outputs[1][1], [process.returncode for process in processes]) == (b"", [0, 0])


def test_the_bar_counts_files_when_there_are_several(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("engine.progress.AFTER_SECONDS", -1.0)
    monkeypatch.setattr("engine.progress.EVERY_SECONDS", 0.0)
    monkeypatch.setattr("io.TextIOWrapper", Terminal)
    output = engine("check", GAME, GAME)
    assert "] 1 of 2 files" in output.err
    assert "] 2 of 2 files" in output.err


class Terminal(__import__("io").TextIOWrapper):  # type: ignore[misc]
    def isatty(self) -> bool:
        return True


def test_a_game_of_each_kind_of_table_is_accepted_as_text_and_as_json() -> None:
    for kind in range(5):
        log = finished(kind)
        output = engine("check", "-", stdin=f"{write_text(log)}{write_json(log)}\n".encode())
        assert (output.status, len({line.split()[2] for line in output.lines})) == (0, 1)
