"""Lies of an operator with database, files and key: each is named by the audit of the dump.

A lie is told in every line that says it: the manifest fits, and no other line contradicts it.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from archive.dumps.services.publish import dump
from audit.__main__ import main
from audit.lists import DumpPlayer, names_in_logs
from audit.runner import Audit
from engine.build import engine_version
from games.accounts.closing import close
from games.models import Player
from games.standing.correct_seats import reseat_by_moderator
from games.standing.players import claim, decide_claim, merge_players, undo_merge
from tests.audit.conftest import Copy, copy, original
from tests.audit.test_audit import changer_of, find_differences, first
from tests.cast import finished_log, game_of, submit
from tests.worlds.dumped_league import small_league

__all__ = ["copy", "original"]

Line = dict[str, Any]
RESULT = {"kind": "result", "message": "the log claims another result", "line": 0}
ILLEGAL = {"kind": "illegal", "message": "no such ship", "line": 40}


def run_again(copy: Copy, game: Line, **fields: object) -> None:
    """One more run of the game's log, a day after the last one."""
    runs = [run for run in copy.lines("verifications") if run["game"] == game["id"]]
    number = max(run["id"] for run in copy.lines("verifications")) + 1
    again = {**runs[-1], "id": number, "at": "2026-12-31T00:00:00.000000Z", **fields}
    text = ""
    for run in copy.lines("verifications"):
        text += f"{json.dumps(run, sort_keys=True)}\n"
        text += f"{json.dumps(again, sort_keys=True)}\n" if run == runs[-1] else ""
    copy.write("verifications", text.encode())


def exchange_winner(game: Line) -> Line:
    """The line with points, places and their sources of the first two seats exchanged."""
    names = ("points", "place", "rated_place", "breakdown", "sled")
    left, right, *seats = game["seats"]
    swapped = [
        left | {n: right[n] for n in names},
        right | {n: left[n] for n in names},
    ]
    return {**game, "seats": swapped + seats}


def refute(copy: Copy, game: Line) -> None:
    """The standing says that the engine refuses the log today."""
    standing = first(copy, "standings", game=game["id"])
    copy.change("standings", changer_of(standing, refuted=True, standing="refuted"))


@pytest.mark.parametrize("counted", [True, False], ids=["and_counts", "and_is_refuted"])
def test_a_winner_is_exchanged_behind_a_false_refusal_for_the_result(
    copy: Copy, capsys: pytest.CaptureFixture[str], counted: bool
) -> None:
    game = first(copy, "games", standing="counted")
    copy.change("games", changer_of(game, **exchange_winner(game)))
    run_again(copy, game, verdict="refused", refusal=RESULT, fingerprint="", digest="")
    if not counted:
        refute(copy, game)
    lines = find_differences(copy, capsys)
    assert any(f"{game['id']} verdict: written refused, follows verified" in x for x in lines)
    assert any(f"{game['id']} points of " in line for line in lines)


def test_another_log_lies_under_the_id_behind_a_false_refusal(
    copy: Copy, capsys: pytest.CaptureFixture[str]
) -> None:
    game, other = [line for line in copy.lines("games") if len(line["seats"]) == 2][:2]
    copy.change("games", changer_of(game, log=other["log"]))
    run_again(copy, game, verdict="refused", refusal=RESULT, fingerprint="", digest="")
    lines = find_differences(copy, capsys)
    assert any(f"{game['id']} fingerprint: " in line for line in lines)
    assert any(f"{game['id']} id: " in line for line in lines)


def test_a_log_is_made_illegal_and_its_game_refuted(
    copy: Copy, capsys: pytest.CaptureFixture[str]
) -> None:
    game = first(copy, "games", standing="counted")
    entries = game["log"].splitlines()
    sail = next(n for n, entry in enumerate(entries) if " sail " in entry)
    entries[sail] = f"{entries[sail].split()[0]} sail 9 temple"
    copy.change("games", changer_of(game, log="\n".join(entries) + "\n"))
    run_again(copy, game, verdict="refused", refusal=ILLEGAL, fingerprint="", digest="")
    refute(copy, game)
    assert any(f"{game['id']} fingerprint: " in line for line in find_differences(copy, capsys))


def test_a_log_is_none_any_longer(copy: Copy, capsys: pytest.CaptureFixture[str]) -> None:
    game = first(copy, "games", standing="counted")
    copy.change("games", changer_of(game, log="a barge\n"))
    run_again(copy, game, verdict="refused", refusal=ILLEGAL, fingerprint="", digest="")
    refute(copy, game)
    assert any(f"{game['id']} log: written a text" in x for x in find_differences(copy, capsys))


@pytest.mark.parametrize("text", ["imhotep 1 \ud800\n", "\x00" * 99])
def test_a_text_that_no_file_can_hold_stands_for_a_log_and_a_name(
    copy: Copy, capsys: pytest.CaptureFixture[str], text: str
) -> None:
    game, renamed, other = [x for x in copy.lines("games") if x["standing"] == "counted"][:3]
    lies = [changer_of(game, log=text), changer_of(other, **exchange_winner(other))]
    seats = [seat | {"name": text} for seat in renamed["seats"]]
    lies.append(changer_of(renamed, seats=seats))
    lines = copy.lines("games")
    for lie in lies:
        lines = [changed for line in lines if (changed := lie(line)) is not None]
    copy.write("games", "".join(f"{json.dumps(x, sort_keys=True)}\n" for x in lines).encode())
    differences = find_differences(copy, capsys)
    assert any(f"{game['id']} log: written a text" in line for line in differences)
    assert any(f"{renamed['id']} name of " in line for line in differences)
    assert any(f"{other['id']} points of " in line for line in differences)


@pytest.mark.parametrize(
    "outcome", [{"digest": "0" * 64}, {"verdict": "refused", "refusal": ILLEGAL}]
)
def test_one_engine_has_two_verdicts_of_one_log(
    copy: Copy, capsys: pytest.CaptureFixture[str], outcome: Line
) -> None:
    game = first(copy, "games", standing="counted")
    run_again(copy, game, **outcome)
    lines = find_differences(copy, capsys)
    assert any(f"{game['id']} another verdict of one engine" in line for line in lines)


def test_one_engine_has_two_verdicts_of_another_log_of_a_game(
    copy: Copy, capsys: pytest.CaptureFixture[str]
) -> None:
    """Of an upload that is not the log on record."""
    game = first(copy, "games", standing="counted")
    run_again(copy, game, submission=9999)
    assert not any("another verdict" in line for line in find_differences(copy, capsys))
    run_again(copy, game, submission=9999, verdict="refused", refusal=ILLEGAL)
    lines = find_differences(copy, capsys)
    assert any(f"{game['id']} another verdict of one engine" in line for line in lines)


def exchange_names(line: Line) -> Line:
    exchanged = {"ana": "ben", "ben": "ana"}
    if line["handle"] not in exchanged:
        return line
    return {**line, "handle": exchanged[line["handle"]], "name": f"@{exchanged[line['handle']]}"}


def rename(line: Line) -> Line:
    return {**line, "handle": "hathor", "name": "@hathor"} if line["handle"] == "ana" else line


def empty_seat(line: Line) -> Line:
    return {**line, "seats": [seat | {"player": None} for seat in line["seats"]]}


def exchange_players(line: Line) -> Line:
    left, right, *seats = line["seats"]
    swapped = [left | {"player": right["player"]}, right | {"player": left["player"]}]
    return {**line, "seats": swapped + seats}


@pytest.mark.parametrize(
    ("files", "change"),
    [
        (["players"], exchange_names),
        (["players"], rename),
        (["games", "standings"], empty_seat),
        (["games", "standings"], exchange_players),
    ],
)
def test_a_seat_is_of_another_player_than_its_log_says(
    copy: Copy, capsys: pytest.CaptureFixture[str], files: list[str], change: Callable[[Line], Line]
) -> None:
    for file in files:
        copy.change(file, change)
    lines = find_differences(copy, capsys)
    game = first(copy, "games", standing="counted")
    assert any(f"{game['id']} player of black: written @ana" in line for line in lines)


def test_a_guest_is_said_to_be_merged_into_another(
    copy: Copy, capsys: pytest.CaptureFixture[str]
) -> None:
    zoe = next(line for line in copy.lines("players") if line["name"] == "Zoe")
    cat = first(copy, "players", handle="cat")
    copy.change("players", changer_of(zoe, merged_into=cat["id"]))
    lines = find_differences(copy, capsys)
    assert any("player of white: written Zoe, follows nobody" in line for line in lines)


def test_merges_in_a_chain_or_a_circle_do_not_stop_the_audit() -> None:
    """50,000 players: one step for each, not one for each pair."""
    last = 50_000
    chain = {n: DumpPlayer(f"guest {n}", False, "", n + 1) for n in range(last)}
    steps = CountedLookups(chain | {last: DumpPlayer("ana", False, "ana", None)})
    names = names_in_logs(steps)
    assert set(names) == {last}
    assert len(names[last]) == last + 1
    assert steps.lookups <= 2 * len(steps)
    circle = {n: DumpPlayer(f"guest {n}", False, "", (n + 1) % last) for n in range(last)}
    assert sum(map(len, names_in_logs(circle).values())) == last


class CountedLookups(dict[int, DumpPlayer]):
    """Players by id. `lookups`: how often one was asked for."""

    lookups = 0

    def __getitem__(self, player: int) -> DumpPlayer:
        self.lookups += 1
        return super().__getitem__(player)


def test_an_honest_story_has_nothing_to_tell(db: None, tmp_path: Path) -> None:
    """Guests merged, a merge undone, seats corrected, accounts closed with their guests."""
    people = small_league()
    ana, cat, mo = people["ana"], people["cat"], people["mo"]
    zoe = Player.objects.get(name="Zoe")
    decide_claim(mo, claim(cat, zoe, "It was me."), True)
    guests = submit(ana, finished_log("black=Ali white=Bo", seed=31, played="2026-02-05"))
    ali, bo = Player.objects.get(name="Ali"), Player.objects.get(name="Bo")
    of_cat = Player.objects.get(account=cat)
    merge_players(mo, ali, of_cat, "The same person.")
    undo_merge(mo, ali, "They are two.")
    merge_players(mo, bo, of_cat, "It is cat.")
    reseat_by_moderator(mo, game_of(guests), ["Ali", "Cleo Ámbar"], "It was Cleo.")
    close(people["ben"])
    dump(tmp_path / "one")
    assert list(Audit(tmp_path / "one").differences()) == []
    close(ana)
    close(cat)
    dump(tmp_path / "two")
    assert list(Audit(tmp_path / "two").differences()) == []


def test_a_game_that_another_engine_judged_is_told_so(
    copy: Copy, capsys: pytest.CaptureFixture[str]
) -> None:
    """An honest site between a release and its decision is not accused; a liar gains nothing."""
    game = first(copy, "games", standing="counted")
    copy.change("games", changer_of(game, **exchange_winner(game)))
    run_again(copy, game, engine="0.1.0+000000000000")
    assert main([str(copy.folder), "--jobs", "1"]) == 1
    out = capsys.readouterr().out
    assert "1 of the games that differ were judged by engine 0.1.0+000000000000, but this" in out
    assert f"{game['id']} points of " in out
    copy.change("verifications", lambda run: run | {"engine": engine_version()})
    assert main([str(copy.folder), "--jobs", "1"]) == 1
    assert "were judged by engine" not in capsys.readouterr().out


def test_the_winner_is_said_to_have_been_replaced(
    copy: Copy, capsys: pytest.CaptureFixture[str]
) -> None:
    """Rated places follow from who left, and the log names nobody who did."""
    game = first(copy, "games", standing="counted")
    seats = [seat | {"replaced_at": 5 if seat["place"] == 1 else None} for seat in game["seats"]]
    places = [seat | {"rated_place": 3 - seat["rated_place"]} for seat in seats]
    copy.change("games", changer_of(game, seats=places))
    lines = find_differences(copy, capsys)
    assert any("was replaced: written 5, follows nothing" in line for line in lines)
