"""An audit of a dump: nothing differs, or what was changed is named."""

from __future__ import annotations

import json
import re
from typing import Any

import pytest

from audit.__main__ import main
from tests.audit.conftest import Copy


def find_differences(copy: Copy, capsys: pytest.CaptureFixture[str], *options: str) -> list[str]:
    """The differences that the command prints; whether its status says so."""
    status = main([str(copy.folder), "--jobs", "1", *options])
    lines = [line for line in capsys.readouterr().out.splitlines() if ": written " in line]
    assert status == bool(lines)
    return lines


def test_nothing_differs(copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    assert main([str(copy.folder), "--jobs", "2"]) == 0
    out = capsys.readouterr().out
    assert "11 games judged" in out
    assert "no differences" in out
    assert re.search(r"1 +15\d\d\.\d{3} @\w+", out)


def test_quick(copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    assert find_differences(copy, capsys, "--quick") == []


def test_as_json(copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    def richer(line: dict[str, Any]) -> dict[str, Any]:
        return {**line, "rating": line["rating"] + 1}

    copy.change("ratings", richer)
    assert main([str(copy.folder), "--jobs", "1", "--json"]) == 1
    *differences, total = map(json.loads, capsys.readouterr().out.splitlines())
    assert len(differences) == total["found"] == len(copy.lines("ratings"))
    assert differences[0]["difference"]["file"] == "ratings.ndjson.gz"
    assert [board["pool"] for board in total["leaderboards"]] == ["overall", "2", "3", "4"]


# --- what an operator with the database could change --------------------------


def first(copy: Copy, name: str, **fields: object) -> dict[str, Any]:
    """The first line of a file with these fields."""
    return next(
        line
        for line in copy.lines(name)
        if all(line[key] == value for key, value in fields.items())
    )


def changer_of(target: dict[str, Any], **fields: object) -> Any:
    """A change of this line alone."""
    return lambda line: {**line, **fields} if line == target else line


def test_an_old_rating(copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    row = first(copy, "ledger", retired=None)
    copy.change("ledger", changer_of(row, after=row["after"] + 1000))
    (line,) = find_differences(copy, capsys)
    assert line.startswith("ledger.ndjson.gz:")
    assert f"{row['game']} {row['pool']} player {row['player']}" in line
    assert f"{row['after'] / 1000:.3f}" in line.partition("follows")[2]


def test_a_term_of_a_rating(copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    row = first(copy, "ledger", retired=None)
    pairs = [{**row["pairs"][0], "expected": 501}]
    copy.change("ledger", changer_of(row, pairs=pairs))
    (line,) = find_differences(copy, capsys)
    assert row["game"] in line


def test_a_rating_that_is_retired_though_it_holds(
    copy: Copy, capsys: pytest.CaptureFixture[str]
) -> None:
    row = first(copy, "ledger", retired=None)
    copy.change("ledger", changer_of(row, retired=row["added"]))
    lines = find_differences(copy, capsys)
    assert any("written nothing" in line for line in lines)
    assert any("retired by fold: written" in line for line in lines)


def test_a_rating_that_holds_though_it_is_retired(
    copy: Copy, capsys: pytest.CaptureFixture[str]
) -> None:
    row = next(line for line in copy.lines("ledger") if line["retired"])
    copy.change("ledger", changer_of(row, retired=None))
    assert any(row["game"] in line for line in find_differences(copy, capsys))


def test_a_verdict(copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    run = first(copy, "verifications", verdict="verified")
    copy.change("verifications", changer_of(run, verdict="refused"))
    lines = find_differences(copy, capsys)
    assert any(f"{run['game']} verdict: written refused" in line for line in lines)


def test_a_digest(copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    run = first(copy, "verifications", verdict="verified")
    copy.change("verifications", changer_of(run, digest="0" * 64))
    (line,) = find_differences(copy, capsys)
    assert f"{run['game']} digest" in line


def test_a_verification_that_is_gone(copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    run = first(copy, "verifications", verdict="verified")
    copy.change("verifications", lambda line: None if line == run else line)
    (line,) = find_differences(copy, capsys)
    assert f"{run['game']} verification of its log: written nothing" in line


@pytest.mark.parametrize("name", ["points", "place", "rated_place", "sled"])
def test_a_result(copy: Copy, capsys: pytest.CaptureFixture[str], name: str) -> None:
    game = first(copy, "games", standing="counted")
    seat = {**game["seats"][0], name: game["seats"][0][name] + 1}
    copy.change("games", changer_of(game, seats=[seat, *game["seats"][1:]]))
    lines = find_differences(copy, capsys)
    assert lines
    assert all(game["id"] in line for line in lines)
    assert lines[0].startswith("games.ndjson.gz:")


def test_the_points_by_source(copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    game = first(copy, "games", standing="counted")
    source = next(iter(game["seats"][0]["breakdown"]))
    breakdown = {**game["seats"][0]["breakdown"], source: 99}
    seats = [{**game["seats"][0], "breakdown": breakdown}, *game["seats"][1:]]
    copy.change("games", changer_of(game, seats=seats))
    (line,) = find_differences(copy, capsys)
    assert "breakdown of " in line


def test_a_log(copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    game = first(copy, "games", standing="counted")
    *entries, _last = game["log"].splitlines()
    copy.change("games", changer_of(game, log="\n".join(entries) + "\n"))
    lines = find_differences(copy, capsys)
    assert f"{game['id']} verdict: written verified, follows refused: " in lines[0]
    assert f"{game['id']} fingerprint: " in lines[1]


def test_another_game_under_the_id(copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    original, other = [game for game in copy.lines("games") if len(game["seats"]) == 2][:2]
    copy.change("games", changer_of(original, log=other["log"]))
    output = "\n".join(find_differences(copy, capsys))
    assert f"{original['id']} id: written {original['id']}, follows {other['id']}" in output
    assert f"{original['id']} fingerprint" in output


def test_a_game_that_is_gone_from_one_file(copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    game = first(copy, "games", standing="counted")
    copy.change("games", lambda line: None if line == game else line)
    (line,) = find_differences(copy, capsys)
    assert f"{game['id']}: written a game, follows not in games" in line


def test_a_game_that_is_gone(copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    """From every file: what came after it does not follow any more."""
    game = first(copy, "games", standing="counted")
    copy.change("games", lambda line: None if line["id"] == game["id"] else line)
    for name in ("standings", "verifications", "ledger"):
        copy.change(name, lambda line: None if line["game"] == game["id"] else line)
    lines = find_differences(copy, capsys)
    assert any(line.startswith("ledger.ndjson.gz:") for line in lines)
    assert any(line.startswith("ratings.ndjson.gz:") for line in lines)


def test_a_game_without_its_standing(copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    game = first(copy, "games", standing="waiting")
    copy.change("standings", lambda line: None if line["game"] == game["id"] else line)
    (line,) = find_differences(copy, capsys)
    assert f"{game['id']} standing: written nothing" in line


@pytest.mark.parametrize(
    ("standing", "other"),
    [("void", "counted"), ("waiting", "counted"), ("disputed", "waiting"), ("counted", "waiting")],
)
def test_a_standing(
    copy: Copy, capsys: pytest.CaptureFixture[str], standing: str, other: str
) -> None:
    line = first(copy, "standings", standing=standing)
    game = first(copy, "games", id=line["game"])
    copy.change("standings", changer_of(line, standing=other))
    copy.change("games", changer_of(game, standing=other))
    lines = find_differences(copy, capsys)
    sentence = f"{line['game']} standing: written {other}, follows {standing}"
    assert any(sentence in message for message in lines)


@pytest.mark.parametrize(
    ("follows", "reason"),
    [
        ("refuted", {"refuted": True}),
        ("unrated", {"unrated": True}),
        ("contested", {"contested_by": [{"player": 1, "effect": "open"}], "arbiter": None}),
    ],
)
def test_a_reason_against_counting_is_passed_over(
    copy: Copy, capsys: pytest.CaptureFixture[str], follows: str, reason: dict[str, object]
) -> None:
    line = first(copy, "standings", standing="counted")
    copy.change("standings", changer_of(line, **reason))
    lines = find_differences(copy, capsys)
    sentence = f"{line['game']} standing: written counted, follows {follows}"
    assert any(sentence in message for message in lines)


def test_who_confirmed(copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    line = first(copy, "standings", standing="counted")
    copy.change("standings", changer_of(line, arbiter=None))
    sentence = f"{line['game']} standing: written counted, follows waiting"
    assert any(sentence in message for message in find_differences(copy, capsys))


def test_a_player_in_a_seat(copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    line = first(copy, "standings", standing="counted")
    seats = [{**line["seats"][0], "player": 987654}, *line["seats"][1:]]
    copy.change("standings", changer_of(line, seats=seats))
    output = "\n".join(find_differences(copy, capsys))
    assert f"{line['game']} player by seat" in output


def test_the_day_of_a_game(copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    """The last one, so that the order of the files stays."""
    game = copy.lines("games")[-1]
    for name, key in (
        *(("games", "id"), ("standings", "game"), ("verifications", "game")),
        ("ledger", "game"),
    ):

        def later(line: dict[str, Any], key: str = key) -> dict[str, Any]:
            return {**line, "played_on": "2027-01-01"} if line[key] == game["id"] else line

        copy.change(name, later)
    line = find_differences(copy, capsys)[0]
    assert f"{game['id']} played_on: written 2027-01-01, follows {game['played_on']}" in line


def test_a_present_rating(copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    row = copy.lines("ratings")[0]
    copy.change("ratings", changer_of(row, rating=9_999_000))
    (line,) = find_differences(copy, capsys)
    assert f"player {row['player']} {row['pool']}: written 9999.000" in line


def test_a_present_rating_that_is_gone(copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    row = copy.lines("ratings")[0]
    copy.change("ratings", lambda line: None if line == row else line)
    (line,) = find_differences(copy, capsys)
    assert f"player {row['player']} {row['pool']}: written nothing" in line


def test_a_file_that_the_manifest_does_not_know(
    copy: Copy, capsys: pytest.CaptureFixture[str]
) -> None:
    path = copy.folder / "manifest.json"
    document = json.loads(path.read_text("utf-8"))
    file = next(entry for entry in document["files"] if entry["name"] == "games.ndjson.gz")
    file["sha256"], file["lines"] = "0" * 64, 3
    path.write_text(json.dumps(document), "utf-8")
    digest, lines = find_differences(copy, capsys)
    assert digest.startswith("manifest.json SHA-256 of games.ndjson.gz: written 0000")
    assert lines == "manifest.json lines of games.ndjson.gz: written 3, follows 11"
